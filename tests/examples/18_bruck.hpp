/// @file
/// Bruck's allgather for one port on complete networks: the algorithm of step 18.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/tutti.hpp"

/// In round k a node sends the messages that it has, those of itself and the 2^k - 1 nodes after
/// it, to the node 2^k before it, one a slot, and so has twice as many at its end; in the last
/// round only those that are still missing. Ids are taken modulo N.
///
/// Time: exactly N - 1 slots. Start-ups: one a round, ceil(log2 N). Ports: single, full duplex.
template <class Node>
tutti::task<> bruck(Node& self, tutti::initial_messages messages) {
    const std::uint64_t nodes = self.network().node_count();
    std::vector<tutti::packet_of<Node>> held{tutti::packet_of<Node>::of(messages[0])};
    self.deliver(held.front().content());
    for (std::uint64_t distance = 1; distance < nodes; distance *= 2) {
        const std::uint64_t to = (self.id() + nodes - distance) % nodes;
        const auto through = tutti::port(to < self.id() ? to : to - 1);
        for (std::uint64_t i = 0; i < std::min(distance, nodes - distance); ++i) {
            self.send(through, held[i]);
            co_await self.next_slot();
            held.push_back(self.inbox().front().packet);
            self.deliver(held.back().content());
        }
    }
    self.mark("gather");
}

/// Description of the algorithm.
inline tutti::algorithm bruck_allgather() {
    using namespace tutti;
    return {
        .collective = "multinode-broadcast",
        .name = "bruck",
        .source = "Bruck, Ho, Kipnis, Upfal & Weathersby 1997",
        .idea = "In round k every node sends all that it has to the node 2^k before it.",
        .networks = "complete",
        .ports = {port_model::single_port_full_duplex},
        .time = "N - 1",
        .inapplicable_reason = [](const network& net) -> std::string {
            const std::size_t nodes = node_count(net);
            const bool is_complete =
                std::holds_alternative<graph>(net) && link_count(net) == nodes * (nodes - 1);
            return is_complete ? "" : "runs on complete networks only";
        },
        .phases =
            [](const problem& input) {
                return std::vector<phase>{
                    {.name = "gather", .expected_slots = slot(node_count(input.network)) - 1}};
            },
        .transmissions = [](const problem& input) -> std::optional<packet_hops> {
            const std::uint64_t nodes = node_count(input.network);
            return nodes * (nodes - 1);
        },
        .program =
            [](const setting& setting) {
                return any_program::on<short_packet>(
                    std::get<graph>(setting.network),
                    [](auto& self, node_input input, const knowledge& /*knowledge*/) {
                        return bruck(self, std::move(input.messages));
                    });
            },
    };
}
