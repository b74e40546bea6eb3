/// @file
/// Options of plans and runs, and runs by these options.
#pragma once

#include "cli/signal_and_progress_scope.hpp"
#include "command_line.hpp"
#include "experiment/plan/option_error.hpp"
#include "experiment/plan/plan_reader.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {

inline constexpr option quiet_flag{.name = "--quiet", .meaning = "do not show a progress line"};

/// A command that takes plans: its options are those of the schema, and then its own.
[[nodiscard]] command command_for(plan_command name, std::string_view meaning,
                                  std::vector<option> own,
                                  outcome (*carry_out)(const command_line&, const catalogue&));

/// The one of `names` that an option names, or the first; they are those of an enumeration, in its
/// order.
/// @throws std::invalid_argument that names the option
template <class Choice>
[[nodiscard]] Choice choice_of(const command_line& arguments, std::string_view option,
                               std::span<const std::string_view> names) {
    const auto text = arguments.value(option);
    return text ? choice_named<Choice>(option, *text, names) : Choice{};
}

/// The number that an option has, or nothing.
/// @throws std::invalid_argument that names the option if it is none from `least` to `most`
template <std::integral Number = std::uint64_t>
[[nodiscard]] std::optional<Number> number_of_option(const command_line& arguments,
                                                     std::string_view option, std::uint64_t least,
                                                     std::uint64_t most) {
    const auto text = arguments.value(option);
    return text ? std::optional{reading(option,
                                        [&] { return parse_number<Number>(*text, least, most); })}
                : std::nullopt;
}
/// The same of bytes or another count: from 1 to 2^60, so that sums stay far below the range of 64
/// bits.
[[nodiscard]] std::optional<std::uint64_t> size_of_option(const command_line& arguments,
                                                          std::string_view option);

/// Catalogue, program and memory limit of a plan.
/// @throws option_error
[[nodiscard]] plan_context read_context(const command_line& arguments, const catalogue& catalogue);

/// Parses the options of a run: threads, memory, slot budget, repeats.
/// @throws std::invalid_argument that names the option
[[nodiscard]] experiment_options read_options(const command_line& arguments);

/// Progress display that the user asked for.
[[nodiscard]] progress_display display_for(const command_line& arguments);

/// Choice to show the running algorithm in the progress line.
enum class algorithm_shown : std::uint8_t { no, yes };

/// Runner of experiments, one after the other, with a progress line for long runs.
///
/// From the first run's beginning on, a signal ends a run at the next slot boundary, and what was
/// done is reported. Before, nothing is: the process ends.
class run_watches {
public:
    /// @param arguments whose text goes into the results
    run_watches(const command_line& arguments, experiment_options options,
                algorithm_shown names = algorithm_shown::no);

    [[nodiscard]] result operator()(const experiment& plan);

private:
    [[nodiscard]] signal_and_progress_scope::run_watch watch_preparation();

    std::string command_;
    progress_display display_;
    experiment_options options_;
    algorithm_shown names_;
    std::stop_source stop_;
    std::optional<signal_and_progress_scope> beside_;
    bool has_begun_ = false;  // the first run
};

}  // namespace tutti::program
