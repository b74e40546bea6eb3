#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

template <tutti::node_of<tutti::hypercube> Node>
tutti::task<> program(Node& self) {
    tutti::send_each(self, 1, [](tutti::port) { return 0.5; });
    co_await self.next_slot();
}

void run(const tutti::hypercube& cube) {
    tutti::run(cube, {}, [](auto& self) { return program(self); });
}
