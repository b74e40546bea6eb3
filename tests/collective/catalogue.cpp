#include "tutti/collective/catalogue.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "collective/trial.hpp"
#include "support/testbed.hpp"
#include "tutti/collective/problem.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/machine/random.hpp"
#include "tutti/topology/hypercube.hpp"

namespace {

using tutti::algorithm;

std::vector<const algorithm*> for_hypercubes() {
    std::vector<const algorithm*> all;
    for (const algorithm& known : tutti::catalogue()) {
        if (known.misfit(tutti::hypercube{3}).empty()) {
            all.push_back(&known);
        }
    }
    return all;
}

/// What must not depend on threads and executor.
std::string summary_of(const tutti::result& found) {
    return support::outcome_of(found) + " " + std::to_string(found.slots) + " " +
           std::to_string(found.transmissions) + " " + std::to_string(found.last_arrival) + " " +
           std::to_string(found.digest);
}

/// A cube, broadcasters with up to several packets, root and seed, all drawn.
tutti::experiment drawn_experiment(const algorithm& what, tutti::split_mix& random) {
    const int d = 1 + static_cast<int>(random.next() % 8);
    const std::uint64_t most = d <= 5 ? std::uint64_t{3} << d : std::uint64_t{1} << d;
    const std::string senders = support::written(support::drawn_senders(d, most, random));
    tutti::experiment asked = support::on_cube(what, d, senders);
    asked.root = static_cast<tutti::node_id>(random.next() >> (64 - d));
    asked.seed = random.next();
    for (const tutti::parameter& each : what.parameters) {
        if (each.accepts("true")) {
            asked.parameters[std::string{each.name}] = random.next() % 2 == 0 ? "true" : "false";
        }
    }
    return asked;
}

}  // namespace

TEST_SUITE_BEGIN("tutti/collective/catalogue.hpp");

TEST_CASE("names are unique, and the algorithms of a task stand together") {
    std::set<std::string> names;
    std::set<std::string_view> tasks;
    std::string_view task;
    for (const algorithm& known : tutti::catalogue()) {
        CHECK(names.insert(std::string{known.task} + "/" + std::string{known.name}).second);
        if (known.task != task) {
            task = known.task;
            CHECK(tasks.insert(task).second);
        }
    }
}

TEST_CASE("every entry says all that people and programs want to know") {
    for (const algorithm& known : tutti::catalogue()) {
        CAPTURE(known.name);
        CHECK_FALSE(known.source.empty());
        CHECK_FALSE(known.rule.empty());
        CHECK_FALSE(known.networks.empty());
        CHECK_FALSE(known.ports.empty());
        CHECK_FALSE(known.time.empty());
        for (const tutti::parameter& each : known.parameters) {
            CHECK(each.accepts(each.default_value));
            CHECK_FALSE(each.accepts(""));
            CHECK_FALSE(each.range.empty());
            CHECK_FALSE(each.meaning.empty());
        }
    }
}

TEST_CASE("drawn experiments are complete, and the same on any threads and executor") {
    tutti::split_mix random{41};
    for (const algorithm* const what : for_hypercubes()) {
        for (int i = 0; i < 20; ++i) {
            const tutti::experiment asked = drawn_experiment(*what, random);
            const std::string alone = summary_of(support::run(asked));
            CAPTURE(what->name);
            CAPTURE(asked.network_text);
            CAPTURE(asked.broadcasters.text());
            CAPTURE(asked.seed);
            CHECK(alone.starts_with("complete "));
            for (const support::team& team : support::teams()) {
                CHECK(summary_of(support::run(asked, team)) == alone);
            }
        }
    }
}

TEST_CASE("another seed gives other payloads, and so another digest") {
    for (const algorithm* const what : for_hypercubes()) {
        if (what->workload == tutti::workload_kind::counts) {
            continue;
        }
        tutti::experiment asked = support::on_cube(*what, 3);
        const std::uint64_t first = support::run(asked).digest;
        asked.seed = 2;
        CAPTURE(what->name);
        CHECK(support::run(asked).digest != first);
    }
}

TEST_CASE("what is expected lies at or above the lower bound, and phases add up to it") {
    tutti::split_mix random{42};
    for (const algorithm* const what : for_hypercubes()) {
        for (int i = 0; i < 20; ++i) {
            const tutti::problem posed = tutti::pose(drawn_experiment(*what, random));
            const auto expected = what->expected(posed);
            REQUIRE(expected.has_value());
            CHECK(expected->units >= what->lower_bound(posed));
            CHECK(expected->kind == what->kind);
            tutti::rational sum = 0;
            bool is_exact = true;
            for (const tutti::phase& each : what->phases(posed)) {
                is_exact = is_exact && each.expected_slots.has_value();
                sum += tutti::rational{each.expected_slots.value_or(0)} * each.slot_length;
            }
            CHECK((!is_exact || sum == expected->units));
        }
    }
}

TEST_CASE("algorithms for the hypercube want at least one dimension") {
    for (const algorithm& known : tutti::catalogue()) {
        if (known.networks == "hypercube") {
            CHECK(known.misfit(tutti::hypercube{0}) == "needs at least one dimension");
            CHECK(known.misfit(tutti::hypercube{1}).empty());
        }
    }
}

TEST_CASE("more packets of one node than a packet can number are refused") {
    const std::uint32_t most = std::uint32_t{1} << 26U;
    tutti::problem posed{.where = tutti::hypercube{3},
                         .broadcasters = {.nodes = {2}, .packets = {most}},
                         .root = 0,
                         .seed = 1,
                         .parameters = {}};
    const algorithm& greedy = support::entry("simultaneous-broadcast/greedy");

    CHECK(greedy.misfit_input(posed).empty());
    posed.broadcasters.packets[0] = most + 1;
    CHECK(greedy.misfit_input(posed) ==
          "node 2 has 67108865 packets, and a node can have 67108864 at most");
}

TEST_SUITE_END();
