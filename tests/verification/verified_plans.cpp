// Plans of recordings that are not those of their algorithms, and unknown algorithms.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "recording/check/recorded_problem.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/collective.hpp"
#include "web/replay.hpp"

TEST_SUITE("recording/check/recording_check.hpp") {

namespace {

using support::broadcast;
using support::check_found;
using support::entry;
using support::kept_slot;
using support::on_network;
using support::replay;
using support::tampering;
using support::with_phases;
using tutti::check_status;

}  // namespace

TEST_CASE("figures of a plan that are not those of its algorithm are found") {
    const auto figures = [](const tampering& tamper, std::string_view text) {
        check_found(with_phases(), tamper, "figures", text);
    };
    figures([](replay& replayed) { replayed.plan.lower_bound = 1; },
            "the lower bound is 1 in the plan, and 3 by the algorithm");
    figures([](replay& replayed) { replayed.plan.expected_units.reset(); },
            "the expected time is none in the plan, and 14 by the algorithm");
    figures([](replay& replayed) { replayed.plan.expected_units = 15; },
            "the expected time is 15 in the plan, and 14 by the algorithm");
    figures([](replay& replayed) { replayed.plan.expected_kind = "upper-bound"; },
            "the kind of the expected time is 'upper-bound' in the plan, and 'exact'");
    figures([](replay& replayed) { replayed.plan.time_formula = "0"; },
            "the formula of the time is '0' in the plan, and ");
    figures([](replay& replayed) { replayed.plan.source = "folklore"; },
            "the source is 'folklore' in the plan, and 'Stamoulis & Tsitsiklis 1991, 3.2'");
    figures([](replay& replayed) { replayed.plan.knowledge = {"K"}; },
            "what nodes know is 'K' in the plan, and '' by the algorithm");
    figures([](replay& replayed) { replayed.plan.phases[0].expected_slots = 1; },
            "the expected slots of the phase 'rank' is 1 in the plan, and ");
    figures([](replay& replayed) { replayed.plan.phases[1].slot_length = 2; },
            "the slot length of the phase 'collect' is 2 in the plan, and 1 by the algorithm");
    figures([](replay& replayed) { replayed.plan.phases.pop_back(); },
            "the number of phases is 2 in the plan, and 3 by the algorithm");
}

TEST_CASE("what the network and the collective determine of a plan is found, too") {
    const auto plan = [](const tampering& tamper, std::string_view text) {
        check_found(broadcast(), tamper, "plan", text);
    };
    plan([](replay& replayed) { replayed.plan.links = 12; },
         "it has 8 nodes and 12 links, and its network 8");
    plan([](replay& replayed) { replayed.plan.broadcasters = "nodes:0,5"; },
         "its broadcasters are ");
    plan([](replay& replayed) { replayed.plan.root = 3; },
         "its root is 3 in the plan, and none by its collective");
    plan(
        [](replay& replayed) {
            replayed.replace_in_result(R"("algorithm":"greedy")", R"("algorithm":"x")");
        },
        "the algorithm is 'x' in the result, and 'greedy' in the plan");
    plan([](replay& replayed) { replayed.replace_in_result(R"("seed":1)", R"("seed":2)"); },
         "the seed is 2 in the result, and 1 in the plan");
    check_found(
        replay::of(on_network(entry("simultaneous-broadcast/split-packing"), "torus:4x4")),
        [](replay& replayed) {
            replayed.plan.network = "star:16";
            replayed.network = tutti::parse_network("star:16");
        },
        "plan", "split-packing does not run on 'star:16'");
}

TEST_CASE("of an algorithm that is not known the collective is judged") {
    for (const auto& [name, network] : {std::pair{"simultaneous-broadcast/greedy", "hypercube:3"},
                                        {"multinode-broadcast/split-classes", "torus:3x3"},
                                        {"total-exchange/recursive", "hypercube:3"},
                                        {"simultaneous-broadcast/ranked-repeat", "hypercube:3"},
                                        {"scatter/balanced-tree", "hypercube:3"}}) {
        CAPTURE(name);
        tutti::experiment plan = on_network(entry(name), network);
        if (entry(name).name == "ranked-repeat") {
            plan = on_network(entry(name), network, "nodes:1,6");
            plan.parameters["rounds"] = std::uint64_t{3};
        }
        replay replayed = replay::of(plan);
        replayed.plan.algorithm = "own";
        replayed.replace_in_result("\"algorithm\":\"" + entry(name).name + '"',
                                   "\"algorithm\":\"own\"");
        tutti::recording_findings findings = replayed.judged();
        CHECK(support::first_violation(findings) == "");
        CHECK(findings.not_verified() == std::vector<std::string>{"figures"});
        CHECK(findings.verdict() == std::nullopt);

        const auto some = std::ranges::find_if(replayed.slots, [](const kept_slot& each) {
            return each.at > 0 && !each.delivered.empty();
        });
        some->delivered.pop_back();
        findings = replayed.judged();
        CHECK(findings.finding("deliveries").status == check_status::violated);
        CHECK(findings.verdict() == tutti::verdict::incorrect);
    }
}

TEST_CASE("the bound of the collective holds for an algorithm that is not known, too") {
    replay replay = broadcast();
    replay.plan.algorithm = "own";
    replay.plan.lower_bound = 0;
    const tutti::run_requirements requirements =
        tutti::run_requirements_of(replay.plan, replay.network, support::standard());
    CHECK(requirements.least_units == tutti::rational{3});
}

}  // TEST_SUITE
