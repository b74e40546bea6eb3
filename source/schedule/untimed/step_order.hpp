/// @file
/// Partial order of numbered steps, which are in lines and have further predecessors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace tutti {

/// A pair of steps, the first to be before the second.
using step_pair = std::pair<std::uint32_t, std::uint32_t>;

/// Lists of the seconds of pairs, by their firsts.
class step_lists {
public:
    step_lists(std::size_t steps, std::span<const step_pair> pairs);

    /// In the order of the pairs.
    [[nodiscard]] std::span<const std::uint32_t> operator[](std::uint32_t step) const {
        return std::span{seconds_}.subspan(first_[step], first_[step + 1] - first_[step]);
    }

private:
    std::vector<std::size_t> first_;  // by step, and one behind the last
    std::vector<std::uint32_t> seconds_;
};

/// The pairs with their ends exchanged.
[[nodiscard]] std::vector<step_pair> reversed(std::span<const step_pair> pairs);

/// Order of steps by pairs of them.
class step_order {
public:
    /// @param before pairs in any order
    step_order(std::size_t steps, std::span<const step_pair> before);

    /// All steps, each behind those before it; steps on cycles, and what is behind them, are left
    /// out.
    [[nodiscard]] std::span<const std::uint32_t> sorted() const noexcept { return sorted_; }
    [[nodiscard]] std::span<const std::uint32_t> predecessors(std::uint32_t step) const {
        return predecessors_[step];
    }

    /// Pairs that are in no order.
    /// @param line_of line of each step: of two in a line, the one with the smaller number is
    ///   before the other
    /// @param pairs are sorted
    [[nodiscard]] std::vector<step_pair> unordered(std::span<const std::uint32_t> line_of,
                                                   std::vector<step_pair> pairs) const;

private:
    void sort(std::size_t steps, const step_lists& successors);

    step_lists predecessors_;
    std::vector<std::uint32_t> sorted_;
};

}  // namespace tutti
