#include <array>

#include "tutti/engine/emulator.hpp"
#include "tutti/topology/graph.hpp"

struct watcher final : tutti::sink {
    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::sums;
    }
    void slot(const tutti::slot_record& /*record*/) override {}
};

template <tutti::node_of<tutti::graph> Node>
tutti::task<> program(Node& self) {
    co_await self.next_slot();
}

void run(tutti::emulator<tutti::graph, int>& machine) {
    watcher watcher;
    const std::array<tutti::sink*, 1> sinks{&watcher};
    machine.run([](auto& self) { return program(self); }, {.sinks = sinks});
}
