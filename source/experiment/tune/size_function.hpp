/// @file
/// Seconds as a function of the size of the data: convex, and linear in parts.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "node/exact_number.hpp"

namespace tutti {

/// Seconds that are linear in the size.
struct size_line {
    exact_number seconds = 0;         ///< of no bytes
    exact_number seconds_a_byte = 0;  ///< of each

    [[nodiscard]] exact_number at(const exact_number& bytes) const {
        return seconds + seconds_a_byte * bytes;
    }
    friend bool operator==(const size_line&, const size_line&) = default;
};

/// Sum of largest lines: exact for every size that is not negative.
class size_function {
public:
    /// 0 for every size.
    size_function() : parts_(1) {}
    explicit size_function(size_line line) : parts_{{.from = 0, .line = std::move(line)}} {}
    /// The largest of the lines, at least one, at each size.
    [[nodiscard]] static size_function largest(std::span<const size_line> lines);

    [[nodiscard]] exact_number at(const exact_number& bytes) const {
        return line_at(bytes).at(bytes);
    }
    /// The line that holds at that size and a little above.
    [[nodiscard]] const size_line& line_at(const exact_number& bytes) const;

    /// Adds another as many times.
    void add(const size_function& other, const exact_number& times);

    /// The smallest size, above `bytes`, from which on `other` is less than this; null if there is
    /// none. @pre `other` is not less a little above `bytes`
    [[nodiscard]] std::optional<exact_number> falls_behind(const size_function& other,
                                                           const exact_number& bytes) const;

    friend bool operator==(const size_function&, const size_function&) = default;

private:
    struct part {
        exact_number from = 0;  ///< up to the next part
        size_line line{};

        friend bool operator==(const part&, const part&) = default;
    };

    [[nodiscard]] std::vector<exact_number> bends_with(const size_function& other) const;

    std::vector<part> parts_;  // by rising size, the first from 0; neighbours differ
};

/// Of several functions the smallest in an interval of sizes.
struct best_from {
    exact_number bytes;     ///< from this size on
    std::size_t which = 0;  ///< is the smallest
};

/// Places of the smallest functions from size to size, by rising size; of equals the first.
/// @pre there is a function, and `low` is not above `high`
[[nodiscard]] std::vector<best_from> lower_envelope(std::span<const size_function> functions,
                                                    const exact_number& low,
                                                    const exact_number& high);

}  // namespace tutti
