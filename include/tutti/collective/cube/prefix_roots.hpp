/// @file
/// K simultaneous broadcasts in three phases: ranks, roots, pipelined trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tutti/collective/cube/cube_packet.hpp"
#include "tutti/collective/cube/prefix_sum.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/port_queues.hpp"
#include "tutti/machine/slot.hpp"
#include "tutti/machine/task.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tree/disjoint_trees.hpp"
#include "tutti/workload/own_messages.hpp"

namespace tutti {

/// Messages that the root of a tree holds, in the order in which it is to send them; empty at
/// nodes that are no root.
using root_list = std::vector<cube_packet>;

/// Where a message goes that is on its way to its root: into the root's own list, or into the
/// queue towards the root.
template <node_of<hypercube> Node>
void route_to_root(const Node& self, const cube_packet& packet, port_queues<cube_packet>& queues,
                   root_list& collected) {
    const disjoint_trees trees{self.network()};
    if (self.id() == disjoint_trees::root(packet.tree())) {
        collected.push_back(packet);
    } else {
        queues.push(trees.parent(self.id(), packet.tree()), packet);
    }
}

/// Phase 2: sends every message to the root of its tree, over the reversed trees. A root collects
/// until slot `end`; another node, which cannot know it, until it meets a packet of the next phase.
template <node_of<hypercube> Node>
task<root_list> collect_at_roots(Node& self, std::vector<cube_packet> mine, slot end) {
    port_queues<cube_packet> queues;
    root_list collected;
    for (const cube_packet& packet : mine) {
        route_to_root(self, packet, queues, collected);
    }
    while (self.slot() < end) {
        queues.drain([&](port through, const cube_packet& packet) { self.send(through, packet); });
        if (queues.empty()) {
            co_await self.mail_or(end);
        } else {
            co_await self.next_slot();
        }
        for (const auto [through, packet] : self.inbox()) {
            if (packet.kind() != cube_packet_kind::collect) {
                co_return collected;
            }
            route_to_root(self, packet, queues, collected);
        }
    }
    co_return collected;
}

/// What a node does in phase 3: passes on what it hears in the d trees and, at a root, sends a
/// message a slot and then the end of its tree.
template <node_of<hypercube> Node>
class tree_broadcast {
public:
    tree_broadcast(Node& self, root_list collected) noexcept
        : self_{&self}, trees_{self.network()}, list_{std::move(collected)} {}

    /// Does what is to be done in this slot.
    void work() {
        hear();
        if (sends_as_root()) {
            send_as_root();
        }
    }

    /// Whether the node has something of its own to send in the next slot.
    [[nodiscard]] bool sends_as_root() const noexcept {
        // One more than the messages of the list, for the end of the tree.
        return disjoint_trees::is_root(self_->id()) && next_ <= list_.size();
    }

    /// Whether all d trees have ended here.
    [[nodiscard]] bool is_over() const noexcept { return ended_ == trees_.count(); }

private:
    // The inbox may still show the last packets of the phase before, which are done with.
    void hear() {
        const int ended_before = ended_;
        for (const auto [through, packet] : self_->inbox()) {
            if (packet.kind() == cube_packet_kind::data) {
                self_->deliver(packet.content());
                pass_on(packet);
            } else if (packet.kind() == cube_packet_kind::termination) {
                ++ended_;
            }
        }
        if (ended_ != ended_before) {
            hear_ends();
        }
    }

    // In the slot of the last end there is nothing but ends, and the node knows that all is over
    // before it sends what it still owes to its children.
    void hear_ends() {
        if (is_over()) {
            self_->mark("broadcast");
        }
        for (const auto [through, packet] : self_->inbox()) {
            if (packet.kind() == cube_packet_kind::termination) {
                pass_on(packet);
            }
        }
    }

    void send_as_root() {
        if (next_ < list_.size()) {
            const cube_packet packet = list_[next_].as(cube_packet_kind::data);
            self_->deliver(packet.content());
            pass_on(packet);
        } else {
            pass_on(cube_packet::end_of(disjoint_trees::tree_of(self_->id())));
            ++ended_;
            if (is_over()) {
                self_->mark("broadcast");
            }
        }
        ++next_;
    }

    void pass_on(const cube_packet& packet) {
        for (const int i : trees_.children(self_->id(), packet.tree())) {
            self_->send(i, packet);
        }
    }

    Node* self_;
    disjoint_trees trees_;
    root_list list_;
    std::size_t next_ = 0;
    int ended_ = 0;
};

/// Phase 3: the roots broadcast what they collected, each over its own tree.
template <node_of<hypercube> Node>
task<> broadcast_from_roots(Node& self, root_list collected) {
    tree_broadcast<Node> trees{self, std::move(collected)};
    for (;;) {
        trees.work();
        if (trees.is_over()) {
            co_return;
        }
        if (trees.sends_as_root()) {
            co_await self.next_slot();
        } else {
            co_await self.mail();
        }
    }
}

/// K simultaneous broadcasts from any nodes, any number of messages each, without anybody knowing
/// who broadcasts: prefix ranks assign the messages evenly to the d roots, reversed trees bring
/// them there, and each root broadcasts its share over its own tree, a message a slot.
///
/// Stamoulis and Tsitsiklis 1991, 3.2. Marks "rank" (all nodes), "collect" (the roots, who alone
/// know K) and "broadcast" (all nodes).
/// Time: exactly 2*ceil(K/d) + 4d slots, of which 2d+1, ceil(K/d)+d-1 and ceil(K/d)+d a phase.
/// Transmissions: 2(2^d-1) + d + sum of the distances to the roots + (K+d)(2^d-1). Ports: all.
template <node_of<hypercube> Node>
    requires carries<Node, cube_packet>
task<> prefix_roots(Node& self, own_messages mine) {
    const auto dimensions = static_cast<std::uint64_t>(self.network().dimensions());
    const prefix rank = co_await prefix_with_total(self, mine.size());
    self.mark("rank");

    std::vector<cube_packet> assigned;
    for (std::size_t m = 0; m < mine.size(); ++m) {
        const std::uint64_t tree = (rank.own_and_above - mine.size() + m) % dimensions;
        assigned.push_back(
            cube_packet::of(mine[m], cube_packet_kind::collect, static_cast<int>(tree)));
    }
    const bool is_root = disjoint_trees::is_root(self.id());
    const std::uint64_t share = (rank.total + dimensions - 1) / dimensions;
    const slot end = is_root ? self.slot() + static_cast<slot>(share + dimensions) - 1 : never;
    root_list collected = co_await collect_at_roots(self, std::move(assigned), end);
    if (is_root) {
        self.mark("collect");
    }

    co_await broadcast_from_roots(self, std::move(collected));
}

}  // namespace tutti
