/// @file
/// Guards around the functions of a user's description.
#pragma once

#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/collective.hpp"

namespace tutti {

/// Wraps every function of a description. From then on an answer that cannot be used is an error,
/// and so is whatever the function throws: std::invalid_argument with one line that names the
/// algorithm or collective, the field, the value and what would be right. std::overflow_error and
/// std::bad_alloc pass.
void guard(collective& collective);
void guard(algorithm& algorithm);

}  // namespace tutti
