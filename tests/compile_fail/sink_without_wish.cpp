#include <array>

#include "tutti/engine/emulator.hpp"
#include "tutti/topology/graph.hpp"

struct watcher final : tutti::sink {
    void slot(const tutti::slot_record& /*record*/) override {}
};

void run(tutti::emulator<tutti::graph, int>& machine) {
    watcher watcher;
    const std::array<tutti::sink*, 1> sinks{&watcher};
    machine.run([](auto& self) -> tutti::task<> { co_await self.next_slot(); }, {.sinks = sinks});
}
