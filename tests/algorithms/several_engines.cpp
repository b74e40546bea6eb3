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

account run_process(const tutti::experiment& plan, tutti::transport* carrier) {
    const tutti::problem input = tutti::problem_of(plan);
    const tutti::collective& collective = *plan.algorithm->goal;
    const tutti::derived_payloads contents{tutti::mix(plan.seed)};
    const tutti::assignment assignment{collective.given(input), contents};
    tutti::delivery_verifier check{collective.required(input), contents};
    std::vector<tutti::interval_record> records(
        collective.is_dynamic ? tutti::node_count(plan.built_network) : 0);
    account record;
    const tutti::emulation emulation{
        .machine = {.threads = 1,
                    .executor = tutti::executor_kind::plain_threads,
                    .carrier = carrier},
        .run = {.algorithm = plan.algorithm->name, .ports = plan.ports, .seed = plan.seed},
        .receiver = &check,
        .repeats = 2,  // in the same memory
        .ended = [&](const tutti::run_report& report) {
            record.report += support::summary(report);
        }};
    const tutti::run_inputs inputs{
        .input =
            [&](tutti::node_id node) {
                tutti::node_input own_input = collective.input(input, assignment, node);
                if (collective.is_dynamic) {
                    own_input.notes = &records[node];
                }
                return own_input;
            },
        .node_knowledge = tutti::knowledge_source{*plan.algorithm, input}};
    plan.algorithm->program(input).run(inputs, emulation);
    record.counts = check.counts();
    for (const tutti::interval_record& each : records) {
        record.served += each.served_messages();
    }
    return record;
}

/// Sums of the deliveries, as far as they can be added up.
std::string counted(const std::vector<account>& accounts) {
    tutti::delivery_counts sum;
    std::uint64_t served = 0;
    for (const account& each : accounts) {
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
std::string compare(const tutti::experiment& plan) {
    const account alone = run_process(plan, nullptr);
    for (const int count : {2, 3}) {
        CAPTURE(count);
        std::vector<account> accounts;
        for (const auto& each : support::on_engines(
                 count, [&](tutti::transport& end) { return run_process(plan, &end); })) {
            accounts.push_back(each.value.value_or(account{}));
            CHECK(accounts.back().report == alone.report);
        }
        CHECK(counted(accounts) == counted({alone}));
    }
    return alone.report;
}

constexpr std::array<std::string_view, 12> networks{
    "hypercube:2", "hypercube:4", "path:6",    "ring:5",
    "array:2x2",   "array:4x5",   "torus:3x3", "torus:4x4",
    "torus:3x3x3", "complete:5",  "ccc:3",     "product(ring:4,path:3)"};

/// Broadcasters that the algorithm takes, every third node if it may.
std::string senders_for(const algorithm& algorithm, const tutti::network& net) {
    const std::uint64_t nodes = tutti::node_count(net);
    const tutti::message_limits limits =
        algorithm.limits == nullptr ? tutti::message_limits{} : algorithm.limits(net);
    std::vector<tutti::node_id> mentions;
    const std::uint64_t wanted = std::clamp((nodes + 2) / 3, limits.least, limits.most);
    for (std::uint64_t i = 0; i < wanted; ++i) {
        mentions.push_back(static_cast<tutti::node_id>(i * nodes / wanted));
    }
    return support::written(tutti::broadcasters_at(std::move(mentions)));
}

bool is_refused(const tutti::experiment& plan) {
    try {
        (void)tutti::problem_of(plan);
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

/// The experiments that the algorithm takes, one a network.
std::vector<tutti::experiment> experiments_for(const algorithm& algorithm) {
    std::vector<tutti::experiment> plans;
    for (const std::string_view name : networks) {
        const tutti::network net = tutti::parse_network(name);
        if (!algorithm.inapplicable_reason(net).empty()) {
            continue;
        }
        tutti::experiment plan = support::on_network(algorithm, name, senders_for(algorithm, net));
        plan.root = static_cast<tutti::node_id>(tutti::node_count(net) / 2);
        plan.seed = 3 + plans.size();
        if (!is_refused(plan)) {
            plans.push_back(std::move(plan));
        }
    }
    return plans;
}

}  // namespace

TEST_CASE("every algorithm of the catalogue runs on two and three engines as on one") {
    for (const algorithm& algorithm : support::standard_algorithms()) {
        const std::vector<tutti::experiment> plans = experiments_for(algorithm);
        CAPTURE(algorithm.collective);
        CAPTURE(algorithm.name);
        CHECK_FALSE(plans.empty());
        for (const tutti::experiment& plan : plans) {
            CAPTURE(plan.network.text());
            CAPTURE(plan.broadcasters.text());
            CHECK(compare(plan).starts_with("ending 0,"));
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

    const std::string difference = compare(support::on_cube(twice, 4));

    CHECK(difference.find("link-busy in slot 2 at node 11") != std::string::npos);
}

TEST_CASE("a node of the catalogue that keeps its packets leaves every engine in the same stall") {
    const algorithm silent =
        support::with_tampering(support::entry("broadcast/binomial"), [](const auto&, const auto&) {
            return support::tampering{.send = [](const support::moment& now, const auto& content) {
                return std::vector(now.node == 1 ? 0 : 1, content);
            }};
        });

    const std::string difference = compare(support::on_cube(silent, 5));

    CHECK(difference.find("stalled") != std::string::npos);
}

}  // TEST_SUITE("machine/transport")
