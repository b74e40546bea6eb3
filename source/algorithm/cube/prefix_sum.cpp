#include "tutti/algorithm/cube/prefix_sum.hpp"

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

// What a node delivers in the end.
template <node_of<hypercube> Node>
task<> deliver_sum(Node& self, task<prefix> sums) {
    const prefix known = co_await std::move(sums);
    self.deliver({.origin = self.id(), .number = 0, .payload = known.own_and_above});
}

// The same where all nodes know at the end, and no earlier.
template <node_of<hypercube> Node>
task<> deliver_sum_at_end(Node& self, task<prefix> sums) {
    const prefix known = co_await std::move(sums);
    self.mark("rank");
    self.deliver({.origin = self.id(), .number = 0, .payload = known.own_and_above});
}

bool announces(const setting& what) { return what.parameter<bool>("announce"); }

std::int64_t tree_slots(const problem& what) {
    return 2 * std::int64_t{cube_of(what).dimensions()} + (announces(what) ? 1 : 0);
}

std::vector<phase> tree_phases(const problem& what) {
    return {
        {.name = "rank", .expected_slots = tree_slots(what), .is_synchronous = announces(what)}};
}

std::optional<std::uint64_t> tree_transmissions(const problem& what) {
    const hypercube& cube = cube_of(what);
    const int announced = announces(what) ? cube.dimensions() : 0;
    return 2 * (cube.node_count() - 1) + static_cast<std::uint64_t>(announced);
}

any_program tree_program(const setting& where) {
    return any_program::on<cube_packet>(
        cube_of(where),
        [announces = announces(where)](auto& self, const node_input& mine, const told& /*known*/) {
            return announces ? deliver_sum_at_end(self, prefix_with_total(self, mine.value))
                             : deliver_sum(self, prefix_by_tree(self, mine.value, "rank"));
        });
}

any_program exchange_program(const setting& where) {
    return any_program::on_any<cube_packet>(
        cube_of(where), [](auto& self, const node_input& mine, const told& /*known*/) {
            return deliver_sum_at_end(self, prefix_by_exchange(self, mine.value));
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
        .parameters = {{.name = "announce",
                        .default_value = false,
                        .meaning = "node 0 tells the total to its neighbours, in one more slot",
                        .range = boolean_range{}}},
        .time = "2d; 2d + 1 with announce",
        .why_not = why_not_cube,
        .phases = tree_phases,
        .transmissions = tree_transmissions,
        .program = tree_program,
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
        .time = "d",
        .why_not = why_not_cube,
        .phases =
            [](const problem& what) {
                return std::vector<phase>{{.name = "rank",
                                           .expected_slots = cube_of(what).dimensions(),
                                           .is_synchronous = true}};
            },
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            return cube_of(what).link_count();
        },
        .program = exchange_program,
    };
}

}  // namespace tutti
