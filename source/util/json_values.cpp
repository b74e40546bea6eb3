#include "json_values.hpp"

#include <fmt/format.h>

#include "value_syntax.hpp"

namespace tutti {

const boost::json::value* part_of(const boost::json::value& any,
                                  std::initializer_list<std::string_view> names) {
    const boost::json::value* value = &any;
    for (const std::string_view name : names) {
        const auto* const object = value->if_object();
        value = object == nullptr ? nullptr : object->if_contains({name.data(), name.size()});
        if (value == nullptr) {
            return nullptr;
        }
    }
    return value;
}

// Only strings can hold what has to be escaped, each escape of which is a string of JSON, too.
std::string serialized(const boost::json::value& any) {
    return printable(boost::json::serialize(any), R"(\\)");
}

std::string serialized_text(std::string_view text) {
    return serialized(boost::json::string_view{text.data(), text.size()});
}

// Rounding by way of text gives the double whose shortest form has these digits.
double rounded(double value, int digits) {
    return std::stod(fmt::format("{:.{}g}", value, digits));
}

}  // namespace tutti
