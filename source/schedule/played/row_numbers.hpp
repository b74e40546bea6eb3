/// @file
/// Rows of a schedule in the numbers of a run's packets.
#pragma once

#include <cstdint>

#include "packet_numbering.hpp"
#include "schedule/foreign_schedule.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"

namespace tutti {

/// Sends of a schedule, and what a run has to have.
struct numbered_rows {
    std::uint32_t pieces = 1;
    std::uint64_t values = 0;
    send_table sends{};
};

/// Numbers the packets of rows that are right, by what nodes have and need.
/// @param numbering all but its pieces is set
/// @throws std::invalid_argument with one line if the messages or values are not those of the
///   collective, or no run can have them
[[nodiscard]] numbered_rows number_rows(const foreign_schedule& schedule, const link_table& links,
                                        const packet_numbering& numbering);

}  // namespace tutti
