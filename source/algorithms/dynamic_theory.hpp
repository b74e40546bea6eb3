/// @file
/// Delays and stability limits of broadcasts that arrive at random times.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// The theory of intervals for one problem. Varvarigos and Bertsekas, partial multinode broadcast,
/// section 6, with the delay bound that spec/mesh.md derives in place of their (11).
struct interval_theory {
    double rate = 0;  ///< messages a slot and node
    double nodes = 0;
    rational slope;                 ///< X: an interval with M messages takes at most V + XM
    rational constant;              ///< V
    std::vector<slot> slots;        ///< of the clock, in intervals in which 0 to N nodes broadcast
    std::vector<rational> lengths;  ///< of these, in units of time, as nodes count them
    /// Slots that nodes wait for at the ends of these, which makes them V + XM long; empty: none.
    std::vector<slot> pads;
    rational pad_length = 1;  ///< of such a slot

    /// rho, the share of its time that every link into a node must be busy.
    [[nodiscard]] double utilisation() const;
    /// The utilisation below which queues stay finite: a node that always has messages is served
    /// once in every longest interval.
    [[nodiscard]] double stability_limit() const;
    /// An upper bound of the mean delay in slots; null at or above the limit of padded intervals.
    [[nodiscard]] std::optional<double> delay_bound() const;
};

/// Algorithm of simultaneous broadcast that the intervals use: any one of the catalogue whose nodes
/// have no knowledge and return the number of messages.
/// @throws std::invalid_argument if the parameter names no such algorithm
[[nodiscard]] const algorithm& interval_algorithm(const setting& setting);

/// The network that it runs on: a hypercube is the array of sides 2 to algorithms for arrays.
[[nodiscard]] network interval_network(const setting& setting);

/// The problem of one interval in which the first `active` nodes broadcast.
[[nodiscard]] problem interval_problem(const setting& setting, std::uint64_t active);

/// Duration of the broadcast of an interval in which `active` nodes take part.
[[nodiscard]] rational broadcast_time(const setting& setting, std::uint64_t active);

/// @throws std::invalid_argument if the algorithm's phases have no exact numbers of slots
[[nodiscard]] interval_theory theory_of_intervals(const setting& setting);

/// The most clock slots that the intervals take; they may be shorter than the unit of time.
[[nodiscard]] slot most_interval_slots(const setting& setting);

/// The most transmissions and deliveries of all intervals.
[[nodiscard]] std::uint64_t most_interval_events(const setting& setting);

}  // namespace tutti
