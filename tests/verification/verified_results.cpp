// Faults planted among deliveries, marks and results of recordings, each of which is found.
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "recording/recorded.hpp"
#include "support/standard.hpp"
#include "web/replay.hpp"

TEST_SUITE("recording/check/recording_check.hpp") {

namespace {

using support::broadcast;
using support::check_found;
using support::entry;
using support::first_heard;
using support::kept_slot;
using support::mail_packet;
using support::on_network;
using support::replay;
using support::tampering;
using support::with_phases;
using tutti::check_status;
using tutti::slot;

}  // namespace

TEST_CASE("wrong, missing and additional deliveries are found, whatever is required") {
    for (const auto& [name, network] :
         {std::pair{"multinode-broadcast/rotation-classes", "hypercube:3"},
          {"prefix-sum/tree", "hypercube:3"},
          {"total-exchange/recursive", "hypercube:3"},
          {"successive-broadcasts/rotated", "hypercube:3"},
          {"dynamic-broadcast/intervals", "torus:3x3"},
          {"allreduce/doubling", "hypercube:3"},
          {"reduce-scatter/halving", "hypercube:3"},
          {"reduce/binomial", "hypercube:3"},
          {"barrier/rounds", "ring:5"}}) {
        CAPTURE(name);
        const replay honest = replay::of(on_network(entry(name), network));
        slot last = 0;
        for (const kept_slot& each : honest.slots) {
            last = each.delivered.empty() ? last : each.at;
        }
        const auto deliveries = [&](const tampering& tamper, std::string_view text) {
            check_found(honest, tamper, "deliveries", text);
        };
        deliveries([&](replay& replayed) { replayed.at(last).delivered.pop_back(); },
                   "does not deliver");
        deliveries(
            [&](replay& replayed) {
                replayed.at(last).delivered.push_back(replayed.at(last).delivered.back());
            },
            "delivers message");
        deliveries(
            [&](replay& replayed) { replayed.at(last).delivered.back().content.payload ^= 2U; },
            "with a wrong payload");
        deliveries(
            [&](replay& replayed) { replayed.at(last).delivered.back().content.number += 1000; },
            "which is not expected there");
        deliveries(
            [&](replay& replayed) { replayed.at(last).delivered.back().content.origin += 1000; },
            "which is not expected there");
    }
}

TEST_CASE("who goes on before the last call breaks a barrier") {
    tutti::experiment plan = on_network(entry("barrier/rounds"), "ring:5");
    plan.parameters["skew"] = std::uint64_t{40};
    check_found(
        replay::of(plan),
        [](replay& replayed) {
            const auto delivery = first_heard(replayed);
            replayed.at(1).delivered.push_back(delivery.second);
        },
        "postcondition", "slot 1: node 1 proceeds, and the last node calls in slot");
}

TEST_CASE("marks that are missing, made twice or by others are found") {
    const auto marks = [](const tampering& tamper, std::string_view text) {
        check_found(with_phases(), tamper, "marks", text);
    };
    const auto last_marks = [](replay& replayed) -> auto& { return replayed.slots.back().marked; };
    marks([&](replay& replayed) { last_marks(replayed).pop_back(); },
          "marks the end of 'broadcast' 0 times");
    marks([&](replay& replayed) { last_marks(replayed).push_back(last_marks(replayed).back()); },
          "marks the end of 'broadcast' again");
    marks(
        [&](replay& replayed) {
            replayed.mark_names.emplace_back("victory");
            last_marks(replayed).push_back({.node = 7, .name = 3});
        },
        "node 7 marks 'victory', with which no phase ends");
    marks(
        [](replay& replayed) {
            replayed.plan.phases.back().markers = {1, 2};
        },
        "node 0 marks the end of 'broadcast', which it cannot know");
    marks([](replay& replayed) { replayed.plan.phases.back().is_knowable = false; },
          "which it cannot know");
    marks(
        [](replay& replayed) {
            replayed.plan.phases.back().is_synchronous = true;
            replayed.at(replayed.slots.back().at + 1)
                .marked.push_back(replayed.slots[replayed.slots.size() - 2].marked.back());
            replayed.slots[replayed.slots.size() - 2].marked.pop_back();
        },
        "nodes mark the end of 'broadcast', which all know at once");
}

TEST_CASE("a result that does not follow from the events is found") {
    const auto result = [](std::string_view from, std::string_view to, std::string_view claim,
                           std::string_view text) {
        check_found(
            with_phases(), [=](replay& replay) { replay.replace_in_result(from, to); }, claim,
            text);
    };
    result(R"("name":"rank","slots":)", R"("name":"rank","slots":1)", "phases", "'rank' takes");
    result(R"("time":{"slots":)", R"("time":{"slots":1)", "time", "slots by the events");
    result(R"("transmissions":)", R"("transmissions":1)", "counts", "packets by the events");
    result(R"("control_transmissions":)", R"("control_transmissions":1)", "counts",
           "packets of control by the events");
    result(R"("last_arrival":)", R"("last_arrival":1)", "counts", "is the last slot with a packet");
    result(R"("required":)", R"("required":1)", "counts", "deliveries required");
    result(R"("digest":")", R"("digest":"0)", "digest", "by the events");
    result(R"("verdict":"complete")", R"("verdict":"late")", "verdict",
           "the run was found to be late");
    result(R"("last_slot":)", R"("last_slot":1)", "time", "the nodes know the end");
}

TEST_CASE("promises that a run does not keep are found") {
    // Those of an algorithm that is known are its own, whatever the plan says.
    const auto promised = [](const tampering& tamper, std::string_view text) {
        replay replayed = with_phases();
        replayed.plan.algorithm = "own";
        tamper(replayed);
        const tutti::check_finding finding = replayed.judged().finding("time");
        CHECK(finding.status == check_status::violated);
        CHECK(finding.text.find(text) != std::string::npos);
    };
    promised([](replay& replayed) { replayed.plan.lower_bound = 1000; },
             "is below the lower bound 1000");
    promised([](replay& replayed) { replayed.plan.expected_units = 1; }, "is later than 1");
    promised([](replay& replayed) { replayed.plan.expected_units = 1000; },
             "is earlier than the exact 1000");
}

TEST_CASE("what happens after the end, or to whom is over, is found") {
    check_found(
        with_phases(),
        [](replay& replayed) {
            const mail_packet any = replayed.at(1).sent[0];
            replayed.at(500).sent.push_back(any);
        },
        "silence", "a packet moved in slot 500, after the end in slot");
    check_found(
        with_phases(),
        [](replay& replayed) {
            const auto any = first_heard(replayed).second;
            replayed.at(500).delivered.push_back(any);
        },
        "silence", "a message was delivered in slot 500");
    check_found(
        with_phases(), [](replay& replayed) { replayed.at(500).done.push_back(3); }, "counts",
        "slot 500: node 3 is over for the second time");
    check_found(
        with_phases(), [](replay& replayed) { replayed.slots.back().done.clear(); }, "counts",
        "nodes are over at the end");
}

TEST_CASE("the digest follows from every delivery") {
    check_found(
        broadcast(),
        [](replay& replay) {
            std::swap(replay.at(0).delivered[1].content, replay.at(0).delivered[2].content);
            replay.at(0).delivered[1].content.payload ^= 1U;
        },
        "digest", "by the events");
}

TEST_CASE("a plan that contradicts itself is found") {
    check_found(
        broadcast(), [](replay& replay) { replay.plan.packets = 4; }, "plan",
        "its broadcasters are 2 nodes with 4 packets, and by its task 2 with 3");
}

TEST_CASE("what was not recorded is not judged, and the rest is") {
    const auto judged = [](const tutti::recording_filter& only, std::string_view check_finding,
                           std::string_view unjudged, std::string_view why) {
        const tutti::experiment plan =
            on_network(entry("simultaneous-broadcast/prefix-roots"), "hypercube:4", "nodes:0,5,5");
        const tutti::recording from = support::opened(support::recorded(plan, {}, only));
        const tutti::recording_findings findings = tutti::check(from, support::standard());
        CHECK(support::first_violation(findings) == "");
        CAPTURE(why);
        CHECK(findings.finding(check_finding).status == check_status::holds);
        CHECK(findings.finding(unjudged).status == check_status::not_checked);
        CHECK(findings.finding(unjudged).text == why);
    };
    judged({.first = 3}, "ports", "possession", "slots before 3 were not recorded");
    judged({.first = 3}, "links", "deliveries", "slots before 3 were not recorded");
    judged({.first = 3}, "links", "shares", "slots before 3 were not recorded");
    judged({.last = 9}, "possession", "deliveries", "slots after 9 were not recorded");
    judged({.last = 9}, "control", "digest", "slots after 9 were not recorded");
    judged({.nodes = {1, 2}}, "verdict", "marks", "only some nodes were recorded");
    judged({.nodes = {1, 2}}, "links", "deliveries", "only some nodes were recorded");
    constexpr std::string_view no_control = "packets without a message were not recorded";
    judged({.has_control = false}, "possession", "control", no_control);
    judged({.has_control = false}, "deliveries", "time", no_control);
    judged({.has_control = false}, "counts", "digest", no_control);
}

TEST_CASE("a filter that left nothing out does not keep anything from being judged") {
    const tutti::experiment plan =
        on_network(entry("multinode-broadcast/rotation-classes"), "hypercube:3");
    const std::vector<tutti::recording_filter> filters{
        {.last = 1000}, {.nodes = {0, 1, 2, 3, 4, 5, 6, 7}}, {.has_control = false}};
    for (const tutti::recording_filter& only : filters) {
        replay replayed = replay::of(plan);
        replayed.plan.filter = only;
        CHECK(replayed.judged().verdict() == tutti::verdict::complete);
        replayed.at(1).delivered.pop_back();
        CHECK(replayed.judged().verdict_name() ==
              (only.has_control ? "not verified" : "incorrect"));
    }
}

TEST_CASE("what cannot be judged is said to be so") {
    const auto not_checked = [](replay replayed, const tampering& tamper, std::string_view claim,
                                std::string_view why) {
        CAPTURE(claim);
        tamper(replayed);
        const tutti::check_finding finding = replayed.judged().finding(claim);
        CHECK(finding.status == check_status::not_checked);
        CHECK(finding.text == why);
        CAPTURE(support::first_violation(replayed.judged()));
        CHECK(replayed.judged().hold());
    };
    const auto unknown = [](replay& replayed) {
        replayed.plan.algorithm = "own";
        replayed.replace_in_result(R"("algorithm":"greedy")", R"("algorithm":"own")");
    };
    not_checked(broadcast(), unknown, "figures",
                "this program does not know 'simultaneous-broadcast/own'");
    not_checked(
        broadcast(), [](replay& replayed) { replayed.plan.parameters["speed"] = "9"; }, "figures",
        "greedy has no parameter 'speed' here");
    const auto unknown_collective = [](replay& replayed) {
        replayed.plan.collective = "own";
        replayed.replace_in_result(R"("collective":"simultaneous-broadcast")",
                                   R"("collective":"own")");
    };
    const auto file = [](replay& replayed) { replayed.plan.broadcasters = "file:/no/such/file"; };
    for (const std::string_view claim :
         {"plan", "figures", "possession", "control", "deliveries"}) {
        not_checked(broadcast(), unknown_collective, claim,
                    "this program does not know the collective 'own'");
        not_checked(broadcast(), file, claim, "its plan names a file for its broadcasters");
    }
    const auto opaque = [](replay& replayed) { replayed.kinds[0].has_message = false; };
    not_checked(broadcast(), opaque, "possession",
                "packets of kind 'data' do not state what they carry");
    const auto cut = [](replay& replayed) {
        replayed.slots.pop_back();
        replayed.result.clear();
        replayed.damage = "it was cut short";
    };
    for (const std::string_view claim : {"deliveries", "marks"}) {
        not_checked(broadcast(), cut, claim, "it was cut short");
    }
    for (const std::string_view claim : {"digest", "verdict", "counts"}) {
        not_checked(broadcast(), cut, claim, "the recording has no result");
    }
}

}  // TEST_SUITE
