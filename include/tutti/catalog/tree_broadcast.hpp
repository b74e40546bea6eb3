/// @file
/// Multinode broadcast over a spanning tree, with one port.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/any/spanning_tree/tree_schedule.hpp"
#include "node/violation.hpp"
#include "topology/trees/spanning_tree.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/port_model.hpp"

namespace tutti {

/// Queue for each of a node's arcs in a tree, first in, first out.
class waiting_at_arcs {
public:
    /// @param own waits for all of them
    waiting_at_arcs(std::size_t arcs, const short_packet& own)
        : packets_(arcs, std::vector<short_packet>{own}), sent_(arcs) {}

    [[nodiscard]] bool empty(std::size_t arc) const noexcept {
        return sent_[arc] == packets_[arc].size();
    }
    /// Takes the oldest one out. @throws error if there is none
    [[nodiscard]] short_packet pop(std::size_t arc) {
        if (empty(arc)) {
            throw error{"no packet waits to be passed on"};
        }
        return packets_[arc][sent_[arc]++];
    }
    /// Queues a packet that came through `from` for all other arcs.
    void push(std::size_t from, const short_packet& packet) {
        for (std::size_t arc = 0; arc < packets_.size(); ++arc) {
            if (arc != from) {
                packets_[arc].push_back(packet);
            }
        }
    }

private:
    std::vector<std::vector<short_packet>> packets_;
    std::vector<std::size_t> sent_;
};

/// Takes the packets that have come over a node's arcs. @return how many packets
template <node_interface Node, class Heard>
std::size_t take_over_arcs(Node& self, std::span<const spanning_tree::arc> arcs,
                           waiting_at_arcs& waiting, Heard& heard) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const auto packet = self.received(arcs[i].through);
        if (packet != nullptr) {
            const short_packet arrived = *packet;
            heard(arrived);
            waiting.push(i, arrived);
            ++count;
        }
    }
    return count;
}

/// Multinode broadcast over a spanning tree, each message over every link of the tree once: a node
/// sends the oldest packet that waits for a link whenever the schedule allows. All work out the
/// same tree and the same timetable.
///
/// Not in the papers. Time: exactly `slots()`. Transmissions: n(n-1). Ports: one.
class tree_broadcast {
public:
    tree_broadcast(spanning_tree tree, duplex mode)
        : tree_{std::move(tree)}, when_{tree_, mode, tree_timing::urgent_first} {}

    [[nodiscard]] slot slots() const noexcept { return when_.slots(); }

    /// The program of a node of the tree's network, which ends after exactly `slots()`. The object
    /// outlives it.
    /// @param own what the node has to say
    /// @param heard called with every packet of the others as it comes in
    template <node_interface Node, class Heard>
        requires carries<Node, short_packet>
    task<> run(Node& self, short_packet own, Heard heard) const {
        const auto arcs = tree_.arcs(self.id());
        const auto row = when_.row(self.id());
        waiting_at_arcs waiting{arcs.size(), own};
        auto next = row.begin();
        for (slot at = 0; at < slots(); ++at) {
            if (next != row.end() && next->at == at) {
                self.send(arcs[next->arc].through, waiting.pop(next->arc));
                ++next;
            }
            co_await self.next_slot();
            take_over_arcs(self, arcs, waiting, heard);
        }
    }

private:
    spanning_tree tree_;
    tree_schedule when_;
};

/// The same without a timetable: tree links work by turns, by their colours, and an end of a link
/// sends whenever something waits; where a node cannot both send and receive, the end farther from
/// the centre as long as it has something to say, and then the other.
///
/// Not in the papers. Time: exactly (N-2)D + c for N >= 3, D the largest degree of the tree and c
/// the largest colour at a leaf; half duplex at most D(N+h-1), h the radius. Transmissions: n(n-1).
/// Ports: one.
class periodic_tree_broadcast {
public:
    periodic_tree_broadcast(spanning_tree tree, duplex mode)
        : tree_{std::move(tree)}, mode_{mode} {}

    /// Program of a node, which ends when it has received all messages and has forwarded its own.
    template <node_interface Node, class Heard>
        requires carries<Node, short_packet>
    task<> run(Node& self, short_packet own, Heard heard) const {
        const auto arcs = tree_.arcs(self.id());
        std::size_t missing = tree_.node_count() - 1;
        std::size_t owed = 0;
        for (const spanning_tree::arc& each : arcs) {
            owed += tree_.due(each);
        }
        waiting_at_arcs waiting{arcs.size(), own};
        for (std::uint32_t at = 0; missing > 0 || owed > 0; ++at) {
            for (std::size_t i = 0; i < arcs.size(); ++i) {
                if (works_in(self.id(), arcs[i], at) && !waiting.empty(i)) {
                    self.send(arcs[i].through, waiting.pop(i));
                    --owed;
                }
            }
            co_await self.next_slot();
            missing -= take_over_arcs(self, arcs, waiting, heard);
        }
    }

private:
    [[nodiscard]] bool works_in(node_id from, const spanning_tree::arc& over,
                                std::uint32_t at) const noexcept {
        const auto turns = static_cast<std::uint32_t>(tree_.degree());
        return static_cast<std::uint32_t>(over.colour) == at % turns &&
               tree_.may_send(from, over, mode_ == duplex::half, at / turns);
    }

    spanning_tree tree_;
    duplex mode_;
};

}  // namespace tutti
