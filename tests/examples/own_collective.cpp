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
        .senders = [](const setting& context,
                      node_id /*root*/) { return every_node(node_count(context.network)); },
        .message_count = [](const setting& context) { return node_count(context.network); },
        .required =
            [](const problem& problem) {
                const auto last = static_cast<node_id>(node_count(problem.network) - 1);
                return addressed_messages{
                    .node_count = last + 1U,
                    .senders = problem.broadcasters,
                    .destination = [last](node_id origin, std::uint32_t) { return origin ^ last; }};
            },
        .deliveries = [](std::uint64_t /*nodes*/, std::uint64_t messages) { return messages; },
    };
}

/// In slot i everybody passes on through dimension i what came before.
template <node_of<hypercube> Node>
task<> pass_on(Node& self, initial_messages messages) {
    packet_of<Node> passing = packet_of<Node>::of(messages[0]);
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
            [](const problem& input) {
                return std::vector<phase>{
                    {.name = "pass on", .expected_slots = cube_of(input).dimensions()}};
            },
        .transmissions = [](const problem& input) -> std::optional<packet_hops> {
            return cube_of(input).link_count();
        },
        .program =
            [](const setting& setting) {
                return any_program::on<message_packet>(
                    cube_of(setting),
                    [](auto& self, node_input input, const knowledge& /*knowledge*/) {
                        return pass_on(self, std::move(input.messages));
                    });
            },
    };
}

int main(int argc, char** argv) try {
    catalogue catalogue = standard_catalogue();
    catalogue.add(opposite());
    catalogue.add(in_order());
    return tutti::program::main(argc, argv, catalogue);
} catch (const std::exception& wrong) {
    std::cerr << wrong.what() << '\n';
    return 2;
}
