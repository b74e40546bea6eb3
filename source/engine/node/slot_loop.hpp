/// @file
/// Loop of a program over slots that the clock executes.
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

/// Executor of the loops with a `Body`: see loop_sweep.hpp.
template <topology Network, packet Packet, class Store, class Body>
class loop_sweep;

/// Order of a call of the body: the first of a node's slot, or a later one.
enum class loop_turn : std::uint8_t { first, next };

/// Loop that a node goes through by a function call a slot (`each_slot`). It is stored in the frame
/// of the program that waits for its end.
template <topology Network, packet Packet>
struct slot_loop {
    using executor_type = slot_executor<Network, Packet>;
    using block_type = block<Network, Packet>;

    /// Function that calls the body at each of the nodes, as long as they go through loops of one
    /// type, and returns how many it called.
    using sweep_function = std::size_t (*)(executor_type&, block_type&, std::span<const node_id>,
                                           loop_turn);

    sweep_function sweep = nullptr;
    std::coroutine_handle<> program;  ///< what goes on when the loop is over
    std::exception_ptr failure;       ///< what left the body
};

}  // namespace tutti::detail
