/// @file
/// Multinode broadcast along a tour of all nodes, and common parts of the descriptions of it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/entry.hpp"
#include "collectives/input/initial_messages.hpp"
#include "collectives/input/node_input.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Every node's message to every node. All nodes mark "broadcast".
/// Time: that of the way. Transmissions: n(n-1). Ports: one.
/// @param way a `scheduled_broadcast` or `product_broadcast` of the node's network; outlives the
///   task
template <node_interface Node, class Way>
    requires carries<Node, short_packet>
task<> multinode_along(Node& self, const Way& way, initial_messages messages) {
    self.deliver(messages[0]);
    co_await way.run(
        self, short_packet::of(messages[0]),
        [](auto& node, const short_packet& arrived) { node.deliver(arrived.as_message()); });
    self.mark("broadcast");
}

/// Factory of that program, along the way that `way_of(setting)` gives.
template <class Network = network, class WayOf>
[[nodiscard]] auto programs_along(WayOf way_of) {
    return programs<Network, short_packet>::on_any(
        [](auto& self, node_input input, const auto& way) {
            return multinode_along(self, way, std::move(input.messages));
        },
        way_of);
}

/// Common part of the descriptions of algorithms with one port.
inline void describe_one_port(algorithm& entry, slot (*slots)(const setting& setting)) {
    entry.source = "not in the papers";
    entry.networks = "any connected";
    entry.ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex};
    entry.phases = one_synchronous_phase("broadcast", slots);
    entry.transmissions = multinode_hops;
}

}  // namespace tutti
