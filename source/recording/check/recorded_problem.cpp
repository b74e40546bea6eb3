#include "recorded_problem.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "bounds/journeys.hpp"
#include "collectives/input/derived_payloads.hpp"
#include "collectives/reduction.hpp"
#include "engine/memory/memory.hpp"
#include "experiment/events/possession_gap.hpp"
#include "experiment/plan/estimate.hpp"
#include "experiment/run_verdict.hpp"
#include "recording/recorded_run.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/experiment.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Phases of an algorithm that is not known, without what its description would be checked for.
std::vector<phase> phases_of(const recorded_plan& plan) {
    std::vector<phase> phases = plan.phases;
    for (phase& each : phases) {
        each.markers.clear();
        each.most_rounds = 1;
    }
    return phases;
}

// Description of an algorithm that is not in the catalogue, from its plan alone: what its
// collective determines is the same for all algorithms.
algorithm algorithm_from_plan(const recorded_plan& plan, const collective& collective) {
    algorithm made;
    made.collective = collective.name;
    made.goal = &collective;
    made.name = plan.algorithm;
    made.source = plan.source;
    made.ports = {plan.ports};
    made.takes_participants = true;
    made.parameters = collective.parameters;
    made.time = plan.time_formula;
    made.inapplicable_reason = [](const network& /*network*/) { return std::string{}; };
    made.rounds = [](const setting& /*setting*/) { return std::uint64_t{1}; };
    made.phases = [&plan](const problem& /*problem*/) { return phases_of(plan); };
    made.transmissions = [](const problem& /*problem*/) -> std::optional<packet_hops> {
        return std::nullopt;
    };
    made.lower_bound = [&collective, &plan](const problem& problem) {
        return collective.lower_bound(problem, packets_in(phases_of(plan)));
    };
    return made;
}

// The experiment of a plan, without parameters that its algorithm does not have.
experiment experiment_of(const recorded_plan& plan, const network& net, const catalogue& catalogue,
                         const algorithm& chosen) {
    experiment original{.algorithm = &chosen,
                        .catalogue = &catalogue,
                        .network = network_specification::parse(plan.network, library_networks(),
                                                                unknown_networks::kept),
                        .built_network = net,
                        .root = plan.root,
                        .ports = plan.ports,
                        .seed = plan.seed};
    if (const auto participants = plan.fields.value("participants")) {
        original.participants = participant_specification::parse(*participants);
    }
    // Other collectives determine their broadcasters, and take no specification of them.
    if (chosen.goal->takes_broadcasters) {
        original.broadcasters = broadcaster_specification::parse(plan.broadcasters);
    }
    const std::array<const algorithm*, 1> only{&chosen};
    for (const auto& [name, value] : plan.parameters) {
        if (std::ranges::count(chosen.parameters, name, &parameter::name) > 0) {
            original.parameters.insert(parse_parameter(only, fmt::format("{}={}", name, value)));
        }
    }
    return original;
}

// Memory for each message, and for each pair of nodes where messages arrive during the run.
void require_memory_for(const experiment& plan, std::uint64_t limit) {
    constexpr std::uint64_t bytes_a_message = 32;
    const std::uint64_t nodes = node_count(plan.built_network);
    const std::uint64_t messages = most_messages(plan);
    std::uint64_t needed = bounded_product(messages, bytes_a_message);
    if (collective_of(plan).is_dynamic) {
        needed += bounded_product(sizeof(std::uint32_t), bounded_product(nodes, nodes));
    }
    if (needed > limit) {
        throw recording_error{
            fmt::format("has {} at {}: to check them takes about {} bytes, and may take {}; "
                        "--memory-limit allows more",
                        quantity(messages, "message"), quantity(nodes, "node"), grouped(needed),
                        grouped(limit))};
    }
}

// The plan states figures that its own specifications imply; a mismatch means that one was
// altered.
std::string contradiction_of(const recorded_plan& plan, const collective& collective,
                             const problem& problem) {
    const std::uint64_t packets = collective.stated_count(problem);
    if (packets != plan.packets || problem.broadcasters.nodes.size() != plan.broadcaster_nodes) {
        return fmt::format(
            "its broadcasters are {} nodes with {} packets, and by its task {} with "
            "{}",
            plan.broadcaster_nodes, plan.packets, problem.broadcasters.nodes.size(), packets);
    }
    if (node_count(problem.network) != plan.nodes || link_count(problem.network) != plan.links) {
        return fmt::format("it has {} nodes and {} links, and its network {} and {}", plan.nodes,
                           plan.links, node_count(problem.network), link_count(problem.network));
    }
    return {};
}

void fill_in(run_requirements& task, const recorded_plan& plan, const collective& collective,
             const problem& problem) {
    task.contents = payloads_for(plan.seed);
    task.required = collective.required(problem);
    task.broadcasters = collective.given(problem);
    task.contradiction = contradiction_of(plan, collective, problem);
    if (collective.is_dynamic) {
        task.rate = problem.parameter<rational>("rate");
    } else {
        task.no_possession_reason = no_possession_reason(collective, problem, task);
    }
    if (!is_given_plainly(collective, problem, task)) {
        task.no_contributions_reason = "nodes are given other values than those that count";
    }
    task.has_messages = has_messages(collective, task.broadcasters);
    if (collective.name == "barrier" && problem.parameters.contains("skew")) {
        task.first_delivery = last_call(problem) * slots_of_call(problem);
    } else if (collective.checks) {
        task.why_no_postcondition = "it may depend on what programs return";
    }
}

// Rounds of an algorithm that is not known multiply the messages.
void guess_rounds(algorithm& unknown, const recorded_plan& plan, const experiment& original) {
    const std::uint64_t once = problem_of(original).message_count();
    if (unknown.goal->takes_broadcasters && once > 0 && plan.packets % once == 0) {
        unknown.rounds = [rounds = plan.packets / once](const setting& /*setting*/) {
            return rounds;
        };
    }
}

// Why the plan's figures are not those of this algorithm, or an empty text.
std::string figure_mismatch(const recorded_plan& plan, const algorithm* algorithm) {
    if (algorithm != nullptr && algorithm->plays_a_file) {
        return "its schedule is in a file, and no file is opened for a recording";
    }
    if (algorithm == nullptr) {
        return fmt::format("this program does not know {}",
                           in_quotes(fmt::format("{}/{}", plan.collective, plan.algorithm)));
    }
    for (const auto& [name, value] : plan.parameters) {
        if (std::ranges::count(algorithm->parameters, name, &parameter::name) == 0) {
            return fmt::format("{} has no parameter {} here", algorithm->name, in_quotes(name));
        }
    }
    return {};
}

// Error in a plan of a known algorithm, independent of the recorded events.
std::string inapplicable_reason_of(const recorded_plan& plan, const algorithm& algorithm,
                                   const network& net, const participant_set& participants) {
    const std::string reason = inapplicable_reason(algorithm, net, {}, participants);
    return reason.empty() ? std::string{}
                          : fmt::format("{} does not run on {}: {}", algorithm.name,
                                        in_quotes(plan.network), reason);
}

void read_again(run_requirements& task, const recorded_plan& plan, const experiment& original,
                const check_limits& limits) {
    require_memory_for(original, limits.memory_bytes);
    const problem input = problem_of(original);
    const collective& collective = collective_of(original);
    fill_in(task, plan, collective, input);
    // Building the plan again takes time with the size of the network, which the limit relates to
    // the number of recorded events: a small file must not cause a long computation.
    const std::uint64_t size = bounded_product(1, node_count(original.built_network)) +
                               link_count(original.built_network) + input.message_count();
    if (size > limits.plan_size) {
        task.why_no_figures = fmt::format(
            "its {}, {} and {} are too many for its number of events", quantity(plan.nodes, "node"),
            quantity(plan.links, "link"), quantity(plan.packets, "message"));
        return;
    }
    task.plan = plan_of(original, input, plan.filter);
    if (task.why_no_figures.empty()) {
        const bool is_streamed = std::holds_alternative<streamed_everywhere>(task.required);
        task.figures = expectations_of(
            theory_of(original, input),
            is_streamed
                ? std::nullopt
                : std::optional{least_journeys(task.required, input.network, task.broadcasters)});
    } else {
        // Where the algorithm is unknown, the bound of its collective still holds.
        task.least_units = collective.lower_bound(input, packets_in(phases_of(plan))).units;
    }
}

// The same of an algorithm that this program knows.
void read_known(run_requirements& task, const recorded_plan& plan, const experiment& original,
                const check_limits& limits) {
    task.contradiction = inapplicable_reason_of(plan, *original.algorithm, original.built_network,
                                                participants_of(original));
    if (task.contradiction.empty()) {
        read_again(task, plan, original, limits);
    } else {
        task.why_unknown = "its algorithm does not run on its network";
    }
}

}  // namespace

// An unknown algorithm is no obstacle: links, ports, possession and deliveries are determined by
// the network and the collective.
run_requirements run_requirements_of(const recorded_plan& plan, const network& net,
                                     const catalogue& catalogue, const check_limits& limits) {
    run_requirements task;
    task.table_bytes = std::min(task.table_bytes, limits.memory_bytes / 4);
    const collective* const collective = catalogue.find_collective(plan.collective);
    // Lookup may accept an alias; recordings have the name itself.
    if (collective == nullptr || collective->name != plan.collective) {
        task.why_unknown =
            fmt::format("this program does not know the collective {}", in_quotes(plan.collective));
        return task;
    }
    // Recordings list broadcasters by node, and no file is opened on behalf of a recording.
    if (plan.broadcasters.starts_with("file:")) {
        task.why_unknown = "its plan names a file for its broadcasters";
        return task;
    }
    const algorithm* const chosen = catalogue.find(plan.collective, plan.algorithm);
    task.why_no_figures = figure_mismatch(plan, chosen);
    try {
        if (chosen != nullptr && !chosen->plays_a_file) {
            read_known(task, plan, experiment_of(plan, net, catalogue, *chosen), limits);
        } else {
            algorithm unknown = algorithm_from_plan(plan, *collective);
            const experiment original = experiment_of(plan, net, catalogue, unknown);
            require_memory_for(original, limits.memory_bytes);
            guess_rounds(unknown, plan, original);
            read_again(task, plan, original, limits);
        }
    } catch (const recording_error&) {
        throw;
    } catch (const std::invalid_argument& wrong) {
        task.why_unknown = fmt::format("its plan cannot be read again: {}", wrong.what());
    } catch (const std::overflow_error& wrong) {
        task.why_unknown = fmt::format("its plan cannot be read again: {}", wrong.what());
    }
    return task;
}

}  // namespace tutti
