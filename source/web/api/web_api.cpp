#include "web_api.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "experiment/plan/plan_command_line.hpp"
#include "experiment/plan/plan_json.hpp"
#include "experiment/plan/plan_schema.hpp"
#include "pictures/drawing.hpp"
#include "tutti/recording/recording.hpp"
#include "util/collect.hpp"
#include "util/file_content.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"
#include "web_views.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;
using serve::answer;
using serve::api_request;
using serve::refusal;
using serve::request_target;

// Numbers up to 2^53 are exact in JavaScript.
constexpr std::uint64_t largest_id = std::uint64_t{1} << 53U;

answer with_body(const json::value& body, unsigned status = 200) {
    return {.status = status, .body = serialized(body) + "\n"};
}

void require_method(const api_request& request, std::string_view method) {
    if (request.method != method) {
        throw refusal{
            405,
            fmt::format("method {1} not allowed; use {0}", method, in_quotes(request.method)),
            {},
            std::string{method == "GET" ? "GET, HEAD" : method}};
    }
}

using view_function = answer (*)(const api_request& request, const web_context& context);

// True for the type with any parameters, such as `; charset=utf-8`.
bool is_of_type(const api_request& request, std::string_view type) {
    const std::string_view content_type{request.content_type};
    return std::ranges::equal(trimmed(content_type.substr(0, content_type.find(';'))), type, {},
                              lower_case);
}

// What takes files of a kind; null if the name is none.
view_function function_for_uploads(std::string_view name) {
    return name == "graphs" ? add_network : name == "schedules" ? add_schedule : nullptr;
}

void require_text(const api_request& request) {
    if (!is_of_type(request, "text/plain")) {
        throw refusal{415, "Content-Type: use text/plain"};
    }
}

json::object plan_in(const api_request& request) {
    if (!is_of_type(request, "application/json")) {
        throw refusal{415, "Content-Type: use application/json"};
    }
    // No plan is nested deeper than this, and the parser refuses deeper input.
    constexpr std::size_t deepest = 4;
    try {
        if (const json::value sent = parse_plan_json(request.body, deepest); sent.is_object()) {
            return sent.as_object();
        }
    } catch (const std::invalid_argument&) {
        // Refused below.
    }
    throw refusal{400, "the body is not a JSON object"};
}

// The fields of a command.
answer plan_view(const api_request& request, const web_context& /*context*/) {
    return with_body(json_of(values_of_words(split_words(request.target.value("text")))));
}

// With the names of networks that the client knows.
std::string title_of_comparison(const json::object& sent) {
    const plan_values plan = values_of(sent, plan_command::compare);
    return fmt::format("Algorithms for {} on {}", plan.value("collective").value_or(""),
                       plan.value("network").value_or(""));
}

/// Reports on a job until it ends.
class job_feed final : public serve::event_feed {
public:
    job_feed(std::shared_ptr<serve::job> job, std::function<json::object()> facts)
        : job_{std::move(job)}, facts_{std::move(facts)} {
        ++job_->followers();
    }
    job_feed(const job_feed&) = delete;
    job_feed& operator=(const job_feed&) = delete;
    ~job_feed() override { --job_->followers(); }

    [[nodiscard]] step next() override {
        step state;
        const bool is_over = job_->state() == serve::job_state::ended;
        // The facts are no older than the version, so that no change is missed.
        const unsigned version = job_->version();
        const json::object facts = facts_();
        const std::pair now{version, facts.at("place")};
        // The state is sent when it or the place in the queue changes. A job that is over sends it
        // once, in the last event, unless nothing was sent before.
        if (now != told_ && (!is_over || !told_)) {
            state.messages.push_back(serialized({{"event", "run"}, {"run", facts}}));
        }
        told_ = now;
        std::string picture = job_->picture_text();
        if (picture != "null" && picture != last_picture_) {
            state.messages.push_back(
                fmt::format(R"({{"event":"picture","id":{},"picture":{}}})", job_->id(), picture));
            last_picture_ = std::move(picture);
        }
        if (is_over) {
            state.messages.push_back(serialized({{"event", "ended"}, {"run", facts}}));
            state.is_last = true;
        }
        return state;
    }

private:
    std::shared_ptr<serve::job> job_;
    std::function<json::object()> facts_;
    std::optional<std::pair<unsigned, json::value>> told_;
    std::string last_picture_;
};

/// Answers requests from the jobs of a queue and their results.
class web_api final : public serve::application {
public:
    web_api(web_context context, serve::job_queue& jobs, json::object limits)
        : context_{std::move(context)}, jobs_{&jobs}, limits_{std::move(limits)} {}

    [[nodiscard]] answer respond(const api_request& request) override {
        serve::require_wanted(request.stop);
        try {
            return route(request);
        } catch (const memory_limit_exceeded& wrong) {
            throw refusal{400, fmt::format("--memory-limit: {}", wrong.what()), "network"};
        } catch (const recording_error& wrong) {
            throw refusal{500, fmt::format("the recording {}", wrong.what())};
        } catch (const option_error& wrong) {
            throw refusal_for(wrong);
        } catch (const std::invalid_argument& wrong) {
            throw refusal{400, wrong.what()};
        }
    }

    // Lists and runs in their present state.
    [[nodiscard]] bool is_quick(const api_request& request) const noexcept override {
        const auto& path = request.target.path;
        return !path.empty() && path.front() == "runs" && path.size() <= 2 &&
               request.method != "POST";
    }

    [[nodiscard]] std::unique_ptr<serve::event_feed> follow(const request_target& target) override {
        const auto& path = target.path;
        if (path.size() != 3 || path[0] != "runs" || path[2] != "events") {
            throw refusal{404, "only runs/ID/events can be followed"};
        }
        const std::shared_ptr<serve::job> job = job_named(path[1]);
        return std::make_unique<job_feed>(job, [this, job] { return facts_of(*job); });
    }

private:
    struct checked_plan {
        json::object sent{};
        submitted_plan plan{};
        web_job job{};
    };

    // Paths are below `/api/1/`, which the server has removed.
    answer route(const api_request& request) {
        const auto& path = request.target.path;
        const std::string name = path.empty() ? std::string{} : path.front();
        if (name == "runs" && path.size() > 1) {
            return respond_on_run(request);
        }
        if (name == "runs" && request.method == "POST") {
            return add_run(request);
        }
        if (name == "runs") {
            require_method(request, "GET");
            return list_runs(request.target);
        }
        if (path.size() == 2 && name == "graphs") {
            require_method(request, "GET");
            return show_graph(path[1]);
        }
        if (path.size() != 1) {
            throw refusal{404, "not found in the API"};
        }
        if (const view_function add = function_for_uploads(name)) {
            require_method(request, "POST");
            require_text(request);
            return add(request, context_);
        }
        if (name == "checks") {
            require_method(request, "POST");
            return with_body(checked(request).job.estimate);
        }
        require_method(request, "GET");
        return look_up(name, request);
    }

    // Answers that read the catalogue, the store or a network and change nothing.
    [[nodiscard]] answer look_up(const std::string& name, const api_request& request) const {
        static const std::map<std::string, view_function> views{{"plan", &plan_view},
                                                                {"network", &network_view},
                                                                {"results", &store_table},
                                                                {"figure", &store_figure},
                                                                {"figure.svg", &store_picture}};
        if (name == "catalogue") {
            json::object document = web_catalogue(context_);
            document["limits"] = limits_;
            return with_body(document);
        }
        const auto position = views.find(name);
        if (position == views.end()) {
            throw refusal{404, fmt::format("{} is not in the API", in_quotes(name))};
        }
        return position->second(request, context_);
    }

    answer respond_on_run(const api_request& request) {
        const auto& path = request.target.path;
        const std::shared_ptr<serve::job> job = job_named(path[1]);
        if (path.size() == 2 && request.method == "DELETE") {
            jobs_->stop(*job);
            return with_body(facts_of(*job));
        }
        require_method(request, "GET");
        if (path.size() == 2) {
            return show_run(*job);
        }
        if (path.size() > 3) {
            throw refusal{404, "not found in the API"};
        }
        const bool draws_result =
            path[2] == "picture" && job->asked().command == name_of(plan_command::compare);
        if (path[2] != "result" && !draws_result) {
            return recording_answer(*job, request);
        }
        const auto result = context_.archive->result_of(job->id());
        if (!result) {
            throw refusal{404, fmt::format("run {} has no result", job->id())};
        }
        if (draws_result) {
            return {.type = "image/svg+xml",
                    .body = draw_comparison(*result, title_of_comparison(job->asked().plan))};
        }
        return {.body = *result + "\n", .download_name = fmt::format("tutti-{}.json", job->id())};
    }

    // Refuses what is wrong at the field by the name that the plan has for it.
    [[nodiscard]] checked_plan checked(const api_request& request) const {
        checked_plan made{.sent = plan_in(request)};
        try {
            made.plan = read_submitted_plan(made.sent, *context_.archive, context_.program);
            made.plan.stop = request.stop;
            made.job = check_plan(made.plan, context_);
            return made;
        } catch (const option_error& wrong) {
            const refusal refused = refusal_for(wrong);
            const plan_field* const field = find_plan_field(refused.field());
            const bool has_earlier_name =
                field != nullptr && made.sent.contains(field->earlier_name);
            throw refusal{refused.status(), refused.what(),
                          has_earlier_name ? std::string{field->earlier_name} : refused.field()};
        }
    }

    answer add_run(const api_request& request) {
        auto [sent, plan, job] = checked(request);
        // A plan without a command is completed, so that the archive has what was run.
        const std::string command{name_of(plan.values.command())};
        sent["command"] = command;
        serve::require_wanted(request.stop);
        const std::shared_ptr<serve::job> made = jobs_->add(
            {.command = command, .text = plan.text, .plan = sent, .filter = std::move(job.filter)},
            std::move(job.work));
        answer reply = with_body(facts_of(*made), 201);
        reply.location = fmt::format("/runs/{}", made->id());
        return reply;
    }

    // Pages of the list are taken from the newest run down; `before` is the last number of a page.
    [[nodiscard]] answer list_runs(const request_target& target) const {
        constexpr std::uint64_t usual = 50;
        constexpr std::uint64_t most = 500;
        const auto number = [&](const std::string& name, std::uint64_t otherwise,
                                std::uint64_t largest) {
            const std::string text = target.value(name);
            return text.empty() ? otherwise : parse_number(text, 1, largest);
        };
        const auto jobs =
            jobs_->list(number("before", largest_id, largest_id), number("count", usual, most));
        return with_body(json::object{
            {"runs", array_of(jobs, [this](const auto& each) { return facts_of(*each); })}});
    }

    [[nodiscard]] answer show_run(const serve::job& job) const {
        json::object facts = facts_of(job);
        facts["picture"] = job.picture();
        facts["plan"] = job.asked().plan;
        // The result is in memory until the archive has it.
        std::string result = job.end().result;
        if (result.empty()) {
            result = context_.archive->result_of(job.id()).value_or("");
        }
        return {.body = serve::with_result(facts, result)};
    }

    [[nodiscard]] answer recording_answer(const serve::job& job, const api_request& request) const {
        const std::string& name = request.target.path[2];
        const std::filesystem::path path = context_.archive->recording_of(job.id());
        if (name != "recording" && name != "replay" && name != "picture") {
            throw refusal{404, fmt::format("a run has no {}", in_quotes(name))};
        }
        if (!std::filesystem::is_regular_file(path)) {
            const std::string why = job.end().unrecorded_reason;
            throw refusal{404, fmt::format("run {} has no recording{}{}", job.id(),
                                           why.empty() ? "" : ": ", why)};
        }
        if (name == "replay") {
            return replay_view(path.string(), request.stop);
        }
        if (name == "picture") {
            return picture_view(path.string(), request.target.value("as"), request.stop);
        }
        return {.type = "application/octet-stream",
                .download_name = fmt::format("tutti-{}.tutti", job.id()),
                .file = path.string()};
    }

    [[nodiscard]] answer show_graph(const std::string& name) const {
        const auto path = context_.archive->graph_named(name);
        if (!path) {
            throw refusal{404, fmt::format("no network {} was sent here", in_quotes(name))};
        }
        return {.type = "text/plain; charset=utf-8", .download_name = name, .file = path->string()};
    }

    [[nodiscard]] json::object facts_of(const serve::job& job) const {
        json::object facts = job.facts();
        const std::size_t place = jobs_->place_of(job.id());
        facts["place"] = place == 0 ? json::value(nullptr) : json::value(place);
        const bool is_there =
            std::filesystem::is_regular_file(context_.archive->recording_of(job.id()));
        // Facts in the archive are as of the end of the run; the file may have been removed since.
        if (job.end().has_recording && !is_there) {
            facts["has_recording"] = false;
            facts["why_not_recorded"] = "it was deleted to make room for newer ones";
        }
        return facts;
    }

    [[nodiscard]] std::shared_ptr<serve::job> job_named(const std::string& id) const {
        const auto number = number_between(id, 1, largest_id);
        std::shared_ptr<serve::job> job = number ? jobs_->find(*number) : nullptr;
        if (job == nullptr) {
            throw refusal{404, fmt::format("run {} does not exist", in_quotes(id))};
        }
        return job;
    }

    web_context context_;
    serve::job_queue* jobs_;
    json::object limits_;
};

}  // namespace

std::unique_ptr<serve::application> make_web_api(web_context context, serve::job_queue& jobs,
                                                 json::object limits) {
    return std::make_unique<web_api>(std::move(context), jobs, std::move(limits));
}

}  // namespace tutti::program
