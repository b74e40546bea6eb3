#include "statistics.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include <boost/math/distributions/students_t.hpp>

#include "topology/random.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// With long doubles tables of theirs would be worked out at the start of every program, in numbers
// that valgrind does not have.
using in_doubles = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

constexpr double outside = 0.05;  // the probability of all outside the interval

bool all_agree(std::span<const double> values) {
    return std::ranges::adjacent_find(values, std::not_equal_to{}) == values.end();
}

interval student_interval(std::span<const double> values) {
    const double mean = mean_of(values);
    const double squares =
        std::transform_reduce(values.begin(), values.end(), 0.0, std::plus{},
                              [&](double value) { return (value - mean) * (value - mean); });
    const auto count = static_cast<double>(values.size());
    const boost::math::students_t_distribution<double, in_doubles> distribution{count - 1};
    const double half = boost::math::quantile(distribution, 1 - outside / 2) *
                        std::sqrt(squares / (count - 1) / count);
    return {.low = mean - half, .high = mean + half};
}

// Always from the same seed: the same values have the same interval.
interval bootstrap_interval(std::span<const double> values) {
    constexpr std::size_t resamples = 2000;
    // The interval leaves out as many of the sorted means at each end.
    constexpr std::size_t cut = whole_part(resamples * outside / 2);
    split_mix random{1};
    std::vector<double> means(resamples);
    std::vector<double> drawn(values.size());
    for (double& mean : means) {
        std::ranges::generate(drawn, [&] { return values[random.next() % values.size()]; });
        mean = mean_of(drawn);
    }
    std::ranges::sort(means);
    return {.low = means[cut], .high = means[resamples - 1 - cut]};
}

}  // namespace

std::span<const std::string_view> interval_method_names() noexcept {
    static constexpr std::array<std::string_view, 2> names{"student", "bootstrap"};
    return names;
}

// Equal values have exactly that mean, without errors of rounding.
double mean_of(std::span<const double> values) {
    return all_agree(values)
               ? values.front()
               : ratio(std::accumulate(values.begin(), values.end(), 0.0), values.size());
}

double median_of(std::span<const double> values) {
    std::vector<double> sorted(values.begin(), values.end());
    std::ranges::sort(sorted);
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[half] : std::midpoint(sorted[half - 1], sorted[half]);
}

// A single value has no spread, and equal ones would have an interval of width 0.
std::optional<interval> interval_of(std::span<const double> values, interval_method method) {
    if (values.size() < 2 || all_agree(values)) {
        return std::nullopt;
    }
    return method == interval_method::student ? student_interval(values)
                                              : bootstrap_interval(values);
}

}  // namespace tutti
