#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "schedule/foreign_schedule.hpp"
#include "schedule/schedule_links.hpp"
#include "schedule/schedule_report.hpp"
#include "submitted_plan.hpp"
#include "topology/network_files/network_file.hpp"
#include "topology/participant_set.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"
#include "web_views.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

constexpr unsigned wrong_input = 400;

// What is verified while a client waits.
constexpr std::uint64_t most_verified_nodes = 65'536;
constexpr std::uint64_t most_verified_links = 1'000'000;
constexpr std::uint64_t most_verified_bytes = std::uint64_t{256} << 20U;

serve::answer created(const json::object& body) {
    constexpr unsigned status = 201;
    return {.status = status, .body = serialized(body) + "\n"};
}

// What a query says of a schedule.
schedule_options options_in(const serve::request_target& target, const web_context& context) {
    const std::string name = target.value("name");
    schedule_options options{
        .file = name.empty() ? "schedule" : one_line(name),
        .network = target.value("network"),
        .collective = target.value("collective"),
        .root = target.value("root"),
        .may_name_files = false,
        .most_nodes = most_verified_nodes,
        .most_links = most_verified_links,
        .most_bytes = std::min(context.limits.memory_bytes, most_verified_bytes)};
    if (!options.network.empty()) {
        options.network = with_uploads(options.network, *context.archive);
    }
    if (const std::string format = target.value("format"); !format.empty()) {
        options.format = choice_named<schedule_format>("format", format, schedule_format_names());
    }
    return options;
}

// The network of a plan: named, or the used links as a file of the archive.
std::string network_of_plan(const foreign_schedule& schedule, const std::string& named,
                            const serve::archive& archive) {
    if (schedule.is_network_named) {
        return named.empty() ? schedule.network_text : named;
    }
    return fmt::format("graph:{},weights=parallel", archive.keep_graph(edge_list(schedule.links)));
}

// Null if none is known.
std::optional<schedule_collective> collective_of(const foreign_schedule& schedule) {
    try {
        return parse_schedule_collective(schedule.collective == schedule_collective::stated
                                             ? schedule.collective_text
                                             : name_of(schedule.collective));
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

// The plan that plays a right schedule, or null.
json::value plan_of(const schedule_report& report, const std::string& named,
                    const std::string& content, const web_context& context) {
    const foreign_schedule& schedule = report.schedule;
    const auto collective = collective_of(schedule);
    if (report.verdict().status != 0 || !collective || schedule.format == schedule_format::goal) {
        return nullptr;
    }
    const serve::archive& archive = *context.archive;
    json::object settings{{"file", archive.keep_graph(content)},
                          {"format", name_of(schedule.format)}};
    // The catalogue knows the names of the trade, too.
    const auto* const known = context.catalogue->find_collective(name_of(*collective));
    json::object plan{{"schema", "tutti.plan/2"},
                      {"command", "run"},
                      {"collective", known->name + "/schedule"},
                      {"network", network_of_plan(schedule, named, archive)}};
    if (const participant_set set = schedule.participants(); !set.is_everyone()) {
        plan["participants"] = "nodes:" + to_string(set);
    }
    if (reduces(*collective)) {
        settings["values"] = fmt::format("{}", schedule.messages * schedule.pieces);
    }
    if (has_root(*collective)) {
        plan["root"] = fmt::format("{}", schedule.root);
    }
    plan["set"] = std::move(settings);
    return plan;
}

}  // namespace

serve::answer add_network(const serve::api_request& request, const web_context& context) {
    // The file is parsed before it is kept, so that the archive has only valid networks.
    const std::string options = request.target.value("options");
    const std::string with_options = options.empty() ? "" : "," + options;
    const network_listing read = [&] {
        try {
            network_file_name file = parse_network_file_name("file" + with_options);
            file.path.clear();
            return parse_network_file(request.body, file);
        } catch (const std::invalid_argument& wrong) {
            throw serve::refusal{wrong_input, fmt::format("--network: the file: {}", wrong.what()),
                                 "network"};
        }
    }();
    const std::string name = context.archive->keep_graph(request.body);
    return created(json::object{{"spec", "graph:" + name + with_options},
                                {"nodes", read.nodes},
                                {"links", size_of(read).links}});
}

serve::answer add_schedule(const serve::api_request& request, const web_context& context) {
    const schedule_options options = options_in(request.target, context);
    try {
        const schedule_report report =
            report_on(read_schedule(request.body, options), options.most_bytes);
        serve::require_wanted(request.stop);
        return created(json::object{
            {"report", json::parse(to_json(report))},
            {"plan", plan_of(report, request.target.value("network"), request.body, context)}});
    } catch (const option_error&) {
        throw;
    } catch (const std::invalid_argument& wrong) {
        throw serve::refusal{wrong_input, wrong.what(), "schedule"};
    }
}

}  // namespace tutti::program
