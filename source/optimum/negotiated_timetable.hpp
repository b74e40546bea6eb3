/// @file
/// Timetable of packets by negotiated congestion: spec/bounds.md, section 3.3.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "congestion.hpp"
#include "question.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Bounds of a search for a timetable.
struct negotiation_effort {
    std::uint64_t rounds = 0;  ///< in each of which every route may change, after which it gives up
    std::uint64_t seed = 1;    ///< of the order of the routes, and of the choice among equal ones
    /// Polled before each route is changed; true ends the search. May be empty.
    std::function<bool()> is_stopped{};
};

/// Searches for a timetable of `slots` slots that answers a question of the kind `moves`: each
/// packet goes over a path to its destination, or over a tree that enters each node at most once.
/// A function of the question, of `slots` and of the effort's rounds and seed, unless `is_stopped`
/// ends the search. Time: rounds x packets x destinations x slots x links, at most.
/// @return rows that obey all capacities, none of them without use; nothing if the effort did not
/// suffice, which proves nothing, or if the question is of another kind
[[nodiscard]] std::optional<timetable> negotiated_timetable(const optimum_question& question,
                                                            slot slots,
                                                            const negotiation_effort& effort);

/// Routes items, and routes those again that are in conflict, until no resource is overused.
/// @param routes by item: read to see what is in conflict
/// @param order of the items in the first round
/// @param growth of the weight of present use in a round, in thousandths
/// @param reroute replaces an item's route; returns false if there is none
/// @return true if it succeeded within the effort
[[nodiscard]] bool negotiate_routes(congestion_ledger& ledger,
                                    const std::vector<timed_route>& routes,
                                    std::vector<std::uint32_t> order, std::uint64_t growth,
                                    const negotiation_effort& effort,
                                    const std::function<bool(std::uint32_t item)>& reroute);

/// True if no slot of a timetable takes more from a resource than it has.
/// @param rows in ascending order
[[nodiscard]] bool obeys_capacities(const optimum_question& question, const timetable& rows);

}  // namespace tutti
