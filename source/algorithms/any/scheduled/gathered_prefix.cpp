/// @file
/// Prefix sums at one node: values are gathered and sums scattered, on any connected network.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/any/any_entry.hpp"
#include "node_rows.hpp"
#include "personal_messages.hpp"
#include "shared_table.hpp"
#include "topology/schedules/farthest_first.hpp"
#include "topology/schedules/scatter_flow.hpp"
#include "tutti/catalog/any_program.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Schedule of a gather and a scatter, and the node in their middle.
struct prefix_schedule {
    node_id root = 0;
    std::shared_ptr<const scheduled_parts> rows;

    [[nodiscard]] std::size_t bytes() const noexcept { return rows->bytes(); }
};

/// Prefix sums by one node: the values of all nodes come to it, and it sends every node the sum of
/// the values of the nodes from that one's own id upwards.
///
/// On the path of 3, nodes 0 to 2 with the values a to c:
///
///     slot 1   0-a->1   2-c->1
///     slot 2   1-abc->0  1-c->2
///
/// Not in the papers. All nodes mark "gather" and "scatter". Time: exactly 2 T, T the slots of
/// gather/flow to the node where they are fewest by distances and links; with one port 2 (N-1).
/// Transmissions: twice those of the gather, all of them control. Ports: all, or one.
template <node_interface Node>
    requires carries<Node, short_packet>
task<> prefix_at_one_node(Node& self, std::uint64_t value,
                          std::shared_ptr<const prefix_schedule> table) {
    const node_id root = table->root;
    const schedule rows = schedule_of(table->rows);
    const bool is_root = self.id() == root;
    std::vector<std::uint64_t> sums(is_root ? self.network().node_count() : 0);
    transit_messages gathered{gather_address{root},
                              [&sums](auto& /*node*/, const message& content) {
                                  sums[content.origin] = content.payload;
                              }};
    gathered.take(self, short_packet::of({.origin = self.id(), .payload = value}, packet_kind::up));
    co_await play(self, rows, {.node = self.id()}, table->rows->parts[0].slots(), gathered);
    self.mark("gather");

    transit_messages scattered{[](const message& content) {
                                   return message_address{.number = content.origin,
                                                          .destination = content.origin};
                               },
                               [](auto& node, const message& content) { node.deliver(content); }};
    std::partial_sum(sums.rbegin(), sums.rend(), sums.rbegin());
    for (node_id node = 0; node < sums.size(); ++node) {
        scattered.take(
            self, short_packet::of({.origin = node, .payload = sums[node]}, packet_kind::down));
    }
    co_await play(self, rows, {.node = self.id(), .part = 1}, table->rows->parts[1].slots(),
                  scattered);
    self.mark("scatter");
}

namespace {

// The node with the fewest slots by distances and links.
node_id middle_of(const link_table& links) {
    node_id best = 0;
    std::uint32_t fewest = ~std::uint32_t{0};
    for (node_id node = 0; node < links.node_count(); ++node) {
        const std::uint32_t slots = scatter_slots_bound(links, node);
        if (slots < fewest) {
            fewest = slots;
            best = node;
        }
    }
    return best;
}

using shared_prefix = std::shared_ptr<const prefix_schedule>;

shared_prefix prefix_rows(const setting& setting) {
    const bool is_all = has_all_ports(setting.ports);
    return shared_table<prefix_schedule>(
        setting.network, {.maker = "gather-scatter", .sizes = {is_all ? 1U : 0U}},
        [is_all](const link_table& links) {
            const node_id root = middle_of(links);
            const send_table scatter =
                is_all ? scatter_flow(links, root) : farthest_first(links, root);
            return prefix_schedule{
                .root = root,
                .rows = std::make_shared<const scheduled_parts>(scheduled_parts{
                    {node_rows{links, reversed(links, scatter)}, node_rows{links, scatter}}})};
        });
}

}  // namespace

void describe(standard_name<"prefix-sum/gather-scatter"> /*name*/, algorithm& entry) {
    describe_for_tables(entry);
    entry.inapplicable_reason = schedule_mismatch<most_centred_nodes>;
    entry.memory_use = a_packet_a_pair;
    entry.ports = {port_model::all_port, port_model::single_port_full_duplex};
    entry.idea =
        "A node in the middle gathers the values of all nodes and sends every node its sum. The "
        "two timetables are one, backwards and forwards in time.";
    entry.time =
        "2 T, T the slots of gather/flow to the node where they are fewest by distances "
        "and links; with one port 2 (N-1)";
    entry.phases = [](const problem& input) {
        const auto table = prefix_rows(input);
        const slot slots = table->rows->parts[0].slots();
        return std::vector{control_phase("gather", slots), control_phase("scatter", slots)};
    };
    entry.transmissions = [](const problem& input) {
        return std::optional<packet_hops>{std::in_place, 0U,
                                          2 * prefix_rows(input)->rows->parts[0].count()};
    };
    entry.program = network_programs::on_any(
        [](auto& self, const node_input& input, const shared_prefix& table) {
            return prefix_at_one_node(self, input.value, table);
        },
        prefix_rows);
}

}  // namespace tutti
