/// @file
/// Run of all nodes of an audit whose inputs and random streams do not follow from a seed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "audit_draws.hpp"
#include "audited_run.hpp"

namespace tutti {

/// A run of all nodes that runs of nodes alone are compared with.
struct reference_run {
    experiment plan;
    std::optional<std::uint64_t> stream_key{};  ///< see `first_run_wish::stream_key`
    first_run run{};

    /// The seed of the node's random stream.
    [[nodiscard]] std::uint64_t seed_of(node_id node) const noexcept {
        return stream_key ? stream_seed(*stream_key, node) : plan.seed;
    }
};

/// Outcome of runs whose inputs and random streams do not follow from a seed.
struct independent_result {
    std::optional<reference_run> reference{};  ///< null: there is none
    std::string why_none{};                    ///< why, or empty: it was stopped
    std::optional<first_run> wrong{};          ///< the first of them that went wrong
    /// True if one failed, and runs in which everything follows from a seed do not: then the
    /// program uses information that a node can have only from that seed.
    bool needs_seed = false;
    /// True if such runs fail as well.
    bool fails_by_itself = false;
};

/// Runs all nodes once more. In a plain run a node can work out the seed from a number that it has
/// drawn, and from that the broadcasters and the random numbers of all others. Here broadcasters
/// that are drawn, payloads and each node's stream come from separate keys, so that no node
/// learns anything of another from its own stream. A program that first makes sure of the seed may
/// be honest then; so they run a third time, as in the plain run but for one broadcaster that is
/// drawn, which is another node, and the stream of one node.
/// @param seeded the run of all in which they follow from the seed
[[nodiscard]] independent_result run_independently(const process_starter& starter,
                                                   const experiment& plan,
                                                   const audit_options& options,
                                                   const audit_draws& draws,
                                                   const first_run& seeded);

}  // namespace tutti
