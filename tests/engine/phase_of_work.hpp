/// @file
/// Phases with the actions that a test gives.
#pragma once

#include <utility>

#include "tutti/node/node_interface.hpp"

namespace support {

/// A phase that calls a function with the number of steps that were taken before.
template <class Work>
struct phase {
    Work work;
    int taken = 0;

    template <tutti::node_at_work Node>
    tutti::step_end step(Node& self) {
        ++taken;
        return work(self, taken - 1);
    }
};
template <class Work>
phase(Work) -> phase<Work>;

/// Takes a node through the phase as a coroutine would.
template <class Node, class Phase>
tutti::task<Phase> as_program(Node& self, Phase made) {
    return tutti::detail::run_steps_as_program(self, std::move(made));
}

}  // namespace support
