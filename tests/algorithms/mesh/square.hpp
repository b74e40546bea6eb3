/// @file
/// Exchanges on square arrays, move by move.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/grid.hpp"

namespace support {

/// Plan on the array, or torus, of `side` x `side`.
[[nodiscard]] tutti::experiment on_square(const tutti::algorithm& algorithm, int side,
                                          std::string_view broadcasters = "all",
                                          tutti::grid_edge edge = tutti::grid_edge::open);

/// The ids of a set, with blanks between them or as `none`.
[[nodiscard]] std::vector<tutti::node_id> ids_of(const std::string& text);

/// Slots of the phase of that name; -1 if they are not known.
[[nodiscard]] tutti::slot slots_of(const tutti::result& outcome, std::string_view phase);

/// A packet that crosses a link: slots of its phase, from 1.
struct move {
    tutti::slot at = 0;
    tutti::node_id from = 0;
    tutti::port through = 0;
    tutti::node_id source = 0;
    tutti::node_id destination = 0;

    friend bool operator==(const move&, const move&) = default;
};

/// A packet and the dimension that it goes along first.
struct routed {
    tutti::node_id source = 0;
    tutti::node_id destination = 0;
    int first = 0;
};

/// A packet from each of `active` to every other node, in the order in which nodes queue them, with
/// the dimensions that section 5 of the paper says.
[[nodiscard]] std::vector<routed> exchanged(int side, const std::vector<tutti::node_id>& active);

/// A packet from every node to each of `active`, likewise, for the gather without rehearsal.
[[nodiscard]] std::vector<routed> gathered(int side, const std::vector<tutti::node_id>& active);

/// Messages on the move after slot `begin` of a run with this number of active nodes.
[[nodiscard]] std::vector<move> exchange_moves(const event_recorder& log, tutti::slot begin);
[[nodiscard]] std::vector<move> gather_moves(const event_recorder& log, tutti::slot begin,
                                             const std::vector<tutti::node_id>& active);

/// The moves with time, links and packets turned round.
[[nodiscard]] std::vector<move> backwards(const std::vector<move>& moves, int side);

/// Error in the moves of these packets, or an empty text: every packet goes along two lines to its
/// destination, no link is idle while a packet waits for it, first legs go first, and then first
/// come, first served.
[[nodiscard]] std::string complaint_about(int side, std::span<const routed> packets,
                                          std::vector<move> moves);

}  // namespace support
