#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/watched_run.hpp"
#include "topology/trees/balanced_tree.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/hypercube/gather_scatter/scatter.cpp") {

namespace {

using support::hop;
using support::watched_run;
using tutti::balanced_tree;
using tutti::hypercube;
using tutti::node_id;
using tutti::slot;
using tutti::task;

support::watched_program from(int d, node_id root) {
    return support::with_messages(
        support::program_of("scatter/balanced-tree", d), [=](node_id node) {
            return node == root ? support::letters_to_others(root, d) : tutti::initial_messages{};
        });
}

watched_run seen(int d, node_id root) {
    return support::watch(d, tutti::port_model::all_port, from(d, root));
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

/// The root's part, over lists that are changed on purpose.
task<> send_lists(support::judged_node& self, tutti::initial_messages initial,
                  std::vector<std::vector<node_id>> lists) {
    for (std::size_t j = 0; j < lists[0].size(); ++j) {
        for (std::size_t i = 0; i < lists.size(); ++i) {
            if (j < lists[i].size()) {
                self.send(
                    static_cast<tutti::port>(i),
                    tutti::short_packet::of(initial[lists[i][j] - 1], tutti::packet_kind::data));
            }
        }
        if (j + 1 < lists[0].size()) {
            co_await self.next_slot();
        }
    }
    self.mark("scatter");
}

using node_lists = std::vector<std::vector<node_id>>;

/// The outcome with the root's lists as `change` leaves them.
std::string outcome_with(void (*change)(node_lists&)) {
    const hypercube cube{5};
    const balanced_tree tree{cube};
    node_lists lists;
    for (int i = 0; i < cube.dimensions(); ++i) {
        const auto list = tree.farthest_first(i);
        lists.emplace_back(list.begin(), list.end());
    }
    change(lists);
    const auto program = support::program_of("scatter/balanced-tree", cube.dimensions());
    return support::verdict_line(
        "scatter/balanced-tree", cube.dimensions(),
        [&](auto& self, tutti::node_input input, const tutti::knowledge& knowledge) {
            return input.messages.empty() ? program(self, std::move(input), knowledge)
                                          : send_lists(self, std::move(input.messages), lists);
        });
}

void keep(node_lists& /*lists*/) {}
void reverse(node_lists& lists) { std::ranges::reverse(lists[0]); }
void exchange_ends(node_lists& lists) { std::swap(lists[1].front(), lists[1].back()); }
void repeat_one(node_lists& lists) { lists[0][1] = lists[0][0]; }
void leave_one_out(node_lists& lists) { lists[2].erase(lists[2].begin()); }

}  // namespace

TEST_CASE("every node gets the root's message for it, and nothing else") {
    for (int d = 1; d <= 9; ++d) {
        for (const node_id root : roots(d)) {
            std::vector<std::vector<std::uint64_t>> expected(std::size_t{1} << d);
            for (node_id node = 0; node < expected.size(); ++node) {
                if (node != root) {
                    expected[node] = {support::payload_of(root, (node ^ root) - 1)};
                }
            }
            CAPTURE(d);
            CAPTURE(root);
            CHECK(support::payloads_of(seen(d, root)) == expected);
        }
    }
}

TEST_CASE("a node's own message is the last packet that it receives, and then it is done") {
    for (int d = 1; d <= 9; ++d) {
        for (const node_id root : roots(d)) {
            const watched_run run = seen(d, root);
            std::vector<slot> latest(run.done.size());
            for (const hop& each : run.hops) {
                latest[each.to()] = std::max(latest[each.to()], each.at);
            }
            latest[root] = slots_of(d);
            CAPTURE(d);
            CAPTURE(root);
            CHECK(run.done == latest);
            for (node_id node = 0; node < run.done.size(); ++node) {
                for (const tutti::delivery& each : run.delivered[node]) {
                    CHECK(each.at == latest[node]);
                }
            }
        }
    }
}

TEST_CASE("into each subtree the root sends a packet a slot, those for the farthest first") {
    for (int d = 1; d <= 9; ++d) {
        for (const node_id root : roots(d)) {
            std::map<int, std::vector<std::pair<slot, int>>> sent;  // slot, distance
            for (const hop& each : seen(d, root).hops) {
                if (each.from == root) {
                    sent[each.through].emplace_back(each.at, std::popcount(each.number + 1));
                }
            }
            std::size_t sum = 0;
            CAPTURE(d);
            for (const auto& [through, list] : sent) {
                for (std::size_t j = 0; j < list.size(); ++j) {
                    CHECK(list[j].first == static_cast<slot>(j) + 1);
                    CHECK((j == 0 || list[j].second <= list[j - 1].second));
                }
                CHECK(static_cast<slot>(list.size()) <= slots_of(d));
                CHECK(static_cast<slot>(list.size()) + 1 >= slots_of(d));
                sum += list.size();
            }
            CHECK(sum + 1 == std::size_t{1} << d);
        }
    }
}

TEST_CASE("hops, deliveries and digest are the same on all threads") {
    CHECK(support::is_same_on_all_teams(9, tutti::port_model::all_port, from(9, 77)));
}

TEST_CASE("a root that takes its lists in another order is found out") {
    CHECK(outcome_with(keep) == "complete");
    CHECK(outcome_with(reverse) == "model-violation: delivery, phases");
    CHECK(outcome_with(exchange_ends) == "model-violation: delivery, phases");
    CHECK(outcome_with(repeat_one) == "model-violation: delivery, phases");
    CHECK(outcome_with(leave_one_out) == "stalled: delivery, phases");
}

}  // TEST_SUITE("algorithms/hypercube/gather_scatter/scatter.cpp")
