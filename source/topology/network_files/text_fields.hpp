/// @file
/// Fields of protobuf text, of lists of YAML in one level, and of dictionaries of Python.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "file_entries.hpp"

namespace tutti {

/// Field with a value or fields of its own; one with a list is several of its name.
struct text_field {
    std::string name{};
    std::string_view place{};  ///< of the value, or of the name of fields
    std::string value{};
    std::vector<text_field> fields{};

    /// Fields with these names, with points between the names of nested ones.
    [[nodiscard]] std::vector<const text_field*> all(std::string_view path) const;
    /// Value of the first of them, or an empty one.
    [[nodiscard]] std::string text(std::string_view path) const;
};

/// Fields of a text, or of the braces that it begins with.
/// @param rest gets what follows the braces
[[nodiscard]] text_field parse_fields(const file_entries& file, std::string_view text,
                                      std::string_view* rest = nullptr);

}  // namespace tutti
