/// @file
/// Catalogue as JSON, for `list` and for the web API.
#pragma once

#include <boost/json.hpp>

#include "tutti/catalog/catalogue.hpp"

namespace tutti {

/// Description of an algorithm.
[[nodiscard]] boost::json::object json_of(const algorithm& algorithm);

/// Collectives that have algorithms, each with the descriptions of these.
[[nodiscard]] boost::json::array json_of(const catalogue& catalogue);

}  // namespace tutti
