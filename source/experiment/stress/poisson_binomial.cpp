#include "poisson_binomial.hpp"

#include <cmath>
#include <vector>

#include "util/counts.hpp"

namespace tutti {
namespace {

// The number of events that have happened, as a walk that ends when it reaches `least`: every term
// is positive, so the smallest tail has as many right digits as the largest.
double exact_tail(std::uint64_t least, const event_counts& events) {
    std::vector<double> happened(least, 0.0);
    happened.front() = 1;
    double tail = 0;
    for (const auto& [probability, count] : events) {
        for (std::uint64_t event = 0; event < count; ++event) {
            tail += happened.back() * probability;
            for (std::size_t j = happened.size() - 1; j > 0; --j) {
                happened[j] = happened[j] * (1 - probability) + happened[j - 1] * probability;
            }
            happened.front() *= 1 - probability;
        }
    }
    return tail;
}

}  // namespace

// This is the Chernoff bound for a sum of independent events, and it is 1 at the mean.
double bound_of_at_least(std::uint64_t least, const event_counts& events) {
    const auto mean = [](const auto& each) { return product(each.first, each.second); };
    const double expected = total_of(events, mean, 0.0);
    const auto target = static_cast<double>(least);
    return target <= expected ? 1
           : expected > 0 ? std::exp(-(target * std::log(target / expected) - target + expected))
                          : 0;
}

double probability_of_at_least(std::uint64_t least, const event_counts& events) {
    // The exact sum takes as many steps as the number of events times `least`; above 10^8 the bound
    // is used.
    constexpr std::uint64_t most_steps = 100'000'000;
    const std::uint64_t number = number_of(events);
    return least == 0                     ? 1
           : least > number               ? 0
           : number <= most_steps / least ? exact_tail(least, events)
                                          : bound_of_at_least(least, events);
}

}  // namespace tutti
