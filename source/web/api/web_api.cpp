#include "web_api.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/commands.hpp"
#include "results/json.hpp"
#include "topology/graph_file/graph_file.hpp"
#include "tutti/recording/recording.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"
#include "web_store.hpp"
#include "web_views.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;
using serve::answer;
using serve::api_request;
using serve::refusal;
using serve::request_target;

constexpr std::uint64_t largest_id = std::uint64_t{1} << 53U;

answer with_body(const json::value& said, unsigned status = 200) {
    return {.status = status, .body = serialized(said) + "\n"};
}

void require_method(const api_request& asked, std::string_view method) {
    if (asked.method != method) {
        throw refusal{
            405,
            fmt::format("method {1} not allowed; use {0}", method, in_quotes(asked.method)),
            {},
            std::string{method == "GET" ? "GET, HEAD" : method}};
    }
}

// True for the type with any parameters, such as `; charset=utf-8`.
bool is_of_type(const api_request& asked, std::string_view type) {
    const std::string_view said{asked.content_type};
    return std::ranges::equal(trimmed(said.substr(0, said.find(';'))), type, {}, lower_case);
}

json::object plan_in(const api_request& asked) {
    if (!is_of_type(asked, "application/json")) {
        throw refusal{415, "Content-Type: use application/json"};
    }
    constexpr std::size_t deepest = 4;
    json::error_code wrong;
    const json::value sent = parse_plan(asked.body, wrong, deepest);
    if (wrong || !sent.is_object()) {
        throw refusal{400, "the body is no object of JSON"};
    }
    return sent.as_object();
}

/// Tells of a job until it ends.
class job_feed final : public serve::event_feed {
public:
    job_feed(std::shared_ptr<serve::job> what, std::function<json::object()> facts,
             std::function<std::size_t()> place)
        : what_{std::move(what)}, facts_{std::move(facts)}, place_{std::move(place)} {
        ++what_->followers();
    }
    job_feed(const job_feed&) = delete;
    job_feed(job_feed&&) = delete;
    job_feed& operator=(const job_feed&) = delete;
    job_feed& operator=(job_feed&&) = delete;
    ~job_feed() override { --what_->followers(); }

    [[nodiscard]] step next() override {
        step said;
        const bool is_over = what_->state() == serve::job_state::ended;
        const std::size_t place = place_();
        const std::pair now{what_->version(), place};
        if (now != told_ && (!is_over || told_ == never_told)) {
            said.messages.push_back(serialized({{"event", "run"}, {"run", facts_()}}));
        }
        told_ = now;
        std::string picture = what_->picture_text();
        if (picture != "null" && picture != last_picture_) {
            said.messages.push_back(
                fmt::format(R"({{"event":"picture","id":{},"picture":{}}})", what_->id(), picture));
            last_picture_ = std::move(picture);
        }
        if (is_over) {
            said.messages.push_back(serialized({{"event", "ended"}, {"run", facts_()}}));
            said.is_last = true;
        }
        return said;
    }

private:
    static constexpr std::pair<unsigned, std::size_t> never_told{~0U, 0};

    std::shared_ptr<serve::job> what_;
    std::function<json::object()> facts_;
    std::function<std::size_t()> place_;
    std::pair<unsigned, std::size_t> told_ = never_told;
    std::string last_picture_;
};

}  // namespace

web_api::web_api(web_context all, serve::job_queue& jobs, json::object limits)
    : all_{std::move(all)}, jobs_{&jobs}, limits_{std::move(limits)} {}

answer web_api::respond(const api_request& asked) {
    serve::require_wanted(asked.stop);
    try {
        return route(asked);
    } catch (const memory_limit_exceeded& wrong) {
        throw refusal{400, fmt::format("--memory-limit: {}", wrong.what()), "network"};
    } catch (const recording_error& wrong) {
        throw refusal{500, fmt::format("the recording {}", wrong.what())};
    } catch (const std::invalid_argument& wrong) {
        throw refusal_for(wrong);
    }
}

answer web_api::route(const api_request& asked) {
    const auto& path = asked.target.path;
    const std::string name = path.empty() ? std::string{} : path.front();
    if (name == "runs") {
        return respond_on_runs(asked);
    }
    if (path.size() == 2 && name == "graphs") {
        require_method(asked, "GET");
        return show_graph(path[1]);
    }
    if (path.size() != 1) {
        throw refusal{404, "not found in the API"};
    }
    if (name == "checks" || name == "graphs") {
        require_method(asked, "POST");
        return name == "checks" ? check(asked) : add_graph(asked);
    }
    require_method(asked, "GET");
    return look_up(name, asked);
}

answer web_api::look_up(const std::string& name, const api_request& asked) const {
    if (name == "catalogue") {
        return catalogue_answer();
    }
    if (name == "network") {
        return network_view(asked.target.value("spec"), all_, asked.stop);
    }
    if (name == "results") {
        return store_table(asked, all_);
    }
    if (name == "figure") {
        return store_figure(asked, all_);
    }
    if (name == "figure.svg") {
        return store_picture(asked, all_);
    }
    throw refusal{404, fmt::format("{} is not in the API", in_quotes(name))};
}

answer web_api::respond_on_runs(const api_request& asked) {
    if (asked.target.path.size() == 1) {
        if (asked.method == "POST") {
            return add_run(asked);
        }
        require_method(asked, "GET");
        return list_runs(asked.target);
    }
    return respond_on_run(asked);
}

answer web_api::respond_on_run(const api_request& asked) {
    const auto& path = asked.target.path;
    const std::shared_ptr<serve::job> one = job_named(path[1]);
    if (path.size() == 2 && asked.method == "DELETE") {
        jobs_->stop(*one);
        return with_body(facts_of(*one));
    }
    require_method(asked, "GET");
    if (path.size() == 2) {
        return show_run(*one);
    }
    if (path.size() == 3 && path[2] == "result") {
        auto result = all_.kept->result_of(one->id());
        if (!result) {
            throw refusal{404, fmt::format("run {} has no result", one->id())};
        }
        return {.body = *result + "\n", .download_name = fmt::format("tutti-{}.json", one->id())};
    }
    if (path.size() == 3) {
        return recording_answer(*one, asked);
    }
    throw refusal{404, "not found in the API"};
}

answer web_api::catalogue_answer() const {
    json::object said = web_catalogue(all_);
    said["limits"] = limits_;
    return with_body(said);
}

answer web_api::check(const api_request& asked) const {
    web_plan plan =
        read_web_plan(plan_in(asked), *all_.kept, all_.program, all_.limits.memory_bytes);
    plan.stop = asked.stop;
    return with_body(check_plan(plan, all_).estimate);
}

answer web_api::add_run(const api_request& asked) {
    json::object sent = plan_in(asked);
    web_plan plan = read_web_plan(sent, *all_.kept, all_.program, all_.limits.memory_bytes);
    plan.stop = asked.stop;
    sent["command"] = plan.command;
    web_job checked = check_plan(plan, all_);
    serve::require_wanted(asked.stop);
    const std::shared_ptr<serve::job> made = jobs_->add({.command = plan.command,
                                                         .text = plan.text,
                                                         .plan = sent,
                                                         .where = std::move(checked.where)},
                                                        std::move(checked.work));
    answer said = with_body(facts_of(*made), 201);
    said.location = fmt::format("/runs/{}", made->id());
    return said;
}

answer web_api::list_runs(const request_target& target) const {
    constexpr std::uint64_t usual = 50;
    constexpr std::uint64_t most = 500;
    const auto number = [&](const std::string& name, std::uint64_t otherwise,
                            std::uint64_t largest) {
        const std::string text = target.value(name);
        return text.empty() ? otherwise : parse_number(text, 1, largest);
    };
    const auto found = jobs_->list(number("before", largest_id, largest_id),
                                   static_cast<std::size_t>(number("count", usual, most)));
    return with_body(json::object{
        {"runs", array_of(found, [this](const auto& each) { return facts_of(*each); })}});
}

answer web_api::show_run(const serve::job& one) const {
    json::object facts = facts_of(one);
    facts["picture"] = one.picture();
    facts["plan"] = one.asked().plan;
    std::string text = serialized(facts);
    const std::string own = one.end().result;
    const std::string result = own.empty() ? all_.kept->result_of(one.id()).value_or("null") : own;
    text.replace(text.size() - 1, 1, fmt::format(",\"result\":{}}}\n", result));
    return {.body = std::move(text)};
}

answer web_api::recording_answer(const serve::job& one, const api_request& asked) const {
    const std::string& what = asked.target.path[2];
    const std::filesystem::path path = all_.kept->recording_of(one.id());
    if (what != "recording" && what != "replay" && what != "picture") {
        throw refusal{404, fmt::format("a run has no {}", in_quotes(what))};
    }
    if (!std::filesystem::is_regular_file(path)) {
        const std::string why = one.end().unrecorded_reason;
        throw refusal{404, fmt::format("run {} has no recording{}{}", one.id(),
                                       why.empty() ? "" : ": ", why)};
    }
    if (what == "replay") {
        return replay_view(path.string(), asked.stop);
    }
    if (what == "picture") {
        return picture_view(path.string(), asked.target.value("as"), asked.stop);
    }
    return {.type = "application/octet-stream",
            .download_name = fmt::format("tutti-{}.tutti", one.id()),
            .file = path.string()};
}

answer web_api::add_graph(const api_request& asked) const {
    if (!is_of_type(asked, "text/plain")) {
        throw refusal{415, "Content-Type: use text/plain"};
    }
    const graph read = [&] {
        try {
            return parse_graph(asked.body);
        } catch (const std::invalid_argument& wrong) {
            throw refusal{400, fmt::format("--network: the file {}", wrong.what()), "network"};
        }
    }();
    const std::string name = all_.kept->keep_graph(asked.body);
    return with_body(
        json::object{
            {"spec", "graph:" + name}, {"nodes", read.node_count()}, {"links", read.link_count()}},
        201);
}

answer web_api::show_graph(const std::string& name) const {
    const auto path = all_.kept->graph_named(name);
    if (!path) {
        throw refusal{404, fmt::format("no network {} was sent here", in_quotes(name))};
    }
    return {.type = "text/plain; charset=utf-8", .download_name = name, .file = path->string()};
}

json::object web_api::facts_of(const serve::job& one) const {
    json::object facts = one.facts();
    const std::size_t place = jobs_->place_of(one.id());
    facts["place"] = place == 0 ? json::value(nullptr) : json::value(place);
    const bool is_there = std::filesystem::is_regular_file(all_.kept->recording_of(one.id()));
    if (one.end().has_recording && !is_there) {
        facts["has_recording"] = false;
        facts["why_not_recorded"] = "it was deleted to make room for newer ones";
    }
    return facts;
}

std::shared_ptr<serve::job> web_api::job_named(const std::string& id) const {
    const auto number = number_between(id, 1, largest_id);
    std::shared_ptr<serve::job> found = number ? jobs_->find(*number) : nullptr;
    if (found == nullptr) {
        throw refusal{404, fmt::format("there is no run {}", in_quotes(id))};
    }
    return found;
}

// Lists and runs as they stand.
bool web_api::is_quick(const api_request& asked) const noexcept {
    const auto& path = asked.target.path;
    return !path.empty() && path.front() == "runs" && path.size() <= 2 && asked.method != "POST";
}

std::unique_ptr<serve::event_feed> web_api::follow(const request_target& target) {
    const auto& path = target.path;
    if (path.size() != 3 || path[0] != "runs" || path[2] != "events") {
        throw refusal{404, "only runs/ID/events can be followed"};
    }
    const std::shared_ptr<serve::job> one = job_named(path[1]);
    return std::make_unique<job_feed>(
        one, [this, one] { return facts_of(*one); },
        [this, one] { return jobs_->place_of(one->id()); });
}

}  // namespace tutti::program
