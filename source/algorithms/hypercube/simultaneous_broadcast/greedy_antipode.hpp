/// @file
/// Greedy simultaneous broadcasts with a priority for those that cross every dimension so far.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "topology/trees/binomial_tree.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

/// Takes a packet of node `here` for the link over dimension `i` out of the queue, the oldest
/// first: the one that has crossed all dimensions below i, or else the oldest.
/// @pre some packet waits
[[nodiscard]] inline cube_packet take_antipodal(std::vector<cube_packet>& waiting, node_id here,
                                                int i) {
    const node_id all_below = (node_id{1} << i) - 1;
    auto chosen = std::ranges::find_if(waiting, [&](const cube_packet& packet) {
        return (packet.content().origin ^ here) == all_below;
    });
    if (chosen == waiting.end()) {
        chosen = waiting.begin();
    }
    const cube_packet packet = *chosen;
    waiting.erase(chosen);
    return packet;
}

/// Sends one packet of those that wait for each dimension. @return whether any wait still
template <cube_node Node>
bool send_antipodal(Node& self, std::vector<std::vector<cube_packet>>& waiting) {
    bool is_any_left = false;
    for (int i = 0; i < self.network().dimensions(); ++i) {
        std::vector<cube_packet>& queue = waiting[static_cast<std::size_t>(i)];
        if (!queue.empty()) {
            self.send(i, take_antipodal(queue, self.id(), i));
        }
        is_any_left = is_any_left || !queue.empty();
    }
    return is_any_left;
}

/// `greedy_broadcasts` with priority: of the packets that wait for a link the one on its way to the
/// antipode of its source goes first. Every node is given K.
///
/// Messages a, b and d of nodes 0, 1 and 3 on the 3-cube; at node 2, b goes before a on its way to
/// node 6, the antipode of node 1:
///
///     slot 1   0-a->1  0-a->2  0-a->4  1-b->0  1-b->3  1-b->5  3-d->2  3-d->1  3-d->7
///     slot 2   0-b->2  0-b->4  1-a->3  1-a->5  2-d->0  2-d->6  3-b->7
///     slot 3   0-d->4  1-d->5  2-b->6  3-a->7
///     slot 4   2-a->6
///
/// After Stamoulis and Tsitsiklis 1991, 3.3.3, who hope that priorities tighten the bound. They do
/// not: packets that wait for the link of a node over a dimension have the same queues to join
/// behind it, so that no queue's length, and no node's last arrival, depends on which packet is
/// served. Marks "broadcast". Time: that of `greedy_broadcasts`. Transmissions: K(2^d - 1). Ports:
/// all.
template <cube_node Node>
task<> greedy_antipode_first(Node& self, initial_messages messages, std::uint64_t message_count) {
    const binomial_tree tree{self.network(), 0};
    std::vector<std::vector<cube_packet>> waiting(
        static_cast<std::size_t>(self.network().dimensions()));
    std::uint64_t stored = 0;
    const auto take = [&](const cube_packet& packet) {
        self.deliver(packet.content());
        ++stored;
        for (const int i : tree.children(self.id() ^ packet.content().origin)) {
            waiting[static_cast<std::size_t>(i)].push_back(packet);
        }
    };
    for (std::size_t m = 0; m < messages.size(); ++m) {
        take(cube_packet::of(messages[m], cube_packet_kind::data));
    }
    for (;;) {
        if (send_antipodal(self, waiting)) {
            co_await self.next_slot();
        } else if (stored < message_count) {
            co_await self.mail();
        } else {
            break;
        }
        for (const auto [through, packet] : self.inbox()) {
            take(packet);
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
