/// @file
/// Reference run of an audit: all nodes, for comparison with the runs of nodes alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collectives/input/derived_payloads.hpp"
#include "engine/exchange/bytes.hpp"
#include "experiment/processes/isolated_work.hpp"
#include "node_log.hpp"
#include "tutti/experiment/audit.hpp"

namespace tutti {

/// Figures of a run, for a comparison with another one.
struct run_figures {
    std::uint64_t digest = 0;
    slot slots = 0;
    std::uint64_t transmissions = 0;

    friend bool operator==(const run_figures&, const run_figures&) = default;
};

/// Audited nodes and the size of the audit, as the process of the reference run reports them before
/// it runs.
struct announced_run {
    audit_scale scale;
    std::vector<node_id> nodes;          ///< whose logs are kept, in increasing order
    std::vector<std::string> knowing{};  ///< what each of them knows from the beginning, in words
};

/// Outcome of a reference run, as its process reports it.
struct run_outcome {
    tutti::verdict judged = tutti::verdict::complete;
    run_figures figures;
    /// True if no check fails; checks that depend on random numbers that its nodes did not draw do
    /// not count.
    bool is_served = false;
    bool may_fail = false;            ///< the algorithm may lose messages by design
    std::optional<slot> failed_in{};  ///< the clock slot of what ended it early; null: nothing did
    std::string text{};               ///< what went wrong, or empty
    std::vector<std::string> stated{};  ///< see `result::stated`
    request heading;                    ///< with its input
};

/// Reference run of all nodes.
struct first_run : announced_run, run_outcome {
    std::vector<node_log> logs;     ///< of each of the nodes
    slot last = 0;                  ///< the last clock slot
    std::string sandbox_failure{};  ///< why its process could open files and the like, or empty
};

/// Choices of an audit for a run of all.
struct first_run_wish {
    std::uint64_t node_seed = 0;   ///< what nodes to audit are drawn by
    std::vector<node_id> nodes{};  ///< those to audit, in increasing order; empty: to be drawn
    /// The key of random streams that do not follow from the seed; null: they do.
    std::optional<std::uint64_t> stream_key{};
    std::optional<node_id> only{};  ///< the one node whose stream has that key; null: all have it
};

/// The seed of a node's random stream. Neither the key nor the seed of another node follows from
/// it.
[[nodiscard]] constexpr std::uint64_t stream_seed(std::uint64_t key, node_id node) noexcept {
    return derived_payloads{key}.of(node, 0);
}

/// Runs all nodes in a process. Null if it was stopped.
/// @param options callbacks for the scale, when it is known, and for progress
/// @throws std::invalid_argument, std::runtime_error if there is no run, with the reason
[[nodiscard]] std::optional<first_run> run_all(const process_starter& starter,
                                               const experiment& plan, const audit_options& options,
                                               const first_run_wish& wish);

/// Runs all, and says what it is about to do, and what comes of it.
/// @param work behind the experiment in the work of the process
void run_all_nodes(const experiment& plan, detail::byte_reader& work, const output_handler& say);

}  // namespace tutti
