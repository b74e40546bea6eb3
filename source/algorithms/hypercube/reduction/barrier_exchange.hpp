/// @file
/// A barrier on the hypercube, one dimension after the other.
#pragma once

#include <cstdint>

#include "algorithms/partial_program.hpp"
#include "node/violation.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// Tokens received by a node of a barrier, one over each dimension: a neighbour may be a stage
/// ahead.
class barrier_tokens {
public:
    /// Takes the tokens that have arrived. @throws error if one is not the token of its dimension
    template <node_at_work Node>
    void take(Node& self) {
        for_each_arrival(self, [this](port through, const partial_packet& packet) {
            const std::uint32_t bit = std::uint32_t{1} << static_cast<unsigned int>(through);
            if (packet != partial_packet::token(static_cast<std::uint32_t>(through)) ||
                (came_ & bit) != 0) {
                throw error{"a packet came that is not the token of its dimension"};
            }
            came_ |= bit;
        });
    }
    [[nodiscard]] bool has(int dimension) const noexcept { return (came_ >> dimension & 1U) != 0; }

private:
    std::uint32_t came_ = 0;
};

/// Sleeps until slot `at`, and takes tokens that arrive before it.
template <node_interface Node>
task<> wait_with_tokens(Node& self, barrier_tokens& tokens, slot at) {
    while (self.slot() < at) {
        co_await self.mail_or(at);
        tokens.take(self);
    }
}

/// Barrier: a node calls at the end of slot `call`, and goes on when all have called: stage by
/// stage it exchanges a token over a dimension, so that after stage i it knows of all nodes that
/// differ from it in the first i dimensions only.
///
/// On the 2-cube, where node 0 calls at the end of slot 1, node 2 of slot 2, and nodes 1 and 3 of
/// slot 3:
///
///              at once                     by turns
///     slot 2   0->1                        -
///     slot 3   2->3                        0->1  2->3
///     slot 4   1->0  3->2                  -
///     slot 5   0->2  1->3  2->0  3->1      1->0  3->2
///     slot 6   -                           0->2  1->3  2->0  3->1
///
/// spec/reductions.md, section 8. A node delivers message 0 of node 0, and marks "barrier", when it
/// goes on. Transmissions: d N, all of them control.
/// @param is_turned whether dimension i is used in every d-th slot only, so that one port does.
/// Time: exactly d after the last call; by turns, d (ceil(c/d) + 1) slots, c the last call.
template <node_of<hypercube> Node>
    requires carries<Node, partial_packet>
task<> barrier_exchange(Node& self, slot call, bool is_turned) {
    barrier_tokens tokens;
    co_await wait_with_tokens(self, tokens, call);
    const slot d = self.network().dimensions();
    for (int i = 0; i < d; ++i) {
        if (is_turned) {
            const slot since = ((self.slot() - i) % d + d) % d;
            co_await wait_with_tokens(self, tokens, self.slot() + (d - since) % d);
        }
        self.send(i, partial_packet::token(static_cast<std::uint32_t>(i)));
        co_await self.next_slot();
        tokens.take(self);
        while (!tokens.has(i)) {
            co_await self.mail();
            tokens.take(self);
        }
    }
    self.deliver(message{});
    self.mark("barrier");
}

}  // namespace tutti
