#include "tutti/catalog/prefix_sum.hpp"

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

// Deliveries of a node at the end.
template <node_of<hypercube> Node>
task<> deliver_sum(Node& self, task<prefix> sums) {
    const prefix prefix = co_await std::move(sums);
    self.deliver({.origin = self.id(), .number = 0, .payload = prefix.own_and_above});
}

// The same where all nodes know at the end, and no earlier.
template <node_of<hypercube> Node>
task<> deliver_sum_at_end(Node& self, task<prefix> sums) {
    const prefix prefix = co_await std::move(sums);
    self.mark("rank");
    self.deliver({.origin = self.id(), .number = 0, .payload = prefix.own_and_above});
}

bool announces(const setting& setting) { return setting.parameter<bool>("announce"); }

}  // namespace

// Over the tree on the 3-cube; node 0 has the value a, node 1 b, .., efgh is a sum, and a dot an
// empty one:
//
//     slot 1   1-b->0       3-d->2       5-f->4       7-h->6
//     slot 2   2-cd->0      6-gh->4
//     slot 3   4-efgh->0
//     slot 4   0-.->4
//     slot 5   0-efgh->2    4-.->6
//     slot 6   0-cdefgh->1  2-efgh->3    4-gh->5      6-.->7
//
// Time: exactly 2d; 2d + 1 with announce.
void describe(standard_name<"prefix-sum/tree"> /*name*/, algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.2 (phase 1)";
    entry.idea =
        "Up a binary tree over the ids, nodes add up the values of ever larger blocks of ids. "
        "Then, down the tree, each right half is told the sum of what lies to its right; either "
        "way takes a slot a level.";
    entry.rule = "prefix.tree, prefix.tree+K";
    entry.parameters = {{.name = "announce",
                         .default_value = false,
                         .meaning = "node 0 tells the total to its neighbours, in one more slot",
                         .range = boolean_range{}}};
    entry.time = "2d; 2d + 1 with announce";
    entry.phases = [](const problem& input) {
        const slot d = cube_of(input).dimensions();
        return std::vector<phase>{{.name = "rank",
                                   .expected_slots = announces(input) ? 2 * d + 1 : 2 * d,
                                   .is_synchronous = announces(input)}};
    };
    entry.transmissions = [](const problem& input) -> std::optional<packet_hops> {
        const hypercube& cube = cube_of(input);
        return packet_hops{
            0, 2 * (cube.node_count() - 1) + (announces(input) ? links_a_node(cube) : 0)};
    };
    entry.program = cube_programs::on(
        [](auto& self, const node_input& input, bool announces) {
            return announces ? deliver_sum_at_end(self, prefix_with_total(self, input.value))
                             : deliver_sum(self, prefix_by_tree(self, input.value, "rank"));
        },
        announces);
}

// By exchange on the 2-cube; node 2 has c at first, cd after slot 1, and abcd in all after slot 2:
//
//     slot 1   0-a->1   1-b->0   2-c->3   3-d->2
//     slot 2   0-ab->2  1-ab->3  2-cd->0  3-cd->1
void describe(standard_name<"prefix-sum/exchange"> /*name*/, algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "dimension exchange, after Stamoulis & Tsitsiklis 1991, 3.2";
    entry.idea =
        "Over one dimension after the other, neighbours exchange the totals of the subcubes that "
        "they have summed up. A node adds what comes to its total and, if it is from a larger id, "
        "to its own sum.";
    entry.rule = "prefix.dx";
    entry.ports = {port_model::all_port, port_model::single_port_full_duplex};
    entry.time = std::string{"d"};
    entry.phases = one_synchronous_phase("rank", slots_of_dimensions);
    entry.transmissions = [](const problem& input) -> std::optional<packet_hops> {
        return packet_hops{0, cube_of(input).link_count()};
    };
    entry.program = cube_programs::on_any([](auto& self, const node_input& input) {
        return deliver_sum_at_end(self, prefix_by_exchange(self, input.value));
    });
}

}  // namespace tutti
