/// @file
/// Races in programs of MSCCL XML: two steps that touch a cell, one of them writing, in no order.
#pragma once

#include <vector>

#include "msccl_cells.hpp"
#include "msccl_contents.hpp"
#include "msccl_program.hpp"
#include "msccl_run.hpp"

namespace tutti {

/// Races among the steps that the run has done, each pair of steps once, by their numbers. Blocks,
/// dependencies and packets order steps.
[[nodiscard]] std::vector<msccl_fault> find_races(const msccl_program& program,
                                                  const msccl_cells& cells, const msccl_run& run,
                                                  slot end);

}  // namespace tutti
