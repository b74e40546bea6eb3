#include "tutti/model/rational.hpp"

#include <cstddef>

#include <fmt/format.h>

#include "tutti/topology/specification.hpp"

namespace tutti {

void rational::throw_overflow() {
    throw std::overflow_error{"a rational number does not fit 64 bits"};
}

std::string to_string(const rational& value) {
    return value.denominator() == 1 ? fmt::format("{}", value.numerator())
                                    : fmt::format("{}/{}", value.numerator(), value.denominator());
}

rational parse_rational(std::string_view text) {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    const std::size_t slash = text.find('/');
    const bool whole = slash == std::string_view::npos;
    const auto numerator = number_between(text.substr(0, slash), 0, most);
    const auto denominator = number_between(whole ? "1" : text.substr(slash + 1), 1, most);
    if (!numerator || !denominator) {
        throw std::invalid_argument{
            fmt::format("{} is not a rational number; write it as 3 or 15/2, with parts up to {}",
                        in_quotes(text), most)};
    }
    return {*numerator, *denominator};
}

}  // namespace tutti
