/// @file
/// Step 9, arrivals: messages come to the nodes while the run goes on, and are sent to node 0.
///
/// Adds to step 8: an input over time. An `arrival_source` gives a program no message before its
/// time. The tree is that of step 8; the queue is `port_queues` of the library, first come, first
/// served, for one port or many. A packet carries the slot in which its message has come, so that
/// node 0 can add up the delays. They grow without end if one link is to carry more than a message
/// a slot: the link that four of the seven nodes share is full at 25 messages in 100 slots.
///
/// Try next: the rates 24, 26 and 28: the delays are 5.0, 10.7 and 25.6 slots. Then `end = 10000`:
/// the delay at 30 grows from 39.8 to 431.0 slots, those at 10 and 20 stay at about 2 and 3.
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

/// Forwards what arrives at the node itself and what comes over links, through the dimension of the
/// node's highest bit.
template <node_of<hypercube> Node>
task<> send_home(Node& self, arrival_source source) {
    const port home = static_cast<port>(std::bit_width(self.id())) - 1;
    port_queues<packet_of<Node>> waiting;
    while (self.slot() < end) {
        while (source.next_until(instant_at(self.slot()))) {
            waiting.push(home, static_cast<std::uint64_t>(self.slot()));
        }
        waiting.drain(self);
        co_await self.next_slot();
        for (const auto& [through, came_in] : self.inbox()) {
            waiting.push(home, came_in);
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
    std::cout << std::fixed << std::setprecision(1);
    for (const std::int64_t percent : {10, 20, 30}) {
        delays heard;
        run(hypercube{3}, {.algorithm = "send home"}, [&](auto& self) {
            if (self.id() == 0) {
                return count(self, heard);
            }
            // A Poisson process, with a random stream for each node.
            const rational rate{percent, 100};
            return send_home(self, arrival_source{self.id(), rate, std::uint64_t{7}});
        });
        std::cout << percent << " messages in 100 slots at each of 7 nodes: node 0 has heard "
                  << heard.messages << " in " << end << " slots, on average " << heard.mean()
                  << " slots after they came\n";
    }
}
