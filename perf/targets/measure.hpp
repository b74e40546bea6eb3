/// @file
/// Paired measurement of two rivals, so that disturbances of the machine affect both.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

namespace perf {

/// A workload that can be run again and again.
struct rival {
    double work = 0;  ///< packet-hops of one run
    /// Runs it once, checks its answer, and gives the seconds. @throws std::runtime_error if it is
    /// wrong
    std::function<double()> run;
};

/// Medians over the pairs.
struct comparison {
    double rate = 0;   ///< of the first, work a second
    double other = 0;  ///< of the second
    double ratio = 0;  ///< of the first to the second, pair by pair
};

/// Repetitions of a measurement, and its least duration.
struct effort {
    int pairs = 11;
    double seconds = 0.2;  ///< of each sample
};

[[nodiscard]] inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// Work a second, over as many runs as it takes to fill the time.
[[nodiscard]] inline double sample(const rival& measured, double least_seconds) {
    double seconds = 0;
    double work = 0;
    while (seconds < least_seconds) {
        seconds += measured.run();
        work += measured.work;
    }
    return work / seconds;
}

/// One run of each beforehand touches their memory.
[[nodiscard]] inline comparison compare(const rival& first, const rival& second,
                                        const effort& spent) {
    (void)first.run();
    (void)second.run();
    std::vector<double> rates;
    std::vector<double> others;
    std::vector<double> ratios;
    for (int i = 0; i < spent.pairs; ++i) {
        const double rate = sample(first, spent.seconds);
        const double other = sample(second, spent.seconds);
        rates.insert(rates.end(), rate);
        others.insert(others.end(), other);
        ratios.insert(ratios.end(), rate / other);
    }
    return {.rate = median(rates), .other = median(others), .ratio = median(ratios)};
}

}  // namespace perf
