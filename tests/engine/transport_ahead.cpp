#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/exchange/send_buffer.hpp"
#include "engine/partition/node_partition.hpp"
#include "several_engines.hpp"
#include "support/engines.hpp"
#include "support/letter.hpp"
#include "support/line.hpp"
#include "support/recorder.hpp"
#include "support/testbed.hpp"
#include "support/wandering.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("machine/transport") {

namespace {

using support::report_text;
using tutti::task;
using engine_end = support::transports::one_end;

using slot_sums = std::vector<std::array<std::uint64_t, 4>>;

/// Takes the sums of every slot, which keeps nothing from going ahead.
support::function_sink taking(slot_sums& sums) {
    return {tutti::interest::sums, [&sums](const tutti::slot_record& record) {
                sums.push_back({static_cast<std::uint64_t>(record.at), record.packets,
                                record.deliveries, record.marks});
            }};
}

struct account_of_engine {
    std::string report;
    slot_sums sums;
    std::size_t bytes_ahead = 0;
    std::uint64_t times_attended = 0;
    bool is_called_by_others = false;
};

// The first one has one thread, which certainly comes to send ahead.
constexpr std::array teams_of_engines{
    support::team{.threads = 1},
    support::team{.threads = 3},
#ifndef TUTTI_TESTS_ON_PLAIN_THREADS
    support::team{.threads = 2, .executor = tutti::executor_kind::task_arena},
#endif
};

template <tutti::topology Network>
account_of_engine run_on_engine(engine_end& end, const Network& network,
                                const typename support::testbed<Network>::program& code,
                                const tutti::run_options& options,
                                const std::optional<tutti::node_partition>& shares) {
    const auto number = static_cast<std::size_t>(end.self());
    support::testbed<Network> bed{network, teams_of_engines.at(number % teams_of_engines.size()),
                                  &end, shares};
    slot_sums sums;
    auto watcher = taking(sums);
    const std::array<tutti::sink*, 1> sinks{&watcher};
    tutti::run_options summed = options;
    summed.sinks = sinks;
    std::string text = report_text(bed.run_unwatched(code, summed));
    return {std::move(text), sums, end.bytes_ahead(), end.times_attended(),
            end.was_called_by_others()};
}

void check_accounts(const std::vector<support::outcome<account_of_engine>>& outcomes,
                    const std::string& expected, const slot_sums& expected_sums) {
    slot_sums sums = expected_sums;
    for (auto& slot : sums) {
        slot = {slot[0], 0, 0, 0};
    }
    for (const auto& each : outcomes) {
        REQUIRE(each.value.has_value());
        CHECK(each.value->report == expected);
        CHECK_FALSE(each.value->is_called_by_others);
        REQUIRE(each.value->sums.size() == sums.size());
        for (std::size_t i = 0; i < sums.size(); ++i) {
            for (std::size_t index = 1; index < 4; ++index) {
                sums[i][index] += each.value->sums[i][index];
            }
        }
    }
    CHECK(sums == expected_sums);
    CHECK(outcomes.front().value->bytes_ahead > 0);
    CHECK(outcomes.front().value->times_attended > 0);
}

/// Runs `code` on one engine, and checks that every one of several says the same where much of it
/// goes ahead.
template <tutti::topology Network>
tutti::run_report compare_ahead(const Network& network,
                                const typename support::testbed<Network>::program& code,
                                const tutti::run_options& options = {},
                                const std::vector<std::uint16_t>& owners = {}) {
    slot_sums sums;
    auto watcher = taking(sums);
    const std::array<tutti::sink*, 1> sinks{&watcher};
    tutti::run_options summed = options;
    summed.sinks = sinks;
    tutti::run_report report = support::testbed<Network>{network}.run_unwatched(code, summed);
    for (const int count : {2, 3}) {
        CAPTURE(count);
        check_accounts(support::on_engines(count,
                                           [&](engine_end& end) {
                                               std::optional<tutti::node_partition> shares;
                                               if (!owners.empty()) {
                                                   shares.emplace(owners, end.self(), count);
                                               }
                                               return run_on_engine(end, network, code, options,
                                                                    shares);
                                           }),
                       report_text(report), sums);
    }
    return report;
}

/// Sends to all neighbours for some slots, and delivers what comes.
template <class Node>
task<> chat(Node& self, tutti::slot slots) {
    for (tutti::slot now = 0; now < slots; ++now) {
        for (tutti::port through = 0; through < self.network().port_limit(self.id()); ++through) {
            if (self.has(through)) {
                self.send(through, {self.random()});
            }
        }
        co_await self.next_slot();
        for (const auto& [through, heard] : self.inbox()) {
            self.deliver({.origin = self.id(), .number = 0, .payload = heard.content});
        }
    }
}

constexpr auto chat_in_seven_slots = [](auto& self) -> task<> { return chat(self, 7); };

}  // namespace

TEST_CASE("what crosses goes ahead while the nodes run from which nothing does") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(seed);
        const support::wandering plan{.density = 250, .marches = seed % 2 == 0};
        compare_ahead(support::path{700 + 97 * seed}, plan, {.seed = seed});
        compare_ahead(support::ring{700 + 97 * seed}, plan, {.seed = seed});
        compare_ahead(tutti::grid{{32, 32}, tutti::grid_edge::closed}, plan, {.seed = seed});
    }
}

TEST_CASE("blocks have own nodes at the border, inside, or none") {
    std::vector<std::uint16_t> owners;
    std::vector<tutti::graph::link> links;
    for (tutti::node_id node = 0; node < 2000; ++node) {
        owners.push_back(static_cast<std::uint16_t>(node / 400 % 2));
        if (node > 0) {
            links.push_back({node - 1, node});
        }
    }
    compare_ahead(tutti::graph{2000, links}, chat_in_seven_slots, {}, owners);
}

TEST_CASE("the smallest violation of a slot is reported, at the border or not") {
    for (const tutti::node_id first : {0U, 1U, 130U, 449U, 450U, 620U}) {
        CAPTURE(first);
        const auto report = compare_ahead(support::ring{900}, [first](auto& self) -> task<> {
            co_await chat(self, 4);
            if (self.id() >= first) {
                self.send(7, {1});
            }
        });
        CHECK(support::fault_of(report) ==
              fmt::format("no-such-port in slot 4 at node {}, port 7", first));
    }
}

TEST_CASE("a budget that ends a run in which much went ahead leaves nothing for the next") {
    const support::ring circle{900};
    const std::string expected = report_text(support::run_on(circle, chat_in_seven_slots));
    const auto outcomes = support::on_engines(2, [&](engine_end& end) {
        support::testbed<support::ring> bed{circle, {}, &end};
        std::vector<std::string> texts;
        for (const tutti::slot budget : {3, 4, 5}) {
            const auto cut = bed.run_unwatched(chat_in_seven_slots, {.slot_budget = budget});
            CHECK(cut.ending == tutti::run_ending::budget_exceeded);
            texts.push_back(report_text(bed.run_unwatched(chat_in_seven_slots)));
        }
        CHECK(end.bytes_ahead() > 0);
        return texts;
    });
    for (const auto& each : outcomes) {
        CHECK(each.value == std::vector<std::string>(3, expected));
    }
}

TEST_CASE(
    "from the second slot with large traffic on, all packets that cross are sent ahead, and once") {
    for (const int threads : {1, 2}) {
        CAPTURE(threads);
        const auto outcomes = support::on_engines(2, [threads](engine_end& end) {
            support::testbed<support::ring> bed{support::ring{900}, {.threads = threads}, &end};
            (void)bed.run(chat_in_seven_slots);
            const std::size_t watched = end.bytes_given();
            (void)bed.run_unwatched(chat_in_seven_slots);
            CHECK(end.bytes_given() == 2 * watched);
            return end.bytes_ahead();
        });
        constexpr std::size_t packet_bytes = tutti::detail::outbound_packet<support::letter>::size;
        if (threads == 1) {
            CHECK(outcomes[0].value == 6 * 2 * packet_bytes);
            CHECK(outcomes[1].value == 6 * 2 * packet_bytes);
        }
    }
}

TEST_CASE("nothing goes ahead where all blocks are at the border") {
    const auto ahead = support::on_engines(2, [](engine_end& end) {
        support::testbed<tutti::hypercube> cube{tutti::hypercube{9}, {}, &end};
        (void)cube.run_unwatched(chat_in_seven_slots);
        return end.bytes_ahead();
    });
    CHECK(ahead[0].value == 0);
    CHECK(ahead[1].value == 0);
}

}  // TEST_SUITE("machine/transport")
