/// @file
/// Bounds and expected times of the algorithms for a collective, on one network and input.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "candidates.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/port_model.hpp"
#include "util/table_style.hpp"

namespace tutti {

/// An algorithm's figures.
struct algorithm_bounds {
    const tutti::algorithm* algorithm = nullptr;
    port_model ports = port_model::all_port;
    std::string inapplicable_reason;         ///< why there are no figures, or empty
    std::optional<theory> theory_figures{};  ///< null if there are none
    std::string left_out{};                  ///< why figures that fit were not worked out, or empty
    /// Bound of the collective for whole packets, if it is known; set where the figures of the
    /// algorithms are left out.
    std::optional<tutti::lower_bound> collective_bound{};
    std::string advice{};  ///< what would take less time or prevents it, or empty
    /// Under the time model of the plan: the most that the phases take, and lower bound. Null where
    /// they are not known, or there is none.
    std::optional<double> model_seconds{};
    std::optional<double> bound_seconds{};

    /// The expected time in lower bounds; null where one of them is not known or the bound is 0.
    [[nodiscard]] std::optional<double> ratio() const;

    /// True if the time is always equal to the lower bound; null where no time is known.
    [[nodiscard]] std::optional<bool> is_attained() const;
};

/// Bounds of all algorithms for a collective; the request is that of the last algorithm that fits.
struct collective_bounds : request {
    /// The smallest of those of the algorithms, and of those for messages that are cut. Where ports
    /// were named, or no algorithm fits, the collective's for whole packets.
    tutti::lower_bound lower_bound;
    std::optional<tutti::lower_bound> lower_bound_pieces;
    std::vector<algorithm_bounds> algorithms;  ///< in the order of the catalogue
};

/// Steps of a search or a simulation (`algorithm::figure_steps`) that the figures of one algorithm
/// may take: about a second.
inline constexpr std::uint64_t most_figure_steps = std::uint64_t{1} << 24U;

/// Asks the theory about those that fit; runs nothing. Figures that take more than
/// `most_figure_steps` are left out, and that is said; the bound of the collective for whole
/// packets replaces that of the algorithm.
/// @param ports those that were named; null: each algorithm has its own, and the collective all
/// @throws std::invalid_argument if a figure does not fit 64 bits, or if none fits and the
///   collective is not defined for the network
[[nodiscard]] collective_bounds find_bounds(std::span<const candidate> candidates,
                                            std::optional<port_model> ports = {});

/// As one JSON object, without a line end.
[[nodiscard]] std::string to_json(const collective_bounds& bounds);

/// As a table for people, with line ends.
[[nodiscard]] std::string to_table(const collective_bounds& bounds,
                                   table_style style = table_style::plain);

}  // namespace tutti
