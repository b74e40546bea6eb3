/// @file
/// Tuning: the best algorithm for a collective by the size of the data, under a time model.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/candidates.hpp"
#include "experiment/comparison.hpp"
#include "size_function.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"

namespace tutti {

/// Sizes of the data, from the first to the last.
struct size_range {
    std::uint64_t least = 8;
    std::uint64_t most = std::uint64_t{1} << 30U;
};

/// Those of a request; where it has none, the usual ones.
[[nodiscard]] size_range sizes_of(const time_model_request& request);

/// An algorithm with a number of pieces, and what it takes.
struct tuned_choice {
    experiment plan;
    std::string parameters{};  ///< pieces or values, searched or given: "pieces=4"; or empty
    std::uint64_t number = 0;  ///< of these pieces
    size_function seconds{};
    bool has_run = false;      ///< false: by the theory
    bool is_left_out = false;  ///< its run was not complete
};

/// The best choice for one size.
struct tuned_size {
    std::uint64_t bytes = 0;
    std::size_t choice = 0;
    double seconds = 0;
    double bound_seconds = 0;
    double algorithm_bandwidth = 0;  ///< algbw of nccl-tests: size / time, in bytes a second
    double bus_bandwidth = 0;        ///< busbw: the same, corrected by what each node has to send
};

/// Size at which one choice gives way to the next.
struct crossover {
    exact_number bytes;
    std::size_t from = 0;
    std::size_t to = 0;
};

/// Best choices of a collective on one network. Choices that are the best for some size have run
/// and been verified.
struct tuning : request {
    time_model_request model{};
    size_range range{};
    std::vector<tuned_choice> choices;
    std::vector<tuned_size> sizes;
    std::vector<crossover> crossovers;  ///< by rising size
    std::vector<excluded_algorithm> not_fitting;
    std::vector<result> failed;  ///< runs that were not complete, whose choices are left out
    bool is_interrupted = false;
};

/// Request for a tuning.
struct tuning_request {
    std::span<const candidate> candidates{};  ///< with the same time model; at least one fits
    /// Runs an experiment, as `run_experiment` does.
    std::function<result(const experiment&)> run{};
};

/// Tunes. Of each algorithm the first choice runs; if it takes the seconds that the theory says,
/// the others take what that says of them, or else they run, too.
/// @throws std::invalid_argument, one line, if no choice is left
[[nodiscard]] tuning tune(const tuning_request& request);

/// Places of the best choices from size to size: of all, or of those for which `takes` holds. None
/// if there are no such.
[[nodiscard]] std::vector<best_from> best_choices(
    const tuning& tuned, const std::function<bool(const tuned_choice&)>& takes = {});

/// The largest exit status of the runs that were not complete; 0 if there are none.
[[nodiscard]] int exit_status(const tuning& tuned);

/// As one JSON object, without a line end.
[[nodiscard]] std::string to_json(const tuning& tuned);
/// As a table for people, with line ends.
[[nodiscard]] std::string to_table(const tuning& tuned, excluded_form form,
                                   table_style style = table_style::plain);
/// Comma-separated, with a heading.
[[nodiscard]] std::string to_csv(const tuning& tuned);

}  // namespace tutti
