#include "tutti/machine/transport.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "machine/several_engines.hpp"
#include "support/line.hpp"
#include "support/random_network.hpp"
#include "support/testbed.hpp"
#include "support/wandering.hpp"
#include "tutti/machine/partition.hpp"

TEST_SUITE("machine/transport") {

namespace {

using support::compare_engines;
using support::wandering;
using tutti::task;

wandering plan_of(std::uint64_t seed) {
    return {.density = seed % 3 == 0 ? 256U : 100U,
            .may_stall = seed % 4 == 1,
            .marches = seed % 5 < 3};
}

}  // namespace

TEST_CASE("every node belongs to one process, and to one block there") {
    for (const std::size_t nodes : {1U, 2U, 5U, 63U, 64U, 65U, 1000U, 20000U}) {
        for (const int processes : {1, 2, 3, 7}) {
            CAPTURE(nodes);
            CAPTURE(processes);
            std::vector<int> found(nodes);
            for (int self = 0; self < processes; ++self) {
                const tutti::partition parts{nodes, 2, self, processes};
                for (int shard = 0; shard < 2; ++shard) {
                    const auto [begin, end] = parts.blocks_of(shard);
                    for (std::size_t block = begin; block < end; ++block) {
                        const auto [first, last] = parts.nodes_of(block);
                        for (std::size_t id = first; id < last; ++id) {
                            const auto node = static_cast<tutti::node_id>(id);
                            const bool is_right =
                                parts.is_own(node) && parts.block_of(node) == block &&
                                parts.owner_of(node) == static_cast<std::size_t>(self);
                            found[id] += is_right ? 1 : 100;
                        }
                    }
                }
            }
            CHECK(found == std::vector<int>(nodes, 1));
        }
    }
}

TEST_CASE("cubes run on several engines as on one") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        compare_engines(tutti::hypercube{static_cast<int>(seed % 6)}, plan_of(seed),
                        {.seed = seed});
    }
}

TEST_CASE("random graphs and stars run on several engines as on one") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        CAPTURE(seed);
        const std::size_t nodes = 1 + seed * seed % 150;
        compare_engines(support::random_graph(nodes, nodes * (seed % 4), seed), plan_of(seed),
                        {.seed = seed});
    }
    compare_engines(support::star(130), plan_of(1), {.seed = 1});
}

TEST_CASE("paths and rings run on several engines as on one, with phases of a few nodes") {
    const std::vector<tutti::phase_end> phases{{.name = "seven", .marked_by = 3}};
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        compare_engines(support::path{15 * seed - 14}, plan_of(seed), {.seed = seed});
        compare_engines(support::ring{3 * seed - 2}, plan_of(seed),
                        {.seed = seed, .phases = phases});
    }
}

TEST_CASE("networks of many blocks run on several engines as on one") {
    const wandering dense{.steps = 8, .silence = 12, .density = 240, .marches = true};

    compare_engines(tutti::hypercube{9}, dense, {.seed = 5});
    compare_engines(support::random_graph(700, 1500, 6), dense, {.seed = 6});
}

// The last node marks first, and so its name comes first; then names stand by node.
TEST_CASE("names of marks stand in the order in which the nodes are the first to mark them") {
    const auto report = compare_engines(support::path{9}, [](auto& self) -> task<> {
        if (self.id() == 8) {
            self.mark("last");
        }
        co_await self.next_slot();
        switch (self.id() % 4) {
            case 0:
                self.mark("zero");
                break;
            case 1:
                self.mark("one");
                break;
            case 2:
                self.mark("two");
                break;
            default:
                self.mark("last");
        }
    });

    REQUIRE(report.marks.size() == 4);
    CHECK(report.marks[0].name == "last");
    CHECK(report.marks[1].name == "zero");
    CHECK(report.marks[2].name == "one");
    CHECK(report.marks[3].name == "two");
}

TEST_CASE("several engines jump over slots in which nobody can run") {
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

TEST_CASE("a packet goes round a ring once, through all engines") {
    const auto report = compare_engines(support::ring{23}, [](auto& self) -> task<> {
        if (self.id() == 0) {
            self.send(1, {77});
        }
        co_await self.mail();
        const support::letter heard = *self.received(0);
        self.deliver({.origin = 0, .number = 0, .payload = heard.content});
        if (self.id() != 0) {
            self.send(1, heard);
        }
    });

    CHECK(report.slots == 23);
    CHECK(report.transmissions == 23);
    CHECK(report.deliveries == 23);
}

}  // TEST_SUITE("machine/transport")
