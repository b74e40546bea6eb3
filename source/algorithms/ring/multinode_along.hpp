/// @file
/// Multinode broadcast along a tour of all nodes.
#pragma once

#include <utility>

#include "collectives/input/initial_messages.hpp"
#include "collectives/input/node_input.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/catalog/message_program.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Every node's message to every node. All nodes mark "broadcast".
/// Time: that of the way. Transmissions: n(n-1). Ports: one.
/// @param way a `ring_broadcast`, `path_broadcast` or `product_broadcast` of the node's network;
/// outlives the task
template <node_interface Node, class Way>
    requires carries<Node, message_packet>
task<> multinode_along(Node& self, const Way& way, initial_messages messages) {
    self.deliver(messages[0]);
    co_await way.run(self, message_packet::of(messages[0]),
                     [&self](const message_packet& arrived) { self.deliver(arrived.content()); });
    self.mark("broadcast");
}

/// That program for the nodes of `net`, which is the way's network.
template <topology Network, class Way>
[[nodiscard]] any_program program_along(const Network& net, Way way) {
    return any_program::on_any<message_packet>(
        net, [way = std::move(way)](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return multinode_along(self, way, std::move(input.messages));
        });
}

}  // namespace tutti
