#include "tutti/catalog/lower_bound.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tutti {

std::string packet_size::text() const {
    return is_whole() ? "whole packets"
           : m_ == 0  ? "pieces of 1/m"
                      : fmt::format("pieces of 1/{}", m_);
}

// Each bound holds, and so does the largest of them.
lower_bound strongest(std::initializer_list<lower_bound> bounds) {
    return *std::ranges::max_element(bounds, {}, &lower_bound::units);
}

// A bound for several algorithms has to hold for each of them, and is the smallest.
void weaken(std::optional<lower_bound>& least, const lower_bound& other) {
    if (!least || other.units < least->units) {
        least = other;
    }
}

std::string to_string(const lower_bound& bound) {
    return fmt::format("{} for {}: {}", to_string(bound.units), bound.assumes.text(), bound.proof);
}

}  // namespace tutti
