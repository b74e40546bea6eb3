#include "axis_marks.hpp"

#include <algorithm>
#include <cmath>

#include "util/counts.hpp"

namespace tutti {
namespace {

constexpr std::size_t fewest_marks = 3;

// With room at both ends. What is nowhere below 0 has none there.
marked_axis with_room(const figure_axis& axis) {
    constexpr double share = 0.04;
    marked_axis made{.low = axis.low, .high = axis.high, .is_logarithmic = axis.is_logarithmic};
    if (axis.is_logarithmic) {
        const double factor =
            axis.high > axis.low ? std::pow(axis.high / axis.low, share) : std::sqrt(2.0);
        made.low /= factor;
        made.high *= factor;
        return made;
    }
    // An axis with one value has room on both sides of it.
    const double one_value = axis.low == 0 ? 1 : std::abs(axis.low) / 10;
    const double room = axis.high > axis.low ? (axis.high - axis.low) * share : one_value;
    made.low = axis.low >= 0 ? std::max(0.0, axis.low - room) : axis.low - room;
    made.high += room;
    return made;
}

// Numbers so large that a step is nothing to them are one mark.
std::vector<double> marks_with_step(const marked_axis& range, double step) {
    // Marks are computed as multiples of the step, not by adding it, so that rounding errors do
    // not accumulate.
    const double first = std::ceil(range.low / step - 1e-9) + 0.0;  // never -0
    const double count = std::floor((range.high - first * step) / step + 1e-9) + 1;
    std::vector<double> marks;
    for (double i = 0; i < count; ++i) {
        marks.push_back((first + i) * step);
    }
    marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
    return marks;
}

std::vector<double> linear_marks(const marked_axis& range, std::size_t most) {
    constexpr double finer = 0.45;
    double step = round_step(ratio(range.high - range.low, most));
    std::vector<double> marks = marks_with_step(range, step);
    for (int tries = 0; marks.size() < fewest_marks && tries < 2; ++tries) {
        step = round_step(step * finer);
        marks = marks_with_step(range, step);
    }
    return marks;
}

// These factors of the powers of ten, as far as they are on the axis.
std::vector<double> marks_with_factors(const marked_axis& range,
                                       const std::vector<double>& factors) {
    std::vector<double> marks;
    const long first = std::lround(std::floor(std::log10(range.low)));
    const long last = std::lround(std::ceil(std::log10(range.high)));
    for (long exponent = first; exponent <= last; ++exponent) {
        for (const double factor : factors) {
            const double mark = factor * std::pow(10, exponent);
            if (mark >= range.low && mark <= range.high) {
                marks.push_back(mark);
            }
        }
    }
    return marks;
}

// All, or every second or third, so that there are no more than `most`.
std::vector<double> some_of(const std::vector<double>& values, std::size_t most) {
    const std::size_t every = (values.size() + most - 1) / most;
    std::vector<double> some;
    for (std::size_t i = 0; i < values.size(); i += every) {
        some.push_back(values[i]);
    }
    return some;
}

// Choices are in the order of preference; a short axis has marks as a linear one.
std::vector<double> logarithmic_marks(const marked_axis& range, std::size_t most) {
    std::vector<std::vector<double>> choices{
        marks_with_factors(range, {1, 2, 5}), some_of(marks_with_factors(range, {1}), most),
        marks_with_factors(range, {1, 3}), marks_with_factors(range, {1, 2, 3, 4, 5, 6, 7, 8, 9})};
    const auto fits = [most](const std::vector<double>& marks) {
        return marks.size() >= fewest_marks && marks.size() <= most;
    };
    const auto position = std::ranges::find_if(choices, fits);
    return position == choices.end() ? linear_marks(range, most) : std::move(*position);
}

std::vector<double> round_marks(const marked_axis& range, std::size_t most) {
    return range.is_logarithmic ? logarithmic_marks(range, most) : linear_marks(range, most);
}

bool are_far_apart(const std::vector<double>& marks, const marked_axis& range, std::size_t most) {
    const auto touch = [&](double a, double b) {
        return range.share_of(b) - range.share_of(a) < ratio(1, 2 * most);
    };
    return std::ranges::adjacent_find(marks, touch) == marks.end();
}

// The last one takes the place of one that is too near.
std::vector<double> marks_at_values(const std::vector<double>& values, const marked_axis& range,
                                    std::size_t most) {
    std::vector<double> marks = some_of(values, most);
    if (marks.back() != values.back()) {
        const bool is_room =
            marks.size() < most && are_far_apart({marks.back(), values.back()}, range, most);
        marks.resize(marks.size() - (is_room ? 0 : 1));
        marks.push_back(values.back());
    }
    return marks;
}

}  // namespace

double round_step(double least) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1 - 1e-9)) {
            return factor * power;
        }
    }
    return 10 * power;
}

double marked_axis::share_of(double value) const noexcept {
    return is_logarithmic ? std::log(value / low) / std::log(high / low)
                          : (value - low) / (high - low);
}

double marked_axis::value_at(double share) const noexcept {
    return is_logarithmic ? low * std::pow(high / low, share) : low + share * (high - low);
}

// Axes of x are marked at the values that were run, as far as there is room; else at round
// numbers.
marked_axis marked_by_values(const figure_axis& axis, std::size_t most) {
    marked_axis made = with_room(axis);
    made.marks = marks_at_values(axis.values, made, most);
    if (axis.values.size() > 3 * most || !are_far_apart(made.marks, made, most)) {
        made.marks = round_marks(made, most);
    }
    return made;
}

marked_axis marked_from_zero(const figure_axis& axis, std::size_t most) {
    marked_axis made = with_room(axis);
    if (!axis.is_logarithmic && axis.low >= 0 &&
        (axis.low < axis.high / 2 || axis.low == axis.high)) {
        made.low = 0;
    }
    made.marks = round_marks(made, most);
    return made;
}

}  // namespace tutti
