#include "step_order.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "util/counts.hpp"

namespace tutti {
namespace {

/// The last steps of some lines before each step, which one pass over all steps finds.
class last_steps {
public:
    explicit last_steps(std::span<const std::uint32_t> line_of)
        : line_of_{line_of}, last_(line_of.size()) {}

    /// Takes the lines of the first steps of pairs, as many as there is room for.
    /// @returns the number of these pairs
    std::size_t take_lines(std::span<const step_pair> pairs) {
        lines_.clear();
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const std::uint32_t line = line_of_[pairs[i].first];
            if (!lines_.empty() && lines_.back() == line) {
                continue;
            }
            if (lines_.size() == lines_at_once) {
                return i;
            }
            lines_.push_back(line);
        }
        return pairs.size();
    }

    /// @pre those before it are visited
    void visit(std::uint32_t step, std::span<const std::uint32_t> predecessors) {
        row& here = last_[step];
        here = {};
        for (const std::uint32_t before : predecessors) {
            std::ranges::transform(here, last_[before], here.begin(), std::ranges::max);
        }
        const std::size_t own = column(step);
        if (own < lines_.size() && lines_[own] == line_of_[step]) {
            here.at(own) = step + 1;
        }
    }

    /// @pre the line of the first step was taken
    [[nodiscard]] bool is_in_order(const step_pair& pair) const {
        return last_[pair.second].at(column(pair.first)) > pair.first;
    }

private:
    static constexpr std::size_t lines_at_once = 16;
    using row = std::array<std::uint32_t, lines_at_once>;  // one more than the number; 0: none

    [[nodiscard]] std::size_t column(std::uint32_t step) const {
        return position_at(lines_, std::ranges::lower_bound(lines_, line_of_[step]));
    }

    std::span<const std::uint32_t> line_of_;
    std::vector<std::uint32_t> lines_;
    std::vector<row> last_;
};

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
    last_steps last{line_of};
    for (std::span<const step_pair> left{pairs}; !left.empty();) {
        const std::size_t count = last.take_lines(left);
        for (const std::uint32_t step : sorted_) {
            last.visit(step, predecessors(step));
        }
        std::ranges::copy_if(left.first(count), std::back_inserter(found),
                             [&](const step_pair& pair) { return !last.is_in_order(pair); });
        left = left.subspan(count);
    }
    return found;
}

}  // namespace tutti
