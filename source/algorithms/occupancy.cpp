#include "occupancy.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "util/counts.hpp"

namespace tutti {
namespace {

// One bin among others, as balls are thrown: the probability that exactly `capacity` of them are in
// it. Kept as a logarithm, which does not underflow.
class filling_bin {
public:
    filling_bin(std::uint64_t capacity, int bins)
        : capacity_{static_cast<double>(capacity)},
          balls_{capacity_},
          is_only_{bins == 1},
          log_missed_{is_only_ ? 0 : std::log1p(-1.0 / bins)},
          log_full_{-capacity_ * std::log(bins)} {}

    /// For as many balls as were thrown, at first `capacity`.
    [[nodiscard]] double full() const {
        // std::exp() takes a slow path where the result is 0.
        constexpr double largest_of_zero = -750;
        const bool is_never = (is_only_ && balls_ > capacity_) || log_full_ < largest_of_zero;
        return is_never ? 0 : std::exp(log_full_);
    }
    void throw_ball() {
        balls_ += 1;
        log_full_ += std::log(balls_ / (balls_ - capacity_)) + log_missed_;
    }

private:
    double capacity_;
    double balls_;
    bool is_only_;
    double log_missed_;
    double log_full_;
};

// Ball n+1 is the first to overflow a bin if that bin has exactly `capacity` of the n before it,
// any of the bins, and the others, which share the remaining n - capacity, have not overflowed.
std::vector<double> with_one_bin_more(const std::vector<double>& fewer, int bins,
                                      std::uint64_t capacity) {
    std::vector<double> overflows(fewer.size());
    filling_bin bin{capacity, bins};
    for (std::size_t n = capacity; n + 1 < overflows.size(); ++n) {
        const double next = overflows[n] + bin.full() * (1 - fewer[n - capacity]);
        // Set where it is certain: errors in what is left of 1 would grow from bin to bin.
        const bool is_certain = n + 1 > static_cast<std::uint64_t>(bins) * capacity;
        overflows[n + 1] = is_certain ? 1 : std::min(next, 1.0);
        bin.throw_ball();
    }
    return overflows;
}

}  // namespace

std::optional<double> overflow_probability(int bins, std::uint64_t balls, std::uint64_t capacity) {
    constexpr double most_steps = 100'000'000;
    if (product(balls, bins) > most_steps) {
        return std::nullopt;
    }
    // overflows[n]: of n balls. Without any bin, the first ball overflows.
    std::vector<double> overflows(balls + 1, 1);
    overflows[0] = 0;
    for (int j = 1; j <= bins; ++j) {
        overflows = with_one_bin_more(overflows, j, capacity);
    }
    return overflows.back();
}

double overflow_bound(int bins, std::uint64_t balls, double factor) {
    if (factor <= 1) {
        return 1;
    }
    const double mean = ratio(balls, bins);
    return std::min(1.0, bins * std::exp(-mean * (factor * std::log(factor) - factor + 1)));
}

}  // namespace tutti
