/// @file
/// Question of a collective, and its timetables as schedules.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "question.hpp"
#include "schedule/foreign_schedule.hpp"
#include "tutti/catalog/problem.hpp"

namespace tutti {

/// A question with the collective that it is of.
struct collective_question {
    optimum_question question{};
    schedule_collective collective = schedule_collective::unknown;
    std::uint32_t pieces = 1;  ///< of a message: packets of one follow each other
    /// True of gather, reduce and reduce-scatter: the question is that of scatter, broadcast and
    /// allgather, and a timetable of it backwards is one of the collective.
    bool is_reversed = false;
    std::vector<std::uint64_t> messages{};  ///< by packet: its number in schedules
};

/// Largest number of nodes of networks whose optima are looked for.
inline constexpr std::size_t most_nodes_of_optima = 64;
/// Largest number of pieces of a message.
inline constexpr std::uint32_t most_pieces_of_optima = 16;

/// The question of a collective.
/// @param name of the collective in the catalogue
/// @param input whose ports, participants, root and parameters count
/// @throws std::invalid_argument, one line, if there is no such question
[[nodiscard]] collective_question question_of(std::string_view name, const problem& input,
                                              std::uint32_t pieces);

/// A timetable as a schedule of the collective, with its rows sorted.
[[nodiscard]] foreign_schedule schedule_of(const collective_question& asked, const timetable& rows,
                                           const problem& input);

}  // namespace tutti
