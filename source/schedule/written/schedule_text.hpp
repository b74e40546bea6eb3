/// @file
/// Writers of schedules in the formats of other programs.
///
/// All take schedules that are complete, whose rows are sorted and whose collective is not
/// `stated`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/foreign_schedule.hpp"

namespace tutti {

/// The schedule as JSON of msccl-tools, a step a slot.
/// @throws std::invalid_argument, one line, if a row replaces a value that it does not contain, or
///   the text would be too long to be read again
[[nodiscard]] std::string to_msccl_json(const foreign_schedule& schedule);

/// The schedule as MSCCL XML, with a thread block for each direction of each copy of a link.
/// @throws std::invalid_argument, one line, if the format has no such collective, nodes without
///   messages, or more of something than its runtimes take
[[nodiscard]] std::string to_msccl_xml(const foreign_schedule& schedule);

/// The schedule as GOAL: a send and a receive for each row.
/// @param packet_bytes size of each send
/// @throws std::invalid_argument, one line, if the text would be too long to be read again
[[nodiscard]] std::string to_goal(const foreign_schedule& schedule, std::uint64_t packet_bytes);

// True of the first line of what these write, or another file of the format.
[[nodiscard]] bool is_msccl_json_line(std::string_view line) noexcept;
[[nodiscard]] bool is_msccl_xml_line(std::string_view line) noexcept;
[[nodiscard]] bool is_goal_line(std::string_view line) noexcept;

/// Sentences about options that reading the text again needs, as the format cannot say them.
[[nodiscard]] std::vector<std::string> needed_options(const foreign_schedule& schedule,
                                                      schedule_format format);

}  // namespace tutti
