/// @file
/// Common parts of the descriptions of algorithms over spanning trees.
#pragma once

#include <string>

#include "topology/trees/spanning_tree.hpp"
#include "tutti/catalog/parameter.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// The parameter "tree", and the tree that it names.
[[nodiscard]] parameter tree_parameter();
[[nodiscard]] spanning_tree tree_of(const setting& setting);

/// Why there is no timetable for it, or an empty text.
[[nodiscard]] std::string tree_schedule_mismatch(const network& net);

}  // namespace tutti
