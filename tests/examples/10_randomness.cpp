/// @file
/// Step 10, randomness: the same messages, on ways that are drawn.
///
/// Adds to step 9: `self.random()`. A packet may come nearer to node 0 through any dimension whose
/// bit is set; each node draws one, so that the load spreads over all links to node 0, and 30
/// messages in 100 slots have short delays. Every node has its own random stream, which depends on
/// the run's seed, the node's id and how many numbers it drew before, and on nothing else: the same
/// seed gives the same run on any number of threads. Other sources of randomness would break that.
///
/// Try next: `rate{50, 100}`: 3.5 messages a slot for three links to node 0, and the delays grow to
/// some 60 slots. Then `0` in place of `self.random()`: a node has one way home again, all seeds
/// give the same run, and delays are 37.110 slots.
#include <bit>
#include <cstdint>
#include <iomanip>
#include <iostream>

#include "tutti/catalog/arrivals.hpp"
#include "tutti/engine/run.hpp"
#include "tutti/node/port_queues.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

constexpr slot end = 1000;

/// A port to a neighbour that is nearer to node 0: the position of a set bit of the id, drawn anew
/// for every packet.
template <node_of<hypercube> Node>
port draw_port(Node& self) {
    const auto choices = static_cast<std::uint64_t>(std::popcount(self.id()));
    node_id bits = self.id();
    for (std::uint64_t skipped = self.random() % choices; skipped > 0; --skipped) {
        bits &= bits - 1;
    }
    return std::countr_zero(bits);
}

/// Forwards what arrives at the node itself and what comes over links, through ports that are
/// drawn.
template <node_of<hypercube> Node>
task<> send_home(Node& self, arrival_source source) {
    port_queues<packet_of<Node>> waiting;
    while (self.slot() < end) {
        while (source.next_until(instant_at(self.slot()))) {
            waiting.push(draw_port(self), static_cast<std::uint64_t>(self.slot()));
        }
        waiting.drain(self);
        co_await self.next_slot();
        for (const auto& [through, came_in] : self.inbox()) {
            waiting.push(draw_port(self), came_in);
        }
    }
}

/// Messages that have arrived at node 0, and the sum of their delays.
struct delays {
    std::uint64_t messages = 0;
    std::uint64_t slots = 0;

    [[nodiscard]] double mean() const {
        return static_cast<double>(slots) / static_cast<double>(messages);
    }
};

template <node_of<hypercube> Node>
task<> count(Node& self, delays& heard) {
    while (self.slot() < end) {
        co_await self.next_slot();
        for (const auto& [through, came_in] : self.inbox()) {
            ++heard.messages;
            heard.slots += static_cast<std::uint64_t>(self.slot()) - came_in;
        }
    }
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    std::cout << std::fixed << std::setprecision(3);
    for (const std::uint64_t seed : {1U, 2U, 4U}) {
        for (const int threads : {1, 2}) {
            delays heard;
            run(hypercube{3}, {.threads = threads, .algorithm = "send home", .seed = seed},
                [&](auto& self) {
                    if (self.id() == 0) {
                        return count(self, heard);
                    }
                    const rational rate{30, 100};
                    return send_home(self, arrival_source{self.id(), rate, std::uint64_t{7}});
                });
            std::cout << "seed " << seed << ", threads " << threads << ": node 0 has heard "
                      << heard.messages << ", on average " << heard.mean()
                      << " slots after they came\n";
        }
    }
}
