/// @file
/// Step list of a phase that the clock executes.
#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

#include "engine/engine.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

template <topology Network, packet Packet>
class slot_executor;

template <topology Network, packet Packet>
class receive_checks;

/// Executor of the steps of a `Phase`: see step_sweep.hpp.
template <topology Network, packet Packet, class Phase>
class step_sweep;

/// Order of a step: the first of a node's slot, or a later one.
enum class step_order : std::uint8_t { first, next };

/// Phase that a node goes through by a function call a slot. It is stored in the frame of the
/// program that waits for its end, with the phase itself behind it.
template <topology Network, packet Packet>
struct steps {
    using executor_type = slot_executor<Network, Packet>;
    using block_type = block<Network, Packet>;

    /// Function that takes a step at each of the nodes, as long as they go through phases of one
    /// type, and returns how many it took.
    using sweep_function = std::size_t (*)(executor_type&, block_type&, std::span<const node_id>,
                                           step_order);

    sweep_function sweep = nullptr;
    std::coroutine_handle<> program;  ///< what goes on when the phase is over
    std::exception_ptr failure;       ///< what left the phase
};

}  // namespace tutti::detail
