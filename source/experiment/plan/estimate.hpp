/// @file
/// Estimates of the memory and time of an experiment, as exact as needed.
#pragma once

#include <cstdint>

#include "topology/schedules/common/send_table.hpp"
#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// Number of required deliveries of a run with as many messages.
[[nodiscard]] std::uint64_t deliveries_of(const experiment& plan, std::uint64_t messages);

/// The most messages that it can have.
[[nodiscard]] std::uint64_t most_messages(const experiment& plan);

/// The bytes that it takes with this number of messages, or an upper bound instead where that is no
/// more than `enough`, which spares the small runs.
/// @param share what the process has of the network whose bytes they are
[[nodiscard]] std::uint64_t bytes_needed(const experiment& plan, std::uint64_t messages,
                                         std::uint64_t enough, const process_part& share = {});

/// The bytes that it takes of the process that takes most, or a bound as `bytes_needed` has it. All
/// processes call it.
[[nodiscard]] std::uint64_t bytes_of_process(const experiment& plan, std::uint64_t enough,
                                             transport* carrier, partition_cache& shares);

/// Cost of making its schedule anew; nothing if its nodes play none. A run is refused by these
/// bytes, too, before the schedule is made.
[[nodiscard]] schedule_cost schedule_cost_of(const experiment& plan);

/// `check_memory` for a process that has this share.
void check_memory(const experiment& plan, const experiment_options& options,
                  const process_part& share);

/// Rough size of the state of one node's program: decides if prefetching pays off.
[[nodiscard]] std::uint64_t program_bytes_per_node(const experiment& plan, std::uint64_t messages);

}  // namespace tutti
