#include <array>

#include "tutti/engine/emulator.hpp"
#include "tutti/topology/graph.hpp"

using machine = tutti::emulator<tutti::graph, std::array<char, 65>>;
