/// @file
/// Multinode broadcast along a path, with one port.
#pragma once

#include <utility>

#include "path_schedule.hpp"
#include "relay_queue.hpp"
#include "topology/embeddings/hamiltonian_map.hpp"
#include "tutti/catalog/message_program.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/port_model.hpp"

namespace tutti {

/// Multinode broadcast along a Hamiltonian path: a node sends its own message both ways, and
/// forwards the packets of one side to the other, in the order in which they came, whenever the
/// schedule allows.
///
/// On the path of 4, messages a to d of nodes 0 to 3, with full duplex:
///
///     slot 1   0-a->1  1-b->2  2-c->3
///     slot 2   1-b->0  2-c->1  3-d->2
///     slot 3   1-a->2  2-b->3
///     slot 4   1-c->0  2-d->1
///     slot 5   1-d->0  2-a->3
///
/// Not in the paper. Time: exactly `slots()`, the least for a path. Transmissions: n(n-1).
/// Ports: one.
class path_broadcast {
public:
    path_broadcast(hamiltonian_map way, duplex mode)
        : way_{std::move(way)}, when_{way_.length(), mode} {}

    [[nodiscard]] slot slots() const noexcept { return when_.slots(); }

    /// The program of a node of the path's network, which ends after exactly `slots()`. The object
    /// outlives it.
    /// @param own what the node has to say
    /// @param heard called with every packet of the others as it comes in
    template <node_interface Node, class Heard>
        requires carries<Node, message_packet>
    task<> run(Node& self, message_packet own, Heard heard) const {
        const hamiltonian_map::place place = way_.at(self.id());
        direction upwards{.from = place.previous, .to = place.next};
        direction downwards{.from = place.next, .to = place.previous};
        upwards.waiting.push(own);
        downwards.waiting.push(own);
        for (slot at = 0; at < slots(); ++at) {
            const path_turn turn = when_.turn(place.position, at);
            if (turn.sends_up) {
                self.send(upwards.to, upwards.waiting.pop());
            }
            if (turn.sends_down) {
                self.send(downwards.to, downwards.waiting.pop());
            }
            co_await self.next_slot();
            if (turn.receives_below) {
                receive(self, upwards, heard);
            }
            if (turn.receives_above) {
                receive(self, downwards, heard);
            }
        }
    }

private:
    // State of one direction through a node.
    struct direction {
        port from = 0;
        port to = 0;
        relay_queue<message_packet> waiting{};
    };

    template <node_interface Node, class Heard>
    static void receive(Node& self, direction& way, Heard& heard) {
        const auto arrived = self.received(way.from);
        if (arrived == nullptr) {
            return;
        }
        heard(*arrived);
        if (way.to != hamiltonian_map::none) {
            way.waiting.push(*arrived);
        }
    }

    hamiltonian_map way_;
    path_schedule when_;
};

}  // namespace tutti
