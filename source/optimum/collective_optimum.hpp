/// @file
/// Optimum of a collective on a network: from its bound, through the search, to the run that shows
/// it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "experiment/candidates.hpp"
#include "optimum.hpp"
#include "schedule/foreign_schedule.hpp"
#include "tutti/catalog/lower_bound.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "util/table_style.hpp"

namespace tutti {

/// Request for the optimum of a collective.
struct optimum_request {
    candidate_request candidates{};  ///< all algorithms of the collective; ports are named
    std::uint32_t pieces = 1;        ///< of a message
    optimum_effort effort{};
    /// Runs an experiment, as `run_experiment` does.
    std::function<result(const experiment&)> run{};
};

/// Optimum of a collective, in slots of the length 1/pieces.
struct collective_optimum : request {
    std::uint32_t pieces = 1;
    tutti::lower_bound lower_bound{};
    slot bound_slots = 0;
    std::string best_algorithm{};  ///< of the catalogue; empty: none fits
    std::optional<slot> algorithm_slots{};
    optimum_interval interval{};
    std::optional<foreign_schedule> schedule{};  ///< of `interval.upper` slots
    std::optional<result> played{};              ///< run of that

    /// Why the optimum is one, or what is open.
    [[nodiscard]] std::string reason() const;
    /// 0: settled, and the schedule has run; 1: not settled; else the status of a run that failed.
    [[nodiscard]] int exit_status() const;
};

/// Finds it. The schedule is played by node programs, and verified.
/// @throws std::invalid_argument, one line, if the collective or network has no such question
[[nodiscard]] collective_optimum find_optimum(const optimum_request& request);

/// As one JSON object (schema tutti.optimum/1), without a line end.
[[nodiscard]] std::string to_json(const collective_optimum& found);
/// As a table for people, with line ends.
[[nodiscard]] std::string to_table(const collective_optimum& found,
                                   table_style style = table_style::plain);

}  // namespace tutti
