/// @file
/// A barrier on any network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/partial_program.hpp"
#include "node/violation.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Counter of the tokens received by a node, by port: a neighbour may be rounds ahead.
class counted_tokens {
public:
    explicit counted_tokens(std::size_t ports) : came_(ports) {}

    /// Takes the tokens that have arrived. @throws error if one is not the next token of its link
    template <node_at_work Node>
    void take(Node& self) {
        for_each_arrival(self, [this](port through, const partial_packet& packet) {
            std::uint32_t& came = came_[static_cast<std::size_t>(through)];
            if (packet != partial_packet::token(came)) {
                throw error{"a packet came that is not the next token of its link"};
            }
            ++came;
        });
    }
    /// True if `rounds` packets have arrived over every link of a node.
    template <class Node>
    [[nodiscard]] bool has_from_all(const Node& self, std::uint32_t rounds) const {
        for (std::size_t i = 0; i < came_.size(); ++i) {
            if (self.has(static_cast<port>(i)) && came_[i] < rounds) {
                return false;
            }
        }
        return true;
    }

private:
    std::vector<std::uint32_t> came_;  // by port
};

/// Barrier: a node calls at the end of slot `call`, and goes on when all have called: in each round
/// it sends a token to all neighbours and waits for one of each, so that after round r it knows of
/// all nodes within r links.
///
/// On the path of 4, where node 0 calls at the end of slot 1, node 2 of slot 2, and nodes 1 and 3
/// of slot 3:
///
///     slot 2   0->1
///     slot 3   2->1  2->3
///     slot 4   1->0  1->2  3->2
///     slot 5   0->1  1->0  1->2  2->1  2->3  3->2
///     slot 6   0->1  1->0  1->2  2->1  2->3  3->2
///
/// spec/reductions.md, section 8. A node delivers message 0 of node 0, and marks "barrier", when it
/// goes on. Time: exactly `rounds` after the last call. Transmissions: one over each link in a
/// round, all of them control. Ports: all.
/// @param rounds the diameter
template <node_interface Node>
    requires carries<Node, partial_packet>
task<> barrier_rounds(Node& self, slot call, std::uint32_t rounds) {
    const port ports = self.network().port_limit(self.id());
    counted_tokens tokens{static_cast<std::size_t>(ports)};
    while (self.slot() < call) {
        co_await self.mail_or(call);
        tokens.take(self);
    }
    for (std::uint32_t round = 0; round < rounds; ++round) {
        for (port through = 0; through < ports; ++through) {
            if (self.has(through)) {
                self.send(through, partial_packet::token(round));
            }
        }
        co_await self.next_slot();
        tokens.take(self);
        while (!tokens.has_from_all(self, round + 1)) {
            co_await self.mail();
            tokens.take(self);
        }
    }
    self.deliver(message{});
    self.mark("barrier");
}

}  // namespace tutti
