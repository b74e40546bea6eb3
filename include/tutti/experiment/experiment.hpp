/// @file
/// Plan of an experiment, and its run: checked, and compared with the theory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/theory.hpp"
#include "collectives/input/broadcasters.hpp"
#include "collectives/input/participants.hpp"
#include "engine/executor/executor.hpp"
#include "engine/memory/memory.hpp"
#include "experiment/partition_cache.hpp"
#include "experiment/time_model/time_model_request.hpp"
#include "topology/networks/distance_cache.hpp"
#include "topology/networks/network_specification.hpp"
#include "topology/participant_set.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Memory use of small runs, from which that of large ones is estimated.
class memory_measurements;

[[nodiscard]] std::shared_ptr<memory_measurements> no_measurements();

class emulator_cache;

/// Plan of an experiment: everything that determines its run.
struct experiment {
    const tutti::algorithm* algorithm = nullptr;  ///< one that a catalogue has completed
    /// Catalogue in which other algorithms are looked up; null: none.
    const tutti::catalogue* catalogue = nullptr;
    /// The program that can repeat it, as one types it.
    std::string program = "tutti";
    network_specification network{};
    tutti::network built_network =
        hypercube{0};  ///< what `network` names, nothing else; an outline will do
    broadcaster_specification broadcasters = broadcaster_specification::parse("all");
    /// The broadcasters themselves; null: they are still to be drawn. Shared, as the sets of
    /// experiments that are compared are the same and may be large.
    std::shared_ptr<const broadcaster_set> drawn{};
    std::optional<node_id> root{};  ///< null: the first participant
    participant_specification participants{};
    port_model ports = port_model::all_port;
    std::uint64_t seed = 1;
    parameter_values parameters{};  ///< those that were given; the others take their defaults
    std::string label{};            ///< text of the user's that is kept with the run
    /// Those whose values are still to be searched for: `pieces=auto`.
    std::vector<std::string> searched_parameters{};
    time_model_request time_model{};  ///< by which slots are turned into seconds; or none
    bool is_trial = false;            ///< of a stress test, for a bound that takes no long search
    /// Shared, so that experiments that are copies of one, or vary it, measure once.
    std::shared_ptr<memory_measurements> measured = no_measurements();
};

/// Size of a run: its longest possible time and number of messages.
struct experiment_scale {
    std::uint64_t required_deliveries = 0;
    std::optional<rational> expected_units;
};

/// Options of an experiment's run.
struct experiment_options {
    int threads = available_threads();
    executor_kind executor = executor_kind::task_arena;
    std::uint64_t memory_limit_bytes = available_memory_bytes();
    /// Slots after which a run is given up; by default 4 times the upper bound plus 1,000.
    std::optional<slot> slot_budget{};
    /// Seeds of the nodes' random streams, one for each node, in place of the experiment's. Empty:
    /// they follow from that one. Outlive the run.
    std::span<const std::uint64_t> node_seeds{};
    int repeats = 1;
    bool keeps_account = false;    ///< see `result::account`
    bool counts_loads = false;     ///< see `result::link_load`
    std::uint64_t sink_bytes = 0;  ///< that the sinks take, for `check_memory`
    std::stop_token stop{};
    std::vector<sink*> sinks{};  ///< observers of the run
    /// Leads to the processes that run the other nodes and are asked for the same, threads, sinks
    /// and stop aside; outlives the run. Null: this process runs all. All processes come to the
    /// same result, but that process 0 alone verifies what nodes note of intervals, and that times
    /// and threads are each one's own. Memory is that of the process that took most.
    transport* carrier = nullptr;
    /// Cache of the partition of a network's nodes, for the next run; never null.
    std::shared_ptr<partition_cache> shares = std::make_shared<partition_cache>();
    /// Finds the distances in a graph, and keeps them for the next run; never null.
    std::shared_ptr<distance_cache> distances = std::make_shared<distance_cache>();
    /// Gathers events of several processes: the sinks of process 0 receive the events of all nodes,
    /// the other processes have none. The same in all processes. Otherwise sinks watch their
    /// process's nodes.
    bool relays_events = false;
    /// Of runs that follow each other on one thread: keeps the machine of the last one for the
    /// next.
    emulator_cache* cache = nullptr;
    /// Called once, when all is set up and the first run is about to begin.
    std::function<void(const experiment_scale&)> begins{};
    /// Callback after each run, before it is verified.
    std::function<void()> ended{};
};

/// The algorithm of the catalogue that `text` names: COLLECTIVE/ALGORITHM, or COLLECTIVE for the
/// one of least expected time, as a function of the plan and nothing else. Tasks may be named as
/// the trade does (allgather, alltoall, scan).
/// @param plan network, input, parameters and seed; its algorithm and ports do not count
/// @param ports that it has to fit; null: its own, `all` if any of these fits
/// @throws std::invalid_argument with one line that names the value and what would be right
[[nodiscard]] const algorithm& choose_algorithm(const catalogue& catalogue, std::string_view text,
                                                const experiment& plan,
                                                std::optional<port_model> ports);

/// Why the algorithm does not run on the network under the port model, if one is given, for these
/// participants, or an empty text. Whatever obeys a stricter model obeys the all-port one.
[[nodiscard]] std::string inapplicable_reason(const algorithm& algorithm, const network& net,
                                              std::optional<port_model> ports = {},
                                              const participant_set& participants = {});
/// Why the algorithm of a plan does not take its input, or an empty text.
/// @throws std::invalid_argument as `draw_broadcasters` does
[[nodiscard]] std::string inapplicable_reason(const experiment& plan);
/// Why a run that needs so many bytes is left out, or an empty text.
[[nodiscard]] std::string inapplicable_reason(std::uint64_t needed_bytes,
                                              std::uint64_t limit_bytes);

/// @throws std::invalid_argument that names the algorithm if it does not run on the network for
/// these participants
void require_applicable(const algorithm& algorithm, const network& net,
                        const participant_set& participants = {});

/// The collective of that name, which may be one of the trade.
/// @throws std::invalid_argument with one line that names the value and what would be right
[[nodiscard]] const collective& parse_collective(const catalogue& catalogue, std::string_view name);

/// The algorithm of that name. @param task the collective's own name
/// @throws std::invalid_argument with one line that names the value and what would be right
[[nodiscard]] const algorithm& parse_algorithm(const catalogue& catalogue, std::string_view task,
                                               std::string_view name);

/// Reads one parameter setting, NAME=VALUE, for algorithms of one task.
/// @throws std::invalid_argument if none has such a parameter, or one that has it does not take the
/// value
[[nodiscard]] std::pair<std::string, parameter_value> parse_parameter(
    std::span<const algorithm* const> algorithms, std::string_view text);

/// Estimates the memory of the experiment from short runs of it on small networks, which take about
/// a second where those are busy. Heap use of other threads during these runs is included.
/// @param messages if given, the number of messages to assume, whatever its broadcasters are
[[nodiscard]] memory_estimate estimate_memory(const experiment& plan,
                                              std::optional<std::uint64_t> messages = {});

/// Share of one process in a memory estimate for all: its nodes, the links to them, and the packets
/// that cross.
[[nodiscard]] memory_estimate share_of_process(const experiment& plan, const memory_estimate& total,
                                               const process_part& share);

/// Memory of the process that needs most, where several share the run. Collective: all of these
/// processes call it. If not even the smallest part fits, the estimate is of that part.
[[nodiscard]] memory_estimate estimate_of_process(const experiment& plan,
                                                  const experiment_options& options);

/// Additional memory of the sinks of its run, in bytes.
[[nodiscard]] std::uint64_t watching_bytes(const experiment& plan,
                                           const experiment_options& options);

/// The most that its broadcasters alone take.
[[nodiscard]] std::uint64_t broadcaster_bytes(const experiment& plan);

/// @throws memory_limit_exceeded, with both figures, if that is more than the limit, or than
///   RLIMIT_AS leaves; of several processes, if one's least share is
void check_memory(const experiment& plan, const experiment_options& options);

/// An upper bound of the transmissions and deliveries that a log would have.
[[nodiscard]] std::uint64_t estimate_events(const experiment& plan);

/// @throws std::invalid_argument if `net` is no outline of `named`, with both in the text
void require_outline(const network_specification& named, const network& net);

/// Collective that its algorithm is for.
/// @throws std::invalid_argument if no catalogue has completed the algorithm, or `built_network` is
/// no outline of `network`; so does all that estimates, draws or runs an experiment
[[nodiscard]] const collective& collective_of(const experiment& plan);

/// The participants, drawn.
/// @throws std::invalid_argument if the network lacks them
[[nodiscard]] participant_set participants_of(const experiment& plan);
/// Their number.
[[nodiscard]] std::uint64_t participant_count(const experiment& plan);
/// An upper bound of the packets of broadcasters that are specified, without drawing.
/// @throws std::invalid_argument if the network lacks them
[[nodiscard]] std::uint64_t most_broadcaster_packets(const experiment& plan);
/// The root of collectives that have one.
/// @throws std::invalid_argument if it is no participant
[[nodiscard]] node_id root_of(const experiment& plan);

/// Knowledge common to all nodes before anything is drawn.
/// @throws std::invalid_argument if the algorithm does not run on the network, and for a value that
/// a parameter does not take; so does all that draws, estimates memory or runs
[[nodiscard]] setting setting_of(const experiment& plan);

/// The broadcasters of an experiment. `adversarial` is the worst set for the algorithm that it
/// names, else for that of the experiment or, if none is known for it, the first for the task that
/// has one; with those of the experiment's parameters that this algorithm has.
/// @throws std::invalid_argument if the network lacks them, or none are known
[[nodiscard]] broadcaster_set draw_broadcasters(const experiment& plan);

/// The broadcasters as users write them: the root for a task that has one.
[[nodiscard]] std::string sender_text(const experiment& plan);

/// The problem that an experiment poses: its broadcasters drawn, its parameters complete.
/// @throws std::invalid_argument if the input does not fit the network or the algorithm
[[nodiscard]] problem problem_of(const experiment& plan);
/// The problem of its collective, whether the algorithm takes it or not, with the parameters of the
/// collective alone.
/// @throws std::invalid_argument as `draw_broadcasters` does
[[nodiscard]] problem collective_problem_of(const experiment& plan);
/// The same, the links of its network built for a run.
[[nodiscard]] problem built_problem_of(const experiment& plan);

/// The experiment in words, without its input.
[[nodiscard]] request request_of(const experiment& plan);
/// The same with its input and all parameters. @param input the problem of `plan`
[[nodiscard]] request request_of(const experiment& plan, const problem& input);

/// @param input the problem of `plan`
/// @throws std::invalid_argument if a figure does not fit 64 bits, with a text that names the
/// broadcasters; or if the algorithm's description is not valid, with one that names its field
[[nodiscard]] theory theory_of(const experiment& plan, const problem& input);

/// Runs the experiment and verifies it: never throws for an error of a program.
/// @param command the text for `result::command`
/// @throws std::invalid_argument if the input does not fit, or figures of the theory do not fit 64
/// bits, before the run begins
/// @throws memory_limit_exceeded before anything is allocated
[[nodiscard]] result run_experiment(const experiment& plan, const experiment_options& options,
                                    std::string command);

}  // namespace tutti
