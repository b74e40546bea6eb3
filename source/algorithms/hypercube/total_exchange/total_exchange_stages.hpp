/// @file
/// Total exchange of many messages a pair of nodes, dimension after dimension.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// The packets of one copy of the exchange that are at a node.
class exchanged_copy {
public:
    /// Messages of the node itself with this number, by increasing destination.
    /// @param messages messages `each` a destination, those for self ^ t at (t-1)*each
    exchanged_copy(const initial_messages& messages, node_id here, std::size_t nodes,
                   std::size_t each, std::size_t number) {
        for (node_id to = 0; to < nodes; ++to) {
            if (to != here) {
                const message& content = messages[((to ^ here) - 1) * each + number];
                stored_packets_.push_back(cube_packet::of(content, cube_packet_kind::data));
            }
        }
    }

    /// Selects the messages whose destination differs from the node in a dimension, to leave one a
    /// slot.
    void begin_stage(node_id here, int dimension, std::size_t each) {
        leaving_.clear();
        std::erase_if(stored_packets_, [&](const cube_packet& packet) {
            const bool leaves = ((destination(packet, each) ^ here) >> dimension & 1U) != 0;
            if (leaves) {
                leaving_.push_back(packet);
            }
            return leaves;
        });
    }
    [[nodiscard]] const cube_packet& leaving(std::size_t at) const { return leaving_[at]; }
    void take(const cube_packet& packet) { stored_packets_.push_back(packet); }

    [[nodiscard]] static node_id destination(const cube_packet& packet, std::size_t each) {
        const auto other = static_cast<node_id>(packet.content().number / each);
        return packet.content().origin ^ (other + 1);
    }

private:
    std::vector<cube_packet> stored_packets_;
    std::vector<cube_packet> leaving_;
};

/// Packets of one group of numbers, those of each on the way of a copy.
struct exchanged_group {
    std::vector<exchanged_copy> copies;
    std::size_t first = 0;  ///< the number of copy 0
    std::size_t each = 1;   ///< messages a pair of nodes

    /// Takes in a packet for another node.
    void take(const cube_packet& packet) {
        copies[packet.content().number % each - first].take(packet);
    }
};

/// One stage: copy c crosses dimension `stage` + c, cyclically. Takes 2^(d-1) slots.
template <cube_node Node>
task<> exchange_in_stage(Node& self, exchanged_group& group, int stage) {
    const auto crossed = [&](std::size_t copy) {
        return (stage + static_cast<int>(copy)) % self.network().dimensions();
    };
    for (std::size_t c = 0; c < group.copies.size(); ++c) {
        group.copies[c].begin_stage(self.id(), crossed(c), group.each);
    }
    for (std::size_t at = 0; at < self.network().node_count() / 2; ++at) {
        for (std::size_t c = 0; c < group.copies.size(); ++c) {
            self.send(crossed(c), group.copies[c].leaving(at));
        }
        co_await self.next_slot();
        for (const auto [through, packet] : self.inbox()) {
            if (exchanged_copy::destination(packet, group.each) == self.id()) {
                self.deliver(packet.content());
            } else {
                group.take(packet);
            }
        }
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
/// Time: exactly ceil(m/d) d 2^(d-1) slots. Transmissions: m d 2^(2d-1). Ports: all.
/// @param messages messages number (t-1)m to tm-1 for the node self ^ t
template <cube_node Node>
task<> total_exchange_stages(Node& self, initial_messages messages, std::size_t packets) {
    const int dimensions = self.network().dimensions();
    const auto d = static_cast<std::size_t>(dimensions);
    for (std::size_t first = 0; first < packets; first += d) {
        exchanged_group group{.copies = {}, .first = first, .each = packets};
        for (std::size_t number = first; number < std::min(first + d, packets); ++number) {
            group.copies.emplace_back(messages, self.id(), self.network().node_count(), packets,
                                      number);
        }
        for (int stage = 0; stage < dimensions; ++stage) {
            co_await exchange_in_stage(self, group, stage);
        }
    }
}

}  // namespace tutti
