#include "tutti/node/rational.hpp"

#include <fmt/format.h>

#include "exact_number.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

void rational::throw_overflow() {
    throw std::overflow_error{"a rational number does not fit 64 bits"};
}

std::string to_string(const rational& value) {
    return value.denominator() == 1 ? fmt::format("{}", value.numerator())
                                    : fmt::format("{}/{}", value.numerator(), value.denominator());
}

rational parse_rational(std::string_view text) {
    try {
        return in_64_bits(parse_exact_number(text));
    } catch (const std::invalid_argument& why) {
        refuse("{} {}", in_quotes(text), why.what());
    }
}

}  // namespace tutti
