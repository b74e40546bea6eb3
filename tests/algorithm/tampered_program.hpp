/// @file
/// The programs of the catalogue on nodes that are tampered with, compiled once for all tests.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "algorithm/tampered_node.hpp"
#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_packet.hpp"
#include "tutti/algorithm/emulation.hpp"
#include "tutti/collective/assignment.hpp"
#include "tutti/collective/delivery_check.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/machine/node.hpp"
#include "tutti/model/slot.hpp"
#include "tutti/model/task.hpp"
#include "tutti/topology/hypercube.hpp"

namespace support {

/// A node of an experiment, tampered with.
using watched_node = tampered_node<tutti::node<tutti::hypercube, tutti::cube_packet>>;

/// A node program of the hypercube.
using cube_program = std::function<tutti::task<>(watched_node&)>;

/// The program that the catalogue's `task_and_algorithm` runs for a problem.
/// @param what, given outlive the program
/// @throws std::invalid_argument if none is known
[[nodiscard]] cube_program program_of(std::string_view task_and_algorithm,
                                      const tutti::problem& what, const tutti::assignment& given);

/// Runs `program` on every node of the cube, with `between` between the two.
void run_tampered(const tutti::problem& what, const tutti::emulation& how,
                  const cube_program& program, const tampering& between = {});

/// The slot in which each node itself knows that all is over: it marks the end of the last phase.
/// -1 for nodes that never do.
[[nodiscard]] std::vector<tutti::slot> done_slots(const tutti::experiment& asked);

}  // namespace support
