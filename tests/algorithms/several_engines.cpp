#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "collectives/delivery_verifier.hpp"
#include "collectives/input/assignment.hpp"
#include "collectives/input/interval_record.hpp"
#include "mutating_program.hpp"
#include "support/derived_payloads.hpp"
#include "support/engines.hpp"
#include "support/recorder.hpp"
#include "support/standard.hpp"
#include "trial.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/engine/transport.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("machine/transport") {

namespace {

using tutti::algorithm;

/// Report of one process about a run.
struct account {
    std::string report;  ///< the same in all of them
    tutti::delivery_counts counts;
    std::uint64_t served = 0;  ///< messages that came while the run went on, at the own nodes
};

account run_process(const tutti::experiment& asked, tutti::transport* carrier) {
    const tutti::problem input = tutti::problem_of(asked);
    const tutti::collective& goal = *asked.what->goal;
    const tutti::derived_payloads contents{tutti::mix(asked.seed)};
    const tutti::assignment given{goal.given(input), contents};
    tutti::delivery_verifier check{goal.required(input), contents};
    std::vector<tutti::interval_record> records(goal.is_dynamic ? tutti::node_count(asked.where)
                                                                : 0);
    account found;
    const tutti::emulation how{
        .machine = {.threads = 1,
                    .executor = tutti::executor_kind::plain_threads,
                    .carrier = carrier},
        .run = {.algorithm = asked.what->name, .ports = asked.ports, .seed = asked.seed},
        .receiver = &check,
        .repeats = 2,  // in the same memory
        .ended = [&](const tutti::run_report& report) {
            found.report += support::summary(report);
        }};
    const tutti::run_inputs inputs{.input =
                                       [&](tutti::node_id node) {
                                           tutti::node_input mine = goal.input(input, given, node);
                                           if (goal.is_dynamic) {
                                               mine.notes = &records[node];
                                           }
                                           return mine;
                                       },
                                   .node_knowledge = tutti::knowledge_source{*asked.what, input}};
    asked.what->program(input).run(inputs, how);
    found.counts = check.counts();
    for (const tutti::interval_record& each : records) {
        found.served += each.served_messages();
    }
    return found;
}

/// Sums of the deliveries, as far as they can be added up.
std::string counted(const std::vector<account>& all) {
    tutti::delivery_counts sum;
    std::uint64_t served = 0;
    for (const account& each : all) {
        sum.delivered += each.counts.delivered;
        sum.duplicate += each.counts.duplicate;
        sum.unexpected += each.counts.unexpected;
        sum.wrong_payload += each.counts.wrong_payload;
        served += each.served;
    }
    return fmt::format("{} delivered, {} twice, {} unexpected, {} wrong, {} served", sum.delivered,
                       sum.duplicate, sum.unexpected, sum.wrong_payload, served);
}

/// Runs it on one engine and on several, and says what came of it.
std::string compare(const tutti::experiment& asked) {
    const account alone = run_process(asked, nullptr);
    for (const int count : {2, 3}) {
        CAPTURE(count);
        std::vector<account> all;
        for (const auto& each : support::on_engines(
                 count, [&](tutti::transport& end) { return run_process(asked, &end); })) {
            all.push_back(each.value.value_or(account{}));
            CHECK(all.back().report == alone.report);
        }
        CHECK(counted(all) == counted({alone}));
    }
    return alone.report;
}

constexpr std::array<std::string_view, 12> networks{
    "hypercube:2", "hypercube:4", "path:6",    "ring:5",
    "array:2x2",   "array:4x5",   "torus:3x3", "torus:4x4",
    "torus:3x3x3", "complete:5",  "ccc:3",     "product(ring:4,path:3)"};

/// Broadcasters that the algorithm takes, every third node if it may.
std::string senders_for(const algorithm& what, const tutti::network& where) {
    const std::uint64_t nodes = tutti::node_count(where);
    const tutti::message_limits limits =
        what.limits == nullptr ? tutti::message_limits{} : what.limits(where);
    std::vector<tutti::node_id> mentions;
    const std::uint64_t wanted = std::clamp((nodes + 2) / 3, limits.least, limits.most);
    for (std::uint64_t i = 0; i < wanted; ++i) {
        mentions.push_back(static_cast<tutti::node_id>(i * nodes / wanted));
    }
    return support::written(tutti::broadcasters_at(std::move(mentions)));
}

bool is_refused(const tutti::experiment& asked) {
    try {
        (void)tutti::problem_of(asked);
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

/// The experiments that the algorithm takes, one a network.
std::vector<tutti::experiment> experiments_for(const algorithm& what) {
    std::vector<tutti::experiment> all;
    for (const std::string_view name : networks) {
        const tutti::network where = tutti::parse_network(name);
        if (!what.inapplicable_reason(where).empty()) {
            continue;
        }
        tutti::experiment asked = support::on_network(what, name, senders_for(what, where));
        asked.root = static_cast<tutti::node_id>(tutti::node_count(where) / 2);
        asked.seed = 3 + all.size();
        if (!is_refused(asked)) {
            all.push_back(std::move(asked));
        }
    }
    return all;
}

}  // namespace

TEST_CASE("every algorithm of the catalogue runs on two and three engines as on one") {
    for (const algorithm& what : support::standard_algorithms()) {
        const std::vector<tutti::experiment> all = experiments_for(what);
        CAPTURE(what.collective);
        CAPTURE(what.name);
        CHECK_FALSE(all.empty());
        for (const tutti::experiment& asked : all) {
            CAPTURE(asked.network.text());
            CAPTURE(asked.broadcasters.text());
            CHECK(compare(asked).starts_with("ending 0,"));
        }
    }
}

TEST_CASE("a node of the catalogue that sends twice is found by every engine") {
    const algorithm twice = support::with_tampering(
        support::entry("simultaneous-broadcast/greedy"), [](const auto&, const auto&) {
            return support::tampering{.send = [](const support::moment& now, const auto& content) {
                return std::vector(now.node == 11 && now.at == 3 ? 2 : 1, content);
            }};
        });

    const std::string found = compare(support::on_cube(twice, 4));

    CHECK(found.find("link-busy in slot 2 at node 11") != std::string::npos);
}

TEST_CASE("a node of the catalogue that keeps its packets leaves every engine in the same stall") {
    const algorithm silent =
        support::with_tampering(support::entry("broadcast/binomial"), [](const auto&, const auto&) {
            return support::tampering{.send = [](const support::moment& now, const auto& content) {
                return std::vector(now.node == 1 ? 0 : 1, content);
            }};
        });

    const std::string found = compare(support::on_cube(silent, 5));

    CHECK(found.find("stalled") != std::string::npos);
}

}  // TEST_SUITE("machine/transport")
