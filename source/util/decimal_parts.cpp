#include "decimal_parts.hpp"

#include <algorithm>

namespace tutti {
namespace {

// Removes what `text` begins with: `most` of `symbols` at most.
std::string_view take_leading(std::string_view& text, std::string_view symbols,
                              std::size_t most = std::string_view::npos) noexcept {
    const std::size_t end = std::min(text.find_first_not_of(symbols), text.size());
    const std::string_view taken = text.substr(0, std::min(end, most));
    text.remove_prefix(taken.size());
    return taken;
}

constexpr std::string_view decimal_digits = "0123456789";

}  // namespace

// A number without digits in either part cannot occur: `split_decimal` refuses it.
bool decimal_parts::is_zero() const noexcept {
    const auto has_only_zeros = [](std::string_view digits) {
        return digits.find_first_not_of('0') == std::string_view::npos;
    };
    return has_only_zeros(whole) && has_only_zeros(fraction);
}

// The exponent keeps its sign; the views refer to `text`, which has to outlive them.
std::optional<decimal_parts> split_decimal(std::string_view text,
                                           std::string_view exponent_letters) noexcept {
    decimal_parts parts;
    parts.sign = take_leading(text, "+-", 1);
    parts.whole = take_leading(text, decimal_digits);
    parts.has_point = !take_leading(text, ".", 1).empty();
    if (parts.has_point) {
        parts.fraction = take_leading(text, decimal_digits);
    }
    bool is_number = !parts.whole.empty() || !parts.fraction.empty();
    if (!take_leading(text, exponent_letters, 1).empty()) {
        const std::string_view exponent = text;
        take_leading(text, "+-", 1);
        is_number = is_number && !take_leading(text, decimal_digits).empty();
        parts.exponent = exponent.substr(0, exponent.size() - text.size());
    }
    return is_number && text.empty() ? std::optional{parts} : std::nullopt;
}

}  // namespace tutti
