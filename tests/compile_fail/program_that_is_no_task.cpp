#include "tutti/engine/emulator.hpp"
#include "tutti/topology/graph.hpp"

void run(tutti::emulator<tutti::graph, int>& machine) {
    machine.run([](auto& self) { return self.id(); }, {});
}
