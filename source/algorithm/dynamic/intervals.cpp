#include "tutti/algorithm/dynamic/intervals.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/exchange_roots.hpp"
#include "tutti/algorithm/cube/prefix_roots.hpp"
#include "tutti/algorithm/dynamic/theory.hpp"
#include "tutti/algorithm/entries.hpp"
#include "tutti/algorithm/mesh/mesh_machine.hpp"
#include "tutti/algorithm/mesh/partial_multinode_broadcast.hpp"
#include "tutti/algorithm/mesh/theory.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_intervals = 100'000'000;

std::uint64_t intervals_of(const problem& what) {
    return what.parameter<std::uint64_t>("intervals");
}

std::string why_not(const network& where) {
    constexpr std::size_t most_nodes = 1U << 14U;
    if (node_count(where) > most_nodes) {
        return fmt::format("takes networks of at most {} nodes", most_nodes);
    }
    if (std::holds_alternative<hypercube>(where)) {
        return std::get<hypercube>(where).dimensions() == 0 ? "needs at least one dimension" : "";
    }
    return why_not_grid(where);
}

std::string why_not_input(const problem& what) {
    const std::string wrong = interval_algorithm(what).why_not(interval_network(what));
    if (!wrong.empty()) {
        return fmt::format("'algorithm={}' {}", what.parameter<std::string>("algorithm"), wrong);
    }
    constexpr std::int64_t most_slots = std::int64_t{1} << 31U;
    const rational longest = theory_of_intervals(what).lengths.back();
    const std::int64_t most = (rational{most_slots} / longest).ceil() - 1;
    if (intervals_of(what) > static_cast<std::uint64_t>(most)) {
        return fmt::format("'intervals={}' may take 2^31 slots or more; at most {} is right",
                           intervals_of(what), most);
    }
    return {};
}

// Those of the broadcasts, over all intervals; how many nodes take part is not known beforehand.
std::vector<phase> phases(const problem& what) {
    std::vector<phase> all = interval_algorithm(what).phases(interval_problem(what, 0));
    for (phase& each : all) {
        each.expected_slots.reset();
    }
    return all;
}

std::optional<expected_time> expected(const problem& what) {
    const std::uint64_t nodes = node_count(what.where);
    return expected_time{.units = broadcast_time(what, nodes) * intervals_of(what),
                         .kind = time_kind::upper_bound};
}

rational lower_bound(const problem& what) { return broadcast_time(what, 0) * intervals_of(what); }

memory_estimate memory(const network& where, std::uint64_t /*message_count*/) {
    // The programs of one broadcast of all nodes, and a node's record.
    const std::uint64_t nodes = node_count(where);
    const std::uint64_t program = bounded_product(nodes, 24576 + 256 * nodes);
    if (const auto* const cube = std::get_if<hypercube>(&where)) {
        return emulator_memory<mesh_packet>(
            grid{std::vector<int>(static_cast<std::size_t>(std::max(1, cube->dimensions())), 2),
                 grid_edge::open},
            program);
    }
    return emulator_memory<mesh_packet>(std::get<grid>(where), program);
}

template <class Packet, class Network, class Broadcast>
void run_with(const Network& where, const problem& what, const assignment& given,
              const emulation& how, const Broadcast& broadcast) {
    const auto& rate = what.parameter<rational>("rate");
    const std::vector<rational> lengths = theory_of_intervals(what).lengths;
    const interval_plan plan{.intervals = intervals_of(what), .lengths = lengths};
    emulate<Packet>(where, how, [&](auto& self) {
        interval_record& record = how.records[self.id()];
        record.reset(plan.intervals, plan.intervals / 10);
        return broadcast_intervals(self, given.arrivals_at(self.id(), what.seed, rate), plan,
                                   record, broadcast);
    });
}

// Every node knows K when it has heard the ends of all trees, and so when the last node has.
template <node_of<hypercube> Node>
task<std::uint64_t> prefix_roots_together(Node& self, own_messages mine) {
    const slot begin = self.slot();
    const int dimensions = self.network().dimensions();
    const std::uint64_t count = co_await prefix_roots(self, std::move(mine));
    co_await self.until(begin + 2 * share_of_a_tree(count, dimensions) + slot{4} * dimensions);
    co_return count;
}

void run_on_grid(const grid& shape, const problem& what, const assignment& given,
                 const emulation& how) {
    const auto& name = what.parameter<std::string>("algorithm");
    if (name == "split-packing" || name == "one-dimension") {
        const int classes = name == "split-packing" ? shape.dimensions() : 1;
        run_with<mesh_packet>(shape, what, given, how, [classes](auto& self, own_messages mine) {
            return partial_multinode_broadcast(self, std::move(mine), classes);
        });
    } else {
        const bool alternates = name == "packing-alternating";
        run_with<mesh_packet>(shape, what, given, how, [alternates](auto& self, own_messages mine) {
            return partial_multinode_broadcast_whole(self, std::move(mine), alternates);
        });
    }
}

void run(const problem& what, const assignment& given, const emulation& how) {
    const network where = interval_network(what);
    if (const auto* const shape = std::get_if<grid>(&where)) {
        run_on_grid(*shape, what, given, how);
    } else if (what.parameter<std::string>("algorithm") == "prefix-roots") {
        run_with<cube_packet>(std::get<hypercube>(where), what, given, how,
                              [](auto& self, own_messages mine) {
                                  return prefix_roots_together(self, std::move(mine));
                              });
    } else {
        run_with<cube_packet>(
            std::get<hypercube>(where), what, given, how,
            [](auto& self, own_messages mine) { return exchange_roots(self, std::move(mine)); });
    }
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
         .range = name_range{{"split-packing", "packing", "packing-alternating", "one-dimension",
                              "prefix-roots", "exchange-roots"}}},
        prefix_step_parameter(),
    };
}

}  // namespace

algorithm broadcast_intervals_entry() {
    return {
        .task = "dynamic-broadcast",
        .name = "intervals",
        .source = "Varvarigos & Bertsekas 1994, section 6",
        .rule = "dynamic_interval, dynamic_mean_delay",
        .networks = "array, torus, hypercube",
        .ports = {port_model::all_port},
        .parameters = parameters(),
        .time = "intervals * the time of a broadcast from all nodes",
        .kind = time_kind::upper_bound,
        .why_not = why_not,
        .why_not_input = why_not_input,
        .phases = phases,
        .expected = expected,
        .lower_bound = lower_bound,
        .transmissions = [](const problem& /*what*/) -> std::optional<std::uint64_t> {
            return std::nullopt;
        },
        .memory = memory,
        .run = run,
    };
}

}  // namespace tutti
