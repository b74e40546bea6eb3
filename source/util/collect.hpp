/// @file
/// Vectors, texts and sums that are made of the elements of a sequence.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tutti {

// NOLINTBEGIN(misc-no-recursion): of networks, whose factors are networks
/// Results of `make` for all elements.
template <class Items, class Make>
[[nodiscard]] auto vector_of(const Items& items, const Make& make) {
    using made = std::invoke_result_t<const Make&, decltype(*std::begin(items))>;
    std::vector<std::remove_cvref_t<made>> results;
    results.reserve(std::size(items));
    for (const auto& each : items) {
        results.push_back(std::invoke(make, each));
    }
    return results;
}

/// Texts of all elements, by `write`, none of which is empty, with `separator` between them.
template <class Items, class Write>
[[nodiscard]] std::string joined_texts(const Items& items, std::string_view separator,
                                       const Write& write) {
    std::string text;
    for (const auto& each : items) {
        text += text.empty() ? std::string_view{} : separator;
        text += std::invoke(write, each);
    }
    return text;
}
// NOLINTEND(misc-no-recursion)

/// Sum of what `value` yields for the elements, from `total` on.
template <class Items, class Value, class Total = std::uint64_t>
[[nodiscard]] Total total_of(const Items& items, const Value& value, Total total = {}) {
    for (const auto& each : items) {
        total += std::invoke(value, each);
    }
    return total;
}

/// Largest of `least` and of what `value` yields for the elements.
template <class Items, class Value, class Number>
[[nodiscard]] Number largest_of(const Items& items, const Value& value, Number least) {
    for (const auto& each : items) {
        least = std::max<Number>(least, std::invoke(value, each));
    }
    return least;
}

}  // namespace tutti
