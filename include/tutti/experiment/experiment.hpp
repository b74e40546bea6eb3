/// @file
/// An algorithm on a workload, run, checked and compared with the theory.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tutti/collective/catalogue.hpp"
#include "tutti/collective/event_log.hpp"
#include "tutti/collective/problem.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/machine/executor.hpp"
#include "tutti/machine/memory.hpp"
#include "tutti/machine/port_model.hpp"
#include "tutti/machine/rational.hpp"
#include "tutti/machine/run_report.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/workload/broadcasters.hpp"

namespace tutti {

/// What a user asks for.
struct experiment {
    const algorithm* what = nullptr;  ///< of the catalogue
    std::string network_text;
    network where = hypercube{0};
    broadcaster_specification broadcasters = broadcaster_specification::parse("all");
    node_id root = 0;
    port_model ports = port_model::all_port;
    std::uint64_t seed = 1;
    parameter_values parameters{};  ///< those that were given; the others take their defaults
};

/// How long a run may be.
struct experiment_scale {
    std::uint64_t required_deliveries = 0;
    std::optional<rational> expected_units;
};

/// How to run it.
struct experiment_options {
    int threads = available_threads();
    executor_kind executor = executor_kind::task_arena;
    std::uint64_t memory_limit_bytes = available_memory_bytes();
    /// Slots after which a run is given up; by default 4 times the upper bound plus 1,000.
    std::optional<slot> slot_budget{};
    int repeats = 1;
    event_log* log = nullptr;
    std::stop_token stop{};
    run_progress* progress = nullptr;
    /// Called once, when all is set up and the first run is about to begin.
    std::function<void(const experiment_scale&)> begins{};
};

/// The algorithm of the catalogue that `text` names: TASK/ALGORITHM, or TASK for the first that
/// fits the network and, if given, the port model. Tasks may be named as the trade does
/// (allgather, alltoall, scan).
/// @throws std::invalid_argument with one line that names the value and what would be right
[[nodiscard]] const algorithm& choose_algorithm(std::string_view text, const network& where,
                                                std::optional<port_model> ports);

/// The catalogue's own name of a task, which may be named as the trade does.
/// @throws std::invalid_argument with one line that names the value and what would be right
[[nodiscard]] std::string_view parse_task(std::string_view name);

/// All tasks of the catalogue, in its order.
[[nodiscard]] std::vector<std::string_view> tasks();

/// Reads one parameter setting, NAME=VALUE.
/// @throws std::invalid_argument if the algorithm has no such parameter or does not take the value
[[nodiscard]] std::pair<std::string, std::string> parse_parameter(const algorithm& what,
                                                                  std::string_view text);

/// What the experiment will take, before anything is allocated.
[[nodiscard]] memory_estimate estimate_memory(const experiment& asked);

/// @throws memory_limit_exceeded, with both figures, if that is more than the limit
void check_memory(const experiment& asked, std::uint64_t limit_bytes);

/// An upper bound of the transmissions and deliveries that a log would have.
[[nodiscard]] std::uint64_t estimate_events(const experiment& asked);

/// The problem that an experiment poses: its broadcasters drawn, its parameters complete.
/// @throws std::invalid_argument if the input does not fit the network or the algorithm
[[nodiscard]] problem pose(const experiment& asked);

/// Runs the experiment and judges it: never throws for what a program did.
/// @param command the text for `result::command`
/// @throws std::invalid_argument if the input does not fit
/// @throws memory_limit_exceeded before anything is allocated
[[nodiscard]] result run_experiment(const experiment& asked, const experiment_options& how,
                                    std::string command);

}  // namespace tutti
