/// @file
/// Contents of a collective: the messages that nodes have at the start and need at the end.
#pragma once

#include <cstdint>

#include "foreign_schedule.hpp"
#include "util/function_ref.hpp"

namespace tutti {

/// Sets numbers and words of the messages of a collective that is not `stated`.
/// @param count of a broadcast its messages, of reductions its values; others take no notice
/// @throws std::invalid_argument if the values of a reduce-scatter are no multiple of the
///   participants
void set_messages(foreign_schedule& schedule, std::uint64_t count);

/// Calls `visit` for all messages that nodes have at the start: whole ones, with all their pieces,
/// unless the collective is `stated`. Parts of values are ranks of participants.
void for_each_initial(const foreign_schedule& schedule,
                      detail::function_ref<void(const schedule_holding&)> visit);

/// The same of those that nodes need at the end. Of values all parts are needed.
void for_each_needed(const foreign_schedule& schedule,
                     detail::function_ref<void(const schedule_holding&)> visit);

/// True if nodes hold values, with parts, and not messages that are there or not.
[[nodiscard]] bool has_values(const foreign_schedule& schedule) noexcept;

/// Number of parts of a whole value: participants, or what the file states.
[[nodiscard]] std::uint32_t part_count(const foreign_schedule& schedule);

/// "message 3", "1:6 piece 2", as messages name a message or value.
[[nodiscard]] std::string message_text(const foreign_schedule& schedule, std::uint64_t message,
                                       std::uint32_t piece);

}  // namespace tutti
