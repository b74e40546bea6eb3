/// @file
/// Parts of scatter and gather over a tree, whatever the network and the packets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "collectives/destination.hpp"
#include "node/mark.hpp"
#include "topology/participant_set.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Sends the root's packets, one a slot through each port. Marks "scatter".
/// @param leaving the list of a port, in the order in which its packets leave
/// @param packet_for the packet of an entry of such a list
template <node_interface Node, class Leaving, class PacketFor>
task<> scatter_from_root(Node& self, Leaving leaving, PacketFor packet_for) {
    const port ports = self.network().port_limit(self.id());
    std::size_t slots = 0;
    for (port i = 0; i < ports; ++i) {
        slots = std::max(slots, leaving(i).size());
    }
    for (std::size_t j = 0; j < slots; ++j) {
        for (port i = 0; i < ports; ++i) {
            if (j < leaving(i).size()) {
                self.send(i, packet_for(leaving(i)[j]));
            }
        }
        if (j + 1 < slots) {
            co_await self.next_slot();
        }
    }
    self.mark("scatter");
}

/// Passes on what comes to a node, until it is the node's own message, the last packet that it
/// receives: delivers that one and marks "scatter".
/// @param next the port through which a packet leaves
template <node_interface Node, class Next>
task<> pass_on_until_own(Node& self, Next next) {
    for (bool is_own = self.network().node_count() == 1; !is_own;) {
        co_await self.mail();
        const packet_of<Node> packet = self.inbox().front().packet;
        is_own = destination_of(self.network(), packet) == self.id();
        if (is_own) {
            self.deliver(packet.as_message());
        } else {
            self.send(next(packet), packet);
        }
    }
    self.mark("scatter");
}

/// The same among some participants: others mark "scatter" at once, and nodes go on relaying.
/// @param next the port through which a packet leaves for its destination
template <node_interface Node, class Next>
task<> pass_on_among(Node& self, const participant_set& participants, Next next) {
    bool is_missing =
        participants.contains(self.id()) && participants.size(self.network().node_count()) > 1;
    if (!is_missing) {
        self.mark("scatter");
    }
    for (;;) {
        if (is_missing) {
            co_await self.mail();
        } else {
            co_await self.relay();
        }
        for (const auto [through, packet] : self.inbox()) {
            const auto [origin, number, payload] = packet.as_message();
            const node_id to = destination_of(self.network(), participants, origin, number);
            if (to == self.id()) {
                self.deliver(packet.as_message());
                self.mark("scatter");
                is_missing = false;
            } else {
                self.send(next(packet, to), packet);
            }
        }
    }
}

/// Hears that many messages, in any order. Marks "gather".
template <node_interface Node>
task<> gather_at_root(Node& self, std::size_t missing) {
    while (missing > 0) {
        co_await self.mail();
        for (const auto [through, packet] : self.inbox()) {
            self.deliver(packet.as_message());
            --missing;
        }
    }
    self.mark("gather");
}

/// Hears one of every other node.
template <node_interface Node>
task<> gather_at_root(Node& self) {
    return gather_at_root(self, self.network().node_count() - 1);
}

/// Sends a node's own packet through `up`, if it has one, and then what comes, first come, first
/// served, a packet a slot, until it has sent `left` packets. Marks "gather".
template <node_interface Node>
task<> gather_through(Node& self, std::optional<packet_of<Node>> own, port up, std::size_t left) {
    std::vector<packet_of<Node>> waiting;
    if (own) {
        waiting.push_back(*own);
    }
    for (std::size_t sent = 0;;) {
        if (sent < waiting.size()) {
            self.send(up, waiting[sent++]);
            --left;
        }
        if (left == 0) {
            break;
        }
        co_await self.mail_or(sent < waiting.size() ? self.slot() + 1 : never);
        for (const auto [through, packet] : self.inbox()) {
            waiting.push_back(packet);
        }
    }
    self.mark("gather");
}

/// Port and slot, from 0, in which a packet leaves a node.
struct scheduled_hop {
    slot at = 0;
    port through = 0;
};

/// Node's part in a schedule in which packets say when they leave: each waits for its slot, and is
/// delivered at its destination. Marks the end in slot `slots`.
/// @param own packets of the node
/// @param hop_of the next hop of a packet, or nothing at its destination
template <node_interface Node, class HopOf>
task<> send_when_due(Node& self, std::vector<packet_of<Node>> own, slot slots, milestone end,
                     HopOf hop_of) {
    std::multimap<slot, std::pair<port, packet_of<Node>>> waiting;
    const auto take = [&](const packet_of<Node>& packet) {
        if (const std::optional<scheduled_hop> hop = hop_of(packet)) {
            waiting.emplace(hop->at, std::pair{hop->through, packet});
        } else {
            self.deliver(packet.as_message());
        }
    };
    std::ranges::for_each(own, take);
    while (self.slot() < slots) {
        for (; !waiting.empty() && waiting.begin()->first <= self.slot();
             waiting.erase(waiting.begin())) {
            const auto& [through, packet] = waiting.begin()->second;
            self.send(through, packet);
        }
        co_await self.mail_or(waiting.empty() ? slots : waiting.begin()->first);
        for (const auto [through, packet] : self.inbox()) {
            take(packet);
        }
    }
    self.mark(end);
}

}  // namespace tutti
