/// @file
/// K simultaneous broadcasts in three phases: ranks, roots, pipelined trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "node/fixed_routes.hpp"
#include "topology/trees/disjoint_trees.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/catalog/prefix_sum.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/port_queues.hpp"
#include "tutti/node/rational.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Messages at the root of a tree, in the order in which the root broadcasts them; empty at all
/// other nodes.
using root_list = std::vector<short_packet>;

/// ceil(K/d): the messages of the tree that has most of them, if ranks assign them.
[[nodiscard]] inline slot share_of_a_tree(std::uint64_t message_count, int trees) {
    return rational{message_count, trees}.ceil();
}

/// The messages of a node, each assigned to one of the d trees by its rank among all messages, so
/// that the shares of the trees differ by one at most.
/// @param own_and_above messages of this node and of all nodes with larger ids
[[nodiscard]] inline std::vector<short_packet> assigned_by_rank(const initial_messages& messages,
                                                                std::uint64_t own_and_above,
                                                                int trees) {
    std::vector<short_packet> assigned;
    for (std::size_t m = 0; m < messages.size(); ++m) {
        const std::uint64_t rank = own_and_above - messages.size() + m;
        assigned.push_back(
            short_packet::of(messages[m], packet_kind::collect, remainder_of(rank, trees)));
    }
    return assigned;
}

/// Sends every message to the root of its tree, over the reversed trees: they queue up for links,
/// first come, first served. A node collects until slot `end` or, if it cannot know it (`never`),
/// until it meets a packet of the next phase. What has not arrived by then is lost.
///
/// Messages d, f and g of nodes 3, 5 and 6 on the 3-cube, on the way to the roots 4, 2 and 1. In
/// slots of this phase:
///
///     slot 1   3-d->7  5-f->7  6-g->7
///     slot 2   7-f->6  7-d->5  7-g->3
///     slot 3   3-g->1  5-d->4  6-f->2
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (phase 2). A tree that N messages belong to is done in at
/// most N+d-1 slots.
/// @param packets the node's own messages, each with its tree
/// @param report called with the number of messages at this root, when it has sent in a slot
/// @return at a root, its own messages, then the others in the order of arrival
template <node_of<hypercube> Node, class Report>
task<root_list> collect_at_roots(Node& self, std::vector<short_packet> packets, slot end,
                                 Report report) {
    const disjoint_trees trees{self.network()};
    root_list collected;
    port_queues<short_packet> queues;
    const auto take = [&](const short_packet& packet) {
        if (self.id() == disjoint_trees::root(packet.tree())) {
            collected.push_back(packet.as(packet_kind::data));
        } else {
            queues.push(trees.parent(self.id(), packet.tree()), packet);
        }
    };
    for (const short_packet& packet : packets) {
        take(packet);
    }
    while (self.slot() < end) {
        queues.drain(self);
        report(collected.size());
        co_await self.mail_or(queues.empty() ? end : self.slot() + 1);
        for (const auto [through, packet] : self.inbox()) {
            // It stays in the inbox for this slot, where the next phase finds it.
            if (!packet.is(packet_kind::collect)) {
                co_return collected;
            }
            take(packet);
        }
    }
    co_return collected;
}
/// The same without reports.
template <node_of<hypercube> Node>
task<root_list> collect_at_roots(Node& self, std::vector<short_packet> packets, slot end) {
    return collect_at_roots(self, std::move(packets), end, [](std::size_t /*collected*/) {});
}

/// Choice of whether a root sends an end packet after its last message.
enum class tree_ending : std::uint8_t { announced, unannounced };

/// Forwarding over the trees, which share no link: from the parent in each to the children there.
[[nodiscard]] inline fixed_routes routes_over(const disjoint_trees& trees, node_id self) {
    fixed_routes routes;
    for (int tree = 0; tree < trees.count(); ++tree) {
        if (self != disjoint_trees::root(tree)) {
            routes.add(trees.parent(self, tree), trees.children(self, tree).bits());
        }
    }
    return routes;
}

/// Progress of a node in a broadcast by the roots.
struct broadcast_progress {
    int trees_left = 0;          ///< whose ends are still to come
    slot end = never;            ///< in which it is over; `never`: when no tree is left
    std::uint64_t messages = 0;  ///< that the node has received

    /// Takes a message, or the end of a tree. Says whether it is one of them: the inbox may still
    /// show packets of the phase before.
    template <class Node>
    bool take(Node& node, const short_packet& packet) {
        if (packet.is(packet_kind::data)) {
            node.deliver(packet.as_message());
            ++messages;
            return true;
        }
        const bool is_end = packet.is(packet_kind::termination);
        trees_left -= is_end ? 1 : 0;
        return is_end;
    }

    template <class Node>
    void mark_if_over(Node& node) const {
        if (end == never && trees_left == 0) {
            node.mark("broadcast");
        }
    }

    [[nodiscard]] wait_for wait(slot now, bool has_own) const noexcept {
        if (end == never ? trees_left == 0 : now >= end) {
            return wait_for::nothing();
        }
        if (has_own) {
            return wait_for::next_slot();
        }
        return end == never ? wait_for::mail() : wait_for::mail_or(end);
    }
};

/// Broadcast of the collected messages by the roots, each over its own tree, a message a slot. A
/// node marks "broadcast" when it has heard the ends of all trees or, where all nodes know from the
/// clock when it is over, at slot `end`.
///
/// The tree of root 1 on the 3-cube, which has one message, g; a dot is the end of the tree. In
/// slots of this phase:
///
///     slot 1   1-g->0  1-g->3  1-g->5
///     slot 2   1-.->0  1-.->3  1-.->5  3-g->2  3-g->7  5-g->4
///     slot 3   3-.->2  3-.->7  5-.->4  7-g->6
///     slot 4   7-.->6
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (phase 3). Time: exactly c+d slots, c the longest list; a
/// slot less without end packets.
/// @return the number of messages, K
template <node_of<hypercube> Node>
task<std::uint64_t> broadcast_from_roots(Node& self, root_list own, slot end = never,
                                         tree_ending ending = tree_ending::announced) {
    const disjoint_trees trees{self.network()};
    const fixed_routes routes = routes_over(trees, self.id());
    if (disjoint_trees::is_root(self.id()) && ending == tree_ending::announced) {
        own.push_back(short_packet::end_of(disjoint_trees::tree_of(self.id())));
    }
    broadcast_progress progress{.trees_left = trees.count(), .end = end};
    std::size_t sent = 0;
    co_await each_slot(self, [&](auto& node) {
        fixed_routes::arrivals<short_packet> heard;
        for_each_arrival(node, [&](port through, const short_packet& packet) {
            if (progress.take(node, packet)) {
                heard.add(through, packet);
            }
        });
        progress.mark_if_over(node);
        routes.send_on(node, heard);
        // In its slot s a root sends message s on all dimensions and, after the last, the end of
        // its tree. It knows that end when it sends it.
        if (sent < own.size()) {
            const short_packet packet = own[sent++];
            progress.take(node, packet);
            for (int i = 0; i < node.network().dimensions(); ++i) {
                node.send(i, packet);
            }
            progress.mark_if_over(node);
        }
        return progress.wait(node.slot(), sent < own.size());
    });
    if (end != never) {
        self.mark("broadcast");
    }
    co_return progress.messages;
}

/// K simultaneous broadcasts from any nodes, any number of messages each, without knowledge of the
/// broadcasters: prefix ranks assign the messages evenly to the d roots, reversed trees bring them
/// there, and each root broadcasts its share over its own tree, a message a slot.
///
/// Messages a of node 0 and d of node 3 on the 2-cube, whose roots are nodes 1 and 2; + is a sum,
/// and a dot the end of a tree. Ranks are known after slot 5, and the roots broadcast from slot 8
/// on:
///
///     slot 1    1-+->0  3-+->2
///     slot 2    2-+->0
///     slot 3    0-+->2
///     slot 4    0-+->1  2-+->3
///     slot 5    0-+->1  0-+->2
///     slot 6    0-a->2  3-d->1
///     slot 7    -
///     slot 8    1-d->0  1-d->3  2-a->3  2-a->0
///     slot 9    1-.->0  1-.->3  2-.->3  2-.->0  3-d->2  3-a->1
///     slot 10   3-.->2  3-.->1
///
/// Stamoulis and Tsitsiklis 1991, 3.2. Marks "rank" (all nodes), "collect" (the roots, which alone
/// know K) and "broadcast" (all nodes). Time: exactly 2*ceil(K/d) + 4d slots, of which 2d+1,
/// ceil(K/d)+d-1 and ceil(K/d)+d a phase. Transmissions: 2(2^d-1) + d + sum of the distances to the
/// roots + (K+d)(2^d-1). Ports: all.
/// @return K
template <cube_node Node>
task<std::uint64_t> prefix_roots(Node& self, initial_messages messages) {
    const int dimensions = self.network().dimensions();
    const prefix rank = co_await prefix_with_total(self, messages.size());
    self.mark("rank");

    const bool is_root = disjoint_trees::is_root(self.id());
    const slot share = share_of_a_tree(rank.total, dimensions);
    const slot end = is_root ? self.slot() + share + dimensions - 1 : never;
    root_list collected = co_await collect_at_roots(
        self, assigned_by_rank(messages, rank.own_and_above, dimensions), end);
    if (is_root) {
        self.mark("collect");
    }

    co_return co_await broadcast_from_roots(self, std::move(collected));
}

}  // namespace tutti
