#include "tutti/machine/emulator.hpp"
#include "tutti/topology/graph.hpp"

struct watcher {
    template <class Packet>
    void sent(const tutti::transmission<Packet>& /*sent*/) {}
};

using machine = tutti::emulator<tutti::graph, int, tutti::no_host, watcher>;
