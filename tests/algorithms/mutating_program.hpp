/// @file
/// Programs of the catalogue on tampered nodes.
#pragma once

#include <functional>
#include <vector>

#include "mutating_node.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/slot.hpp"

namespace support {

/// Tampering with the actions of a node's program, by all that the program knows.
using tampering_by =
    std::function<tampering(const tutti::setting& setting, const tutti::knowledge& knowledge)>;

/// The same algorithm, one for hypercubes, with `between` between its programs and their nodes.
[[nodiscard]] tutti::algorithm with_tampering(tutti::algorithm algorithm, tampering_by between);

/// The slot in which each node itself knows that all is over: it marks the end of the last phase.
/// -1 for nodes that never do.
[[nodiscard]] std::vector<tutti::slot> done_slots(const tutti::experiment& plan);

}  // namespace support
