/// @file
/// Question that an optimum answers: which packets have to get where, over which links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A message, or a piece of one, which is a packet of its own.
struct carried_packet {
    node_id origin = 0;
    std::vector<node_id> destinations{};  ///< by increasing id, without the origin; at least one
};

/// A pair of nodes that links join, in one direction.
struct timetable_link {
    node_id from = 0;
    node_id to = 0;

    friend auto operator<=>(const timetable_link&, const timetable_link&) = default;
};

/// What a slot has to give under a port model (spec/bounds.md, section 1): a link in one direction
/// or in both, or a gate of a node.
struct slot_resource {
    std::uint32_t capacity = 1;          ///< packets in a slot
    std::vector<std::uint32_t> links{};  ///< positions of the links whose packets take from it
    /// Where nodes shout: packets of one message that leave this node in a slot count once.
    bool is_shouted_through = false;
    node_id gate = 0;  ///< the node, if it is a gate
};

/// Form of what is asked for.
enum class question_kind : std::uint8_t {
    moves,      ///< packets get to their destinations
    in_order,   ///< the same, each at every node not before the one before it
    barrier,    ///< every node hears of every other; a packet says all that its sender has heard
    allreduce,  ///< every node gets the sums of values that all have
};

/// Question: is there a timetable of so many slots?
struct optimum_question {
    question_kind kind = question_kind::moves;
    port_model ports = port_model::all_port;
    std::size_t nodes = 0;
    std::vector<timetable_link> links{};     ///< each once, in ascending order
    std::vector<slot_resource> resources{};  ///< of a slot
    std::vector<carried_packet> packets{};   ///< of moves
    std::vector<node_id> participants{};     ///< of barrier and allreduce, by increasing id
    std::uint32_t values = 0;                ///< of allreduce, with their pieces
    bool may_count_twice = false;            ///< of allreduce with min, max, and, or
};

/// A packet that a link carries in a slot.
struct timetable_row {
    slot at = 1;               ///< counts from 1
    std::uint32_t link = 0;    ///< position in `links`
    std::uint32_t packet = 0;  ///< number of the packet, or the value
    bool reduces = false;      ///< the receiver adds it to its own value; else it replaces that

    // NOLINTNEXTLINE(readability-implicit-bool-conversion): bools are compared as numbers
    friend auto operator<=>(const timetable_row&, const timetable_row&) = default;
};

/// Rows by increasing slot, link and packet.
using timetable = std::vector<timetable_row>;

/// The resources of a slot.
/// @param links in ascending order, each with its opposite
/// @param capacities parallel links of each
/// @param has_gate by node: false of switches, which have all ports
[[nodiscard]] std::vector<slot_resource> slot_resources_of(
    const std::vector<timetable_link>& links, const std::vector<std::uint32_t>& capacities,
    port_model ports, const std::vector<bool>& has_gate);

}  // namespace tutti
