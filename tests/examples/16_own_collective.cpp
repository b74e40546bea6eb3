/// @file
/// Step 16, a user-defined collective, with an algorithm for it.
///
/// Adds to step 15: the definition of a collective: the messages of every node at the start, and
/// the deliveries required at the end. Every algorithm for it is verified against that. The
/// algorithm is the loop of step 3 with a description as in step 14.
///
/// Try next: `run opposite -n hypercube:5`. Then start the loop at 1: "32 missing, 0 twice, 32
/// unexpected". Then give the collective a `lower_bound`, a function of the problem and a
/// `packet_size` that returns `lower_bound{.units = cube_of(input).dimensions(), .proof = "the
/// farthest node is d links away"}`: `compare` prints 1.00 as `x bound`.
#include <cstdint>
#include <exception>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/cli/main.hpp"

using namespace tutti;

/// Definition of the collective.
collective opposite() {
    return {
        .name = "opposite",
        .meaning = "Every node has a message for the node that is farthest from it.",
        .senders = [](const setting& plan,
                      node_id /*root*/) { return every_node(node_count(plan.network)); },
        .message_count = [](const setting& plan) { return node_count(plan.network); },
        .required =
            [](const problem& input) {
                const auto last = static_cast<node_id>(node_count(input.network) - 1);
                return addressed_messages{
                    .node_count = last + 1U,
                    .senders = input.broadcasters,
                    .destination = [last](node_id origin, std::uint32_t) { return origin ^ last; }};
            },
        .deliveries = [](std::uint64_t /*nodes*/, std::uint64_t messages) { return messages; },
    };
}

/// In slot i every node forwards through dimension i what arrived last: after d slots each message
/// is at the node whose id differs in every bit.
template <node_of<hypercube> Node>
task<> exchange_messages(Node& self, initial_messages messages) {
    packet_of<Node> packet = packet_of<Node>::of(messages[0]);
    for (port i = 0; i < self.network().dimensions(); ++i) {
        self.send(i, packet);
        co_await self.next_slot();
        packet = *self.received(i);
    }
    self.deliver(packet.content());
    self.mark("exchange");
}

/// Description of the algorithm.
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
                    {.name = "exchange", .expected_slots = cube_of(input).dimensions()}};
            },
        .transmissions = [](const problem& input) -> std::optional<packet_hops> {
            return cube_of(input).link_count();
        },
        .program =
            [](const setting& setting) {
                return any_program::on<short_packet>(
                    cube_of(setting),
                    [](auto& self, node_input input, const knowledge& /*knowledge*/) {
                        return exchange_messages(self, std::move(input.messages));
                    });
            },
    };
}

int main(int argc, char** argv) try {
    catalogue all = standard_catalogue();
    all.add(opposite());
    all.add(in_order());
    return tutti::program::main(argc, argv, all);
} catch (const std::exception& exception) {
    std::cerr << exception.what() << '\n';
    return 2;
}
