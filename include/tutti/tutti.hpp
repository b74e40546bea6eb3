/// @file
/// All that a node program and the run of one take. Emulators of these networks whose packets are
/// plain numbers are compiled in the library; others are compiled where they are used.
#pragma once

#include <cstdint>

#include "tutti/engine/emulator.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

extern template class detail::sweeper<hypercube, std::uint64_t>;
extern template class emulator<hypercube, std::uint64_t>;
extern template class detail::sweeper<grid, std::uint64_t>;
extern template class emulator<grid, std::uint64_t>;
extern template class detail::sweeper<graph, std::uint64_t>;
extern template class emulator<graph, std::uint64_t>;

}  // namespace tutti
