/// @file
/// A phase that the clock takes step by step.
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
class sweeper;

template <topology Network, packet Packet>
class reception;

/// What takes nodes through a `Phase`: see step_sweep.hpp.
template <topology Network, packet Packet, class Phase>
class step_sweep;

/// Whether nodes have begun their slots, in which they take their first steps.
enum class step_order : std::uint8_t { first, next };

/// A phase that a node goes through by a function call a slot. It lies in the frame of the program
/// that waits for its end, with the phase itself behind it.
template <topology Network, packet Packet>
struct steps {
    using sweeper_type = sweeper<Network, Packet>;
    using block_type = block<Network, Packet>;

    /// Takes a step at each of the nodes, as long as they go through phases of one type, and says
    /// at how many.
    using sweep_function = std::size_t (*)(sweeper_type&, block_type&, std::span<const node_id>,
                                           step_order);

    sweep_function sweep = nullptr;
    std::coroutine_handle<> program;  ///< what goes on when the phase is over
    std::exception_ptr failure;       ///< what left the phase
};

}  // namespace tutti::detail
