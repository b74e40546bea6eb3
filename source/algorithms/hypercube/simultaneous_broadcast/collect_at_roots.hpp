/// @file
/// The phase in which messages travel to the roots of the disjoint trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "topology/trees/disjoint_trees.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/node/port_queues.hpp"

namespace tutti {

/// Messages at the root of a tree, in the order in which the root broadcasts them; empty at all
/// other nodes.
using root_list = std::vector<cube_packet>;

/// The messages of a node, each assigned to one of the d trees by its rank among all messages, so
/// that the shares of the trees differ by one at most.
/// @param own_and_above messages of this node and of all nodes with larger ids
[[nodiscard]] inline std::vector<cube_packet> assigned_by_rank(const initial_messages& messages,
                                                               std::uint64_t own_and_above,
                                                               int trees) {
    std::vector<cube_packet> assigned;
    for (std::size_t m = 0; m < messages.size(); ++m) {
        const std::uint64_t rank = own_and_above - messages.size() + m;
        const auto tree = static_cast<int>(rank % static_cast<std::uint64_t>(trees));
        assigned.push_back(cube_packet::of(messages[m], cube_packet_kind::collect, tree));
    }
    return assigned;
}

/// ceil(K/d): the messages of the tree that has most of them, if ranks assign them.
[[nodiscard]] constexpr slot share_of_a_tree(std::uint64_t message_count, int trees) noexcept {
    const auto d = static_cast<std::uint64_t>(trees);
    return static_cast<slot>((message_count + d - 1) / d);
}

/// Step of a node while messages travel to the roots: it queues them towards their roots over the
/// reversed trees, first come, first served, and stores those whose root it is.
template <node_of<hypercube> Node>
class root_collection {
public:
    /// @param packets the node's own messages, each with its tree
    root_collection(Node& self, const std::vector<cube_packet>& packets) : self_{&self} {
        for (const cube_packet& packet : packets) {
            take(packet);
        }
    }

    /// True if packets are queued.
    [[nodiscard]] bool has_to_send() const noexcept { return !queues_.empty(); }

    /// Sends the oldest packet of every queue.
    void send() { queues_.drain(*self_); }

    /// Takes a message in, of this node or from a neighbour.
    void take(const cube_packet& packet) {
        const disjoint_trees trees{self_->network()};
        if (self_->id() == disjoint_trees::root(packet.tree())) {
            collected_.push_back(packet.as(cube_packet_kind::data));
        } else {
            queues_.push(trees.parent(self_->id(), packet.tree()), packet);
        }
    }

    /// Messages of the node as a root: its own, then the others in the order of arrival.
    [[nodiscard]] root_list& collected() noexcept { return collected_; }

private:
    Node* self_;
    port_queues<cube_packet> queues_;
    root_list collected_;
};

/// Sends every message to the root of its tree, over the reversed trees. A node collects until slot
/// `end` or, if it cannot know it (`never`), until it meets a packet of the next phase. What has
/// not arrived by then is lost.
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
template <node_of<hypercube> Node>
task<root_list> collect_at_roots(Node& self, std::vector<cube_packet> packets, slot end) {
    root_collection<Node> messages{self, packets};
    while (self.slot() < end) {
        messages.send();
        if (messages.has_to_send()) {
            co_await self.next_slot();
        } else {
            co_await self.mail_or(end);
        }
        for (const auto [through, packet] : self.inbox()) {
            // It stays in the inbox for this slot, where the next phase finds it.
            if (packet.kind() != cube_packet_kind::collect) {
                co_return std::move(messages.collected());
            }
            messages.take(packet);
        }
    }
    co_return std::move(messages.collected());
}

}  // namespace tutti
