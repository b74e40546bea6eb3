/// @file
/// Participants of a problem, and switches, in the terms of lower bounds.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tutti/catalog/problem.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

// Messages begin and end at participants alone, and pass any nodes. Switches have all ports,
// whatever the port model.

/// True if every node takes part, and none is a switch.
[[nodiscard]] bool is_everyone_alike(const problem& problem);

/// The same of a network that looks alike from every node.
[[nodiscard]] bool is_alike_everywhere(const problem& problem);

/// True of a trial of a stress test whose participants may be others in the next one: the bound
/// should take no longer than the trial.
[[nodiscard]] bool has_drawn_participants(const problem& problem);

/// The port model of nodes that are no switches. Links of switches may be used both ways at once,
/// so that one-way links do not count where there are any.
[[nodiscard]] port_model bounded_ports(const problem& problem);

/// True where what links carry is a bound: with all ports, and where some nodes have one, but
/// others pass on more, or begin nothing.
[[nodiscard]] bool is_bounded_by_links(const problem& problem);

/// Packets that a node sends, or receives, in a slot: a node with one port one, others one for each
/// link.
[[nodiscard]] std::uint64_t packets_a_slot_of(const problem& problem, node_id node);

/// `packets_a_slot_of` the participants.
struct participant_rates {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::uint64_t gates = 0;  ///< participants with one port
    std::uint64_t both = 0;   ///< sum of what they send and receive together
};
[[nodiscard]] participant_rates rates_of_participants(const problem& problem);

/// Links to the farthest participant from the one of `from` for which that is most, or less where
/// searches from all of them take too long.
[[nodiscard]] int farthest_participant(const problem& problem, std::span<const node_id> from);

/// "the farthest node", or of some the farthest participant, as the subject of a distance.
[[nodiscard]] std::string_view the_farthest(const problem& problem);

/// Of the largest distance between two participants likewise.
[[nodiscard]] int participants_diameter(const problem& problem);

}  // namespace tutti
