#include "axis_marks.hpp"

#include <algorithm>
#include <cmath>

namespace tutti {
namespace {

double on_axis(double value, const figure_axis& axis) {
    return axis.is_logarithmic ? std::log10(value) : value;
}

marked_axis with_room(const figure_axis& axis) {
    constexpr double share = 0.04;
    const double low = on_axis(axis.low, axis);
    const double high = on_axis(axis.high, axis);
    const double one_value = axis.is_logarithmic ? 0.3 : std::max(1.0, std::abs(low) / 10);
    const double room = high > low ? (high - low) * share : one_value;
    if (axis.is_logarithmic) {
        return {.low = std::pow(10, low - room), .high = std::pow(10, high + room), .marks = {}};
    }
    return {.low = low - room, .high = high + room, .marks = {}};
}

// The smallest of 1, 2, 5, 10, 20, .. that is not below `least`.
double round_step(double least) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1 - 1e-9)) {
            return factor * power;
        }
    }
    return 10 * power;
}

std::vector<double> linear_marks(double low, double high, std::size_t most) {
    const double step = round_step((high - low) / static_cast<double>(most));
    std::vector<double> marks;
    for (double number = std::ceil(low / step - 1e-9) + 0.0;  // never -0
         number * step <= high + step * 1e-9; ++number) {
        marks.push_back(number * step);
    }
    return marks;
}

// 1, 2 and 5 times the powers of ten, or only these, or some of them.
std::vector<double> logarithmic_marks(double low, double high, std::size_t most) {
    std::vector<double> all;
    std::vector<double> powers;
    const auto first = static_cast<int>(std::floor(std::log10(low)));
    const auto last = static_cast<int>(std::ceil(std::log10(high)));
    for (int exponent = first; exponent <= last; ++exponent) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double mark = factor * std::pow(10, exponent);
            if (mark >= low && mark <= high) {
                all.push_back(mark);
                if (factor < 2) {
                    powers.push_back(mark);
                }
            }
        }
    }
    if (all.size() <= most) {
        return all;
    }
    const std::size_t every = (powers.size() + most - 1) / most;
    std::vector<double> marks;
    for (std::size_t i = 0; i < powers.size(); i += every) {
        marks.push_back(powers[i]);
    }
    return marks;
}

std::vector<double> round_marks(const marked_axis& range, bool is_logarithmic, std::size_t most) {
    return is_logarithmic ? logarithmic_marks(range.low, range.high, most)
                          : linear_marks(range.low, range.high, most);
}

// All values, or every second or third, so that there are no more than `most`.
std::vector<double> some_values(const figure_axis& axis, std::size_t most) {
    const std::size_t every = (axis.values.size() + most - 1) / most;
    std::vector<double> some;
    for (std::size_t i = 0; i < axis.values.size(); i += every) {
        some.push_back(axis.values[i]);
    }
    return some;
}

bool are_far_apart(const std::vector<double>& marks, const figure_axis& axis,
                   const marked_axis& range, std::size_t most) {
    const double whole = on_axis(range.high, axis) - on_axis(range.low, axis);
    const auto touch = [&](double a, double b) {
        return on_axis(b, axis) - on_axis(a, axis) < whole / static_cast<double>(2 * most);
    };
    return std::ranges::adjacent_find(marks, touch) == marks.end();
}

}  // namespace

marked_axis marked_by_values(const figure_axis& axis, std::size_t most) {
    marked_axis made = with_room(axis);
    made.marks = some_values(axis, most);
    if (axis.values.size() > 3 * most || !are_far_apart(made.marks, axis, made, most)) {
        made.marks = round_marks(made, axis.is_logarithmic, most);
    }
    return made;
}

marked_axis marked_from_zero(const figure_axis& axis, std::size_t most) {
    marked_axis made = with_room(axis);
    if (!axis.is_logarithmic && axis.low >= 0 && axis.low < axis.high / 2) {
        made.low = 0;
    }
    made.marks = round_marks(made, axis.is_logarithmic, most);
    return made;
}

}  // namespace tutti
