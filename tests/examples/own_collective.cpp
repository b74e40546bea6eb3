/// @file
/// A user-defined collective and algorithm, with all commands of `tutti`.
#include <cstdint>
#include <exception>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/message_program.hpp"
#include "tutti/cli/main.hpp"

using namespace tutti;

/// Definition of the collective: the messages of every node at the start, and the messages required
/// at the end.
collective opposite() {
    return {
        .name = "opposite",
        .meaning = "Every node has a message for the node that is farthest from it.",
        .senders = [](const setting& what,
                      node_id /*root*/) { return every_node(node_count(what.where)); },
        .message_count = [](const setting& what) { return node_count(what.where); },
        .required =
            [](const problem& what) {
                const auto last = static_cast<node_id>(node_count(what.where) - 1);
                return addressed_messages{
                    .node_count = last + 1U,
                    .senders = what.broadcasters,
                    .destination = [last](node_id origin, std::uint32_t) { return origin ^ last; }};
            },
        .deliveries = [](std::uint64_t /*nodes*/, std::uint64_t messages) { return messages; },
    };
}

/// In slot i everybody passes on through dimension i what came before.
template <node_of<hypercube> Node>
task<> pass_on(Node& self, initial_messages mine) {
    packet_of<Node> passing = packet_of<Node>::of(mine[0]);
    for (port i = 0; i < self.network().dimensions(); ++i) {
        self.send(i, passing);
        co_await self.next_slot();
        passing = *self.received(i);
    }
    self.deliver(passing.content());
    self.mark("pass on");
}

/// Algorithm of the collective, with its theory: runs are checked against that.
algorithm in_order() {
    return {
        .collective = "opposite",
        .name = "in-order",
        .source = "my own",
        .networks = "hypercube",
        .ports = {port_model::single_port_full_duplex},
        .time = "d",
        .inapplicable_reason = cube_mismatch,
        .phases =
            [](const problem& what) {
                return std::vector<phase>{
                    {.name = "pass on", .expected_slots = cube_of(what).dimensions()}};
            },
        .transmissions = [](const problem& what) -> std::optional<packet_hops> {
            return cube_of(what).link_count();
        },
        .program =
            [](const setting& where) {
                return any_program::on<message_packet>(
                    cube_of(where), [](auto& self, node_input mine, const knowledge& /*known*/) {
                        return pass_on(self, std::move(mine.messages));
                    });
            },
    };
}

int main(int argc, char** argv) try {
    catalogue all = standard_catalogue();
    all.add(opposite());
    all.add(in_order());
    return tutti::program::main(argc, argv, all);
} catch (const std::exception& wrong) {
    std::cerr << wrong.what() << '\n';
    return 2;
}
