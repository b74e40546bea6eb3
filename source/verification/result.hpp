/// @file
/// Result of an experiment: the report of its run, the checks and the verdict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collectives/requirement.hpp"
#include "dynamic_result.hpp"
#include "engine/link_load_result.hpp"
#include "model_time.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/catalog/lower_bound.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/rational.hpp"
#include "verdict.hpp"

namespace tutti {

/// Plan of a result, in words and figures.
struct request {
    std::string collective{};
    std::string algorithm{};
    std::string source{};
    std::string network{};
    std::size_t nodes = 0;
    std::size_t links = 0;
    port_model ports = port_model::all_port;
    parameter_values parameters{};  ///< of a run all, of a stress test those that were given
    std::uint64_t seed = 1;

    // Of a run and of bounds; a stress test has many inputs.
    int diameter = 0;
    std::string broadcasters{};
    std::size_t broadcaster_nodes = 0;
    std::string participants{};  ///< as users write them; empty: all nodes
    std::size_t participant_count = 0;
    std::uint64_t packets = 0;  ///< K
    /// Texts of plan fields that results have as they stand, by their columns, where they have not
    /// their defaults.
    std::vector<std::pair<std::string, std::string>> plan_texts{};
};

/// Minimum, median and maximum of several numbers.
struct spread {
    double minimum = 0;
    double median = 0;
    double maximum = 0;
};

/// Times of several runs of the same experiment.
struct repeat_result {
    std::uint64_t runs = 1;
    spread seconds;
};

/// Methods by which each part of a run was verified, in a few words; empty: not verified.
struct verification {
    std::string links;       ///< that packets go over
    std::string ports;       ///< that nodes may use in a slot
    std::string possession;  ///< of what nodes pass on
    std::string deliveries;
    std::string causality;  ///< of deliveries
    std::string marks;
    std::string times;
    std::string contents;           ///< of packets
    std::vector<std::string> gaps;  ///< what was not verified, or in part, and why
};

/// Evaluation of a run.
struct evaluation {
    std::string command;                    ///< the command line that repeats it
    std::vector<knowledge_item> knowledge;  ///< knowledge of nodes beside their own input
    int processes = 1;  ///< that ran the nodes together, each with `threads` threads

    tutti::verdict verdict = tutti::verdict::complete;
    rational units;
    std::optional<expected_time> expected;
    std::string time_formula;
    std::optional<failure_probability> failure;            ///< null: it never fails by design
    tutti::lower_bound lower_bound;                        ///< for packets as the algorithm's are
    std::optional<tutti::lower_bound> lower_bound_pieces;  ///< for messages that are cut, if known
    std::vector<phase_result> phases;
    std::optional<std::uint64_t> expected_transmissions;
    std::optional<std::uint64_t> expected_control_transmissions;
    double link_utilisation = 0;                ///< transmissions / (links x slots), 0 for no slots
    std::optional<link_load_result> link_load;  ///< of the first run, if asked for
    std::optional<termination_result> termination;
    delivery_counts delivery;
    std::vector<check_result> checks;
    verification verified;
    /// Statements of the program's description that nothing else confirms; empty for the library's
    /// own algorithms.
    std::vector<std::string> stated;
    int digest_version = 1;
    std::optional<dynamic_result> dynamic;  ///< of broadcasts that arrive at random times
    std::optional<tutti::model_time>
        model_time;  ///< under the time model of the plan, if it has one

    double packet_hops_per_second = 0;
    std::uint64_t peak_rss_bytes = 0;
    std::optional<repeat_result> repeat;
};

/// Result of an experiment: its plan in words, the report of its run, and the evaluation. Slots are
/// the papers': 1 is the end of the clock's slot 0. The report's `slots` are those of the time.
struct result : request, run_report, evaluation {};

}  // namespace tutti
