#include "intervals.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "algorithms/dynamic_theory.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/standard_names.hpp"
#include "array_on_cube.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_intervals = 100'000'000;

std::uint64_t intervals_of(const setting& setting) {
    return setting.parameter<std::uint64_t>("intervals");
}

std::string inapplicable_reason(const network& net) {
    // The verifier has a counter of 4 bytes for each pair of nodes: 1 GiB at this limit.
    constexpr std::size_t most_nodes = 1U << 14U;
    if (node_count(net) > most_nodes) {
        return fmt::format("takes networks of at most {} nodes", most_nodes);
    }
    return std::holds_alternative<hypercube>(net) ? cube_mismatch(net) : grid_mismatch(net);
}

std::string inapplicable_input_reason(const problem& problem) {
    const std::string wrong =
        interval_algorithm(problem).inapplicable_reason(interval_network(problem));
    if (!wrong.empty()) {
        return fmt::format("'algorithm={}' {}", problem.parameter<std::string>("algorithm"), wrong);
    }
    // The clock of the arrivals ends at 2^31 slots.
    constexpr std::int64_t most_slots = std::int64_t{1} << 31U;
    const rational longest = longest_interval(problem);
    const std::int64_t most = (rational{most_slots} / longest).ceil() - 1;
    if (intervals_of(problem) > static_cast<std::uint64_t>(most)) {
        return fmt::format("'intervals={}' may take 2^31 slots or more; use at most {}",
                           intervals_of(problem), most);
    }
    return {};
}

// Those of the broadcasts, over all intervals; how many nodes take part is not known beforehand.
std::vector<phase> phases(const problem& input) {
    const problem full = interval_problem(input, node_count(input.network));
    std::vector<phase> described_phases = interval_algorithm(input).phases(full);
    for (phase& each : described_phases) {
        each.most_slots = each.expected_slots.value_or(0) * static_cast<slot>(intervals_of(input));
        each.expected_slots.reset();
        each.most_rounds = intervals_of(input);
    }
    if (input.parameter<bool>("padded")) {
        const interval_theory theory = theory_of_intervals(input);
        // The slots between a node's end of the broadcast and the last node's are like those
        // before.
        phase settle = described_phases.back();
        settle.name = "settle";
        settle.most_slots = 0;
        settle.markers.clear();
        settle.is_synchronous = true;
        described_phases.push_back(settle);
        const auto rounds = intervals_of(input);
        described_phases.push_back(
            {.name = "pad",
             .slot_length = theory.pad_length,
             .carries = 0,
             .most_slots = std::ranges::max(theory.pads) * static_cast<slot>(rounds),
             .most_rounds = rounds,
             .is_synchronous = true});
    }
    return described_phases;
}

// Every interval is at most as long as one in which all nodes take part.
std::optional<expected_time> expected(const problem& problem) {
    return expected_time{.units = longest_interval(problem) * intervals_of(problem),
                         .kind = time_kind::upper_bound};
}

lower_bound shortest_intervals(const problem& problem) {
    return {.units = broadcast_time(problem, 0) * intervals_of(problem),
            .assumes = packets_of(interval_algorithm(problem), interval_problem(problem, 0)),
            .proof = "no interval is shorter than one in which nobody broadcasts"};
}

template <node_of<hypercube> Node>
task<> run_on_array(Node& self, const grid& array, const any_program& whole, node_input input,
                    knowledge knowledge) {
    array_on_cube<Node> view{self, array};
    (void)co_await whole.start(view, std::move(input), knowledge);
}

// A program for arrays runs on the nodes of a hypercube through a view of it as an array.
any_program on_its_network(const setting& setting, any_program whole) {
    const network below = interval_network(setting);
    const auto* const cube = std::get_if<hypercube>(&setting.network);
    const auto* const array = std::get_if<grid>(&below);
    if (cube == nullptr || array == nullptr) {
        return whole;
    }
    return any_program::on<mesh_packet>(
        *cube, [array = *array, whole = std::move(whole)](auto& self, node_input input,
                                                          const knowledge& knowledge) {
            return run_on_array(self, array, whole, std::move(input), knowledge);
        });
}

any_program intervals_program(const setting& setting) {
    interval_theory theory = theory_of_intervals(setting);
    const any_program broadcast = interval_algorithm(setting).program(interval_problem(setting, 0));
    return on_its_network(
        setting,
        broadcast.within([lengths = interval_lengths{.slots = std::move(theory.slots),
                                                     .pads = std::move(theory.pads),
                                                     .units = std::move(theory.lengths)}](
                             program_part& part, node_input input, const knowledge& knowledge) {
            return broadcast_intervals(part, std::move(*input.arrivals), *input.notes,
                                       knowledge.intervals(), lengths);
        }));
}

std::vector<parameter> parameters() {
    return {
        {.name = "intervals",
         .default_value = 1000,
         .meaning = "broadcasts, one after the other",
         .range = integer_range{1, most_intervals}},
        {.name = "padded",
         .default_value = false,
         .meaning = "make intervals as long as the analysis has them",
         .range = boolean_range{}},
        {.name = "algorithm",
         .default_value = "split-packing",
         .meaning = "the simultaneous broadcast of each interval",
         .range = word_range{"one whose nodes are told nothing and return K"}},
        prefix_step_parameter(),
    };
}

}  // namespace

algorithm describe(standard_name<"dynamic-broadcast/intervals"> /*name*/) {
    return {
        .collective = "dynamic-broadcast",
        .name = "intervals",
        .source = "Varvarigos & Bertsekas 1994, section 6",
        .idea =
            "One simultaneous broadcast follows another. Each takes the oldest waiting message of "
            "every node that has one, and tells all how many took part, from which they know when "
            "the next one begins.",
        .rule = "dynamic_interval, dynamic_mean_delay",
        .networks = "array, torus, hypercube",
        .ports = {port_model::all_port},
        .parameters = parameters(),
        .time = "intervals * the time of a broadcast from all nodes",
        .kind = time_kind::upper_bound,
        .knowledge = {knowledge_item::intervals},
        .inapplicable_reason = inapplicable_reason,
        .inapplicable_input_reason = inapplicable_input_reason,
        .phases = phases,
        .expected = expected,
        .lower_bound = shortest_intervals,
        .memory_use =
            [](const network& net, std::uint64_t /*message_count*/) {
                return bounded_product(node_count(net), node_count(net));
            },
        .intervals = intervals_of,
        .program = intervals_program,
    };
}

}  // namespace tutti
