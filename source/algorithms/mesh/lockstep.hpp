/// @file
/// Concurrent parts of a node program that take their steps in the same slots.
#pragma once

#include <cstddef>
#include <span>

#include "tutti/node/node_interface.hpp"

namespace tutti {

/// Takes parts of a node, whose steps never use the same link, through `steps` steps, a slot each:
/// in every step all send, the slot passes, and all receive.
/// @param parts have `send(step)` and `receive(step)`, steps from 0; outlive the task
template <node_interface Node, class Part, std::size_t Count>
task<> in_lockstep(Node& self, slot steps, std::span<Part, Count> parts) {
    for (slot step = 0; step < steps; ++step) {
        for (Part& each : parts) {
            each.send(step);
        }
        co_await self.next_slot();
        for (Part& each : parts) {
            each.receive(step);
        }
    }
}

}  // namespace tutti
