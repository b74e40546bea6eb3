/// @file
/// Multinode broadcast over a spanning tree, with one port.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <utility>
#include <vector>

#include "node/schedule.hpp"
#include "node/violation.hpp"
#include "topology/trees/spanning_tree.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"

namespace tutti {

/// Link of a node as a broadcast uses it: both ways, or one way.
struct forwarding_link {
    static constexpr port none = -1;

    port from = none;  ///< what comes through it leaves through all other links
    port to = none;
};

/// Packets that a node forwards: what comes through one of its links leaves through all others, in
/// the order in which it came.
/// @tparam Heard called with the node and every packet that comes in
template <class Heard>
class forwarding_queues {
public:
    /// @param own leaves through all links
    template <std::ranges::forward_range Links>
    forwarding_queues(const Links& links, const short_packet& own, Heard heard)
        : heard_{std::move(heard)} {
        queues_.reserve(static_cast<std::size_t>(std::ranges::distance(links)));
        for (const forwarding_link& link : links) {
            queues_.push_back({.link = link});
        }
        push(nullptr, own);
    }

    [[nodiscard]] bool empty(port to) { return leading(to).packets.empty(); }
    /// Sends the oldest packet that waits for a port. @throws error if there is none
    template <node_at_work Node>
    void send(Node& node, port to, std::uint64_t /*number*/ = 0) {
        auto& [link, sent, packets] = leading(to);
        if (packets.empty()) {
            throw error{"no packet waits to be passed on"};
        }
        node.send(to, packets[sent++]);
        if (2 * sent >= packets.size()) {
            packets.erase(packets.begin(), packets.begin() + sent);
            sent = 0;
        }
    }
    /// Takes the packets that have come. @return how many
    template <node_at_work Node>
    std::size_t receive(Node& node) {
        std::size_t count = 0;
        for (const queue& source : queues_) {
            if (source.link.from != forwarding_link::none) {
                if (const auto arrived = node.received(source.link.from)) {
                    heard_(node, *arrived);
                    push(&source, *arrived);
                    ++count;
                }
            }
        }
        return count;
    }

private:
    struct queue {
        forwarding_link link;
        std::uint32_t sent = 0;  // of the packets; fewer than half
        node_vector<short_packet> packets{};
    };

    [[nodiscard]] queue& leading(port to) {
        return *std::ranges::find(queues_, to, [](const queue& each) { return each.link.to; });
    }
    void push(const queue* source, const short_packet& packet) {
        for (queue& each : queues_) {
            if (&each != source && each.link.to != forwarding_link::none) {
                each.packets.push_back(packet);
            }
        }
    }

    node_vector<queue> queues_;
    Heard heard_;
};

/// Multinode broadcast by a timetable: a node sends its own message through each of its links that
/// the broadcast uses, and passes on what comes through one of them through all others, in the
/// order in which it came, when the timetable says.
class scheduled_broadcast {
public:
    /// @param links of every node
    /// @param sends one row a node and slot at most
    scheduled_broadcast(std::vector<std::vector<forwarding_link>> links, slot slots, schedule sends)
        : links_{std::move(links)}, slots_{slots}, sends_{std::move(sends)} {}

    [[nodiscard]] slot slots() const noexcept { return slots_; }

    /// The program of a node, which ends after exactly `slots()`. The object outlives it.
    /// @param own what the node has to say
    /// @param heard called with the node and every packet of the others as it comes in
    template <node_interface Node, class Heard>
        requires carries<Node, short_packet>
    task<> run(Node& self, short_packet own, Heard heard) const {
        forwarding_queues<Heard> waiting{links_[self.id()], own, std::move(heard)};
        co_await play(self, sends_, {.node = self.id()}, slots_, waiting);
    }
    /// The same for a view, which the program keeps.
    template <node_interface View, class Heard>
        requires carries<View, short_packet>
    task<> run_on(View view, short_packet own, Heard heard) const {
        co_await run(view, own, std::move(heard));
    }

private:
    std::vector<std::vector<forwarding_link>> links_;
    slot slots_;
    schedule sends_;
};

/// Multinode broadcast over a spanning tree, each message over every link of the tree once: a node
/// sends the oldest packet that waits for a link whenever the schedule allows. All work out the
/// same tree and the same timetable.
///
/// Not in the papers. Time: that of a timetable that all nodes work out, at most that of
/// tree-periodic. Transmissions: n(n-1). Ports: one.
class tree_broadcast : public scheduled_broadcast {
public:
    tree_broadcast(const spanning_tree& tree, duplex mode);
};

/// The same without a timetable: tree links work by turns, by their colours, and an end of a link
/// sends whenever something waits; where a node cannot both send and receive, the end farther from
/// the centre as long as it has something to say, and then the other.
///
/// Not in the papers. Time: exactly (n-2)D + c for n >= 3; half duplex at most D(n+h-1); D is the
/// largest degree of the tree, c the largest colour at a leaf, h the radius. Transmissions: n(n-1).
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
        forwarding_queues<Heard> waiting{std::views::transform(arcs, link_of), own,
                                         std::move(heard)};
        for (std::uint32_t at = 0; missing > 0 || owed > 0; ++at) {
            for (const auto& each : arcs) {
                if (works_in(self.id(), each, at) && !waiting.empty(each.through)) {
                    waiting.send(self, each.through);
                    --owed;
                }
            }
            co_await self.next_slot();
            missing -= waiting.receive(self);
        }
    }

private:
    static forwarding_link link_of(const spanning_tree::arc& over) noexcept {
        return {.from = over.through, .to = over.through};
    }
    [[nodiscard]] bool works_in(node_id from, const spanning_tree::arc& over,
                                std::uint32_t at) const noexcept {
        const auto turns = static_cast<std::uint32_t>(tree_.degree());
        return std::cmp_equal(over.colour, at % turns) &&
               tree_.may_send(from, over, mode_ == duplex::half, at / turns);
    }

    spanning_tree tree_;
    duplex mode_;
};

}  // namespace tutti
