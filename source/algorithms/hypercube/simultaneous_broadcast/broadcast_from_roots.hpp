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

/// Step of a node in every slot while the roots broadcast.
class roots_broadcast {
public:
    /// @param end the slot in which all nodes know that it is over; `never`: nodes know it when
    ///   they have heard the ends of all trees, and mark "broadcast" then
    roots_broadcast(const hypercube& cube, node_id self, root_list collected, tree_ending ending,
                    slot end)
        : own_{std::move(collected)}, end_{end}, trees_left_{cube.dimensions()} {
        const disjoint_trees trees{cube};
        for (int tree = 0; tree < trees.count(); ++tree) {
            if (self != disjoint_trees::root(tree)) {
                routes_.add(trees.parent(self, tree), trees.children(self, tree).bits());
            } else if (ending == tree_ending::announced) {
                own_.push_back(cube_packet::end_of(tree));
            }
        }
    }

    template <node_at_work_of<hypercube> Node>
    step_end step(Node& self) {
        send_on(self);
        if (has_own()) {
            send_own(self);
        }
        if (is_over(self)) {
            return step_end::over();
        }
        if (has_own()) {
            return step_end::next_slot();
        }
        return end_ == never ? step_end::mail() : step_end::mail_or(end_);
    }

    template <class Ahead>
    void prepare(Ahead& self) const {
        self.expect_busy_links();
        self.expect_arrivals([](const cube_packet& packet) { return packet.content(); });
    }

    /// The messages that the node has had.
    [[nodiscard]] static std::uint64_t message_count(const roots_broadcast& ended) noexcept {
        return ended.messages_;
    }

private:
    // Forwards each packet that comes in a tree to the node's children there. The trees share no
    // link, so no two packets ever wait for one; and all that comes through a port is of the same
    // tree. A node knows that all is over before it sends what it still owes to its children.
    template <class Node>
    void send_on(Node& self) {
        fixed_routes::arrivals<cube_packet> heard;
        for_each_arrival(self, [&](port through, const cube_packet& packet) {
            if (take(self, packet)) {
                heard.add(through, packet);
            }
        });
        mark_if_over(self);
        routes_.send_on(self, heard);
    }

    // In its slot s a root sends message s on all dimensions and, after the last, the end of its
    // tree. It knows that end when it sends it.
    template <class Node>
    void send_own(Node& self) {
        const cube_packet packet = own_[sent_++];
        (void)take(self, packet);
        for (int i = 0; i < self.network().dimensions(); ++i) {
            self.send(i, packet);
        }
        mark_if_over(self);
    }

    // A message, or the end of a tree. Says whether it is one of them: the inbox may still show the
    // last packets of the phase before.
    template <class Node>
    bool take(Node& self, const cube_packet& packet) {
        if (packet.kind() == cube_packet_kind::data) {
            self.deliver(packet.content());
            ++messages_;
            return true;
        }
        const bool is_end = packet.kind() == cube_packet_kind::termination;
        trees_left_ -= is_end ? 1 : 0;
        return is_end;
    }

    template <class Node>
    void mark_if_over(Node& self) {
        if (end_ == never && trees_left_ == 0) {
            self.mark("broadcast");
        }
    }

    template <class Node>
    [[nodiscard]] bool is_over(const Node& self) const {
        return end_ == never ? trees_left_ == 0 : self.slot() >= end_;
    }

    [[nodiscard]] bool has_own() const noexcept { return sent_ < own_.size(); }

    fixed_routes routes_;  // from the parent in each tree to the children there
    root_list own_;        // what the node sends as a root, an end packet included
    std::size_t sent_ = 0;
    std::uint64_t messages_ = 0;
    slot end_;
    int trees_left_;  // whose ends are still to come
};

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
    co_return roots_broadcast::message_count(
        co_await run_steps(self, roots_broadcast{self.network(), self.id(), std::move(collected),
                                                 tree_ending::announced, never}));
}

/// The same where all nodes know from the clock when it is over: at slot `end`.
template <node_of<hypercube> Node>
task<> broadcast_from_roots_until(Node& self, root_list collected, tree_ending ending, slot end) {
    co_await run_steps(
        self, roots_broadcast{self.network(), self.id(), std::move(collected), ending, end});
    self.mark("broadcast");
}

}  // namespace tutti
