/// @file
/// A user-defined queue in front of a link: on a path, the most urgent packet goes first.
#include <cstdint>
#include <iostream>
#include <queue>
#include <vector>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// Node 0 gets all jobs; whoever has several sends the largest first.
///
/// Queues belong to the program: the machine has none, and refuses a second packet on a link.
/// (`port_queues` in tutti/node/port_queues.hpp are first come, first served, for many ports.)
template <node_of<grid> Node>
task<> send_urgent_first(Node& self, std::uint64_t jobs) {
    std::priority_queue<std::uint64_t> waiting;
    for (std::uint64_t job = 0; job < jobs; ++job) {
        waiting.push(10 * job + self.id());
    }
    for (;;) {
        if (!waiting.empty()) {
            self.send(0, waiting.top());
            waiting.pop();
        }
        if (waiting.empty()) {
            co_await self.relay();
        } else {
            co_await self.next_slot();
        }
        for (const auto& [through, job] : self.inbox()) {
            waiting.push(job);
        }
    }
}

template <node_of<grid> Node>
task<> take_all(Node& self, std::vector<std::uint64_t>& came) {
    for (;;) {
        co_await self.relay();
        came.push_back(self.inbox().front().packet);
    }
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    std::vector<std::uint64_t> came;

    const run_report report =
        run(grid{{5}, grid_edge::open}, {.algorithm = "urgent first"}, [&](auto& self) {
            return self.id() == 0 ? take_all(self, came) : send_urgent_first(self, 3);
        });

    std::cout << "slots: " << report.last_arrival << "\norder:";
    for (const std::uint64_t job : came) {
        std::cout << ' ' << job;
    }
    std::cout << '\n';
}
