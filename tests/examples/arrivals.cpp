/// @file
/// Messages that arrive while the run goes on: node 0 of a path is sent all of them.
#include "tutti/catalog/arrivals.hpp"

#include <cstdint>
#include <iostream>

#include "tutti/engine/run.hpp"
#include "tutti/node/port_queues.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

constexpr slot end = 1000;

/// Passes on what came over the link, and what has arrived at the node itself, first come, first
/// served. The source gives a program nothing before its time.
template <node_of<grid> Node>
task<> send_home(Node& self, arrival_source arrivals) {
    port_queues<packet_of<Node>> waiting;
    while (self.slot() < end) {
        while (const auto arrived = arrivals.next_until(instant_at(self.slot()))) {
            waiting.push(0, arrived->content.payload);
        }
        waiting.drain(self);
        co_await self.next_slot();
        for (const auto& [through, payload] : self.inbox()) {
            waiting.push(0, payload);
        }
    }
}

template <node_of<grid> Node>
task<> count(Node& self, std::uint64_t& heard) {
    while (self.slot() < end) {
        co_await self.next_slot();
        if (!self.inbox().empty()) {
            ++heard;
        }
    }
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    for (const std::int64_t percent : {10, 20, 30}) {
        std::uint64_t heard = 0;
        const auto program = [&](auto& self) {
            if (self.id() == 0) {
                return count(self, heard);
            }
            // A Poisson process with a random stream of its own.
            const rational rate{percent, 100};
            return send_home(self, arrival_source{self.id(), rate, std::uint64_t{7}});
        };
        (void)run(grid{{5}, grid_edge::open}, {.algorithm = "send home"}, program);
        std::cout << percent << " messages in 100 slots at each of 4 nodes: node 0 has heard "
                  << heard << " in " << end << " slots\n";
    }
}
