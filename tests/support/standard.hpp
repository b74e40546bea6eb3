/// @file
/// The catalogue of the papers' algorithms, for tests.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/collective.hpp"

namespace support {

/// The only one that tests make; it lives until they end.
[[nodiscard]] const tutti::catalogue& standard();

/// Its algorithms, in its order.
[[nodiscard]] std::vector<std::reference_wrapper<const tutti::algorithm>> standard_algorithms();

/// The names of its collectives, in its order.
[[nodiscard]] std::vector<std::string_view> standard_tasks();

/// Its collective of that name.
/// @throws std::invalid_argument if there is none
[[nodiscard]] const tutti::collective& standard_collective(std::string_view name);

}  // namespace support
