/// @file
/// Common parts of the descriptions of reductions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "collectives/reduction.hpp"
#include "entry.hpp"
#include "partial_program.hpp"
#include "scheduled_reduction.hpp"

namespace tutti {

/// The beginning of a description, with all ports: transmissions m(N-1), twice that for allreduce.
/// For reduce-scatter N has to divide m; in reduce the root is known to all nodes. The caller fills
/// in the rest.
[[nodiscard]] algorithm reduction_entry(std::string task, std::string name);

/// True if all nodes get the results.
[[nodiscard]] inline bool is_allreduce(const algorithm& entry) {
    return entry.collective == "allreduce";
}

/// Send schedules of the nodes of a network, by id: computed once a run, from shared tables.
using send_schedules =
    std::function<std::function<send_schedule(node_id node)>(const setting& setting)>;
/// Likewise, towards a root.
using schedule_factory =
    std::function<std::function<send_schedule(node_id node, node_id root)>(const setting& setting)>;

/// Has the nodes run `fold_by_schedule`.
/// @param plan how long it takes
void run_by_schedule(algorithm& entry,
                     std::function<reduction_schedule(const setting& context)> plan,
                     send_schedules scripts);

/// Has the nodes run `reduce_by_schedule`.
/// @param slots T, for a problem that has something to do
void reduce_in(algorithm& entry, std::function<slot(const problem& posed)> slots,
               schedule_factory scripts);

/// The phases of a plan, all of which every node marks at the same time.
[[nodiscard]] std::vector<phase> phases_of(const reduction_schedule& plan);

/// Number of rounds of `values` values each: ceil(m / values), at least 1.
[[nodiscard]] std::uint64_t rounds_of(const setting& setting, std::uint64_t values);

/// A plan of rounds with a given number of values each. With nothing to fold its parts take no
/// slots, and there is one round.
[[nodiscard]] reduction_schedule plan_of(const setting& setting, std::vector<fold_part> parts,
                                         std::uint64_t values);
/// The same of a reduce-scatter and, for allreduce, an allgather that takes as long.
[[nodiscard]] reduction_schedule plan_of_halves(const setting& setting, bool gathers, slot slots,
                                                std::uint64_t values);

/// Why an algorithm takes no other number of values than one, or an empty text.
[[nodiscard]] std::string single_value_mismatch(const problem& problem);

/// ceil(number / divisor). @pre divisor > 0
[[nodiscard]] constexpr std::uint64_t ceil_of(std::uint64_t number,
                                              std::uint64_t divisor) noexcept {
    return number / divisor + (number % divisor == 0 ? 0 : 1);
}

}  // namespace tutti
