#include "tutti/experiment/experiment.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <stdexcept>
#include <variant>

#include <fmt/format.h>

#include "judge.hpp"
#include "overflow.hpp"
#include "tutti/collective/assignment.hpp"
#include "tutti/collective/payloads.hpp"
#include "tutti/experiment/theory.hpp"
#include "tutti/topology/diameter.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

// Only the experiment knows what the payloads are made with. They depend on the seed, so that the
// same run has the same digest.
payloads payloads_for(std::uint64_t seed) {
    constexpr std::uint64_t secret = 0x7454495575417453;
    return payloads{mix(seed ^ secret)};
}

// The algorithm of the task whose worst set is wanted: the one that is named, else that which is to
// run, else the first that has one.
const algorithm& adversary_of(const experiment& asked, std::string_view name,
                              std::span<const algorithm> known) {
    const auto is_meant = [&](const algorithm& what) {
        return what.task == asked.what->task && (name.empty() || what.name == name) &&
               what.worst_set != nullptr && what.misfit(asked.where).empty();
    };
    if (is_meant(*asked.what)) {
        return *asked.what;
    }
    const auto first = std::ranges::find_if(known, is_meant);
    if (first != known.end()) {
        return *first;
    }
    const std::string algorithm = name.empty() ? std::string{} : fmt::format("/{}", name);
    throw std::invalid_argument{fmt::format("{}: no worst set is known for {}{} on {}",
                                            quoted(asked.broadcasters.text()), asked.what->task,
                                            algorithm, asked.network.text())};
}

// The same number of messages at every node, or at every node but one.
broadcaster_set everyone(std::size_t nodes, std::uint32_t messages,
                         std::optional<node_id> but = std::nullopt) {
    broadcaster_set all;
    for (std::size_t node = 0; node < nodes; ++node) {
        if (node != but && messages > 0) {
            all.nodes.push_back(static_cast<node_id>(node));
            all.packets.push_back(messages);
        }
    }
    return all;
}

broadcaster_set worst_set(const experiment& asked, const algorithm& adversary) {
    return adversary.worst_set(
        {{.where = asked.where,
          .parameters = with_defaults(adversary.parameters,
                                      taken_by(adversary.parameters, asked.parameters))},
         {},
         asked.root,
         asked.seed});
}

// Why the algorithm does not take so many messages, or an empty text.
std::string misfit_number(const algorithm& what, const problem& posed) {
    if (what.limits == nullptr) {
        return {};
    }
    const message_limits limits = what.limits(posed.where);
    const std::uint64_t count = posed.message_count();
    if (count < limits.least || count > limits.most) {
        const std::string right = limits.least == limits.most
                                      ? fmt::format("exactly {}", limits.least)
                                      : fmt::format("{} to {}", limits.least, limits.most);
        return fmt::format("K = {} packets, and {} takes {}", count, what.name, right);
    }
    const auto several = std::ranges::find_if(posed.broadcasters.packets,
                                              [](std::uint32_t packets) { return packets > 1; });
    if (limits.is_one_a_node && several != posed.broadcasters.packets.end()) {
        const auto at = static_cast<std::size_t>(several - posed.broadcasters.packets.begin());
        return fmt::format("node {} has {} packets, and {} takes one a node",
                           posed.broadcasters.nodes[at], *several, what.name);
    }
    return {};
}

// The problem, whether the algorithm takes it or not.
problem draft(const experiment& asked) {
    return {{.where = asked.where,
             .ports = asked.ports,
             .parameters = with_defaults(asked.what->parameters, asked.parameters)},
            draw_broadcasters(asked),
            asked.root,
            asked.seed};
}

std::string misfit_of(const algorithm& what, const problem& posed) {
    std::string misfit = misfit_number(what, posed);
    if (misfit.empty() && what.misfit_input != nullptr) {
        misfit = what.misfit_input(posed);
    }
    return misfit;
}

std::uint64_t most_messages(const experiment& asked) {
    const std::uint64_t nodes = node_count(asked.where);
    switch (asked.what->workload) {
        case workload_kind::root:
            return 1;
        case workload_kind::arrivals:
            return 0;
        case workload_kind::root_to_all:
        case workload_kind::all_to_root:
            return nodes - 1;
        case workload_kind::everyone:
            return nodes;
        case workload_kind::both_ways:
            return 2 * nodes;
        case workload_kind::all_to_all:
            return nodes * (nodes - 1);
        case workload_kind::broadcasters:
        case workload_kind::counts:
        case workload_kind::broadcasters_to_all:
        case workload_kind::all_to_broadcasters:
            break;
    }
    return asked.broadcasters.most_packets(nodes);
}

// What the sets of senders and the check of the deliveries take.
std::uint64_t check_bytes(const experiment& asked, std::uint64_t messages) {
    const std::uint64_t nodes = node_count(asked.where);
    constexpr std::uint64_t sender_bytes = sizeof(node_id) + sizeof(std::uint32_t);
    constexpr std::uint64_t index_bytes = 2 * sizeof(std::uint32_t);  // where an origin's begin
    switch (asked.what->workload) {
        case workload_kind::root_to_all:
        case workload_kind::all_to_root:
        case workload_kind::both_ways:
        case workload_kind::all_to_all:
            return nodes * (sender_bytes + index_bytes) + messages;
        case workload_kind::counts:
            return messages * sender_bytes + nodes * (sizeof(message) + 1);
        case workload_kind::arrivals:
            return nodes * nodes * sizeof(std::uint32_t) + nodes * sizeof(interval_record);
        case workload_kind::broadcasters_to_all:
        case workload_kind::all_to_broadcasters:
            return nodes * (sender_bytes + index_bytes) + bounded_product(messages, nodes);
        default:
            return messages * sender_bytes + delivery_check::bytes(nodes, messages);
    }
}

std::uint64_t required_deliveries(const algorithm& what, const problem& posed) {
    const std::uint64_t nodes = node_count(posed.where);
    switch (what.workload) {
        case workload_kind::root_to_all:
        case workload_kind::all_to_root:
        case workload_kind::both_ways:
        case workload_kind::all_to_all:
            return posed.message_count();
        case workload_kind::counts:
            return nodes;
        case workload_kind::broadcasters_to_all:
        case workload_kind::all_to_broadcasters:
            return posed.message_count() * (nodes - 1);
        default:
            return nodes * posed.message_count();
    }
}

slot slot_budget_for(const algorithm& what, const problem& posed,
                     const std::optional<slot>& asked) {
    if (asked) {
        return *asked;
    }
    if (what.workload == workload_kind::arrivals) {
        return (rational{most_interval_slots(posed)} * 4).ceil() + 1000;
    }
    const auto expected = expected_time_of(what, posed);
    constexpr slot otherwise = 10'000'000;
    // Expected times are in units, of which the shortest slots are a fraction.
    rational shortest = 1;
    for (const phase& each : what.phases(posed)) {
        shortest = std::min(shortest, each.slot_length);
    }
    return expected ? (expected->units / shortest * 4).ceil() + 1000 : otherwise;
}

repeat_result summary_of(std::vector<double> seconds) {
    std::ranges::sort(seconds);
    const std::size_t middle = seconds.size() / 2;
    const double median =
        seconds.size() % 2 == 1 ? seconds[middle] : (seconds[middle - 1] + seconds[middle]) / 2;
    return {.runs = seconds.size(),
            .minimum_seconds = seconds.front(),
            .median_seconds = median,
            .maximum_seconds = seconds.back()};
}

void describe_request(result& found, const experiment& asked, const problem& posed) {
    found.task = asked.what->task;
    found.algorithm = asked.what->name;
    found.source = asked.what->source;
    found.time_formula = asked.what->time;
    found.network = asked.network.text();
    found.nodes = node_count(asked.where);
    found.links = link_count(asked.where);
    found.diameter = diameter(asked.where);
    found.ports = asked.ports;
    found.broadcasters = sender_text(asked);
    found.broadcaster_nodes = posed.broadcasters.nodes.size();
    found.packets = stated_packets(*asked.what, posed);
    found.parameters = posed.parameters;
    found.seed = asked.seed;
}

std::vector<phase_end> phase_ends(const theory& figures) {
    std::vector<phase_end> ends;
    ends.reserve(figures.phases.size());
    for (const phase& planned : figures.phases) {
        ends.push_back({.name = planned.name, .marked_by = planned.marked_by});
    }
    return ends;
}

emulation emulation_for(const experiment& asked, const experiment_options& how,
                        const problem& posed) {
    const std::uint64_t kept = asked.what->memory(asked.where, posed.message_count()).program_bytes;
    // The memory was checked with all that the experiment adds to it.
    return {.machine = {.threads = how.threads,
                        .executor = how.executor,
                        .memory_limit_bytes = std::numeric_limits<std::uint64_t>::max(),
                        .program_bytes_per_node = kept / node_count(asked.where)},
            .run = {.ports = asked.ports,
                    .seed = asked.seed,
                    .slot_budget = slot_budget_for(*asked.what, posed, how.slot_budget),
                    .stop = how.stop,
                    .sinks = how.sinks,
                    .keeps_account = how.keeps_account},
            .repeats = how.repeats,
            .ended = {}};
}

void sum_up_times(result& found, int repeats, std::vector<double> seconds) {
    if (repeats > 1 && !seconds.empty()) {
        found.repeat = summary_of(std::move(seconds));
        found.wall_seconds = found.repeat->median_seconds;
    }
    found.packet_hops_per_second =
        found.wall_seconds > 0 ? static_cast<double>(found.transmissions) / found.wall_seconds : 0;
    found.peak_rss_bytes = peak_resident_bytes();
}

// A run that was cut short says nothing beside those that were not.
bool is_beside_the_point(const run_report& report, std::size_t runs_before) {
    return report.ending == run_ending::interrupted && runs_before > 0;
}

// What the nodes noted, if messages arrived while the run went on.
void judge_records(result& found, std::span<const interval_record> records, const problem& posed,
                   const assignment& given) {
    if (records.empty()) {
        return;
    }
    const auto& rate = posed.parameter<rational>("rate");
    const arrivals_at_node arrivals = [&](node_id node) {
        return given.arrivals_at(node, posed.seed, rate);
    };
    judge_intervals(found, sum_up(records, theory_of_intervals(posed), arrivals));
}

// Gives every node its own input and what it is told, and nothing else.
void run_program(const problem& posed, const assignment& given, const algorithm& what,
                 const emulation& how) {
    if (!what.program) {
        what.run(posed, given, how);
        return;
    }
    const teller told_to{what, posed};
    const any_program nodes = what.program(posed);
    const rational rate =
        what.workload == workload_kind::arrivals ? posed.parameter<rational>("rate") : rational{0};
    const requirement due = what.required(posed);
    const auto* const addressed = std::get_if<addressed_messages>(&due);
    nodes.run({.input =
                   [&](node_id node) {
                       node_input mine{.messages = given.given_to(node)};
                       if (addressed != nullptr && !mine.messages.empty()) {
                           mine.destination = addressed->destination(node, 0);
                       }
                       if (what.workload == workload_kind::counts) {
                           mine.value = posed.broadcasters.packets_of(node);
                       }
                       if (what.workload == workload_kind::arrivals) {
                           mine.arrivals = given.arrivals_at(node, posed.seed, rate);
                           mine.notes = &how.records[node];
                       }
                       return mine;
                   },
               .told_to = told_to},
              how);
}

result empty_result(const experiment& asked, const problem& posed, const theory& figures) {
    result found;
    describe_request(found, asked, posed);
    found.failure = figures.failure;
    return found;
}

void announce(const experiment_options& how, const delivery_check& check, const theory& figures) {
    if (how.begins) {
        how.begins({.required_deliveries = check.required(),
                    .expected_units =
                        figures.expected ? std::optional{figures.expected->units} : std::nullopt});
    }
}

}  // namespace

broadcaster_set draw_broadcasters(const experiment& asked, std::span<const algorithm> known) {
    const std::size_t nodes = node_count(asked.where);
    const auto others = static_cast<std::uint32_t>(nodes - 1);
    switch (asked.what->workload) {
        case workload_kind::root:
            return {.nodes = {asked.root}, .packets = {1}};
        case workload_kind::arrivals:
            return {};
        case workload_kind::root_to_all:
            return others == 0 ? broadcaster_set{}
                               : broadcaster_set{.nodes = {asked.root}, .packets = {others}};
        case workload_kind::all_to_root:
            return everyone(nodes, 1, asked.root);
        case workload_kind::everyone:
            return everyone(nodes, 1);
        case workload_kind::both_ways:
            return everyone(nodes, 2);
        case workload_kind::all_to_all:
            return everyone(nodes, others);
        case workload_kind::broadcasters:
        case workload_kind::counts:
        case workload_kind::broadcasters_to_all:
        case workload_kind::all_to_broadcasters:
            break;
    }
    if (asked.drawn) {
        return *asked.drawn;
    }
    if (const auto adversary = asked.broadcasters.adversary()) {
        const algorithm& worst = adversary_of(asked, *adversary, known);
        return within_64_bits(asked, [&] { return worst_set(asked, worst); });
    }
    return asked.broadcasters.draw(nodes, asked.seed);
}

std::string misfit_with_input(const experiment& asked) {
    return misfit_of(*asked.what, draft(asked));
}

std::string sender_text(const experiment& asked) {
    if (has_broadcasters(asked.what->workload)) {
        return asked.broadcasters.text();
    }
    const bool is_from_root =
        has_root(asked.what->workload) && asked.what->workload != workload_kind::all_to_root;
    return is_from_root ? fmt::format("nodes:{}", asked.root) : "all";
}

std::uint64_t stated_packets(const algorithm& what, const problem& posed) {
    return what.workload == workload_kind::all_to_all ? posed.broadcasters.nodes.size()
                                                      : posed.message_count();
}

std::uint64_t broadcaster_bytes(const experiment& asked) {
    const std::uint64_t messages = most_messages(asked);
    const std::uint64_t senders = has_broadcasters(asked.what->workload)
                                      ? messages
                                      : std::min<std::uint64_t>(messages, node_count(asked.where));
    return senders * (sizeof(node_id) + sizeof(std::uint32_t));
}

memory_estimate estimate_memory(const experiment& asked) {
    return estimate_memory(asked, most_messages(asked));
}

memory_estimate estimate_memory(const experiment& asked, std::uint64_t messages) {
    memory_estimate bytes =
        within_64_bits(asked, [&] { return asked.what->memory(asked.where, messages); });
    if (const auto* const links = std::get_if<graph>(&asked.where)) {
        bytes.node_bytes += links->memory_bytes();
    }
    bytes.check_bytes = check_bytes(asked, messages);
    return bytes;
}

void check_memory(const experiment& asked, std::uint64_t limit_bytes) {
    const std::uint64_t needed = estimate_memory(asked).total_bytes();
    if (needed > limit_bytes) {
        throw memory_limit_exceeded{needed, limit_bytes};
    }
}

std::uint64_t estimate_events(const experiment& asked) {
    const problem posed = pose(asked);
    if (asked.what->workload == workload_kind::arrivals) {
        return most_interval_events(posed);
    }
    const std::uint64_t deliveries = required_deliveries(*asked.what, posed);
    std::uint64_t events = deliveries + asked.what->transmissions(posed).value_or(deliveries);
    for (const phase& planned : asked.what->phases(posed)) {
        events += planned.marked_by;
    }
    return events;
}

problem pose(const experiment& asked) {
    problem posed = draft(asked);
    if (const std::string misfit = misfit_of(*asked.what, posed); !misfit.empty()) {
        throw std::invalid_argument{
            asked.what->workload == workload_kind::arrivals
                ? misfit
                : fmt::format("{}: {}", quoted(asked.broadcasters.text()), misfit)};
    }
    return posed;
}

result run_experiment(const experiment& asked, const experiment_options& how, std::string command) {
    check_memory(asked, how.memory_limit_bytes);
    const problem posed = pose(asked);
    const payloads contents = payloads_for(asked.seed);
    const theory figures = theory_of(asked, posed);
    delivery_check check{within_64_bits(asked, [&] { return asked.what->required(posed); }),
                         contents};
    announce(how, check, figures);

    result found = empty_result(asked, posed, figures);
    found.command = std::move(command);
    std::vector<double> seconds;
    const std::vector<phase_end> phases = phase_ends(figures);
    const std::string name = fmt::format("{}/{}", asked.what->task, asked.what->name);
    emulation how_to_run = emulation_for(asked, how, posed);
    how_to_run.run.algorithm = name;
    how_to_run.run.phases = phases;
    how_to_run.receiver = &check;
    std::vector<interval_record> records(
        asked.what->workload == workload_kind::arrivals ? found.nodes : 0);
    how_to_run.records = records;
    const assignment given{senders_of(asked.what->workload, posed), contents};
    how_to_run.ended = [&](const run_report& report) {
        if (is_beside_the_point(report, seconds.size())) {
            found.verdict = verdict::interrupted;
            found.text = report.text;
            return;
        }
        seconds.push_back(report.wall_seconds);
        judge(found, {.what = asked.what, .posed = &posed, .report = &report}, check.counts());
        judge_records(found, records, posed, given);
    };
    run_program(posed, given, *asked.what, how_to_run);
    sum_up_times(found, how.repeats, std::move(seconds));
    return found;
}

}  // namespace tutti
