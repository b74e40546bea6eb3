/// @file
/// Errors for figures that are too large for their types.
#pragma once

#include "tutti/experiment/experiment.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

/// Result of `call`, which asks the catalogue about an experiment.
/// @throws std::invalid_argument in place of std::overflow_error
template <class Call>
[[nodiscard]] auto within_64_bits(const experiment& plan, const Call& call) {
    try {
        return call();
    } catch (const std::overflow_error&) {
        refuse(
            "{}: the figures of {}/{} on {} do not fit 64 bits; use fewer messages or a smaller "
            "network",
            in_quotes(plan.broadcasters.text()), plan.algorithm->collective, plan.algorithm->name,
            plan.network.text());
    }
}

}  // namespace tutti
