#include "experiment/candidates.hpp"

#include <array>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/trial.hpp"
#include "engine/memory/memory.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("experiment/candidates.hpp") {

namespace {

using tutti::algorithm;
using tutti::broadcaster_set;
using tutti::candidate;
using tutti::candidate_request;
using tutti::port_model;
using tutti::problem;

/// The greedy algorithm under another name.
algorithm named(std::string_view name) {
    algorithm planted = support::entry("simultaneous-broadcast/greedy");
    planted.name = name;
    return planted;
}

/// One whose worst set is the node that its parameter "node" says.
algorithm adversary(std::string_view name, tutti::node_id node) {
    algorithm planted = named(name);
    planted.parameters = {{.name = "node",
                           .default_value = node,
                           .meaning = "who is worst",
                           .range = tutti::integer_range{0, 7, "a digit"}}};
    planted.worst_set = [](const problem& problem) {
        return tutti::broadcasters_at(
            {static_cast<tutti::node_id>(problem.parameter<std::uint64_t>("node"))});
    };
    return planted;
}

/// All of them on the cube of 8 nodes.
candidate_request request(const std::vector<algorithm>& planted,
                          std::string_view broadcasters = "nodes:1,1,5", int dimensions = 3) {
    candidate_request candidates_request{
        .common = support::on_cube(planted.front(), dimensions, broadcasters)};
    for (const algorithm& each : planted) {
        candidates_request.algorithms.push_back(&each);
    }
    return candidates_request;
}

/// With the broadcasters drawn, and a catalogue of just `algorithms` to look adversaries up in.
std::vector<candidate> with_input(candidate_request request,
                                  const std::vector<algorithm>& algorithms) {
    std::vector<candidate> candidates = tutti::find_candidates(request);
    tutti::catalogue of_known;
    of_known.add(support::standard_collective("simultaneous-broadcast"));
    for (const algorithm& each : algorithms) {
        of_known.add(each);
    }
    request.common.catalogue = &of_known;
    tutti::draw_input(request, candidates);
    return candidates;
}

template <class Call>
std::string refusal(const Call& call) {
    try {
        call();
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return {};
}

/// Keeps 10 MB on the heap.
template <class Node>
tutti::task<> hoard(Node& self) {
    const std::vector<char> memory(10'000'000);
    co_await self.next_slot();
    CHECK(memory.size() == 10'000'000);
}

}  // namespace

TEST_CASE("each has its own ports or those that are wanted, and only its own parameters") {
    std::vector<algorithm> planted{named("a"), adversary("b", 3)};
    planted[1].ports = {port_model::single_port_full_duplex, port_model::all_port};
    candidate_request candidates_request = request(planted);
    candidates_request.common.parameters = {{"node", 4}, {"other", "5"}};
    const std::vector<candidate> candidates = tutti::find_candidates(candidates_request);

    REQUIRE(candidates.size() == 2);
    CHECK(candidates[0].plan.algorithm == planted.data());
    CHECK(candidates[0].plan.ports == port_model::all_port);
    CHECK(candidates[0].plan.parameters.empty());
    CHECK(candidates[1].plan.algorithm == &planted[1]);
    CHECK(candidates[1].plan.ports == port_model::single_port_full_duplex);
    CHECK(candidates[1].plan.parameters == tutti::parameter_values{{"node", 4}});

    candidates_request.ports = port_model::all_port;
    for (const candidate& candidate : tutti::find_candidates(candidates_request)) {
        CHECK(candidate.inapplicable_reason.empty());
        CHECK(candidate.plan.ports == port_model::all_port);
    }
}

TEST_CASE("each excluded algorithm has a reason: network, ports, number of messages, input") {
    std::vector<algorithm> planted{named("fits"),   named("place"), named("ports"),
                                   named("number"), named("one"),   named("input")};
    planted[0].ports = {port_model::shout_and_whisper};
    planted[1].inapplicable_reason = [](const tutti::network&) {
        return std::string{"wants a torus"};
    };
    for (std::size_t i = 3; i < planted.size(); ++i) {
        planted[i].ports = {port_model::all_port, port_model::shout_and_whisper};
    }
    planted[3].limits = [](const tutti::network&) {
        return tutti::message_limits{.least = 2, .most = 2};
    };
    planted[4].limits = [](const tutti::network&) {
        return tutti::message_limits{.is_one_a_node = true};
    };
    planted[5].inapplicable_input_reason = [](const problem&) {
        return std::string{"wants other input"};
    };
    candidate_request candidates_request = request(planted);
    candidates_request.ports = port_model::shout_and_whisper;
    const std::vector<candidate> candidates = with_input(candidates_request, planted);

    CHECK(candidates[0].inapplicable_reason.empty());
    CHECK(candidates[1].inapplicable_reason == "wants a torus");
    CHECK(candidates[2].inapplicable_reason == "needs the ports all");
    CHECK(candidates[3].inapplicable_reason == "K = 3 packets, and number takes exactly 2");
    CHECK(candidates[4].inapplicable_reason == "node 1 has 2 packets, and one takes one a node");
    CHECK(candidates[5].inapplicable_reason == "wants other input");
    CHECK_NOTHROW(tutti::require_a_fit(candidates));
}

TEST_CASE(
    "an algorithm that needs more memory than there is does not fit, the shared set included") {
    std::vector<algorithm> planted{named("small"), named("large")};
    planted[1].program = [](const tutti::setting& setting) {
        return tutti::any_program::on<tutti::short_packet>(
            std::get<tutti::hypercube>(setting.network),
            [](auto& self, const tutti::node_input&, const tutti::knowledge&) {
                return hoard(self);
            });
    };
    const candidate_request candidates_request = request(planted);
    std::vector<candidate> candidates = tutti::find_candidates(candidates_request);
    const std::uint64_t needed =
        tutti::estimate_memory(candidates[0].plan).total_bytes() + std::uint64_t{3} * 8;

    tutti::exclude_large(candidates, needed);
    CHECK(candidates[0].inapplicable_reason.empty());
    const std::uint64_t hoarded = tutti::estimate_memory(candidates[1].plan).total_bytes();
    CHECK(hoarded > 80'000'000);
    CHECK(hoarded < 92'000'000);
    const auto stated = std::stoull(
        candidates[1].inapplicable_reason.substr(std::string_view{"needs about "}.size()));
    CHECK(stated >= hoarded);
    CHECK(stated < hoarded + needed);
    tutti::exclude_large(candidates, needed - 1);
    CHECK(candidates[0].inapplicable_reason ==
          fmt::format("needs about {} bytes, and the limit is {}", needed, needed - 1));
}

TEST_CASE("all get the very same broadcasters") {
    const std::vector<algorithm> planted{named("a"), named("b"), named("c")};
    for (const std::string_view text : {"random:5", "bernoulli:0.5", "all", "nodes:1,1,7"}) {
        candidate_request candidates_request = request(planted, text);
        candidates_request.common.seed = 99;
        const std::vector<candidate> candidates = with_input(candidates_request, planted);
        CAPTURE(text);
        REQUIRE(candidates[0].plan.drawn != nullptr);
        CHECK(*candidates[0].plan.drawn == candidates_request.common.broadcasters.draw(8, 99));
        CHECK(candidates[1].plan.drawn == candidates[0].plan.drawn);
        CHECK(candidates[2].plan.drawn == candidates[0].plan.drawn);
        CHECK(tutti::problem_of(candidates[2].plan).broadcasters == *candidates[0].plan.drawn);
    }
}

TEST_CASE("an adversarial set is that of the first algorithm that has one, or of the one named") {
    std::vector<algorithm> planted{named("none"), adversary("elsewhere", 1), adversary("first", 2),
                                   adversary("second", 3)};
    planted[1].inapplicable_reason = [](const tutti::network&) {
        return std::string{"wants a torus"};
    };
    const auto drawn = [&](std::string_view text, const tutti::parameter_values& settings) {
        candidate_request candidates_request = request(planted, text);
        candidates_request.common.parameters = settings;
        std::vector<broadcaster_set> sets;
        for (const candidate& candidate : with_input(candidates_request, planted)) {
            if (candidate.inapplicable_reason.empty()) {
                sets.push_back(tutti::problem_of(candidate.plan).broadcasters);
            }
        }
        REQUIRE(sets.size() == 3);
        CHECK(sets[1] == sets[0]);
        CHECK(sets[2] == sets[0]);
        return sets[0].nodes.at(0);
    };

    CHECK(drawn("adversarial", {}) == 2);
    CHECK(drawn("adversarial:second", {}) == 3);
    CHECK(drawn("adversarial", {{"node", 6}}) == 6);
    CHECK(drawn("adversarial:second", {{"node", 7}, {"other", "1"}}) == 7);
    for (const std::string_view text :
         {"adversarial:none", "adversarial:elsewhere", "adversarial:nobody"}) {
        CAPTURE(text);
        CHECK(refusal([&] {
                  (void)with_input(request(planted, text), planted);
              }).starts_with(fmt::format("'{}': no worst set is known for ", text)));
    }
}

TEST_CASE("a task with a root, or from every node, needs no set") {
    std::vector<algorithm> planted{named("rooted"), named("everyone")};
    planted[0].goal = &support::standard_collective("broadcast");
    planted[1].goal = &support::standard_collective("multinode-broadcast");
    candidate_request candidates_request = request(planted, "all");
    candidates_request.common.root = 6;
    const std::vector<candidate> candidates = with_input(candidates_request, planted);

    CHECK(candidates[0].plan.drawn == nullptr);
    CHECK(candidates[1].plan.drawn == nullptr);
    CHECK(tutti::problem_of(candidates[0].plan).broadcasters == tutti::broadcasters_at({6}));
    CHECK(tutti::problem_of(candidates[1].plan).message_count() == 8);
}

TEST_CASE("broadcasters that the network lacks are bad input, not a reason not to fit") {
    const std::vector<algorithm> planted{named("a")};
    CHECK(refusal([&] {
              (void)with_input(request(planted, "nodes:8"), planted);
          }).starts_with("'nodes:8' names node 8"));
}

TEST_CASE("if no algorithm fits, one line has all reasons, and nothing was drawn") {
    std::vector<algorithm> planted{named("a"), named("b")};
    planted[0].inapplicable_reason = [](const tutti::network&) {
        return std::string{"wants a torus"};
    };
    const candidate_request candidates_request = request(planted, "all", 30);
    const std::uint64_t before = tutti::peak_resident_bytes();
    std::vector<candidate> candidates = tutti::find_candidates(candidates_request);
    tutti::exclude_large(candidates, 1000);
    tutti::draw_input(candidates_request, candidates);

    CHECK(refusal([&] { tutti::require_a_fit(candidates); })
              .starts_with("no algorithm for simultaneous-broadcast fits: a: wants a torus; b: "
                           "needs about "));
    CHECK(tutti::peak_resident_bytes() - before < std::uint64_t{64} << 20U);
}

}  // TEST_SUITE("experiment/candidates.hpp")
