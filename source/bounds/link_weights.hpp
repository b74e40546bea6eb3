/// @file
/// Link weights: lower bound of personalised messages by weights on what a slot has to give.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "all_links.hpp"
#include "quickest_flow.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Resources of a slot under a port model, of which a packet on a link takes one each: links, gates
/// of nodes to send or receive through, and room for half as many packets as nodes.
struct slot_resources {
    static constexpr std::size_t none = ~std::size_t{0};

    std::vector<std::uint64_t> capacities;
    std::vector<std::array<std::size_t, 3>>
        of_link;  ///< by position of the link; `none` at the end
};

/// With all ports a resource for each directed link, with one-way links for each link. With one
/// port the sending gates of all nodes and then the receiving ones; with half duplex, and where
/// nodes shout, one gate for each node, and last the room. Packets take no gate of a switch, and no
/// room where there are switches.
[[nodiscard]] slot_resources resources_of(const all_links& links, port_model ports);

/// Weights of resources. A packet takes resources of as much weight as its shortest way has, so
/// that all take at least the sum of these ways, and a slot has the sum of the weights.
struct link_weights {
    port_model ports = port_model::all_port;
    std::vector<flow_demand> demands{};    ///< all messages
    std::vector<std::uint64_t> weights{};  ///< by resource
    std::uint64_t distance = 0;            ///< sum over all messages
    std::uint64_t capacity = 0;            ///< of a slot
    /// Links that every message crosses before the first link that has a weight, and behind the
    /// last: in so many first and last slots no packet takes any weight.
    slot before = 0;
    slot behind = 0;

    [[nodiscard]] rational slots() const {
        return capacity == 0 ? rational{0} : rational{distance, capacity};
    }
};

/// Good weights, by multiplicative updates: links that shortest ways crowd become longer. The best
/// weights give the largest flow of all messages at once (Shahrokhi and Matula 1990).
/// @param rounds at least 1, the first with equal weights; 1,000 come very close
/// @param closed by resource: those whose weight stays 0; empty: none
/// @pre there are links, and every message has a way
[[nodiscard]] link_weights heavy_link_weights(const all_links& links, port_model ports,
                                              std::span<const flow_demand> demands, int rounds,
                                              const std::vector<bool>& closed = {});

/// The same with weight only on links between nodes that no message begins or ends at, so that the
/// ways to these and from them count. No weights if no message needs such a link. With all ports.
[[nodiscard]] link_weights inner_link_weights(const all_links& links,
                                              std::span<const flow_demand> demands, int rounds);

/// Rounds of `heavy_link_weights` within a number of steps, at most 1,000; 0: not even one.
[[nodiscard]] int affordable_rounds(const all_links& links, std::size_t sources,
                                    std::size_t most_steps);

}  // namespace tutti
