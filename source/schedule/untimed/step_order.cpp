#include "step_order.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace tutti {
namespace {

// Lines whose last steps before each step are found in one pass.
constexpr std::size_t lines_at_once = 16;
using last_steps = std::array<std::uint32_t, lines_at_once>;  // one more than the number; 0: none

}  // namespace

step_lists::step_lists(std::size_t steps, std::span<const step_pair> pairs)
    : first_(steps + 1), seconds_(pairs.size()) {
    for (const auto& [step, other] : pairs) {
        ++first_[step + 1];
    }
    for (std::size_t i = 0; i < steps; ++i) {
        first_[i + 1] += first_[i];
    }
    std::vector<std::size_t> next = first_;
    for (const auto& [step, other] : pairs) {
        seconds_[next[step]++] = other;
    }
}

std::vector<step_pair> reversed(std::span<const step_pair> pairs) {
    std::vector<step_pair> result(pairs.size());
    std::ranges::transform(pairs, result.begin(), [](const step_pair& pair) {
        return step_pair{pair.second, pair.first};
    });
    return result;
}

step_order::step_order(std::size_t steps, std::span<const step_pair> before)
    : predecessors_{steps, reversed(before)} {
    sort(steps, {steps, before});
}

void step_order::sort(std::size_t steps, const step_lists& successors) {
    std::vector<std::size_t> missing(steps);
    for (std::uint32_t i = 0; i < steps; ++i) {
        missing[i] = predecessors(i).size();
        if (missing[i] == 0) {
            sorted_.push_back(i);
        }
    }
    for (std::size_t done = 0; done < sorted_.size(); ++done) {
        for (const std::uint32_t successor : successors[sorted_[done]]) {
            if (--missing[successor] == 0) {
                sorted_.push_back(successor);
            }
        }
    }
}

std::vector<step_pair> step_order::unordered(std::span<const std::uint32_t> line_of,
                                             std::vector<step_pair> pairs) const {
    std::ranges::sort(pairs);
    std::vector<step_pair> found;
    std::vector<last_steps> last(line_of.size());
    for (auto begin = pairs.begin(); begin != pairs.end();) {
        std::vector<std::uint32_t> lines;
        auto end = begin;
        for (; end != pairs.end(); ++end) {
            if (lines.empty() || line_of[end->first] != lines.back()) {
                if (lines.size() == lines_at_once) {
                    break;
                }
                lines.push_back(line_of[end->first]);
            }
        }
        const auto column = [&](std::uint32_t step) {
            return std::ranges::lower_bound(lines, line_of[step]) - lines.begin();
        };
        for (const std::uint32_t step : sorted_) {
            last_steps& here = last[step];
            here = {};
            for (const std::uint32_t before : predecessors(step)) {
                std::ranges::transform(here, last[before], here.begin(), std::ranges::max);
            }
            const auto own = column(step);
            if (own != std::ssize(lines) && *std::next(lines.begin(), own) == line_of[step]) {
                *std::next(here.begin(), own) = step + 1;
            }
        }
        for (; begin != end; ++begin) {
            if (*std::next(last[begin->second].begin(), column(begin->first)) <= begin->first) {
                found.push_back(*begin);
            }
        }
    }
    return found;
}

}  // namespace tutti
