/// @file
/// Smallest of the lower bounds of several algorithms.
#pragma once

#include <optional>

#include "tutti/catalog/lower_bound.hpp"

namespace tutti {

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
