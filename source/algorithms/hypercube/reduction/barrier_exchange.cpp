/// @file
/// Barriers on the hypercube, one dimension after the other.

#include "algorithms/hypercube/cube_entry.hpp"
#include "algorithms/partial_program.hpp"
#include "collectives/reduction.hpp"
#include "node/violation.hpp"
#include "topology/networks/dimension_set.hpp"
#include "tutti/node/node_interface.hpp"

namespace tutti {

/// Takes the tokens that have arrived at a node, one over each dimension: a neighbour may be a
/// stage ahead. @throws error if one is not the token of its dimension
template <node_at_work Node>
void take_tokens(Node& self, dimension_set& tokens) {
    for_each_arrival(self, [&](port through, const short_packet& packet) {
        if (packet != short_packet::token(static_cast<std::uint32_t>(through)) ||
            tokens.contains(through)) {
            throw error{"a packet came that is not the token of its dimension"};
        }
        tokens.insert(through);
    });
}

/// Sleeps until slot `at`, and takes tokens that arrive before it.
template <node_interface Node>
task<> wait_with_tokens(Node& self, dimension_set& tokens, slot at) {
    while (self.slot() < at) {
        co_await self.mail_or(at);
        take_tokens(self, tokens);
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
/// Time: exactly c + d, c the last call; by turns: d (ceil(c/d) + 1), c the last call.
template <node_of<hypercube> Node>
    requires carries<Node, short_packet>
task<> barrier_exchange(Node& self, slot call, bool is_turned) {
    dimension_set tokens;
    co_await wait_with_tokens(self, tokens, call);
    const slot d = self.network().dimensions();
    for (int i = 0; i < d; ++i) {
        if (is_turned) {
            const slot until_turn = ((i - self.slot()) % d + d) % d;
            co_await wait_with_tokens(self, tokens, self.slot() + until_turn);
        }
        self.send(i, short_packet::token(static_cast<std::uint32_t>(i)));
        co_await self.next_slot();
        take_tokens(self, tokens);
        while (!tokens.contains(i)) {
            co_await self.mail();
            take_tokens(self, tokens);
        }
    }
    self.deliver(message{});
    self.mark("barrier");
}

namespace {

void describe_cube_barrier(algorithm& entry, bool is_turned) {
    describe_for_cubes(entry);
    entry.source = "the exchange of tokens over all dimensions; not in the papers";
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        return packet_hops{0, cube_of(problem).link_count()};
    };
    entry.figure_steps = steps_of_calls;
    entry.program = cube_programs::on_any([is_turned](auto& self, const node_input& input) {
        return barrier_exchange(self, input.call, is_turned);
    });
}

}  // namespace

void describe(standard_name<"barrier/dimension-exchange"> /*name*/, algorithm& entry) {
    describe_cube_barrier(entry, false);
    entry.rule = "barrier.dx";
    entry.idea =
        "A node that has called exchanges a token with its neighbour over one dimension after the "
        "other. Each time it knows of twice as many nodes that they have called, in the end of "
        "all.";
    entry.time = "c + d, c the last call";
    entry.phases = [](const problem& problem) {
        return std::vector{
            control_phase("barrier", last_call(problem) + cube_of(problem).dimensions())};
    };
}

void describe(standard_name<"barrier/single-port"> /*name*/, algorithm& entry) {
    describe_cube_barrier(entry, true);
    entry.rule = "sla.barrier";
    entry.idea =
        "Like dimension-exchange, but each dimension has its turn only every d-th slot, so that no "
        "two tokens come to a node at once. Who is late for a turn waits for the next.";
    entry.ports = {port_model::single_port_full_duplex};
    entry.time = "d (ceil(c/d) + 1), c the last call";
    entry.phases = [](const problem& problem) {
        const slot d = cube_of(problem).dimensions();
        return std::vector{
            control_phase("barrier", d * (rational{last_call(problem), d}.ceil() + 1))};
    };
}

}  // namespace tutti
