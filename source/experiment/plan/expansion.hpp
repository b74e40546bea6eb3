/// @file
/// Brace expansion of texts, as in shells: `hypercube:{4..12}`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// Lazy sequence of the values of a text with braces.
///
/// Braces hold items, separated by commas: a text; `A..B`, the whole numbers from A to B;
/// `A..B..S`, in steps of S; `A..B*F`, each F times the one before. Commas between parentheses
/// separate nothing. A text with several braces expands to the product, the last of which changes
/// first. A text without braces is its only value.
class expansion {
public:
    /// The most values of one.
    static constexpr std::uint64_t most_values = std::uint64_t{1} << 40U;

    /// @throws std::invalid_argument with a text of one line that names the text and what would be
    /// right: for braces in braces or without a partner, empty items, ranges that begin above
    /// their end, take no step or are too long
    [[nodiscard]] static expansion parse(std::string_view text);

    /// Number of values, at least 1.
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

    /// One of them. @pre `which` is below `size()`
    [[nodiscard]] std::string at(std::uint64_t which) const;

private:
    // A text, or numbers each of which comes from the one before: times a factor, plus a step.
    struct item {
        std::string text;
        std::uint64_t first = 0;
        std::uint64_t step = 0;
        std::uint64_t factor = 1;
        std::uint64_t count = 1;

        [[nodiscard]] std::string at(std::uint64_t which) const;
    };
    // Text in front of a pair of braces, and the items between them; no items: the rest of the
    // text.
    struct part {
        std::string before;
        std::vector<item> items;
        std::uint64_t size = 1;
    };
    struct parser;

    std::vector<part> parts_;
    std::uint64_t size_ = 1;
};

}  // namespace tutti
