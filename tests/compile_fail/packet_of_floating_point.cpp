#include "tutti/engine/emulator.hpp"
#include "tutti/topology/graph.hpp"

using machine = tutti::emulator<tutti::graph, double>;
