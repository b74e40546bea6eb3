#include "node_line.hpp"

#include <algorithm>
#include <memory>

namespace tutti {
namespace {

/// Of lines a and b: there along the teeth, in which a runs from 1 to its end and b stays, and back
/// along a = 0. It closes if b has an even length, as the teeth end at a = 1 then, or if a closes.
node_line comb(node_line a, node_line b) {
    const std::uint64_t n = a.length;
    const std::uint64_t m = b.length;
    return {.length = n * m,
            .closes = m % 2 == 0 || a.closes,
            .at = [n, m, along_a = std::move(a.at), along_b = std::move(b.at)](std::uint64_t k) {
                const std::uint64_t teeth = m * (n - 1);
                if (k == 0 || k > teeth) {
                    return along_a(0) + along_b(k == 0 ? 0 : m - (k - teeth));
                }
                const std::uint64_t tooth = (k - 1) / (n - 1);
                const std::uint64_t step = (k - 1) % (n - 1);
                return along_a(tooth % 2 == 0 ? 1 + step : n - 1 - step) + along_b(tooth);
            }};
}

/// Every b once for each a, the j-th of the i-th a being `place(i, j, length of b)`.
template <class Place>
node_line by_rows(node_line a, node_line b, bool closes, const Place& place) {
    const std::uint64_t m = b.length;
    return {.length = a.length * m,
            .closes = closes,
            .at = [=, along_a = std::move(a.at), along_b = std::move(b.at)](std::uint64_t k) {
                return along_a(k / m) + along_b(place(k / m, k % m, m));
            }};
}

/// Of two cycles of odd lengths, the first no shorter: every b once for each a, first shifted by
/// one from a to a, then to and fro.
node_line shifted(node_line a, node_line b) {
    return by_rows(std::move(a), std::move(b), true,
                   [](std::uint64_t i, std::uint64_t j, std::uint64_t m) {
                       return i < m ? (j + m - i) % m : (i - m) % 2 == 0 ? j : m - 1 - j;
                   });
}

node_line cycle_of_cycles(node_line a, node_line b) {
    return b.length % 2 == 0      ? comb(std::move(a), std::move(b))
           : a.length % 2 == 0    ? comb(std::move(b), std::move(a))
           : a.length >= b.length ? shifted(std::move(a), std::move(b))
                                  : shifted(std::move(b), std::move(a));
}

/// To and fro along b, once for each a.
node_line snake(node_line a, node_line b) {
    return by_rows(std::move(a), std::move(b), false,
                   [](std::uint64_t i, std::uint64_t j, std::uint64_t m) {
                       return i % 2 == 0 ? j : m - 1 - j;
                   });
}

template <class Combine>
node_line combined(std::vector<node_line> lines, const Combine& combine) {
    node_line line = std::move(lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) {
        line = combine(std::move(line), std::move(lines[i]));
    }
    return line;
}

}  // namespace

// Lines of one or two nodes close, as the way back uses the same link.
node_line line_by_id(std::uint64_t length, bool closes) {
    return {.length = length, .closes = closes || length <= 2, .at = [](std::uint64_t k) {
                return static_cast<node_id>(k);
            }};
}

node_line line_through(std::vector<node_id> nodes) {
    const std::uint64_t length = nodes.size();
    // Copies of the line share the list.
    return {.length = length,
            .closes = true,
            .at = [shared = std::make_shared<const std::vector<node_id>>(std::move(nodes))](
                      std::uint64_t k) { return (*shared)[k]; }};
}

node_line product_of(std::vector<node_line> lines) {
    // Factors of a single node change nothing.
    std::erase_if(lines, [](const node_line& each) { return each.length == 1; });
    if (lines.empty()) {
        return {};
    }
    if (lines.size() == 1 || std::ranges::all_of(lines, &node_line::closes)) {
        return combined(std::move(lines), cycle_of_cycles);
    }
    // A line of even length has to be the second one of a comb, and one that closes the first.
    const auto even =
        std::ranges::find_if(lines, [](const node_line& each) { return each.length % 2 == 0; });
    const auto closed = std::ranges::find_if(lines, &node_line::closes);
    const auto chosen = even != lines.end() ? even : closed;
    if (chosen == lines.end()) {
        return combined(std::move(lines), snake);
    }
    const bool is_even = even != lines.end();
    node_line one = std::move(*chosen);
    lines.erase(chosen);
    node_line others = combined(std::move(lines), snake);
    return is_even ? comb(std::move(others), std::move(one))
                   : comb(std::move(one), std::move(others));
}

}  // namespace tutti
