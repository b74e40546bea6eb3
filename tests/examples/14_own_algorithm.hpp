/// @file
/// A broadcast for one port, with its description: the algorithm of steps 14 and 15.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/tutti.hpp"

/// The broadcast of step 1, one packet a slot: in slot i the nodes that have the message send it
/// through dimension i. The root is the node that has it at the start.
///
/// Time: exactly d slots. Transmissions: 2^d - 1. Ports: single, half duplex.
template <tutti::node_of<tutti::hypercube> Node>
tutti::task<> broadcast(Node& self, tutti::initial_messages messages) {
    tutti::packet_of<Node> heard;
    tutti::port above = 0;
    if (messages.empty()) {
        co_await self.mail();
        const auto [through, packet] = self.inbox().front();
        heard = packet;
        above = through + 1;
    } else {
        heard = tutti::packet_of<Node>::of(messages[0]);
    }
    self.deliver(heard.content());
    for (tutti::port i = above; i < self.network().dimensions(); ++i) {
        self.send(i, heard);
        co_await self.next_slot();
    }
    self.mark("broadcast");
}

/// Description of the algorithm: what it is for, where it runs, and the theory that runs are
/// checked against.
inline tutti::algorithm one_by_one() {
    using namespace tutti;
    return {
        .collective = "broadcast",
        .name = "one-by-one",
        .source = "my own",
        .idea = "In slot i the nodes that have the message send it over dimension i.",
        .networks = "hypercube",
        .ports = {port_model::single_port_half_duplex},
        .time = "d",
        .inapplicable_reason = cube_mismatch,
        .phases =
            [](const problem& input) {
                return std::vector<phase>{
                    {.name = "broadcast", .expected_slots = cube_of(input).dimensions()}};
            },
        .transmissions = [](const problem& input) -> std::optional<packet_hops> {
            return cube_of(input).node_count() - 1;
        },
        .program =
            [](const setting& setting) {
                return any_program::on<short_packet>(
                    cube_of(setting),
                    [](auto& self, node_input input, const knowledge& /*knowledge*/) {
                        return broadcast(self, std::move(input.messages));
                    });
            },
    };
}
