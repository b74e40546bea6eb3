/// @file
/// Randomness: a packet walks at random over a cube until it comes to the last node.
#include <cstdint>
#include <iostream>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// Every node has a random stream of its own, which depends on the run's seed, its id and how many
/// numbers it drew before, and on nothing else: the same seed gives the same walk on any number of
/// threads. Other sources of randomness would break that.
template <node_of<hypercube> Node>
task<> walk(Node& self) {
    const auto dimensions = static_cast<std::uint64_t>(self.network().dimensions());
    const node_id last = (node_id{1} << dimensions) - 1;
    std::uint64_t steps = 0;
    bool is_here = self.id() == 0;
    for (;;) {
        if (is_here && self.id() == last) {
            self.deliver({.origin = 0, .number = 0, .payload = steps});
        } else if (is_here) {
            self.send(static_cast<port>(self.random() % dimensions), steps + 1);
        }
        co_await self.relay();
        steps = self.inbox().front().packet;
        is_here = true;
    }
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    for (const std::uint64_t seed : {1U, 2U, 4U}) {
        for (const int threads : {1, 2}) {
            const run_report report =
                run(hypercube{5}, {.threads = threads, .algorithm = "walk", .seed = seed},
                    [](auto& self) { return walk(self); });
            std::cout << "seed " << seed << ", threads " << threads << ": " << report.last_arrival
                      << " steps\n";
        }
    }
}
