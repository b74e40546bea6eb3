/// @file
/// Step 7, phases: nodes mark the ends of a program's parts, and the report has their slots.
///
/// Adds to step 6: `self.mark("name")`. A node marks the end of a part when it knows that the part
/// is over for itself; the report has the first and the last slot in which a node did so. Nodes
/// with nothing to collect are done with the first part at once, and sleep in the second.
///
/// Try next: `.ports = port_model::single_port_full_duplex` in the settings: `collect` obeys it,
/// the broadcast does not. The violation is in slot 7, the first of the second part, at node 0.
#include <algorithm>
#include <compare>
#include <cstdint>
#include <iostream>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// The packet of step 5.
struct offer {
    std::uint32_t key = 0;
    node_id owner = 0;

    friend auto operator<=>(const offer&, const offer&) = default;
};
static_assert(packet<offer>);

/// The smallest offer, at node 0, as in step 6.
template <node_of<hypercube> Node>
task<packet_of<Node>> collect(Node& self, packet_of<Node> known) {
    for (port i = self.network().dimensions() - 1; i >= 0; --i) {
        if (self.id() >> i == 1) {
            self.send(i, known);
            break;
        }
        co_await self.next_slot();
        known = std::min(known, *self.received(i));
    }
    co_return known;
}

/// The broadcast of step 1.
template <node_of<hypercube> Node>
task<packet_of<Node>> broadcast(Node& self, node_id root, packet_of<Node> mine) {
    int above = 0;
    if (self.id() != root) {
        co_await self.mail();
        const auto [through, heard] = self.inbox().front();
        mine = heard;
        above = through + 1;
    }
    for (int i = above; i < self.network().dimensions(); ++i) {
        self.send(i, mine);
    }
    co_return mine;
}

/// The smallest offer, at every node. Marks the ends of its two parts.
template <node_of<hypercube> Node>
task<packet_of<Node>> smallest(Node& self, packet_of<Node> mine) {
    const packet_of<Node> collected = co_await collect(self, mine);
    self.mark("collect");
    const packet_of<Node> known = co_await broadcast(self, node_id{0}, collected);
    self.mark("broadcast");
    co_return known;
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    const run_report report =
        run<offer>(hypercube{6}, {.algorithm = "smallest"}, [](auto& self) -> task<> {
            const std::uint32_t key = (self.id() * 37 + 11) % 64 + 100;
            (void)co_await smallest(self, offer{.key = key, .owner = self.id()});
        });

    for (const milestone_record& phase : report.marks) {
        std::cout << phase.name << ": the first node knows in slot " << phase.earliest
                  << ", the last in slot " << phase.latest << "; " << phase.slots << " slots\n";
    }
}
