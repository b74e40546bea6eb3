#include "tutti/experiment/result.hpp"

#include "experiment/stress/poisson_binomial.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// The number at this place, from 0, of all in order.
double number_at(const std::map<double, std::uint64_t>& counts, std::uint64_t place) {
    for (const auto& [value, count] : counts) {
        if (place < count) {
            return value;
        }
        place -= count;
    }
    return counts.rbegin()->first;
}

}  // namespace

std::optional<spread> spread_of(const std::map<double, std::uint64_t>& counts) {
    const std::uint64_t size = number_of(counts);
    if (size == 0) {
        return std::nullopt;
    }
    return spread{.minimum = counts.begin()->first,
                  .median = (number_at(counts, (size - 1) / 2) + number_at(counts, size / 2)) / 2,
                  .maximum = counts.rbegin()->first};
}

// The text of a failed run precedes its checks, which follow from the failure.
std::string error_of(const result& result) {
    std::string text = result.text;
    for (const check_result& done : result.checks) {
        if (result.text.empty() && !done.holds) {
            text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", done.name, done.text);
        }
    }
    return one_line(text);
}

}  // namespace tutti
