/// @file
/// The phase in which the roots of the disjoint trees broadcast what they have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tutti/collective/cube/collect_at_roots.hpp"
#include "tutti/collective/cube/cube_packet.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/slot.hpp"
#include "tutti/machine/task.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tree/disjoint_trees.hpp"

namespace tutti {

/// How nodes learn that a tree has ended.
enum class tree_ending : std::uint8_t {
    heard,        ///< from an end packet; a node is done when it has heard the ends of all trees
    timed,        ///< from the clock; the end packets are sent all the same
    unannounced,  ///< from the clock, and there are no end packets
};

/// What a node does while the roots broadcast: it passes on what it hears in the d trees and, at a
/// root, sends a message a slot and then the end of its tree.
template <node_of<hypercube> Node>
class tree_broadcast {
public:
    tree_broadcast(Node& self, root_list collected, tree_ending ending) noexcept
        : self_{&self}, trees_{self.network()}, list_{std::move(collected)}, ending_{ending} {
        heard_through_.fill(none);
        tree_of_.fill(none);
        for (int tree = 0; tree < trees_.count(); ++tree) {
            if (self.id() != disjoint_trees::root(tree)) {
                const int parent = trees_.parent(self.id(), tree);
                tree_of_[static_cast<std::size_t>(parent)] = static_cast<std::uint8_t>(tree);
                for (const int i : trees_.children(self.id(), tree)) {
                    heard_through_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(parent);
                }
            }
        }
    }

    /// Does what is to be done in this slot.
    void work() {
        auto links = sending(*self_);
        hear(links);
        if (sends_as_root()) {
            send_as_root(links);
        }
    }

    /// Whether the node has something of its own to send in the next slot.
    [[nodiscard]] bool sends_as_root() const noexcept {
        const std::size_t ends = ending_ == tree_ending::unannounced ? 0 : 1;
        return disjoint_trees::is_root(self_->id()) && next_ < list_.size() + ends;
    }

    /// Whether all d trees have ended here.
    [[nodiscard]] bool is_over() const noexcept { return ended_ == trees_.count(); }

    /// The messages that the node has had so far.
    [[nodiscard]] std::uint64_t message_count() const noexcept { return messages_; }

private:
    // The inbox may still show the last packets of the phase before, which are done with. In the
    // slot of the last end there is nothing but ends, and the node knows that all is over before it
    // sends what it still owes to its children.
    template <class Links>
    void hear(Links& links) {
        const int ended_before = ended_;
        bool has_strays = false;
        for_each_arrival(*self_, [&](port through, const cube_packet& packet) {
            if (packet.kind() == cube_packet_kind::data) {
                self_->deliver(packet.content());
                ++messages_;
            } else if (packet.kind() == cube_packet_kind::termination) {
                ++ended_;
            } else {
                return;
            }
            has_strays = has_strays || !is_in_its_tree(through, packet);
        });
        if (ended_ != ended_before) {
            mark_if_over();
        }
        pass_on(links);
        if (has_strays) {
            pass_on_strays(links);
        }
    }

    // Packets that come another way than their tree's, which no correct program sends: they go
    // where they say.
    template <class Links>
    void pass_on_strays(Links& links) {
        for (const auto& [through, packet] : self_->inbox()) {
            if (is_passed_on(packet) && !is_in_its_tree(through, packet)) {
                send_to_children(packet, links);
            }
        }
    }

    // Port by port: what is heard through a port and where it goes is the same in every slot, but
    // how many children a packet has is not the same from packet to packet.
    template <class Links>
    void pass_on(Links& links) {
        for (int i = 0; i < trees_.count(); ++i) {
            const port through = heard_through_[static_cast<std::size_t>(i)];
            const cube_packet* const heard = through == none ? nullptr : self_->received(through);
            if (heard != nullptr && is_in_its_tree(through, *heard) && is_passed_on(*heard)) {
                links.send(i, *heard);
            }
        }
    }

    [[nodiscard]] static bool is_passed_on(const cube_packet& packet) noexcept {
        return packet.kind() == cube_packet_kind::data ||
               packet.kind() == cube_packet_kind::termination;
    }

    [[nodiscard]] bool is_in_its_tree(port through, const cube_packet& packet) const {
        return packet.tree() == tree_of_[static_cast<std::size_t>(through)];
    }

    template <class Links>
    void send_as_root(Links& links) {
        if (next_ < list_.size()) {
            const cube_packet packet = list_[next_].as(cube_packet_kind::data);
            self_->deliver(packet.content());
            ++messages_;
            send_to_children(packet, links);
        } else {
            send_to_children(cube_packet::end_of(disjoint_trees::tree_of(self_->id())), links);
            ++ended_;
            mark_if_over();
        }
        ++next_;
    }

    void mark_if_over() {
        if (ending_ == tree_ending::heard && is_over()) {
            self_->mark("broadcast");
        }
    }

    template <class Links>
    void send_to_children(const cube_packet& packet, Links& links) const {
        for (const int i : trees_.children(self_->id(), packet.tree())) {
            links.send(i, packet);
        }
    }

    static constexpr std::uint8_t none = 255;

    Node* self_;
    disjoint_trees trees_;
    root_list list_;
    std::size_t next_ = 0;
    std::uint64_t messages_ = 0;
    int ended_ = 0;
    tree_ending ending_;
    // Of each port: the port through which the node hears what it passes on there, and the tree
    // whose packets come in there.
    std::array<std::uint8_t, hypercube::most_dimensions> heard_through_{};
    std::array<std::uint8_t, hypercube::most_dimensions> tree_of_{};
};

/// The roots broadcast what they collected, each over its own tree. A node marks "broadcast" when
/// it has heard the ends of all trees, and returns the number of messages, K.
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (phase 3). Time: exactly c+d slots, c the longest list.
template <node_of<hypercube> Node>
task<std::uint64_t> broadcast_from_roots(Node& self, root_list collected) {
    tree_broadcast<Node> trees{self, std::move(collected), tree_ending::heard};
    for (;;) {
        trees.work();
        if (trees.is_over()) {
            co_return trees.message_count();
        }
        if (trees.sends_as_root()) {
            co_await self.next_slot();
        } else {
            co_await self.mail();
        }
    }
}

/// The same where all nodes know from the clock when it is over: at slot `end`.
template <node_of<hypercube> Node>
task<> broadcast_from_roots_until(Node& self, root_list collected, tree_ending ending, slot end) {
    tree_broadcast<Node> trees{self, std::move(collected), ending};
    trees.work();
    while (self.slot() < end) {
        if (trees.sends_as_root()) {
            co_await self.next_slot();
        } else {
            co_await self.mail_or(end);
        }
        trees.work();
    }
    self.mark("broadcast");
}

}  // namespace tutti
