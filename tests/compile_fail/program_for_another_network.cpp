#include "tutti/engine/emulator.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/hypercube.hpp"

template <tutti::node_of<tutti::hypercube> Node>
tutti::task<> program(Node& self) {
    co_await self.next_slot();
}

void run(tutti::emulator<tutti::graph, int>& machine) {
    machine.run([](auto& self) { return program(self); }, {});
}
