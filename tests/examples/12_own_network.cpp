/// @file
/// Step 12, a user-defined network: a ring with a chord at every node, and a broadcast by flooding.
///
/// Adds to step 11: a class that models the concept `topology`. Programs ask their node for its
/// ports, and the engine asks the network where they lead. The broadcast of step 1 relies on the
/// hypercube; flooding runs on any connected network.
///
/// Try next: `moebius_ladder{200}`: 101 slots and 1200 transmissions. Then leave out
/// `(void)self.inbox()`: the violation is a packet that node 0 does not read.
#include <cstddef>
#include <cstdint>
#include <iostream>

#include "tutti/engine/run.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// The Moebius ladder: a ring of N nodes, N even, in which every node has a link to the opposite
/// one. Port 0 leads back around the ring, port 1 ahead, port 2 across.
class moebius_ladder {
public:
    explicit moebius_ladder(std::size_t rungs) : nodes_{2 * rungs} {}

    [[nodiscard]] std::size_t node_count() const { return nodes_; }
    [[nodiscard]] std::size_t link_count() const { return 3 * nodes_; }
    [[nodiscard]] static port port_limit(node_id /*node*/) { return 3; }
    [[nodiscard]] static int degree(node_id /*node*/) { return 3; }
    [[nodiscard]] static bool has_port(node_id /*node*/, port through) {
        return through >= 0 && through < 3;
    }
    [[nodiscard]] node_id neighbour(node_id node, port through) const {
        const std::size_t step = through == 0 ? nodes_ - 1 : through == 1 ? 1 : nodes_ / 2;
        return static_cast<node_id>((node + step) % nodes_);
    }
    [[nodiscard]] static port far_port(node_id /*node*/, port through) {
        return through == 2 ? 2 : 1 - through;
    }

private:
    std::size_t nodes_;
};
static_assert(topology<moebius_ladder>);

/// Forwards the packet through all ports when it arrives for the first time. Later copies are read,
/// too: unread mail is an error.
template <node_interface Node>
task<> flood(Node& self, bool begins) {
    if (!begins) {
        co_await self.mail();
    }
    const std::uint64_t heard = begins ? 42 : self.inbox().front().packet;
    for (port through = 0; through < self.degree(); ++through) {
        self.send(through, heard);
    }
    for (;;) {
        co_await self.relay();
        (void)self.inbox();
    }
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    const run_report report = run(moebius_ladder{20}, {.algorithm = "flood"},
                                  [](auto& self) { return flood(self, self.id() == 0); });

    std::cout << "slots:         " << report.slots << '\n'
              << "transmissions: " << report.transmissions << '\n';
}
