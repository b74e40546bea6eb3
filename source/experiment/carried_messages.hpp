/// @file
/// Predicate of algorithms whose packets carry the messages that are delivered.
#pragma once

#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/problem.hpp"

namespace tutti {

/// True if all deliveries are messages, which packets of control do not carry.
[[nodiscard]] bool delivers_messages(const algorithm& algorithm, const problem& input);

}  // namespace tutti
