/// @file
/// A sink: observes a run slot by slot.
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// Draws how many links are busy in each slot. `wish::sums` asks for figures, `wish::events` for
/// every packet, delivery and mark, too.
class bar_chart final : public sink {
public:
    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override { return interest::sums; }
    void slot(const slot_record& record) override {
        std::cout << "slot " << record.at + 1 << ' ' << std::string(record.packets, '#') << '\n';
    }
    void end(const run_report& report) override {
        std::cout << report.transmissions << " packets\n";
    }
};

/// Forwards the packet that arrives through dimension i through every dimension above i.
template <node_of<hypercube> Node>
task<> broadcast(Node& self) {
    port above = 0;
    if (self.id() != 0) {
        co_await self.mail();
        above = self.inbox().front().through + 1;
    }
    for (port i = above; i < self.network().dimensions(); ++i) {
        self.send(i, 42);
    }
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    bar_chart chart;
    const std::vector<sink*> watching{&chart};

    // `run` in two steps: an emulator serves many runs.
    emulator<hypercube, std::uint64_t> machine{hypercube{6}, {.threads = 2}};
    const run_report report = machine.run([](auto& self) { return broadcast(self); },
                                          {.algorithm = "broadcast", .sinks = watching});
    report.rethrow();
}
