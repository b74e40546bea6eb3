/// @file
/// Slot of a recording: its transmissions, deliveries and marks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tutti/node/message.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Common properties of packets of one kind.
struct recorded_kind {
    std::string name{};  ///< what they are for; empty if they do not say
    bool is_control = false;
    bool has_message = false;           ///< whether they say which message they carry
    bool has_piece = false;             ///< whether that is one of several pieces
    rational share = 1;                 ///< of a message that each carries
    bool counts_contributions = false;  ///< whether they say how many are in a value of a reduction
    bool names_contributors = false;    ///< and whose

    friend bool operator==(const recorded_kind&, const recorded_kind&) = default;
};

/// A packet that crossed a link.
struct recorded_transmission {
    node_id from = 0;
    port through = 0;
    node_id to = 0;
    std::uint32_t kind = 0;              ///< in `recording::kinds()`
    message content{};                   ///< where its kind has a message
    std::uint32_t piece = 0;             ///< from 0, where its kind has pieces
    std::uint32_t contributions = 0;     ///< to its value, where its kind counts them
    std::span<const std::byte> bytes{};  ///< all of the packet, where its kind has no message
    std::uint64_t contributors = 0;      ///< where its kind names them: see `contribution_set`
};

/// Delivery of a message by the program of `to`.
struct recorded_delivery {
    node_id to = 0;
    message content{};
};

/// The end of a phase, as a node detected it.
struct recorded_mark {
    node_id node = 0;
    std::uint32_t name = 0;  ///< in `recording::mark_names()`
};

/// Record of a slot, numbered as in the papers: the packets sent in it, and the deliveries and
/// marks at its end. In slot 0 nothing is sent; nodes have what they start with.
struct recorded_slot {
    slot at = 0;
    std::span<const recorded_transmission> sent{};   ///< by node and port
    std::span<const recorded_delivery> delivered{};  ///< by node
    std::span<const recorded_mark> marked{};         ///< by node
    std::span<const node_id> done{};                 ///< nodes that were over, for the first time
};

}  // namespace tutti
