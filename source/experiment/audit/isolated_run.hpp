/// @file
/// Isolated run of one node of an experiment, with resampled input.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiment/processes/isolated_work.hpp"
#include "experiment/processes/work_bytes.hpp"
#include "node_log.hpp"

namespace tutti {

/// Request for isolated runs with one resampled input.
struct isolated_run_request {
    std::uint64_t trial = 0;  ///< the number of the world
    std::uint64_t key = 0;    ///< of the payloads that replace those of the run
    std::uint64_t seed = 0;   ///< of the experiment that the rest of the world is made of
    std::vector<knowledge_item> withheld;
    std::vector<node_id> nodes;
};

/// Input of a node that runs alone.
struct isolated_run_input {
    carried_input plain;         ///< as in the run of all
    carried_input rekeyed;       ///< with payloads of the world's key
    tutti::knowledge knowledge;  ///< with something else in place of what is withheld
};

/// Root and broadcasters that messages are named by on a folded torus.
struct message_naming {
    node_id root = 0;
    broadcaster_set broadcasters;
};

/// Inputs of isolated runs, with the input of each node.
struct isolated_run_inputs {
    byte_string around;    ///< the experiment that the rest of the world is made of
    std::string why_same;  ///< see `redrawn_experiment::why_same`
    std::optional<message_naming> naming{};  ///< null where the names do not depend on the input
    bool is_folded = false;  ///< whether nodes deliver what their values are folded into
    std::vector<phase> phases;
    std::vector<isolated_run_input> inputs;  ///< of each node
};

/// Result of the preparation of isolated runs.
struct isolated_inputs_result {
    process_end end;
    std::optional<isolated_run_inputs> world{};
    std::string refusal{};  ///< why there is none, or empty
};

/// Prepares a world in a process.
[[nodiscard]] isolated_inputs_result prepare(const process_starter& starter, const experiment& plan,
                                             const isolated_run_request& wish,
                                             const process_limits& limits);

/// Draws the world and says it. @param work behind the experiment in the work of the process
void prepare_isolated_inputs(const experiment& plan, detail::byte_reader& work,
                             const output_handler& say);

/// Isolated run of one node.
struct isolated_run {
    node_id node = 0;
    std::uint64_t trial = 0;  ///< the number of the world
    std::uint64_t seed = 0;   ///< of its random stream
    node_log log{};           ///< what it did in the run of all, perhaps with other payloads
    slot last = 0;            ///< the last clock slot in which it has to do the same
    /// True if messages that arrive at the node after the start of that slot are resampled.
    bool has_other_arrivals = false;
    bool is_rekeyed = false;
    std::vector<std::size_t> payload_places{};  ///< in packets, where it is re-keyed
};

/// Log of a node alone, as far as it came.
struct isolated_run_result {
    process_end end;
    node_log log;
    slot last = 0;          ///< the last clock slot that began
    std::string refusal{};  ///< why there was no run, or empty
};

/// Work of the process of a node alone.
/// @param others what arrives later is drawn with, if it is other than it was
[[nodiscard]] byte_string work_for(const isolated_run_inputs& world, const isolated_run& run,
                                   const isolated_run_input& run_input, const payloads& others);

/// Runs a node alone in a process. @param work as `work_for` makes it for the node
[[nodiscard]] isolated_run_result run_one(const process_starter& starter,
                                          std::span<const std::byte> work, node_id node,
                                          const process_limits& limits);

/// Runs the node, and says what it does. @param around the world. @param work behind it in
/// `work_for`
void run_isolated_node(const experiment& around, detail::byte_reader& work,
                       const output_handler& say);

}  // namespace tutti
