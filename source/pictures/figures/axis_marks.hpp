/// @file
/// Tick marks of an axis.
#pragma once

#include <vector>

#include "figure.hpp"

namespace tutti {

/// An axis from one end to the other, with the places of its marks.
struct marked_axis {
    double low = 0;
    double high = 1;
    std::vector<double> marks{};
    bool is_logarithmic = false;

    /// Position of a value on the axis: 0 at the low end, 1 at the high one.
    [[nodiscard]] double share_of(double value) const noexcept;
    /// The value at that place.
    [[nodiscard]] double value_at(double share) const noexcept;
};

/// The smallest of 1, 2, 5, 10, 20, .. and their tenths, hundredths and so on that is not below
/// `least`.
[[nodiscard]] double round_step(double least);

/// Marks at the values themselves, or every second or third of them and the last, where these are
/// few and spaced widely enough; else at round numbers.
/// @param most how many marks there is room for, at least 2
[[nodiscard]] marked_axis marked_by_values(const figure_axis& axis, std::size_t most);

/// Marks at round numbers, at least three, from 0 on unless all values are far from it.
[[nodiscard]] marked_axis marked_from_zero(const figure_axis& axis, std::size_t most);

}  // namespace tutti
