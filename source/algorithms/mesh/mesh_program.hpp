/// @file
/// Node and lockstep of the node programs for arrays and tori.
#pragma once

#include <span>

#include "collectives/input/initial_messages.hpp"
#include "node/pieces.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/grid.hpp"

namespace tutti {

/// Node of an array or torus whose packets are `long_packet`s.
template <class Node>
concept mesh_node = node_of<Node, grid> && carries<Node, long_packet>;

/// The packet that came through a port, or nothing if the node lacks the port.
template <node_at_work Node>
[[nodiscard]] received_packet<packet_of<Node>> heard_through(Node& self, port from) {
    return self.has(from) ? self.received(from) : nullptr;
}

/// Delivers the message that a packet is, or completes.
template <node_at_work Node>
void deliver_from(Node& self, assembly& pieces, const long_packet& packet) {
    if (const auto complete = pieces.add(packet.content(), packet.part())) {
        self.deliver(*complete);
    }
}

/// Takes parts of a node, whose steps never use the same link, through `steps` steps, a slot each:
/// in every step all send, the slot passes, and all receive.
/// @param parts have `send(node, step)` and `receive(node, step)`, steps from 0; outlive the wait
template <node_interface Node, class Part>
[[nodiscard]] auto in_lockstep(Node& self, slot steps, std::span<Part> parts) {
    return each_slot(self, [steps, parts, step = slot{0}](auto& node) mutable {
        for (Part& part : parts) {
            if (step > 0) {
                part.receive(node, step - 1);
            }
        }
        if (step == steps) {
            return wait_for::nothing();
        }
        for (Part& part : parts) {
            part.send(node, step);
        }
        ++step;
        return wait_for::next_slot();
    });
}
/// The same of a single part.
template <node_interface Node, class Part>
[[nodiscard]] auto in_lockstep(Node& self, slot steps, Part& part) {
    return in_lockstep(self, steps, std::span{&part, 1});
}

}  // namespace tutti
