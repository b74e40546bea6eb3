/// @file
/// Comparison of formulas: the algorithms for a collective on the same input.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/lower_bound.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/port_model.hpp"

namespace tutti {

/// Request for several algorithms: the collective, network and ports that they have to fit.
struct candidate_request {
    std::vector<const algorithm*> algorithms{};  ///< for one task, at least one
    std::optional<port_model> ports{};           ///< null: each its own
    /// Network, broadcasters, root and seed; its parameters go to every algorithm that has them.
    /// Its algorithm and ports do not count.
    experiment common{};
};

/// An algorithm with its experiment.
struct candidate {
    experiment plan;
    std::string inapplicable_reason;  ///< why it cannot be done, or empty
};

/// Algorithms of a collective, at least one.
/// @param with_files true for those that play a file, too
/// @throws std::invalid_argument if there are none, or no such collective
[[nodiscard]] std::vector<const algorithm*> algorithms_for(const catalogue& catalogue,
                                                           std::string_view collective,
                                                           bool with_files = false);

/// The algorithm of least expected time, exact or an upper bound, on the network with the input;
/// of equals the first. Those for all ports precede others, unless the request has a port model.
///
/// Those that draw random numbers do not compete; nor do those that lack a parameter of the request
/// or whose figures take too many steps. If none competes, it is the first that fits.
/// @throws std::invalid_argument with all reasons in one line if none fits
[[nodiscard]] const algorithm& best_algorithm(const candidate_request& request);

/// The experiment of one algorithm, with the parameters and the port model that it takes.
[[nodiscard]] experiment experiment_for(const algorithm& algorithm, candidate_request request);

/// Candidates, one for each algorithm, in the same order; `inapplicable_reason` states an error in
/// the network or the ports.
[[nodiscard]] std::vector<candidate> find_candidates(const candidate_request& request);

/// Notes on those that fit but need more memory, the broadcasters that all share included, that
/// they do not fit.
/// @throws std::invalid_argument if the network lacks the broadcasters
/// @param carrier leads to the processes that share the networks, candidates of which call it and
/// leave
///   out the same; null: this one is alone
/// @param cache keeps the partition for the following runs; null: none is kept
void exclude_large(std::vector<candidate>& candidates, std::uint64_t limit_bytes,
                   transport* carrier = nullptr, partition_cache* cache = nullptr);

/// Draws the broadcasters, if any candidate fits, once for all of them: `adversarial` is the worst
/// set for the first of them that has one, if no other is named, with the parameters that were
/// given. Notes why on those that do not take the input.
/// @throws std::invalid_argument if the network lacks the broadcasters, or they are not known
void draw_input(const candidate_request& request, std::vector<candidate>& candidates);

/// @throws std::invalid_argument with all reasons in one line if none fits
void require_a_fit(std::span<const candidate> candidates);

/// The smallest of the lower bounds of several algorithms.
struct least_bounds {
    std::optional<lower_bound> own;        ///< of those that they are held to
    std::optional<lower_bound> of_pieces;  ///< of those for messages that are cut

    void add(const lower_bound& bound, const std::optional<lower_bound>& pieces) {
        weaken(own, bound);
        if (pieces) {
            weaken(of_pieces, *pieces);
        }
    }
};

}  // namespace tutti
