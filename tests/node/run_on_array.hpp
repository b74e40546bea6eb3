/// @file
/// Programs for tori, on arrays.
#pragma once

#include <vector>

#include "support/testbed.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/node/folded.hpp"
#include "tutti/topology/grid.hpp"

namespace support {

using grid_node = testbed<tutti::grid>::node_type;

inline tutti::grid array_of(const std::vector<int>& sides) {
    return {sides, tutti::grid_edge::open};
}
inline tutti::grid torus_of(const std::vector<int>& sides) {
    return {sides, tutti::grid_edge::closed};
}

/// A program for a torus' node, on a node of an array. The arguments outlive the task.
template <class Program>
tutti::task<> run_folded(grid_node& below, const tutti::fold& shape, const Program& program) {
    tutti::folded<grid_node> self{below, shape};
    co_await program(self);
    co_await self.retire();
}

/// A program for the nodes of a torus with these sides, on the array with the same.
template <class Program>
tutti::run_report run_on_array(const std::vector<int>& sides, const Program& program,
                               const team& threads = {}) {
    const tutti::fold shape{array_of(sides)};
    testbed<tutti::grid> bed{array_of(sides), threads};
    return bed.run([&](grid_node& self) { return run_folded(self, shape, program); });
}

}  // namespace support
