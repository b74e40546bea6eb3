/// @file
/// Total exchange on the hypercube, one dimension after the other.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "algorithms/hypercube/cube_entry.hpp"
#include "topology/networks/dimension_set.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

/// Packets at a node: first its own messages, one for every other node, by increasing destination.
/// As many come over a dimension as leave, and each takes the place of one that has left.
class exchanged_packets {
public:
    /// @param messages `each` a destination, those for self ^ t from (t-1) * `each` on, of which
    /// those with the number `which` are taken
    exchanged_packets(const initial_messages& messages, const hypercube& cube, node_id self,
                      std::size_t each = 1, std::size_t which = 0)
        : self_{self}, each_{each} {
        for (node_id to = 0; to < cube.node_count(); ++to) {
            if (to != self) {
                const message& content = messages[((to ^ self) - 1) * each + which];
                packets_.push_back(short_packet::of(content, packet_kind::data));
            }
        }
    }

    /// The packets that are to cross a dimension, half as many as there are nodes, in the order in
    /// which the node holds them.
    [[nodiscard]] std::span<short_packet> leaving(int dimension) {
        std::ranges::stable_partition(packets_, [&](const short_packet& packet) {
            return ((destination(packet) ^ self_) >> dimension & 1U) == 0;
        });
        return std::span{packets_}.last((packets_.size() + 1) / 2);
    }
    [[nodiscard]] std::span<const short_packet> all() const noexcept { return packets_; }

    [[nodiscard]] node_id destination(const short_packet& packet) const noexcept {
        const message content = packet.as_message();
        return content.origin ^ static_cast<node_id>(content.number / each_ + 1);
    }

private:
    node_id self_;
    std::size_t each_;  // messages a pair of nodes
    std::vector<short_packet> packets_;
};

/// Every node's message to every other node: over one dimension after the other, a node sends all
/// that it holds for nodes on the other side, in the order in which it holds them.
///
/// On the 2-cube; a1 is the message of node 0 for node 1, b0 that of node 1 for node 0, and so on:
///
///     slot 1   0-a1->1  1-b0->0  2-c1->3  3-d0->2
///     slot 2   0-a3->1  1-b2->0  2-c3->3  3-d2->2
///     slot 3   0-a2->2  1-b3->3  2-c0->0  3-d1->1
///     slot 4   0-b2->2  1-a3->3  2-d0->0  3-c1->1
///
/// Johnsson and Ho 1989; standard. All nodes mark "exchange".
/// Time: exactly d*2^(d-1) slots. Transmissions: d*2^(2d-1). Ports: one a slot, in and out.
/// @param messages message number m for the node self ^ (m+1)
template <cube_node Node>
task<> total_exchange_single_port(Node& self, initial_messages messages) {
    exchanged_packets packets{messages, self.network(), self.id()};
    for (int i = 0; i < self.network().dimensions(); ++i) {
        for (short_packet& packet : packets.leaving(i)) {
            self.send(i, packet);
            co_await self.next_slot();
            for (const auto [through, arrived] : self.inbox()) {
                packet = arrived;
            }
        }
    }
    for (const short_packet& packet : packets.all()) {
        self.deliver(packet.as_message());
    }
    self.mark("exchange");
}

void describe(standard_name<"total-exchange/single-port"> /*name*/, algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "Johnsson & Ho 1989";
    entry.idea =
        "Over one dimension after the other, every node sends all that it has for nodes on the "
        "other side, one message a slot. Each time these are half as many messages as there are "
        "nodes.";
    entry.rule = "sla.te";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "d*2^(d-1)";
    entry.inapplicable_reason = mismatch_above(16);  // 2^32 messages
    entry.phases = one_synchronous_phase("exchange", [](const problem& problem) {
        const slot d = slots_of_dimensions(problem);
        return d << (d - 1);
    });
    entry.transmissions = total_exchange_hops;
    entry.program = cube_programs::on_any([](auto& self, node_input input) {
        return total_exchange_single_port(self, std::move(input.messages));
    });
}

/// One stage: copy c crosses dimension `stage` + c, cyclically. Takes 2^(d-1) slots.
template <cube_node Node>
task<> exchange_in_stage(Node& self, std::vector<exchanged_packets>& copies, int stage) {
    indexed_vector<port, std::span<short_packet>> leaving{self.network().dimensions()};
    dimension_set crossed;
    for (exchanged_packets& copy : copies) {
        const int dimension = stage++ % self.network().dimensions();
        leaving[dimension] = copy.leaving(dimension);
        crossed.insert(dimension);
    }
    for (std::size_t at = 0; at < self.network().node_count() / 2; ++at) {
        send_each(self, crossed.bits(), [&](port through) { return leaving[through][at]; });
        co_await self.next_slot();
        for_each_arrival(self, [&](port through, const short_packet& packet) {
            if (crossed.contains(through)) {
                leaving[through][at] = packet;
            }
            if (copies[0].destination(packet) == self.id()) {
                self.deliver(packet.as_message());
            }
        });
    }
    self.mark("stage");
}

/// m messages of every node for every other, in groups of d: in d stages a group's copy c crosses
/// the dimensions from c on, cyclically, all packets that are to cross one in 2^(d-1) slots. So d
/// copies keep all links busy; a last group that is not full takes as long. All are given m.
///
/// Two messages a pair on the 2-cube; a1 and a1' are those of node 0 for node 1. Stages end with
/// slots 2 and 4. What each node sends, over dimension 0 and over dimension 1:
///
///     node     0       1       2       3
///     slot 1   a1 a2'  b0 b2'  c1 c0'  d0 d0'
///     slot 2   a3 a3'  b2 b3'  c3 c1'  d2 d1'
///     slot 3   a1' a2  b0' b3  c3' c0  d2' d1
///     slot 4   c1' b2  d0' a3  a3' d0  b2' c1
///
/// The times are those that Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 1,
/// report of an algorithm before theirs; the construction is ours. All nodes mark every "stage".
/// Time: exactly ceil(m/d) d 2^(d-1) slots for m packets a pair. Transmissions: m d 2^(2d-1).
/// Ports: all.
/// @param messages messages number (t-1)m to tm-1 for the node self ^ t
template <cube_node Node>
task<> total_exchange_stages(Node& self, initial_messages messages, std::size_t packets) {
    const int dimensions = self.network().dimensions();
    for (std::size_t which = 0; which < packets;) {
        std::vector<exchanged_packets> copies;
        for (int c = 0; c < dimensions && which < packets; ++c) {
            copies.emplace_back(messages, self.network(), self.id(), packets, which++);
        }
        for (int stage = 0; stage < dimensions; ++stage) {
            co_await exchange_in_stage(self, copies, stage);
        }
    }
}

namespace {

std::uint64_t packets_of_pair(const setting& setting) { return setting.number_or("packets", 1); }

std::string numbers_mismatch(const problem& problem) {
    const std::uint64_t each = packets_of_pair(problem) * (cube_of(problem).node_count() - 1);
    return each <= short_packet::most_sequences
               ? std::string{}
               : fmt::format("{} packets a node, and packets of the hypercube count {}", each,
                             short_packet::most_sequences);
}

std::vector<phase> stages_of(const problem& problem) {
    const hypercube& cube = cube_of(problem);
    const std::uint64_t d = links_a_node(cube);
    const std::uint64_t rounds = (packets_of_pair(problem) + d - 1) / d * d;
    std::vector<phase> phases{
        synchronous_phase("stage", slots_for(rounds * cube.node_count() / 2))};
    phases.back().most_rounds = rounds;
    return phases;
}

}  // namespace

void describe(standard_name<"total-exchange/stages"> /*name*/, algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "after Bertsekas, Ozveren, Stamoulis, Tseng & Tsitsiklis 1991, 1";
    entry.idea =
        "Over one dimension after the other, every node sends what is for the other side. Of the "
        "messages of a pair, d go at a time and begin with different dimensions, so that they take "
        "no longer than one.";
    entry.rule = "te.stages";
    entry.parameters = {{.name = "packets",
                         .default_value = 1,
                         .meaning = "messages of every node for every other",
                         .range = integer_range{.least = 1, .most = 1'000'000}}};
    entry.time = "ceil(m/d) d 2^(d-1) for m packets a pair";
    entry.inapplicable_reason = mismatch_above(16);
    entry.inapplicable_input_reason = numbers_mismatch;
    entry.phases = stages_of;
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        return packet_hops{packets_of_pair(problem) * *total_exchange_hops(problem)};
    };
    entry.program = cube_programs::on_any(
        [](auto& self, node_input input, std::size_t packets) {
            return total_exchange_stages(self, std::move(input.messages), packets);
        },
        packets_of_pair);
}

}  // namespace tutti
