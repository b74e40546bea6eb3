/// @file
/// The phase in which the roots of the disjoint trees broadcast what they have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "tutti/algorithm/cube/collect_at_roots.hpp"
#include "tutti/algorithm/cube/cube_packet.hpp"
#include "tutti/model/face.hpp"
#include "tutti/model/slot.hpp"
#include "tutti/model/step_end.hpp"
#include "tutti/model/task.hpp"
#include "tutti/topology/dimension_set.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tree/disjoint_trees.hpp"

namespace tutti {

/// How nodes learn that a tree has ended.
enum class tree_ending : std::uint8_t {
    heard,        ///< from an end packet; a node is done when it has heard the ends of all trees
    timed,        ///< from the clock; the end packets are sent all the same
    unannounced,  ///< from the clock, and there are no end packets
};

/// What a node does in every slot while the roots broadcast: it passes on what it hears in the d
/// trees and, at a root, sends a message a slot and then the end of its tree.
class tree_broadcast {
public:
    /// @param end the slot in which it is over, if the clock says it
    tree_broadcast(const hypercube& cube, node_id self, root_list collected, tree_ending ending,
                   slot end = never)
        : trees_{cube},
          list_{std::move(collected)},
          end_{end},
          ending_{ending},
          left_{disjoint_trees::is_root(self)
                    ? list_.size() + (ending == tree_ending::unannounced ? 0 : 1)
                    : 0} {
        data_way_.fill(no_way);
        for (int tree = 0; tree < trees_.count(); ++tree) {
            if (self != disjoint_trees::root(tree)) {
                know_way(trees_.parent(self, tree), tree, trees_.children(self, tree));
            }
        }
    }

    template <node_at_work_of<hypercube> Node>
    step_end step(Node& self) {
        hear(self);
        if (left_ != 0) {
            send_as_root(self);
        }
        if (ending_ == tree_ending::heard ? is_over() : self.slot() >= end_) {
            return step_end::over();
        }
        if (left_ != 0) {
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
    [[nodiscard]] static std::uint64_t message_count(const tree_broadcast& ended) noexcept {
        return ended.messages_;
    }

private:
    void know_way(port parent, int tree, dimension_set children) noexcept {
        data_way_[static_cast<std::size_t>(parent)] =
            cube_packet::way_of(cube_packet_kind::data, tree);
        for (const port i : children) {
            heard_through_[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(parent);
            sources_ |= std::uint32_t{1} << parent;
        }
        targets_ |= children.bits();
    }

    // Whether all d trees have ended here.
    [[nodiscard]] bool is_over() const noexcept { return ended_ == trees_.count(); }

    // What was heard in the trees: the ports, as bits, and the packet of each. Packets of other
    // ports are never looked at; to clear them would take time in every step.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
    class heard_packets {
    public:
        [[nodiscard]] std::uint32_t ports() const noexcept { return ports_; }
        void add(port through, const cube_packet& packet) noexcept {
            ports_ |= std::uint32_t{1} << through;
            packets_[static_cast<std::size_t>(through)] = &packet;
        }
        [[nodiscard]] const cube_packet& at(port through) const noexcept {
            return *packets_[static_cast<std::size_t>(through)];
        }

    private:
        std::uint32_t ports_ = 0;
        std::array<const cube_packet*, hypercube::most_dimensions> packets_;
    };

    // The inbox may still show the last packets of the phase before, which are done with. In the
    // slot of the last end there is nothing but ends, and the node knows that all is over before it
    // sends what it still owes to its children.
    template <class Node>
    void hear(Node& self) {
        const int ended_before = ended_;
        bool has_strays = false;
        heard_packets heard;
        for_each_arrival(self, [&](port through, const cube_packet& packet) {
            // What comes most is told by one look.
            const bool is_data_in_its_tree = packet.way() == data_way(through);
            if (is_data_in_its_tree || packet.kind() == cube_packet_kind::data) {
                self.deliver(packet.content());
                ++messages_;
            } else if (packet.kind() == cube_packet_kind::termination) {
                ++ended_;
            } else {
                return;
            }
            if (is_data_in_its_tree || is_in_its_tree(through, packet)) {
                heard.add(through, packet);
            } else {
                has_strays = true;
            }
        });
        if (ended_ != ended_before) {
            mark_if_over(self);
        }
        pass_on(self, heard);
        if (has_strays) {
            pass_on_strays(self);
        }
    }

    // Packets that come another way than their tree's, which no correct program sends: they go
    // where they say.
    template <class Node>
    void pass_on_strays(Node& self) {
        for (const auto& [through, packet] : self.inbox()) {
            if (is_passed_on(packet) && !is_in_its_tree(through, packet)) {
                send_to_children(self, packet);
            }
        }
    }

    // By sets of ports, which are the same in every slot in which something is heard in all trees.
    template <class Node>
    void pass_on(Node& self, const heard_packets& heard) const {
        send_each(self, ports_for(heard), [&](port through) -> const cube_packet& {
            return heard.at(heard_through_[static_cast<std::size_t>(through)]);
        });
    }

    // Where what was heard goes.
    [[nodiscard]] std::uint32_t ports_for(const heard_packets& heard) const noexcept {
        if ((~heard.ports() & sources_) == 0) {
            return targets_;
        }
        std::uint32_t ports = 0;
        for (const port i : dimension_set{targets_}) {
            const port source = heard_through_[static_cast<std::size_t>(i)];
            ports |= (heard.ports() >> source & 1U) << i;
        }
        return ports;
    }

    [[nodiscard]] static bool is_passed_on(const cube_packet& packet) noexcept {
        return packet.kind() == cube_packet_kind::data ||
               packet.kind() == cube_packet_kind::termination;
    }

    // The way of messages that come through a port.
    [[nodiscard]] std::uint8_t data_way(port through) const noexcept {
        return data_way_[static_cast<std::size_t>(through)];
    }
    [[nodiscard]] bool is_in_its_tree(port through, const cube_packet& packet) const noexcept {
        return cube_packet::way_of(cube_packet_kind::data, packet.tree()) == data_way(through);
    }

    template <class Node>
    void send_as_root(Node& self) {
        const std::size_t ends = ending_ == tree_ending::unannounced ? 0 : 1;
        if (left_ > ends) {
            const cube_packet packet =
                list_[list_.size() + ends - left_].as(cube_packet_kind::data);
            self.deliver(packet.content());
            ++messages_;
            send_to_children(self, packet);
        } else {
            send_to_children(self, cube_packet::end_of(disjoint_trees::tree_of(self.id())));
            ++ended_;
            mark_if_over(self);
        }
        --left_;
    }

    template <class Node>
    void mark_if_over(Node& self) {
        if (ending_ == tree_ending::heard && is_over()) {
            self.mark("broadcast");
        }
    }

    template <class Node>
    void send_to_children(Node& self, const cube_packet& packet) const {
        for (const int i : trees_.children(self.id(), packet.tree())) {
            self.send(i, packet);
        }
    }

    // Of no packet: there is no such kind.
    static constexpr std::uint8_t no_way = 3;

    disjoint_trees trees_;
    root_list list_;
    std::uint64_t messages_ = 0;
    slot end_;
    int ended_ = 0;
    tree_ending ending_;
    std::size_t left_;  // packets of its own that a root has still to send
    // Ports through which the node hears what it passes on, and those where that goes, as bits.
    std::uint32_t sources_ = 0;
    std::uint32_t targets_ = 0;
    // Of the targets: the source of what the node passes on there.
    std::array<std::uint8_t, hypercube::most_dimensions> heard_through_{};
    // Of each port: the way of the messages of the tree whose packets come in there.
    std::array<std::uint8_t, hypercube::most_dimensions> data_way_{};
};

/// The roots broadcast what they collected, each over its own tree. A node marks "broadcast" when
/// it has heard the ends of all trees, and returns the number of messages, K.
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (phase 3). Time: exactly c+d slots, c the longest list.
template <node_of<hypercube> Node>
task<std::uint64_t> broadcast_from_roots(Node& self, root_list collected) {
    co_return tree_broadcast::message_count(co_await run_steps(
        self, tree_broadcast{self.network(), self.id(), std::move(collected), tree_ending::heard}));
}

/// The same where all nodes know from the clock when it is over: at slot `end`.
template <node_of<hypercube> Node>
task<> broadcast_from_roots_until(Node& self, root_list collected, tree_ending ending, slot end) {
    co_await run_steps(
        self, tree_broadcast{self.network(), self.id(), std::move(collected), ending, end});
    self.mark("broadcast");
}

}  // namespace tutti
