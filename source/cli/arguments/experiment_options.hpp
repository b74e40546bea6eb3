/// @file
/// Options of plans and runs, and runs by these options.
#pragma once

#include <array>

#include "cli/signal_and_progress_scope.hpp"
#include "command_line.hpp"
#include "experiment/candidates.hpp"
#include "experiment/several_processes.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {

/// The names of the port models, in their order.
inline constexpr std::array<std::string_view, 5> port_model_names{"all", "single", "single-half",
                                                                  "shout", "one-way"};

inline constexpr option quiet_flag{.name = "--quiet", .meaning = "do not show a progress line"};

/// The options of a command: those that `read_experiment`, `read_request` and `read_options`
/// understand, and then its own.
/// @param names of those that it wants, if it does not want all
[[nodiscard]] std::vector<option> experiment_options_and(
    std::vector<option> own, std::initializer_list<std::string_view> names = {});

/// Calls `read` and puts the option's name in front of what it complains about.
template <class Read>
decltype(auto) reading(std::string_view option, const Read& read) {
    try {
        return read();
    } catch (const processes_differ&) {
        throw;  // the option is not the cause
    } catch (const memory_limit_exceeded& wrong) {
        refuse("--memory-limit: {}", wrong.what());
    } catch (const std::invalid_argument& wrong) {
        refuse("{}: {}", option, wrong.what());
    }
}

/// The one of `names` that an option names, or the first; they are those of an enumeration, in its
/// order.
/// @throws std::invalid_argument that names the option
template <class Choice>
[[nodiscard]] Choice choice_of(const command_line& arguments, std::string_view option,
                               std::span<const std::string_view> names) {
    const auto text = arguments.value(option);
    if (!text) {
        return Choice{};
    }
    const auto position = std::ranges::find(names, *text);
    if (position == names.end()) {
        refuse("{}: {} is unknown{}", option, in_quotes(*text), did_you_mean(*text, names));
    }
    return static_cast<Choice>(position - names.begin());
}

/// Never null. @throws std::invalid_argument that names the text if it is no port model
[[nodiscard]] std::optional<port_model> read_port_model(const std::string& text);

/// Parses the plan of an experiment from arguments.
/// @throws std::invalid_argument that names the option
[[nodiscard]] experiment read_experiment(const command_line& arguments, const catalogue& catalogue);

/// Choice of a command between a collective alone and one of its algorithms.
enum class algorithm_choice : std::uint8_t { all_of_the_collective, or_the_one_named };

/// Parses the request for all algorithms of a collective, or for the one that is named.
/// @throws std::invalid_argument that names the option
[[nodiscard]] candidate_request read_request(const command_line& arguments,
                                             const catalogue& catalogue, algorithm_choice allowed);

/// The algorithms of the task, each with its experiment; at least one can be run.
/// @throws std::invalid_argument that names the option
[[nodiscard]] std::vector<candidate> read_candidates(const command_line& arguments,
                                                     const catalogue& catalogue,
                                                     const experiment_options& options);

/// Option that gives an algorithm its input; named in errors if the algorithm does not accept it.
[[nodiscard]] std::string_view input_option(const experiment& plan);

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
    std::string command_;
    progress_display display_;
    experiment_options options_;
    algorithm_shown names_;
    std::stop_source stop_;
    std::optional<signal_and_progress_scope> beside_;
};

}  // namespace tutti::program
