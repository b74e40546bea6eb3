/// @file
/// Pool of sets of contributors. A set is a number, and never changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tutti {

/// Sets of numbers below a limit. The numbers below the limit are the sets with that element
/// alone; unions follow them.
class contributor_sets {
public:
    /// @param contributors the limit
    explicit contributor_sets(std::uint32_t contributors);

    /// The least common element.
    [[nodiscard]] std::optional<std::uint32_t> first_common(std::uint32_t a, std::uint32_t b) const;
    /// Union of two sets.
    [[nodiscard]] std::uint32_t join(std::uint32_t a, std::uint32_t b);
    [[nodiscard]] bool contains(std::uint32_t set, std::uint32_t element) const;
    /// The least element.
    [[nodiscard]] std::uint32_t first(std::uint32_t set) const;
    [[nodiscard]] std::uint32_t size(std::uint32_t set) const;
    /// Bytes of a union.
    [[nodiscard]] std::uint64_t bytes_of_union() const noexcept {
        return std::uint64_t{words_each_} * 8;
    }

private:
    [[nodiscard]] bool is_single(std::uint32_t set) const noexcept { return set < contributors_; }
    [[nodiscard]] std::span<const std::uint64_t> words(std::uint32_t set) const {
        return std::span{words_}.subspan(std::size_t{set - contributors_} * words_each_,
                                         words_each_);
    }

    std::uint32_t contributors_;
    std::uint32_t words_each_;
    std::uint32_t unions_ = 0;
    std::vector<std::uint64_t> words_;
};

}  // namespace tutti
