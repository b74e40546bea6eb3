#include "tutti/algorithm/cube/prefix_sum.hpp"

#include "../entries.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"
#include "tutti/algorithm/requirements.hpp"

namespace tutti {
namespace {

template <node_of<hypercube> Node>
task<> rank_by_tree(Node& self, std::uint64_t value) {
    const prefix sums = co_await prefix_by_tree(self, value, "rank");
    self.deliver({.origin = self.id(), .number = 0, .payload = sums.own_and_above});
}

template <node_of<hypercube> Node>
task<> rank_and_announce(Node& self, std::uint64_t value) {
    const prefix sums = co_await prefix_with_total(self, value);
    self.mark("rank");
    self.deliver({.origin = self.id(), .number = 0, .payload = sums.own_and_above});
}

template <node_of<hypercube> Node>
task<> rank_by_exchange(Node& self, std::uint64_t value) {
    const prefix sums = co_await prefix_by_exchange(self, value);
    self.mark("rank");
    self.deliver({.origin = self.id(), .number = 0, .payload = sums.own_and_above});
}

bool announces(const problem& what) { return what.parameter<bool>("announce"); }

std::int64_t tree_slots(const problem& what) {
    return 2 * std::int64_t{cube_of(what).dimensions()} + (announces(what) ? 1 : 0);
}

std::vector<phase> tree_phases(const problem& what) {
    return {{.name = "rank",
             .expected_slots = tree_slots(what),
             .marked_by = cube_of(what).node_count(),
             .is_synchronous = announces(what)}};
}

std::optional<std::uint64_t> tree_transmissions(const problem& what) {
    const hypercube& cube = cube_of(what);
    const int announced = announces(what) ? cube.dimensions() : 0;
    return 2 * (cube.node_count() - 1) + static_cast<std::uint64_t>(announced);
}

memory_estimate tree_memory(const network& where, std::uint64_t /*message_count*/) {
    const auto& cube = std::get<hypercube>(where);
    return emulator_memory<cube_packet>(cube, 640 * cube.node_count());
}

void run_tree(const problem& what, const assignment& /*given*/, const emulation& how) {
    const broadcaster_set& counts = what.broadcasters;
    if (announces(what)) {
        emulate<cube_packet>(cube_of(what), how, [&](auto& self) {
            return rank_and_announce(self, counts.packets_of(self.id()));
        });
    } else {
        emulate<cube_packet>(cube_of(what), how, [&](auto& self) {
            return rank_by_tree(self, counts.packets_of(self.id()));
        });
    }
}

void run_exchange(const problem& what, const assignment& /*given*/, const emulation& how) {
    const broadcaster_set& counts = what.broadcasters;
    emulate<cube_packet>(cube_of(what), how, [&](auto& self) {
        return rank_by_exchange(self, counts.packets_of(self.id()));
    });
}

}  // namespace

algorithm prefix_by_tree_entry() {
    return {
        .task = "prefix-sum",
        .name = "tree",
        .source = "Stamoulis & Tsitsiklis 1991, 3.2 (phase 1)",
        .rule = "prefix.tree, prefix.tree+K",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .workload = workload_kind::counts,
        .parameters = {{.name = "announce",
                        .default_value = false,
                        .meaning = "node 0 tells the total to its neighbours, in one more slot",
                        .range = boolean_range{}}},
        .time = "2d; 2d + 1 with announce",
        .misfit = cube_misfit,
        .phases = tree_phases,
        .expected = [](const problem& what) -> std::optional<expected_time> {
            return expected_time{.units = tree_slots(what)};
        },
        .lower_bound = diameter_bound,
        .transmissions = tree_transmissions,
        .memory = tree_memory,
        .required = sums_required,
        .run = run_tree,
    };
}

algorithm prefix_by_exchange_entry() {
    return {
        .task = "prefix-sum",
        .name = "exchange",
        .source = "dimension exchange, after Stamoulis & Tsitsiklis 1991, 3.2",
        .rule = "prefix.dx",
        .networks = "hypercube",
        .ports = {port_model::all_port, port_model::single_port_full_duplex},
        .workload = workload_kind::counts,
        .parameters = {},
        .time = "d",
        .misfit = cube_misfit,
        .phases =
            [](const problem& what) {
                return std::vector<phase>{{.name = "rank",
                                           .expected_slots = cube_of(what).dimensions(),
                                           .marked_by = cube_of(what).node_count(),
                                           .is_synchronous = true}};
            },
        .expected = [](const problem& what) -> std::optional<expected_time> {
            return expected_time{.units = cube_of(what).dimensions()};
        },
        .lower_bound = diameter_bound,
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            return cube_of(what).link_count();
        },
        .memory =
            [](const network& where, std::uint64_t /*message_count*/) {
                const auto& cube = std::get<hypercube>(where);
                // Every link is crossed once.
                return memory_of_rows(cube, static_cast<std::uint64_t>(cube.dimensions()),
                                      384 * cube.node_count());
            },
        .required = sums_required,
        .run = run_exchange,
    };
}

}  // namespace tutti
