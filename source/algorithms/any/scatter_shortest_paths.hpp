/// @file
/// Single node scatter over a tree of shortest paths of any connected network.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "collectives/input/initial_messages.hpp"
#include "destination.hpp"
#include "topology/trees/subtree_index.hpp"
#include "topology/trees/table_by_root.hpp"
#include "tutti/catalog/message_program.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The numbers of the root's messages, by the port through which they leave: those for the farthest
/// nodes first, and of nodes as far in the order of their numbers.
template <node_interface Node>
[[nodiscard]] std::vector<std::vector<std::uint32_t>> farthest_first(const Node& self,
                                                                     const subtree_places& ways) {
    const auto destination = [&](std::uint32_t number) {
        return destination_of(self.network(), self.id(), number);
    };
    std::vector<std::vector<std::uint32_t>> leaving(
        static_cast<std::size_t>(self.network().port_limit(self.id())));
    for (std::uint32_t number = 0; number + 1 < self.network().node_count(); ++number) {
        const port through = ways.towards(self.id(), destination(number));
        leaving[static_cast<std::size_t>(through)].push_back(number);
    }
    for (auto& numbers : leaving) {
        std::ranges::stable_sort(numbers, std::ranges::greater{}, [&](std::uint32_t number) {
            return ways.tree().distance(destination(number));
        });
    }
    return leaving;
}

/// Sends the root's messages into the subtrees, one a slot into each. Marks "scatter".
template <node_interface Node>
task<> scatter_into_subtrees(Node& self, initial_messages messages, const subtree_places& ways) {
    const auto leaving = farthest_first(self, ways);
    std::size_t slots = 0;
    for (const auto& numbers : leaving) {
        slots = std::max(slots, numbers.size());
    }
    for (std::size_t j = 0; j < slots; ++j) {
        for (std::size_t i = 0; i < leaving.size(); ++i) {
            if (j < leaving[i].size()) {
                self.send(static_cast<port>(i), message_packet::of(messages[leaving[i][j]]));
            }
        }
        if (j + 1 < slots) {
            co_await self.next_slot();
        }
    }
    self.mark("scatter");
}

/// Scatter from the root over its tree of shortest paths: the root sends one message a slot into
/// each subtree, those for the farthest nodes first, and nodes forward messages for others at once.
/// A node knows that it is the root by having messages; the others learn it from the packets. A
/// node's own message is the last packet that it receives, as all others go farther.
///
/// Root 0 on the array with rows 0 1 2 and 3 4 5; b is the message for node 1, c for node 2, and so
/// on:
///
///     slot 1   0-c->1  0-f->3
///     slot 2   0-b->1  0-e->3  1-c->2  3-f->4
///     slot 3   0-d->3  3-e->4  4-f->5
///
/// The messages for the M nodes of a subtree take M slots over the root's link to it, or more. They
/// take no more: a node k links away is sent its message before the nearer ones, of which there is
/// one at least at each distance below k, by slot M - (k - 1), and hears it by slot M.
///
/// Not in the papers. All nodes mark "scatter". Time: exactly the largest M, over the subtrees of
/// the root: the least over this tree. Transmissions: the sum of all distances. Ports: all.
/// @param ways of the network; outlive the program
template <node_interface Node>
    requires carries<Node, message_packet>
task<> scatter_over_shortest_paths(Node& self, initial_messages messages,
                                   const table_by_root<subtree_places>& ways) {
    if (!messages.empty()) {
        co_await scatter_into_subtrees(self, std::move(messages), ways.to(self.id()));
        co_return;
    }
    for (bool is_mine = self.network().node_count() == 1; !is_mine;) {
        co_await self.mail();
        const message_packet packet = self.inbox().front().packet;
        const auto [origin, number, payload] = packet.content();
        const node_id destination = destination_of(self.network(), origin, number);
        is_mine = destination == self.id();
        if (is_mine) {
            self.deliver(packet.content());
        } else {
            self.send(ways.to(origin).towards(self.id(), destination), packet);
        }
    }
    self.mark("scatter");
}

}  // namespace tutti
