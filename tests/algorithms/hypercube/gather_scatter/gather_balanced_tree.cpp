#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/watched_run.hpp"
#include "topology/trees/balanced_tree.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/gather_scatter/gather.cpp") {

namespace {

using support::hop;
using support::watched_run;
using tutti::balanced_tree;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;
using tutti::task;

support::watched_program to(int d, node_id root) {
    return support::with_messages(
        support::program_of("gather/balanced-tree", d),
        [root](node_id node) { return support::letters_of(node, node != root); }, root);
}

watched_run seen(int d, node_id root) {
    return support::watch(d, tutti::port_model::all_port, to(d, root));
}

/// All roots of small cubes, some of larger ones.
std::vector<node_id> roots(int d) {
    const auto nodes = node_id{1} << d;
    std::vector<node_id> numbers;
    for (node_id root = 0; root < nodes; root += d <= 4 ? 1 : nodes / 4 + 1) {
        numbers.push_back(root);
    }
    return numbers;
}

slot slots_of(int d) { return ((slot{1} << d) - 1 + d - 1) / d; }

}  // namespace

TEST_CASE("the root gets every other node's message, and no other node any") {
    for (int d = 1; d <= 9; ++d) {
        for (const node_id root : roots(d)) {
            std::vector<std::vector<std::uint64_t>> expected(std::size_t{1} << d);
            for (node_id node = 0; node < expected.size(); ++node) {
                if (node != root) {
                    expected[root].push_back(support::payload_of(node, 0));
                }
            }
            std::ranges::sort(expected[root]);
            CAPTURE(d);
            CAPTURE(root);
            CHECK(support::payloads_of(seen(d, root)) == expected);
        }
    }
}

TEST_CASE("a node's link to its parent is busy from slot 1 to the size of its subtree") {
    for (int d = 1; d <= 9; ++d) {
        const balanced_tree tree{hypercube{d}};
        for (const node_id root : roots(d)) {
            const watched_run run = seen(d, root);
            std::vector<slot> sent(run.done.size());
            int wrong = 0;
            for (const hop& each : run.hops) {
                const node_id here = each.from ^ root;
                wrong += here != 0 && tree.parent(here) == (each.to() ^ root) ? 0 : 1;
                wrong += ++sent[each.from] == each.at ? 0 : 1;
            }
            CAPTURE(d);
            CAPTURE(root);
            CHECK(wrong == 0);
            for (node_id here = 1; here < sent.size(); ++here) {
                CHECK(sent[here ^ root] == static_cast<slot>(tree.size(here)));
                CHECK(run.done[here ^ root] == static_cast<slot>(tree.size(here)));
            }
            CHECK(run.done[root] == slots_of(d));
        }
    }
}

TEST_CASE("a node sends its own message first, and others in the order in which they came") {
    for (int d = 1; d <= 9; ++d) {
        const node_id root = node_id{5} & ((node_id{1} << d) - 1);
        const watched_run run = seen(d, root);
        std::vector<std::vector<node_id>> sent(run.done.size());
        std::vector<std::vector<hop>> came(run.done.size());
        for (const hop& each : run.hops) {
            sent[each.from].push_back(each.origin);
            came[each.to()].push_back(each);
        }
        for (node_id node = 0; node < sent.size(); ++node) {
            std::vector<node_id> expected{node};
            std::ranges::stable_sort(came[node], {}, [](const hop& each) {
                return std::pair{each.at, each.through};
            });
            for (const hop& each : came[node]) {
                expected.push_back(each.origin);
            }
            CHECK((node == root || sent[node] == expected));
        }
    }
}

TEST_CASE("hops, deliveries and digest are the same on all threads") {
    CHECK(support::is_same_on_all_teams(9, tutti::port_model::all_port, to(9, 77)));
}

TEST_CASE("a node that begins a slot late, or goes by another root, is found out") {
    const auto program = support::program_of("gather/balanced-tree", 5);
    const auto late = [&](auto& self, tutti::node_input input,
                          tutti::knowledge knowledge) -> task<> {
        if (self.id() == 1) {
            co_await self.next_slot();
        }
        co_await program(self, std::move(input), std::move(knowledge));
    };
    const auto misled = [&](auto& self, tutti::node_input input, tutti::knowledge knowledge) {
        if (self.id() == 6) {
            knowledge.tell(tutti::knowledge_item::root, 1);
        }
        return program(self, std::move(input), std::move(knowledge));
    };
    // Packets that come while node 1 still sleeps are lost.
    CHECK(support::verdict_line("gather/balanced-tree", 5, late) ==
          "model-violation: delivery, phases");
    CHECK(support::verdict_line("gather/balanced-tree", 5, misled) == "stalled: delivery, phases");
}

}  // TEST_SUITE("algorithms/hypercube/gather_scatter/gather.cpp")
