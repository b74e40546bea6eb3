#include "exact_number.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>

#include "util/decimal_parts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

using boost::multiprecision::cpp_int;

// Of a part in lowest terms. A number that 64 bits hold has far fewer of either.
constexpr std::int64_t most_digits = 1000;
constexpr std::int64_t most_decimals = 1000;

constexpr std::string_view not_a_number = "is not a number such as 3, 15/2, 0.125 or 5e-2";

cpp_int power_of_ten(std::int64_t exponent) {
    return boost::multiprecision::pow(cpp_int{10}, static_cast<unsigned>(exponent));
}

// The integer of these digits, without zeros in front: cpp_int takes those for octal.
cpp_int integer_of(std::string_view digits) {
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
    if (std::ssize(digits) > most_digits) {
        refuse("has more than {} digits", most_digits);
    }
    return digits.empty() ? cpp_int{0} : cpp_int{std::string{digits}};
}

// Far beyond the limits, where all larger values are treated alike.
std::int64_t exponent_of(std::string_view text) {
    constexpr std::int64_t beyond = std::int64_t{1} << 60U;
    const bool is_negative = text.starts_with('-');
    text.remove_prefix(std::min(text.find_first_not_of("+-0"), text.size()));
    std::int64_t exponent = 0;
    const auto outcome =
        std::from_chars(std::to_address(text.begin()), std::to_address(text.end()), exponent);
    if (outcome.ec == std::errc::result_out_of_range) {
        exponent = beyond;
    }
    exponent = std::min(exponent, beyond);
    return is_negative ? -exponent : exponent;
}

// Zeros at the end are dropped before the limits are checked: only digits that matter count.
exact_number decimal_number(const decimal_parts& parts) {
    std::string digits = fmt::format("{}{}", parts.whole, parts.fraction);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.find_first_not_of('0') == std::string::npos) {
        return 0;
    }
    const std::int64_t exponent =
        exponent_of(parts.exponent) + std::ssize(parts.whole) - std::ssize(digits);
    if (exponent > most_digits) {
        refuse("is too large");
    }
    if (exponent < -most_decimals) {
        refuse("has more than {} decimals", most_decimals);
    }
    const cpp_int integer = integer_of(digits);
    return exponent < 0 ? exact_number{integer, power_of_ten(-exponent)}
                        : exact_number{integer * power_of_ten(exponent)};
}

exact_number fraction_number(std::string_view numerator, std::string_view denominator) {
    if (!is_plain_number(numerator) || !is_plain_number(denominator)) {
        refuse("{}", not_a_number);
    }
    const cpp_int divisor = integer_of(denominator);
    if (divisor == 0) {
        refuse("has the denominator 0");
    }
    return exact_number{integer_of(numerator), divisor};
}

}  // namespace

exact_number parse_exact_number(std::string_view text) {
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        return fraction_number(text.substr(0, slash), text.substr(slash + 1));
    }
    const auto parts = split_decimal(text, "eE");
    const bool is_number = parts && (parts->whole.empty() || is_plain_number(parts->whole)) &&
                           parts->has_point == !parts->fraction.empty();
    if (!is_number) {
        refuse("{}", not_a_number);
    }
    if (!parts->sign.empty()) {
        refuse("has a sign");
    }
    return decimal_number(*parts);
}

std::string in_lowest_terms(std::string_view text) { return parse_exact_number(text).str(); }

// The fraction is in lowest terms, so that a refusal means that no other form fits either.
rational in_64_bits(const exact_number& number) {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    if (boost::multiprecision::numerator(number) > most ||
        boost::multiprecision::denominator(number) > most) {
        refuse("does not fit 64 bits; in lowest terms, numerator and denominator go up to {}",
               most);
    }
    return {boost::multiprecision::numerator(number).convert_to<std::int64_t>(),
            boost::multiprecision::denominator(number).convert_to<std::int64_t>()};
}

}  // namespace tutti
