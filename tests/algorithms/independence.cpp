/// @file
/// Table of independence: every algorithm of the catalogue comes to the same on every executor, on
/// any number of threads, which share even the least work, and on several engines.

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "collectives/delivery_verifier.hpp"
#include "collectives/input/broadcasters.hpp"
#include "collectives/input/derived_payloads.hpp"
#include "collectives/input/interval_record.hpp"
#include "experiment/node_inputs.hpp"
#include "support/engines.hpp"
#include "support/recorder.hpp"
#include "support/standard.hpp"
#include "support/testbed.hpp"
#include "topology/random.hpp"
#include "trial.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/engine/transport.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("independence") {

namespace {

using tutti::algorithm;

/// Report of one process about a run.
struct account {
    std::string report;  ///< the same in all of them
    tutti::delivery_counts counts;
    std::uint64_t served = 0;  ///< messages that came while the run went on, at the own nodes
};

account run_process(const tutti::experiment& plan, const support::team& team,
                    tutti::transport* carrier = nullptr) {
    const tutti::prepared_problem prepared{plan};
    tutti::delivery_verifier check{plan.algorithm->goal->required(prepared.input),
                                   tutti::payloads_for(plan.seed)};
    account record;
    const tutti::emulation emulation{
        .machine = {.threads = team.threads,
                    .executor = team.executor,
                    .parallel_work = 0,
                    .carrier = carrier},
        .run = {.algorithm = plan.algorithm->name, .ports = plan.ports, .seed = plan.seed},
        .receiver = &check,
        .repeats = 2,  // in the same memory
        .ended = [&](const tutti::run_report& report) {
            record.report += support::summary(report);
        }};
    plan.algorithm->program(prepared.input).run(prepared.inputs, emulation);
    record.counts = check.counts();
    for (const tutti::interval_record& each : prepared.records) {
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

void check_engines(const tutti::experiment& plan, const account& alone, int count) {
    std::vector<account> accounts;
    for (const auto& each : support::on_engines(
             count, [&](tutti::transport& end) { return run_process(plan, {}, &end); })) {
        accounts.push_back(each.value.value_or(account{}));
        CHECK(accounts.back().report == alone.report);
    }
    CHECK(counted(accounts) == counted({alone}));
}

/// Runs it on three of the teams and on two or three engines, which take turns.
void check_plan(const tutti::experiment& plan, std::size_t turn) {
    CAPTURE(plan.network.text());
    CAPTURE(plan.broadcasters.text());
    CAPTURE(plan.seed);
    CAPTURE(name_of(plan.ports));
    const account alone = run_process(plan, {});
    CHECK(alone.report.starts_with("ending 0,"));
    const auto teams = support::teams();
    for (std::size_t i = 0; i < 3; ++i) {
        const support::team& team = teams[(turn + 3 * i) % teams.size()];
        const account together = run_process(plan, team);
        CAPTURE(team.threads);
        CHECK(together.report == alone.report);
        CHECK(counted({together}) == counted({alone}));
    }
    check_engines(plan, alone, turn % 2 == 0 ? 2 : 3);
}

/// Networks that differ: lines and rings, sides of 2, odd and even, one to four dimensions, cubes,
/// stars, trees, random graphs, products and folded tori.
constexpr std::array<std::string_view, 27> networks{"hypercube:1",
                                                    "hypercube:2",
                                                    "hypercube:3",
                                                    "hypercube:4",
                                                    "hypercube:5",
                                                    "hypercube:6",
                                                    "path:1",
                                                    "path:6",
                                                    "ring:5",
                                                    "ring:8",
                                                    "array:2x2",
                                                    "array:3x3",
                                                    "array:4x5",
                                                    "torus:4x4",
                                                    "torus:3x5",
                                                    "array:2x2x2x2",
                                                    "array:7",
                                                    "torus:3x3x3",
                                                    "complete:5",
                                                    "ccc:3",
                                                    "wheel:6",
                                                    "tree:3",
                                                    "debruijn:3",
                                                    "random-graph:12.4.3",
                                                    "product(ring:4,path:3)",
                                                    "folded-torus:4x4",
                                                    "folded-torus:3x3x3"};

/// Broadcasters that the algorithm takes, drawn: up to three packets a node on small networks.
std::string drawn_broadcasters(const algorithm& algorithm, const tutti::network& net,
                               tutti::split_mix& random) {
    const std::uint64_t nodes = tutti::node_count(net);
    const tutti::message_limits limits =
        algorithm.limits == nullptr ? tutti::message_limits{} : algorithm.limits(net);
    const std::uint64_t room = limits.is_one_a_node || nodes > 32 ? nodes : 3 * nodes;
    const std::uint64_t more = std::max(limits.least, std::min(limits.most, room)) - limits.least;
    const std::uint64_t count =
        limits.least + (more == 0 ? 0 : random.next() % more + random.next() % 2);
    std::vector<tutti::node_id> mentions;
    if (limits.is_one_a_node) {
        mentions = tutti::pick(nodes, count, random.next());
    } else {
        mentions.resize(count);
        std::ranges::generate(mentions,
                              [&] { return static_cast<tutti::node_id>(random.next() % nodes); });
    }
    return support::written(tutti::broadcasters_at(std::move(mentions)));
}

/// One of the values that tests know, of those that the parameter takes, or else its default. The
/// name of an algorithm depends on the catalogue, and destinations must be as many as sources.
std::string drawn_value(const tutti::parameter& parameter, tutti::split_mix& random) {
    if (parameter.name == "to") {
        return "first";
    }
    std::vector<std::string> accepted;
    for (const char* const value :
         {"true", "false", "unbalanced", "rotation", "xor", "min", "max", "1", "3/2", "3"}) {
        if (parameter.accepts(value) && parameter.name != "algorithm") {
            accepted.emplace_back(value);
        }
    }
    return accepted.empty() ? parameter.default_value.text()
                            : accepted[random.next() % accepted.size()];
}

/// Those of the catalogue, or those that a developer asks for.
std::vector<std::reference_wrapper<const algorithm>> wanted_algorithms() {
    auto wanted = support::standard_algorithms();
    std::erase_if(wanted, [](const algorithm& each) {
        return !support::is_wanted(each.collective + "/" + each.name + " ");
    });
    return wanted;
}

/// The algorithm on a network with broadcasters, root, seed, parameters and ports, all drawn.
tutti::experiment drawn_plan(const algorithm& algorithm, std::string_view network,
                             tutti::split_mix& random) {
    tutti::experiment plan = support::on_network(algorithm, network);
    plan.broadcasters = tutti::broadcaster_specification::parse(
        drawn_broadcasters(algorithm, plan.built_network, random));
    plan.root = static_cast<tutti::node_id>(random.next() % tutti::node_count(plan.built_network));
    plan.seed = random.next();
    plan.ports = algorithm.ports[random.next() % algorithm.ports.size()];
    for (const tutti::parameter& each : algorithm.parameters) {
        plan.parameters[std::string{each.name}] = drawn_value(each, random);
    }
    for (const char* const name : {"values", "chunks"}) {
        if (plan.parameters.contains(name) && !tutti::inapplicable_reason(plan).empty()) {
            plan.parameters.erase(name);
        }
    }
    return plan;
}

/// Verdicts that a run may have: an algorithm that holds with high probability alone may lose
/// messages, unless that is impossible.
std::vector<std::string> outcomes_foretold(const tutti::experiment& plan) {
    if (plan.algorithm->failure == nullptr) {
        return {"complete"};
    }
    const double exact = plan.algorithm->failure(tutti::problem_of(plan)).exact.value();
    return exact == 0   ? std::vector<std::string>{"complete"}
           : exact == 1 ? std::vector<std::string>{"unlucky: delivery"}
                        : std::vector<std::string>{"complete", "unlucky: delivery"};
}

/// What is said of failures holds for the plan: their probability, and that of other algorithms.
void check_failure(const tutti::experiment& plan) {
    const algorithm& algorithm = *plan.algorithm;
    CHECK((algorithm.failure != nullptr) == (algorithm.kind == tutti::time_kind::high_probability));
    if (algorithm.failure != nullptr) {
        const tutti::failure_probability failure = algorithm.failure(tutti::problem_of(plan));
        const double exact = failure.exact.value();
        CHECK(exact >= 0);
        CHECK(exact <= failure.bound);
        CHECK(failure.bound <= 1);
    }
}

/// Times that are expected add up, and lie at or above the lower bound.
void check_theory(const tutti::experiment& plan) {
    const tutti::problem input = tutti::problem_of(plan);
    const auto expected = tutti::expected_time_of(*plan.algorithm, input);
    if (!expected) {
        return;
    }
    CHECK(expected->units >= plan.algorithm->lower_bound(input).units);
    CHECK((expected->kind == plan.algorithm->kind || expected->kind == tutti::time_kind::exact));
    tutti::rational sum = 0;
    bool is_exact = true;
    for (const tutti::phase& each : plan.algorithm->phases(input)) {
        is_exact = is_exact && each.expected_slots.has_value();
        sum += tutti::rational{each.expected_slots.value_or(0)} * each.slot_length;
    }
    CHECK((!is_exact || sum == expected->units));
}

}  // namespace

TEST_CASE("every algorithm comes to the same on any executor, threads and engines") {
    tutti::split_mix random{41};
    for (const algorithm& algorithm : wanted_algorithms()) {
        CAPTURE(algorithm.collective);
        CAPTURE(algorithm.name);
        std::size_t checked = 0;
        for (const std::string_view network : networks) {
            if (algorithm.inapplicable_reason(tutti::parse_network(network)).empty()) {
                check_plan(drawn_plan(algorithm, network, random), checked++);
            }
        }
        CHECK(checked >= 2);
    }
}

TEST_CASE("drawn experiments come to what is foretold") {
    tutti::split_mix random{44};
    for (const algorithm& algorithm : wanted_algorithms()) {
        for (const std::string_view network : networks) {
            const bool is_cube = network.starts_with("hypercube");
            for (int i = 0; i < (is_cube ? 4 : 2); ++i) {
                if (!algorithm.inapplicable_reason(tutti::parse_network(network)).empty()) {
                    continue;
                }
                const tutti::experiment plan = drawn_plan(algorithm, network, random);
                CAPTURE(algorithm.collective);
                CAPTURE(algorithm.name);
                CAPTURE(network);
                CAPTURE(plan.broadcasters.text());
                CAPTURE(plan.seed);
                const auto foretold = outcomes_foretold(plan);
                const std::string outcome = support::verdict_line(support::run(plan));
                CHECK(std::ranges::count(foretold, outcome) == 1);
                check_failure(plan);
                check_theory(plan);
            }
        }
    }
}

}  // TEST_SUITE("independence")
