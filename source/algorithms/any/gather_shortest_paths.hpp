/// @file
/// Single node gather over a tree of shortest paths of any connected network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "collectives/input/initial_messages.hpp"
#include "topology/trees/subtree_index.hpp"
#include "tutti/catalog/message_program.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Hears a message of every other node, in any order. Marks "gather".
template <node_interface Node>
task<> gather_from_subtrees(Node& self) {
    for (std::size_t missing = self.network().node_count() - 1; missing > 0;) {
        co_await self.mail();
        for (const auto [through, packet] : self.inbox()) {
            self.deliver(packet.content());
            --missing;
        }
    }
    self.mark("gather");
}

/// Sends a node's own message to its parent, and then those of the nodes beyond it, as they come.
/// Marks "gather".
template <node_interface Node>
task<> gather_towards_root(Node& self, initial_messages messages, const subtree_places& ways) {
    const port up = ways.tree().towards_root(self.id());
    std::vector<message_packet> waiting{message_packet::of(messages[0])};
    std::size_t sent = 0;  // of those
    for (std::uint32_t left = ways.size(self.id());;) {
        if (sent < waiting.size()) {
            self.send(up, waiting[sent++]);
            --left;
        }
        if (left == 0) {
            break;
        }
        if (sent < waiting.size()) {
            co_await self.next_slot();
        } else {
            waiting.clear();
            sent = 0;
            co_await self.mail();
        }
        for (const auto [through, packet] : self.inbox()) {
            waiting.push_back(packet);
        }
    }
    self.mark("gather");
}

/// Gather to the root over its tree of shortest paths: a node sends its own message to its parent
/// at once, then the messages that it receives, first come, first served, a packet a slot. All are
/// given the root.
///
/// Root 0 on the array with rows 0 1 2 and 3 4 5; b is the message of node 1, c of node 2, and so
/// on:
///
///     slot 1   1-b->0  2-c->1  3-d->0  4-e->3  5-f->4
///     slot 2   1-c->0  3-e->0  4-f->3
///     slot 3   3-f->0
///
/// Of the root's neighbours, let c have M nodes beyond it, itself included: their messages take M
/// slots over its link to the root, or more. They take no more, for c sends without a pause until
/// it is done. If it does not send in slot t, none of its children has in slot t-1, and so on: no
/// node at distance j from the root has in slot t+1-j. But in slot 1 all have sent, so that there
/// is none at distance t, and those at any distance j < t have nothing left to pass on: c is done.
///
/// Not in the papers. All nodes mark "gather". Time: exactly the largest M, over the root's
/// neighbours: the least over this tree. Transmissions: the sum of all distances. Ports: all.
/// @param ways to the root; outlive the program
template <node_interface Node>
    requires carries<Node, message_packet>
task<> gather_over_shortest_paths(Node& self, initial_messages messages, node_id root,
                                  const subtree_places& ways) {
    return self.id() == root ? gather_from_subtrees(self)
                             : gather_towards_root(self, std::move(messages), ways);
}

}  // namespace tutti
