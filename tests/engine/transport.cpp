#include "tutti/engine/transport.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/partition/block_partition.hpp"
#include "engine/partition/node_partition.hpp"
#include "several_engines.hpp"
#include "support/line.hpp"
#include "support/random_network.hpp"
#include "support/testbed.hpp"
#include "support/wandering.hpp"

TEST_SUITE("machine/transport") {

namespace {

using support::compare_engines;
using support::wandering;
using tutti::task;

using tutti::node_partition;

// Those of all processes together are all nodes, once.
template <class SharesOf>
void check_parts(std::size_t nodes, int processes, const SharesOf& shares_of) {
    std::vector<int> owners(nodes);
    std::vector<int> places(nodes);
    for (int self = 0; self < processes; ++self) {
        const tutti::partition parts{shares_of(self), 2};
        const node_partition& shares = parts.nodes();
        std::size_t own = 0;
        for (int shard = 0; shard < 2; ++shard) {
            const auto [begin, end] = parts.blocks_of(shard);
            for (std::size_t block = begin; block < end; ++block) {
                parts.for_each_own(block, [&](tutti::node_id node) {
                    const bool is_right = shares.is_own(node) && parts.block_of(node) == block &&
                                          shares.owner_of(node) == static_cast<std::size_t>(self) &&
                                          shares.own_node(own) == node &&
                                          shares.own_index(node) < shares.own_count();
                    owners[node] += is_right ? 1 : 100;
                    ++places[shares.place_of(node)];
                    ++own;
                });
            }
        }
        CHECK(own == shares.own_count());
    }
    CHECK(owners == std::vector<int>(nodes, 1));
    CHECK(places == owners);
}

template <class Node>
std::uint64_t ports_of(const Node& self) {
    std::uint64_t ports = 0;
    for (tutti::port through = 0; through < self.network().port_limit(self.id()); ++through) {
        ports |= std::uint64_t{self.has(through) ? 1U : 0U} << static_cast<unsigned>(through);
    }
    return ports;
}

}  // namespace

TEST_CASE("every node belongs to one process, and to one block there") {
    for (const std::size_t nodes : {1U, 2U, 5U, 63U, 64U, 65U, 1000U, 20000U}) {
        for (const int processes : {1, 2, 3, 7}) {
            CAPTURE(nodes);
            CAPTURE(processes);
            const auto whose = support::scattered(nodes, processes);
            check_parts(nodes, processes, [&](int self) {
                return node_partition{nodes, self, processes};
            });
            check_parts(nodes, processes, [&](int self) {
                return node_partition{whose, self, processes};
            });
        }
    }
}

TEST_CASE("a table of other processes is refused") {
    const std::vector<std::uint16_t> of_three{0, 2};
    CHECK_THROWS_AS((node_partition{of_three, 0, 2}), std::invalid_argument);
}

TEST_CASE("a process of several threads divides its own nodes, wherever they are, evenly") {
    std::vector<std::uint16_t> owners;
    for (std::size_t node = 0; node < 10000; ++node) {
        owners.push_back(node < 5000 && node % 8 != 0 ? 1 : 0);
    }
    const tutti::partition parts{node_partition{owners, 0, 2}, 4};
    for (int shard = 0; shard < 4; ++shard) {
        std::size_t own = 0;
        const auto [begin, end] = parts.blocks_of(shard);
        for (std::size_t block = begin; block < end; ++block) {
            parts.for_each_own(block, [&](tutti::node_id /*node*/) { ++own; });
        }
        CAPTURE(shard);
        CHECK(own > parts.nodes().own_count() / 5);
    }
}

TEST_CASE("shares of other nodes, and tables of regular networks, are refused") {
    const node_partition by_table{support::scattered(4, 1), 0, 1};
    const node_partition of_three{support::scattered(5, 3), 0, 3};

    CHECK_THROWS_WITH_AS((support::testbed<tutti::graph>{support::star(5), {}, nullptr, of_three}),
                         "the shares are of another process, or of other processes",
                         std::invalid_argument);

    CHECK_THROWS_WITH_AS((support::testbed<tutti::graph>{support::star(5), {}, nullptr, by_table}),
                         "the shares are of 4 nodes, and the network has 5", std::invalid_argument);
    CHECK_THROWS_WITH_AS(
        (support::testbed<tutti::hypercube>{tutti::hypercube{2}, {}, nullptr, by_table}),
        "a regular network is shared in ranges of nodes", std::invalid_argument);
}

TEST_CASE("networks of every kind run on several engines as on one") {
    const std::vector<tutti::phase_end> phases{{.name = "seven", .marked_by = 3}};
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        const wandering plan = support::wandering_of(seed);
        const std::size_t nodes = 1 + seed * seed % 150;
        compare_engines(tutti::hypercube{static_cast<int>(seed % 6)}, plan, {.seed = seed});
        compare_engines(support::random_graph(nodes, nodes * (seed % 4), seed), plan,
                        {.seed = seed});
        compare_engines(support::path{9 * seed - 8}, plan, {.seed = seed});
        compare_engines(support::ring{3 * seed - 2}, plan, {.seed = seed, .phases = phases});
    }
    compare_engines(support::star(130), support::wandering_of(1), {.seed = 1});
    const wandering dense{.steps = 8, .silence = 12, .density = 240, .marches = true};
    compare_engines(tutti::hypercube{9}, dense, {.seed = 5});
    compare_engines(support::random_graph(700, 1500, 6), dense, {.seed = 6});
}

TEST_CASE("names of marks stand in the order in which nodes mark them, by slot, node and call") {
    const auto report = compare_engines(support::path{9}, [](auto& self) -> task<> {
        if (self.id() == 8) {
            self.mark("last");
            self.mark("after it");
        }
        co_await self.next_slot();
        if (self.id() % 2 == 0) {
            self.mark("zero");
        } else {
            self.mark("one");
        }
    });

    std::vector<std::string_view> names;
    for (const tutti::milestone_record& mark : report.marks) {
        names.push_back(mark.name);
    }
    CHECK(names == std::vector<std::string_view>{"last", "after it", "zero", "one"});
}

TEST_CASE("the first violation by node is reported for any partition of the nodes") {
    for (const tutti::node_id last : {1U, 5U, 40U}) {
        CAPTURE(last);
        const auto report = compare_engines(support::star(60), [last](auto& self) -> task<> {
            co_await self.next_slot();
            if (self.id() >= last) {
                self.send(7, {1});
            }
        });
        CHECK(support::fault_of(report) ==
              fmt::format("no-such-port in slot 1 at node {}, port 7", last));
    }
}

TEST_CASE("the account of a process has what it does for others, in between the slots") {
    const auto accounts = support::on_engines(2, [](tutti::transport& end) {
        support::testbed<tutti::hypercube> bed{tutti::hypercube{6}, {}, &end};
        return bed
            .run(
                [](auto& self) -> task<> {
                    self.send(5, {1});
                    co_await self.mail();
                    std::ignore = self.inbox();
                },
                {.keeps_account = true})
            .account.value_or(tutti::time_account{});
    });
    for (const auto& each : accounts) {
        const tutti::time_account times = each.value.value_or(tutti::time_account{});
        CHECK(times.crossing > 0);
        CHECK(times.others > 0);
        CHECK(times.crossing + times.others <= times.between);
    }
}

TEST_CASE("several engines skip slots in which no node can run") {
    const auto report =
        compare_engines(support::path{6},
                        [](auto& self) -> task<> {
                            co_await self.mail_or(tutti::slot{1'000'000'000} * (self.id() + 1));
                            std::ignore = self.inbox();
                            if (self.id() % 2 == 0) {
                                self.send(1, {self.id()});
                            }
                        },
                        {.slot_budget = 6'000'000'000});

    CHECK(report.ending == tutti::run_ending::completed);
    CHECK(report.slots == 5'000'000'001);
}

TEST_CASE("packets that are sent together go to nodes of any process") {
    const auto together = [](auto& self) -> task<> {
        for (tutti::slot now = 0; now < 9; ++now) {
            const std::uint64_t drawn = self.random();
            self.send_each(ports_of(self) & (now % 3 == 0 ? ~std::uint64_t{0} : drawn),
                           [&](tutti::port through) {
                               return support::letter{drawn + static_cast<std::uint64_t>(through)};
                           });
            co_await self.next_slot();
            for (const auto& [through, heard] : self.inbox()) {
                self.deliver({.origin = self.id(), .number = 0, .payload = heard.content});
            }
        }
    };
    for (const int dimensions : {1, 3, 5}) {
        CHECK(compare_engines(tutti::hypercube{dimensions}, together).deliveries > 0);
    }
    for (const tutti::grid_edge edge : {tutti::grid_edge::open, tutti::grid_edge::closed}) {
        CHECK(compare_engines(tutti::grid{{4, 3, 5}, edge}, together).deliveries > 0);
    }
    CHECK(compare_engines(support::random_graph(40, 90, 1), together).deliveries > 0);
}

TEST_CASE("of packets that are sent together one may be too many, wherever it goes") {
    for (tutti::node_id faulty_node = 0; faulty_node < 8; ++faulty_node) {
        for (const tutti::port taken : {0, 1, 2}) {
            for (const tutti::port maker : {0, 1, 2}) {
                CAPTURE(faulty_node);
                CAPTURE(taken);
                CAPTURE(maker);
                const auto report = compare_engines(tutti::hypercube{3}, [=](auto& self) -> task<> {
                    if (self.id() == faulty_node) {
                        self.send_each(ports_of(self), [&](tutti::port through) {
                            if (through == maker) {
                                self.send(taken, {1});
                            }
                            return support::letter{1};
                        });
                    }
                    co_await self.mail_or(2);
                    std::ignore = self.inbox();
                });
                CHECK(report.violation == tutti::violation_kind::link_busy);
            }
        }
    }
}

TEST_CASE("a fault of sending and one of receiving in a slot are compared across the engines") {
    constexpr tutti::node_id members = 9;
    for (tutti::node_id receiver = 0; receiver < members; ++receiver) {
        for (tutti::node_id sender = 0; sender < members; ++sender) {
            CAPTURE(receiver);
            CAPTURE(sender);
            const auto report = compare_engines(
                support::ring{members},
                [=](auto& self) -> task<> {
                    co_await self.until(3);
                    if (self.id() == sender) {
                        self.send(-5, {1});
                    }
                    for (const tutti::port through : {0, 1}) {
                        if (self.network().neighbour(self.id(), through) == receiver) {
                            self.send(through, {1});
                        }
                    }
                    co_await self.mail();
                    std::ignore = self.inbox();
                },
                {.ports = tutti::port_model::single_port_full_duplex});
            const bool is_heard_twice = (sender + 1) % members != receiver &&
                                        (receiver + 1) % members != sender && receiver < sender;
            CHECK(report.place->node == (is_heard_twice ? receiver : sender));
        }
    }
}

}  // TEST_SUITE("machine/transport")
