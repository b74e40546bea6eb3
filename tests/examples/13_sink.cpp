/// @file
/// Step 13, a sink: it observes a run slot by slot.
///
/// Adds to step 12: `sink`, and the two steps of `run`: an emulator, and a run of it with options.
/// The program is the broadcast of step 1 from node 0; the chart shows its tree, level by level.
/// What a sink does changes nothing in the run.
///
/// Try next: `hypercube{8}`: the bars are the binomial coefficients of 8. Then ask for
/// `interest::events`, and print `sent.from` and `sent.to` of each `sent` in `record.sent`: the
/// links of the tree.
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// Bar chart of the number of busy links in each slot. `interest::sums` asks for figures,
/// `interest::events` for every packet, delivery and mark as well.
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
    const std::vector<sink*> sinks{&chart};

    // `run` in two steps: one emulator serves many runs.
    emulator<hypercube, std::uint64_t> cube{hypercube{6}, {.threads = 2}};
    const run_report report = cube.run([](auto& self) { return broadcast(self); },
                                       {.algorithm = "broadcast", .sinks = sinks});
    report.rethrow();
}
