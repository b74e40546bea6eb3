/// @file
/// Prefix sums at one node, where values are gathered and sums scattered, or at every node, where
/// an allgather takes fewer slots, on any connected network.
///
/// Time: the less of 2 T, T the slots of gather/flow, with one port of gather/farthest-first, to
/// the node where they are fewest by distances and links, and of the allgather.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/any/any_entry.hpp"
#include "algorithms/shared_table.hpp"
#include "node/node_buffer.hpp"
#include "node/node_rows.hpp"
#include "personal_messages.hpp"
#include "scatter_sends.hpp"
#include "schedule_entry.hpp"
#include "topology/schedules/scatter_flow.hpp"
#include "tutti/catalog/any_program.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Schedule of a gather and a scatter, and the node in their middle; or of an allgather.
struct prefix_schedule {
    std::optional<node_id> root;
    std::shared_ptr<const scheduled_parts> rows;

    [[nodiscard]] std::size_t bytes() const noexcept { return rows->bytes(); }
};

/// Prefix sums by one node, which may take no part: the values of all participants come to it, and
/// it sends each the sum of the values of those from that one's own id upwards.
///
/// On the path of 3, nodes 0 to 2 with the values a to c:
///
///     slot 1   0-a->1   2-c->1
///     slot 2   1-abc->0  1-c->2
///
/// Not in the papers. All nodes mark "gather" and "scatter". Time: exactly 2 T, T the slots of
/// gather/flow, with one port of gather/farthest-first, to the node where they are fewest by
/// distances and links. Transmissions: twice those of the gather, all of them control. Ports: all,
/// or one.
template <node_interface Node>
    requires carries<Node, short_packet>
task<> prefix_at_one_node(Node& self, std::uint64_t value,
                          std::shared_ptr<const prefix_schedule> table,
                          const participant_set& participants) {
    const node_id root = table->root.value_or(0);
    const schedule rows = schedule_of(table->rows);
    const bool is_root = self.id() == root;
    const bool takes_part = participants.contains(self.id());
    std::vector<std::uint64_t> sums(is_root ? self.network().node_count() : 0);
    transit_messages gathered{[root](const message& content) {
                                  return message_address{.number = content.origin,
                                                         .destination = root};
                              },
                              [&sums](auto& /*node*/, const message& content) {
                                  sums[content.origin] = content.payload;
                              }};
    if (takes_part) {
        gathered.take(self,
                      short_packet::of({.origin = self.id(), .payload = value}, packet_kind::up));
    }
    co_await play(self, rows, {.node = self.id()}, table->rows->parts[0].slots(), gathered);
    self.mark("gather");

    transit_messages scattered{[](const message& content) {
                                   return message_address{.number = content.origin,
                                                          .destination = content.origin};
                               },
                               [](auto& node, const message& content) { node.deliver(content); }};
    std::partial_sum(sums.rbegin(), sums.rend(), sums.rbegin());
    for (node_id node = 0; node < sums.size(); ++node) {
        if (!participants.contains(node)) {
            continue;
        }
        scattered.take(
            self, short_packet::of({.origin = node, .payload = sums[node]}, packet_kind::down));
    }
    co_await play(self, rows, {.node = self.id(), .part = 1}, table->rows->parts[1].slots(),
                  scattered);
    self.mark("scatter");
}

/// Values that a node has, by the rank of their origin.
class values_by_rank {
public:
    /// @param participants outlive this
    values_by_rank(const participant_set& participants, std::size_t nodes)
        : participants_{&participants}, packets_{participants.size(nodes)} {
        std::ranges::fill(packets_.values(), short_packet::none());
    }

    void take(const short_packet& packet) {
        packets_.values()[participants_->rank_of(packet.as_message().origin)] = packet;
    }
    template <node_at_work Node>
    void send(Node& node, port through, std::uint64_t number) {
        node.send(through, packets_.values()[number]);
    }
    template <node_at_work Node>
    void receive(Node& node) {
        for_each_arrival(node, [&](port, const short_packet& packet) { take(packet); });
    }
    /// Sum of the values of participants from `first` on.
    [[nodiscard]] std::uint64_t sum_from(node_id first) {
        std::uint64_t sum = 0;
        for (const short_packet& each : packets_.values().subspan(participants_->rank_of(first))) {
            sum += each.as_message().payload;
        }
        return sum;
    }

private:
    const participant_set* participants_;
    node_buffer<short_packet> packets_;
};

/// Prefix sums at every participant: the values of all come to all, and each adds up those from its
/// own id upwards.
///
/// On the ring of 3, nodes 0 to 2 with the values a to c:
///
///     slot 1   0-a->1  0-a->2  1-b->0  1-b->2  2-c->0  2-c->1
///
/// Not in the papers. All nodes mark "allgather". Time: exactly that of
/// multinode-broadcast/receiver-matching, with one port /one-port-matching. Transmissions: N (N-1)
/// if all nodes take part, all of them control.
template <node_interface Node>
    requires carries<Node, short_packet>
task<> prefix_at_every_node(Node& self, std::uint64_t value,
                            std::shared_ptr<const prefix_schedule> table,
                            const participant_set& participants) {
    const bool takes_part = participants.contains(self.id());
    values_by_rank values{participants, self.network().node_count()};
    if (takes_part) {
        values.take(short_packet::of({.origin = self.id(), .payload = value}, packet_kind::up));
    }
    co_await play(self, schedule_of(table->rows), {.node = self.id()},
                  table->rows->parts[0].slots(), values);
    if (takes_part) {
        self.deliver({.origin = self.id(), .payload = values.sum_from(self.id())});
    }
    self.mark("allgather");
}

namespace {

// The node with the fewest slots by distances and links.
node_id middle_of(const link_table& links, const participant_set& participants) {
    node_id best = 0;
    std::uint32_t fewest = ~std::uint32_t{0};
    for (node_id node = 0; node < links.node_count(); ++node) {
        const std::uint32_t slots = scatter_slots_bound(links, node, participants);
        if (slots < fewest) {
            fewest = slots;
            best = node;
        }
    }
    return best;
}

using shared_prefix = std::shared_ptr<const prefix_schedule>;

prefix_schedule by_one_node(const link_table& links, node_id root, const send_table& scatter) {
    return {.root = root,
            .rows = std::make_shared<const scheduled_parts>(scheduled_parts{
                {node_rows{links, reversed(links, scatter)}, node_rows{links, scatter}}})};
}

// Whatever takes fewer slots.
prefix_schedule prefix_schedule_of(const link_table& links, const setting& setting) {
    const bool is_all = has_all_ports(setting.ports);
    const node_id root = middle_of(links, setting.participants);
    // First the one whose making may be refused.
    const send_table allgather = sends_of(links, setting, is_all ? receiver_rule : matching_rule,
                                          setting.participant_count());
    const send_table scatter =
        is_all ? flow_sends(links, setting.ports, root, setting.participants)
               : farthest_first_sends(links, setting.ports, root, setting.participants);
    if (slots_of(allgather) >= 2 * slots_of(scatter)) {
        return by_one_node(links, root, scatter);
    }
    return {.root = {},
            .rows = std::make_shared<const scheduled_parts>(
                scheduled_parts{{node_rows{links, allgather}}})};
}

shared_prefix prefix_rows(const setting& setting) {
    return shared_table<prefix_schedule>(
        setting.network,
        {.maker = "gather-scatter",
         .sizes = {to_underlying(setting.ports)},
         .participants = setting.participants},
        [&](const link_table& links) { return prefix_schedule_of(links, setting); });
}

std::vector<phase> prefix_phases(const problem& input) {
    const auto table = prefix_rows(input);
    const slot slots = table->rows->parts[0].slots();
    if (!table->root) {
        return {control_phase("allgather", slots)};
    }
    return {control_phase("gather", slots), control_phase("scatter", slots)};
}

}  // namespace

void describe(standard_name<"prefix-sum/gather-scatter"> /*name*/, algorithm& entry) {
    describe_for_tables(entry);
    entry.inapplicable_reason = schedule_mismatch<most_centred_nodes>;
    entry.takes_participants = true;
    entry.memory_use = a_packet_a_pair;
    entry.ports = {port_model::all_port, port_model::single_port_full_duplex,
                   port_model::single_port_half_duplex};
    entry.idea =
        "A node in the middle gathers the values of all nodes and sends every node its sum: one "
        "timetable, backwards and forwards in time. Where an allgather takes fewer slots, all "
        "nodes gather all values.";
    entry.time =
        "the less of 2 T, T the slots of gather/flow, with one port of gather/farthest-first, to "
        "the node where they are fewest by distances and links, and of the allgather";
    entry.phases = prefix_phases;
    entry.transmissions = [](const problem& input) {
        std::uint64_t sends = 0;
        for (const node_rows& part : prefix_rows(input)->rows->parts) {
            sends += part.count();
        }
        return std::optional<packet_hops>{std::in_place, 0U, sends};
    };
    entry.program = network_programs::on_any(
        [](auto& self, const node_input& input, const shared_prefix& table,
           const participant_set& participants) {
            if (table->root) {
                return prefix_at_one_node(self, input.value, table, participants);
            }
            return prefix_at_every_node(self, input.value, table, participants);
        },
        prefix_rows, participants_of);
}

}  // namespace tutti
