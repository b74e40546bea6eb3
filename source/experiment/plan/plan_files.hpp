/// @file
/// Files that the texts of a plan name.
#pragma once

#include <string>
#include <vector>

#include "plan_schema.hpp"

namespace tutti {

/// A file that a plan names.
struct named_file {
    std::string text;  ///< the value that names it, as `graph:links.txt`
    std::string path;
};

/// The files that a text of a field names, also after the expansion of its braces. Values that
/// cannot be read name none: their reader refuses them.
/// @throws option_error if the text expands to more than 10,000 values
[[nodiscard]] std::vector<named_file> files_named_in(const plan_field& field,
                                                     const std::string& text);

}  // namespace tutti
