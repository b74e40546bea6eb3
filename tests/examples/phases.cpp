/// @file
/// Phases: nodes mark the ends of a program's parts, and the report has their slots.
#include <algorithm>
#include <cstdint>
#include <iostream>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// The largest value of all nodes of a path: it is collected towards node 0, then told to all.
///
/// Time: 2(N-1) slots. Ports: all. Port 0 leads to the node before, port 1 to the one after.
template <node_of<grid> Node>
task<packet_of<Node>> largest_of_all(Node& self, packet_of<Node> value) {
    if (self.has(1)) {
        co_await self.mail();
        value = std::max(value, *self.received(1));
    }
    if (self.has(0)) {
        self.send(0, value);
    }
    self.mark("collect");

    if (self.has(0)) {
        co_await self.mail();
        value = *self.received(0);
    }
    if (self.has(1)) {
        self.send(1, value);
    }
    self.mark("tell");
    co_return value;
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    const grid path{{10}, grid_edge::open};

    const run_report report = run(path, {.algorithm = "largest"}, [](auto& self) -> task<> {
        (void)co_await largest_of_all(self, self.id() * 7 % 10);
    });

    for (const mark_record& phase : report.marks) {
        std::cout << phase.name << ": the first node knows in slot " << phase.earliest
                  << ", the last in slot " << phase.latest << "; " << phase.slots << " slots\n";
    }
}
