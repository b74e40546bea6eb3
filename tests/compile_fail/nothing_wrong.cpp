#include "tutti/machine/emulator.hpp"
#include "tutti/topology/graph.hpp"

struct watcher {
    template <class Packet>
    void sent(const tutti::transmission<Packet>& /*sent*/) {}
    void delivered(const tutti::delivery& /*done*/) {}
};

template <tutti::node_of<tutti::graph> Node>
tutti::task<> program(Node& self) {
    co_await self.next_slot();
}

void run(tutti::emulator<tutti::graph, int, tutti::no_host, watcher>& machine) {
    machine.run([](auto& self) { return program(self); }, {});
}
