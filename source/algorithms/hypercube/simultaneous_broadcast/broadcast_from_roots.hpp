/// @file
/// Phase in which the roots of the disjoint trees broadcast their messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "collect_at_roots.hpp"
#include "node/fixed_routes.hpp"
#include "topology/trees/disjoint_trees.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/node/node_interface.hpp"

namespace tutti {

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

/// Messages of a root with the end of its tree after the last.
[[nodiscard]] inline root_list with_end(root_list own, const disjoint_trees& trees, node_id self) {
    for (int tree = 0; tree < trees.count(); ++tree) {
        if (self == disjoint_trees::root(tree)) {
            own.push_back(cube_packet::end_of(tree));
        }
    }
    return own;
}

/// Progress of a node in a broadcast by the roots.
class broadcast_progress {
public:
    /// @param end the slot in which all nodes know that it is over; `never`: a node knows it when
    ///   it has heard the ends of all trees, and marks "broadcast" then
    broadcast_progress(int trees, slot end) noexcept : end_{end}, trees_left_{trees} {}

    [[nodiscard]] std::uint64_t messages() const noexcept { return messages_; }

    /// Takes a message, or the end of a tree. Says whether it is one of them: the inbox may still
    /// show packets of the phase before.
    template <class Node>
    bool take(Node& node, const cube_packet& packet) {
        if (packet.kind() == cube_packet_kind::data) {
            node.deliver(packet.content());
            ++messages_;
            return true;
        }
        const bool is_end = packet.kind() == cube_packet_kind::termination;
        trees_left_ -= is_end ? 1 : 0;
        return is_end;
    }
    template <class Node>
    void mark_if_over(Node& node) const {
        if (end_ == never && trees_left_ == 0) {
            node.mark("broadcast");
        }
    }
    [[nodiscard]] wait_for wait(slot now, bool has_own) const noexcept {
        if (end_ == never ? trees_left_ == 0 : now >= end_) {
            return wait_for::nothing();
        }
        if (has_own) {
            return wait_for::next_slot();
        }
        return end_ == never ? wait_for::mail() : wait_for::mail_or(end_);
    }

private:
    std::uint64_t messages_ = 0;
    slot end_;
    int trees_left_;  // whose ends are still to come
};

/// Broadcast of what the roots have, one packet a slot, until all is over: at slot `end`, or, if
/// that is `never`, when a node has heard the ends of all trees; then it marks "broadcast".
/// @return the number of messages
template <node_of<hypercube> Node>
task<std::uint64_t> send_over_disjoint_trees(Node& self, root_list own, slot end) {
    const disjoint_trees trees{self.network()};
    const fixed_routes routes = routes_over(trees, self.id());
    broadcast_progress progress{trees.count(), end};
    std::size_t sent = 0;
    co_await each_slot(self, [&](auto& node) {
        fixed_routes::arrivals<cube_packet> heard;
        for_each_arrival(node, [&](port through, const cube_packet& packet) {
            if (progress.take(node, packet)) {
                heard.add(through, packet);
            }
        });
        progress.mark_if_over(node);
        routes.send_on(node, heard);
        // In its slot s a root sends message s on all dimensions and, after the last, the end of
        // its tree. It knows that end when it sends it.
        if (sent < own.size()) {
            const cube_packet packet = own[sent++];
            progress.take(node, packet);
            for (int i = 0; i < node.network().dimensions(); ++i) {
                node.send(i, packet);
            }
            progress.mark_if_over(node);
        }
        return progress.wait(node.slot(), sent < own.size());
    });
    co_return progress.messages();
}

/// Broadcast of the collected messages by the roots, each over its own tree. A node marks
/// "broadcast" when it has heard the ends of all trees, and returns the number of messages, K.
///
/// The tree of root 1 on the 3-cube, which has one message, g; a dot is the end of the tree. In
/// slots of this phase:
///
///     slot 1   1-g->0  1-g->3  1-g->5
///     slot 2   1-.->0  1-.->3  1-.->5  3-g->2  3-g->7  5-g->4
///     slot 3   3-.->2  3-.->7  5-.->4  7-g->6
///     slot 4   7-.->6
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (phase 3). Time: exactly c+d slots, c the longest list.
template <node_of<hypercube> Node>
task<std::uint64_t> broadcast_from_roots(Node& self, root_list collected) {
    const disjoint_trees trees{self.network()};
    return send_over_disjoint_trees(self, with_end(std::move(collected), trees, self.id()), never);
}

/// The same where all nodes know from the clock when it is over: at slot `end`.
template <node_of<hypercube> Node>
task<> broadcast_from_roots_until(Node& self, root_list collected, tree_ending ending, slot end) {
    const disjoint_trees trees{self.network()};
    if (ending == tree_ending::announced) {
        collected = with_end(std::move(collected), trees, self.id());
    }
    co_await send_over_disjoint_trees(self, std::move(collected), end);
    self.mark("broadcast");
}

}  // namespace tutti
