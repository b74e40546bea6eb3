// Programs that know more than nodes may know, each of which an audit has to catch.
#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/trial.hpp"
#include "node/erased_node.hpp"
#include "support/derived_payloads.hpp"
#include "support/erased_node.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/experiment/audit.hpp"
#include "tutti/node/port_queues.hpp"
#include "tutti/topology/grid.hpp"

TEST_SUITE("tutti/experiment/audit.hpp") {

namespace {

using tutti::message;
using tutti::node_id;
using tutti::problem;
using tutti::short_packet;
using tutti::task;
using node_interface_view = tutti::erased_node<tutti::hypercube, short_packet>;

/// An honest broadcast over binomial trees whose nodes never know the end, and what it does
/// besides.
struct leak {
    std::string_view name;
    std::string_view alone;  ///< what an audit says that a node does alone, in part; empty: it is
                             ///< local
    std::function<task<>(node_interface_view& self)> first{};  ///< before all else
    std::function<void(const problem& problem)>
        learns{};  ///< when it is asked whether a problem fits
    double hung_seconds = 10;
};

task<> gossip(node_interface_view& self, tutti::initial_messages initial, const leak& leak) {
    tutti::port_queues<short_packet> waiting;
    const auto take = [&](const message& content) {
        self.deliver(content);
        for (auto i = static_cast<int>(std::bit_width(self.id() ^ content.origin));
             i < self.network().dimensions(); ++i) {
            waiting.push(i, short_packet::of(content, tutti::packet_kind::data));
        }
    };
    for (std::size_t i = 0; i < initial.size(); ++i) {
        take(initial[i]);
    }
    if (leak.first) {
        co_await leak.first(self);
    }
    for (;;) {
        waiting.drain(self);
        if (waiting.empty()) {
            co_await self.relay();
        } else {
            co_await self.next_slot();
        }
        for (const auto& [through, packet] : self.inbox()) {
            take(packet.content());
        }
    }
}

tutti::algorithm leaking(const leak& leak) {
    return {.collective = "simultaneous-broadcast",
            .name = "leak",
            .source = "a test",
            .networks = "hypercube",
            .ports = {tutti::port_model::all_port},
            .time = "d + K - 1",
            .kind = tutti::time_kind::upper_bound,
            .inapplicable_reason = tutti::cube_mismatch,
            .inapplicable_input_reason =
                [&leak](const problem& problem) {
                    if (leak.learns) {
                        leak.learns(problem);
                    }
                    return std::string{};
                },
            .program =
                [&leak](const tutti::setting& setting) {
                    return tutti::any_program::on<short_packet>(
                        tutti::cube_of(setting),
                        [&leak](auto& self, tutti::node_input input, tutti::knowledge) -> task<> {
                            support::any_face shown{self};
                            co_await gossip(shown, std::move(input.messages), leak);
                        });
                }};
}

tutti::audit_report audit_of(const leak& leak, tutti::audit_options options = {}) {
    tutti::catalogue catalogue;
    catalogue.add(support::standard_collective("simultaneous-broadcast"));
    tutti::experiment plan = support::on_cube(catalogue.add(leaking(leak)), 3, "nodes:0,5");
    plan.catalogue = &catalogue;
    options.hung_seconds = leak.hung_seconds;
    options.audit_seed =
        1;  // others may happen to draw a world in which a leak makes no difference
    return tutti::audit(plan, options, {});
}

void check_leak(const leak& leak) {
    CAPTURE(leak.name);
    const tutti::audit_report report = audit_of(leak);
    CAPTURE(report.first_text);
    const std::string alone = report.difference ? report.difference->alone : "";
    CAPTURE(alone);
    CHECK((report.verdict == tutti::locality::not_local) == !leak.alone.empty());
    CHECK(alone.find(leak.alone) != std::string::npos);
}

/// Delivers something at once that depends on the node alone: that is what the audit compares.
std::function<task<>(node_interface_view&)> tells(
    std::function<std::uint64_t(node_interface_view& self)> action) {
    return [action = std::move(action)](node_interface_view& self) -> task<> {
        self.deliver({.origin = self.id(), .number = 9, .payload = action(self)});
        co_return;
    };
}

}  // namespace

TEST_CASE("what is in another catalogue is audited in forked processes, and that is said") {
    const tutti::audit_report report = audit_of({.name = "honest", .alone = ""});

    CHECK(!report.isolation.has_own_processes);
    CHECK(!report.isolation.refuses_files);
    CHECK(tutti::exit_status(report) == 0);
    CHECK(tutti::to_table(report).ends_with(
        "\nlocal: every node does the same alone, in every world; not isolated: "
        "simultaneous-broadcast/leak is not in the catalogue that `isolated_entry` was given\n"));
}

TEST_CASE("a program is local if and only if its nodes know what nodes may know") {
    std::uint64_t count = 0;
    std::uint64_t seed = 0;
    std::vector<node_id> nodes;
    std::array<const std::uint64_t*, 8> numbers{};
    const auto learn = [&](const problem& input) {
        count = input.message_count();
        seed = input.seed;
        nodes = input.broadcasters.nodes;
    };
    const auto make_up = [&](node_interface_view& self) -> task<> {
        if (self.id() == 3) {
            const message made{.origin = 5, .payload = tutti::payloads_for(seed).of(5, 0)};
            self.send(2, short_packet::of(made, tutti::packet_kind::data));
            co_await self.next_slot();
            (void)self.inbox().empty();
        }
    };
    const auto point = [&](node_interface_view& self) -> task<> {
        const std::uint64_t own = self.id();
        numbers.at(self.id()) = &own;
        co_await self.until(0);
        // Volatile, so that the compiler does not assume that there is a neighbour.
        const volatile std::uint64_t* const shared = numbers.at(self.id() & 6U);
        self.deliver({.origin = self.id(), .number = 9, .payload = *shared});
    };
    const std::vector<leak> leaks{
        {.name = "honest", .alone = ""},
        {.name = "draws from its own stream",
         .alone = "",
         .first = tells([](node_interface_view& self) { return self.random(); })},
        {.name = "learns what it does not use", .alone = "", .learns = learn},
        {.name = "the last K",
         .alone = "delivers 0:9 (",
         .first = tells([&](node_interface_view&) { return count; }),
         .learns = learn},
        {.name = "who broadcasts",
         .alone = "delivers 0:9 (",
         .first = tells([&](node_interface_view& self) {
             return nodes.empty() || nodes.front() == self.id() ? 1U : 0U;
         }),
         .learns = learn},
        {.name = "a pointer to a neighbour's local variable",
         .alone = "crashes: it was ended by signal 11 (Segmentation fault)",
         .first = point},
        {.name = "the right message, from the seed",
         .alone = "sends data 5:0 (",
         .first = make_up,
         .learns = learn},
        {.name = "another node's stream",
         .alone = "delivers",
         .first = tells([&](node_interface_view& self) {
             return tutti::node_random(seed, self.id() ^ 1U, 1);
         }),
         .learns = learn},
        {.name = "a clock",
         .alone = "delivers",
         .first = tells([](node_interface_view&) {
             return static_cast<std::uint64_t>(
                 std::chrono::steady_clock::now().time_since_epoch().count());
         })}};
    std::ranges::for_each(leaks, check_leak);
}

TEST_CASE("a program that crashes, hangs or exits alone is not local") {
    struct ending {
        std::string_view alone;
        void (*act)();
        double hung_seconds = 10;
    };
    const std::array endings{
        ending{"crashes: it ended its process, with status 7", [] { std::_Exit(7); }},
        ending{"crashes: it called std::terminate", [] { std::terminate(); }},
        ending{"crashes: it was ended by signal 6", [] { std::abort(); }},
        ending{"does not come to an end",
               [] {
                   for (const volatile bool goes_on = true; goes_on;) {
                   }
               },
               0.2},
        ending{"fails: ", [] { throw std::runtime_error{"lonely"}; }}};
    for (const ending& each : endings) {
        std::uint64_t started = 0;
        check_leak({.name = each.alone,
                    .alone = each.alone,
                    .first = [&](node_interface_view& self) -> task<> {
                        ++started;
                        co_await self.next_slot();
                        (void)self.inbox().empty();
                        if (started == 1) {
                            each.act();
                        }
                    },
                    .hung_seconds = each.hung_seconds});
    }
}

namespace {

/// The dynamic broadcast, whose nodes first look at what has not arrived yet, or not.
tutti::algorithm looking_ahead(bool peeks) {
    tutti::algorithm changed = support::entry("dynamic-broadcast/intervals");
    changed.program = [honest = changed.program, peeks](const tutti::setting& setting) {
        return tutti::any_program::on<tutti::long_packet>(
            std::get<tutti::grid>(setting.network),
            [inner = honest(setting), peeks](auto& self, tutti::node_input input,
                                             tutti::knowledge knowledge) -> task<> {
                support::any_face shown{self};
                tutti::arrival_queue queue = *input.arrivals;
                // A queue that was moved from follows no clock.
                const tutti::arrival_queue moved = std::move(queue);
                if (peeks) {
                    // NOLINTBEGIN(bugprone-use-after-move): that is the leak
                    queue.follow([] { return tutti::rational{5000}; });
                    queue.take_in();
                    self.deliver({.origin = self.id(), .number = 99, .payload = queue.size()});
                    // NOLINTEND(bugprone-use-after-move)
                }
                (void)co_await inner.start(shown, std::move(input), knowledge);
            });
    };
    return changed;
}

tutti::audit_report audit_of_arrivals(bool peeks) {
    const tutti::algorithm algorithm = looking_ahead(peeks);
    tutti::experiment plan = support::on_network(algorithm, "array:3x3");
    plan.parameters.insert_or_assign("intervals", 8);
    plan.parameters.insert_or_assign("rate", tutti::rational{1, 30});
    return tutti::audit(plan, {}, {});
}

}  // namespace

TEST_CASE("reading future arrivals is caught") {
    const tutti::audit_report honest = audit_of_arrivals(false);
    const tutti::audit_report peeping = audit_of_arrivals(true);

    CHECK(honest.verdict == tutti::locality::local);
    const auto first = peeping.difference.value_or(tutti::audit_difference{});
    CHECK(first.trial == 1);
    CHECK(first.at == 1);
    CHECK(first.alone.starts_with(fmt::format("delivers {}:99 (", first.node)));
}

}  // TEST_SUITE("tutti/experiment/audit.hpp")
