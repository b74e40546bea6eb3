#include "json_values.hpp"

#include <fmt/format.h>

#include "value_syntax.hpp"

namespace tutti {

// Only strings can hold what has to be escaped, each escape of which is a string of JSON, too.
std::string serialized(const boost::json::value& any) {
    return printable(boost::json::serialize(any), R"(\\)");
}

// Rounding by way of text gives the double whose shortest form has these digits.
double rounded(double value, int digits) {
    return std::stod(fmt::format("{:.{}g}", value, digits));
}

}  // namespace tutti
