#include "intervals.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "algorithms/dynamic_theory.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/mesh_theory.hpp"
#include "array_on_cube.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_intervals = 100'000'000;

std::uint64_t intervals_of(const setting& what) {
    return what.parameter<std::uint64_t>("intervals");
}

std::string inapplicable_reason(const network& where) {
    constexpr std::size_t most_nodes = 1U << 14U;
    if (node_count(where) > most_nodes) {
        return fmt::format("takes networks of at most {} nodes", most_nodes);
    }
    return std::holds_alternative<hypercube>(where) ? cube_mismatch(where) : grid_mismatch(where);
}

std::string inapplicable_input_reason(const problem& what) {
    const std::string wrong = interval_algorithm(what).inapplicable_reason(interval_network(what));
    if (!wrong.empty()) {
        return fmt::format("'algorithm={}' {}", what.parameter<std::string>("algorithm"), wrong);
    }
    constexpr std::int64_t most_slots = std::int64_t{1} << 31U;
    const rational longest = longest_interval(what);
    const std::int64_t most = (rational{most_slots} / longest).ceil() - 1;
    if (intervals_of(what) > static_cast<std::uint64_t>(most)) {
        return fmt::format("'intervals={}' may take 2^31 slots or more; use at most {}",
                           intervals_of(what), most);
    }
    return {};
}

// Those of the broadcasts, over all intervals; how many nodes take part is not known beforehand.
std::vector<phase> phases(const problem& what) {
    const problem full = interval_problem(what, node_count(what.where));
    std::vector<phase> all = interval_algorithm(what).phases(full);
    for (phase& each : all) {
        each.most_slots = each.expected_slots.value_or(0) * static_cast<slot>(intervals_of(what));
        each.expected_slots.reset();
        each.most_rounds = intervals_of(what);
    }
    if (what.parameter<bool>("padded")) {
        const interval_theory known = theory_of_intervals(what);
        // The slots between a node's end of the broadcast and the last node's are like those
        // before.
        phase settle = all.back();
        settle.name = "settle";
        settle.most_slots = 0;
        settle.markers.clear();
        settle.is_synchronous = true;
        all.push_back(settle);
        const auto rounds = intervals_of(what);
        all.push_back({.name = "pad",
                       .slot_length = known.pad_length,
                       .carries = 0,
                       .most_slots = std::ranges::max(known.pads) * static_cast<slot>(rounds),
                       .most_rounds = rounds,
                       .is_synchronous = true});
    }
    return all;
}

std::optional<expected_time> expected(const problem& what) {
    return expected_time{.units = longest_interval(what) * intervals_of(what),
                         .kind = time_kind::upper_bound};
}

lower_bound shortest_intervals(const problem& what) {
    return {.units = broadcast_time(what, 0) * intervals_of(what),
            .assumes = packets_of(interval_algorithm(what), interval_problem(what, 0)),
            .proof = "no interval is shorter than one in which nobody broadcasts"};
}

template <node_of<hypercube> Node>
task<> run_on_array(Node& self, const grid& array, const any_program& whole, node_input mine,
                    knowledge known) {
    array_on_cube<Node> view{self, array};
    (void)co_await whole.start(view, std::move(mine), known);
}

// A program for arrays stands on the nodes of the hypercube that is one.
any_program on_its_network(const setting& where, any_program whole) {
    const network below = interval_network(where);
    const auto* const cube = std::get_if<hypercube>(&where.where);
    const auto* const array = std::get_if<grid>(&below);
    if (cube == nullptr || array == nullptr) {
        return whole;
    }
    return any_program::on<mesh_packet>(
        *cube, [array = *array, whole = std::move(whole)](auto& self, node_input mine,
                                                          const knowledge& known) {
            return run_on_array(self, array, whole, std::move(mine), known);
        });
}

any_program intervals_program(const setting& where) {
    interval_theory known = theory_of_intervals(where);
    const any_program broadcast = interval_algorithm(where).program(interval_problem(where, 0));
    return on_its_network(
        where, broadcast.within([lengths = interval_lengths{.slots = std::move(known.slots),
                                                            .pads = std::move(known.pads),
                                                            .units = std::move(known.lengths)}](
                                    program_part& part, node_input mine, const knowledge& what) {
            return broadcast_intervals(part, std::move(*mine.arrivals), *mine.notes,
                                       what.intervals(), lengths);
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

algorithm broadcast_intervals_entry() {
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
        .kept =
            [](const network& where, std::uint64_t /*message_count*/) {
                return bounded_product(node_count(where), node_count(where));
            },
        .intervals = intervals_of,
        .program = intervals_program,
    };
}

}  // namespace tutti
