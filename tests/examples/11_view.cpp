/// @file
/// Step 11, a view: a program for rings runs on the rows of a torus, then on its columns.
///
/// Adds to step 10: `subnetwork`. A node program is a template over its node. A view has the
/// interface of a node, replaces it, and translates ids and ports, so that a program that
/// knows one dimension runs in a network of several. The program is a loop like that of step 3; its
/// two runs are parts as in step 6.
///
/// Try next: `heard[self.id()] = of_row` in place of the second run: 5 slots, and the 6 nodes of
/// one row have heard 23.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

#include "tutti/engine/run.hpp"
#include "tutti/node/subnetwork.hpp"
#include "tutti/tutti.hpp"

using namespace tutti;

/// The largest value of a ring: in every slot each node forwards what came through port 0 (from
/// behind) through port 1 (ahead).
///
/// Time: exactly n-1 slots on n nodes.
template <node_of<grid> Node>
task<packet_of<Node>> largest_on_ring(Node& self, packet_of<Node> value) {
    packet_of<Node> passing = value;
    for (int left = self.network().side(0) - 1; left > 0; --left) {
        self.send(1, passing);
        co_await self.next_slot();
        passing = *self.received(0);
        value = std::max(value, passing);
    }
    co_return value;
}

int main() {  // NOLINT(bugprone-exception-escape): whatever goes wrong ends an example
    const grid torus{{6, 4}, grid_edge::closed};
    const grid row{{6}, grid_edge::closed};
    const grid column{{4}, grid_edge::closed};
    std::vector<std::uint64_t> heard(torus.node_count());

    const run_report report = run(torus, {.algorithm = "largest"}, [&](auto& self) -> task<> {
        // Position of the node in its row and column; their first ports among those of the torus.
        const node_id in_row = self.id() % 6;
        const node_id in_column = self.id() / 6;
        subnetwork along_row{self, row, {.id = in_row, .first_port = 0}};
        subnetwork along_column{self, column, {.id = in_column, .first_port = 2}};

        const std::uint64_t of_row = co_await largest_on_ring(along_row, self.id() * 5 % 24);
        heard[self.id()] = co_await largest_on_ring(along_column, of_row);
    });

    std::cout << "slots:    " << report.slots << '\n'
              << "heard 23: " << std::ranges::count(heard, 23U) << " of " << heard.size() << '\n';
}
