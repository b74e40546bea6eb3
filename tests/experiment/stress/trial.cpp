#include "algorithms/trial.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "collectives/input/broadcasters.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/stress.hpp"

TEST_SUITE("tutti/experiment/stress.hpp") {

namespace {

using support::on_cube;
using tutti::algorithm;
using tutti::broadcaster_set;
using tutti::draw_trial;
using tutti::experiment;
using tutti::message_range;

algorithm greedy() { return support::entry("simultaneous-broadcast/greedy"); }

/// Greedy for 2 or 3 packets, one a node.
algorithm narrow() {
    algorithm changed = greedy();
    changed.limits = [](const tutti::network& /*network*/) {
        return tutti::message_limits{.least = 2, .most = 3, .is_one_a_node = true};
    };
    return changed;
}

broadcaster_set senders(const experiment& trial) { return tutti::problem_of(trial).broadcasters; }

bool has_several(const broadcaster_set& set) {
    return std::ranges::any_of(set.packets, [](std::uint32_t packets) { return packets > 1; });
}

std::string refusal(std::string_view text, const algorithm& algorithm) {
    try {
        (void)tutti::parse_message_range(text, algorithm, tutti::hypercube{3});
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("a trial is a function of seed and number, and has its own seed") {
    const algorithm algorithm = greedy();
    experiment plan = on_cube(algorithm, 6);
    plan.seed = 40;
    const experiment trial = draw_trial(plan, {1, 64}, 2);

    CHECK(trial.seed == tutti::mix(42));
    CHECK(draw_trial(plan, {1, 64}, 2).broadcasters.text() == trial.broadcasters.text());
    CHECK(draw_trial(plan, {1, 64}, 3).broadcasters.text() != trial.broadcasters.text());
}

TEST_CASE("K is uniform, and one trial in four gives nodes several packets") {
    const algorithm algorithm = greedy();
    const experiment plan = on_cube(algorithm, 6);
    constexpr int trials = 4000;
    std::vector<int> of_size(8, 0);
    int spelled = 0;
    for (std::uint64_t number = 0; number < trials; ++number) {
        const experiment trial = draw_trial(plan, {3, 7}, number);
        const broadcaster_set set = senders(trial);
        ++of_size.at(set.packet_count());
        if (trial.broadcasters.text().starts_with("nodes:")) {
            ++spelled;
        } else {
            CHECK(set == tutti::broadcasters_at(
                             tutti::pick(64, set.packet_count(), tutti::trial_seed(1, number))));
        }
    }

    for (std::size_t k = 3; k <= 7; ++k) {
        CHECK(of_size[k] == doctest::Approx(trials / 5).epsilon(0.15));
    }
    CHECK(of_size[0] + of_size[1] + of_size[2] == 0);
    CHECK(spelled == doctest::Approx(trials / 4).epsilon(0.1));
}

TEST_CASE("more packets than nodes are always several a node, and none is a set too") {
    const algorithm algorithm = greedy();
    const experiment plan = on_cube(algorithm, 2);
    for (std::uint64_t number = 0; number < 50; ++number) {
        CHECK(senders(draw_trial(plan, {5, 9}, number)).packet_count() >= 5);
        CHECK(senders(draw_trial(plan, {0, 0}, number)).packet_count() == 0);
    }
}

TEST_CASE("an algorithm that takes one packet a node gets no more") {
    const algorithm algorithm = narrow();
    const experiment plan = on_cube(algorithm, 3);
    const message_range range = tutti::default_message_range(algorithm, plan.built_network);
    CHECK(range == message_range{2, 3});
    for (std::uint64_t number = 0; number < 200; ++number) {
        CHECK_FALSE(has_several(senders(draw_trial(plan, range, number))));
    }
}

TEST_CASE("a draw that does not suit the algorithm is repeated, the nodes then drawn anew") {
    algorithm picky = greedy();
    picky.inapplicable_input_reason = [](const tutti::problem& problem) {
        return problem.broadcasters.packets_of(0) > 0 ? std::string{"node 0 must be silent"}
                                                      : std::string{};
    };
    const experiment plan = on_cube(picky, 3);
    std::set<std::string> drawn;
    for (std::uint64_t number = 0; number < 100; ++number) {
        const experiment trial = draw_trial(plan, {2, 2}, number);
        CHECK(senders(trial).packets_of(0) == 0);
        drawn.insert(support::written(senders(trial)));
    }
    CHECK(drawn.size() > 20);

    CHECK_THROWS_WITH_AS((void)draw_trial(plan, {8 * 64, 8 * 64}, 0),
                         doctest::Contains("none of 100 draws suits simultaneous-broadcast/greedy"),
                         std::invalid_argument);
}

TEST_CASE("a task with a root gets every root, and a task of all nodes nothing but a seed") {
    const experiment rooted = on_cube(support::entry("broadcast/binomial"), 3);
    std::set<tutti::node_id> roots;
    for (std::uint64_t number = 0; number < 100; ++number) {
        roots.insert(draw_trial(rooted, {}, number).root);
    }
    CHECK(roots.size() == 8);
    CHECK(*roots.rbegin() == 7);

    algorithm of_all = greedy();
    of_all.goal = &support::standard_collective("multinode-broadcast");
    const experiment trial = draw_trial(on_cube(of_all, 3), {}, 1);
    CHECK(trial.broadcasters.text() == "all");
    CHECK(trial.seed == tutti::trial_seed(1, 1));
}

TEST_CASE("the usual range is 1 to N within what the algorithm takes") {
    const tutti::hypercube cube{3};
    algorithm algorithm = greedy();
    CHECK(tutti::default_message_range(algorithm, cube) == message_range{1, 8});
    algorithm.limits = [](const tutti::network& /*network*/) {
        return tutti::message_limits{.most = 4};
    };
    CHECK(tutti::default_message_range(algorithm, cube) == message_range{1, 4});
    algorithm.limits = [](const tutti::network& /*network*/) {
        return tutti::message_limits{.most = 0};
    };
    CHECK(tutti::default_message_range(algorithm, cube) == message_range{0, 0});
    algorithm.limits = [](const tutti::network& /*network*/) {
        return tutti::message_limits{.least = 20};
    };
    CHECK(tutti::default_message_range(algorithm, cube) == message_range{20, 20});
    algorithm.limits = [](const tutti::network& /*network*/) {
        return tutti::message_limits{.least = 20, .is_one_a_node = true};
    };
    CHECK_THROWS_WITH_AS((void)tutti::default_message_range(algorithm, cube),
                         "greedy takes one message a node, and there are 8 nodes",
                         std::invalid_argument);
}

TEST_CASE("a range is read as K or LO-HI, and refused where it cannot be") {
    const tutti::hypercube cube{3};
    CHECK(tutti::parse_message_range("5", greedy(), cube) == message_range{5, 5});
    CHECK(tutti::parse_message_range("0-100", greedy(), cube) == message_range{0, 100});
    CHECK(tutti::parse_message_range("2-3", narrow(), cube) == message_range{2, 3});

    CHECK(refusal("9-3", greedy()) == "'9-3' begins above its end; write 3-9");
    CHECK(refusal("1-3", narrow()) == "'1-3': greedy takes 2 to 3 messages");
    CHECK(refusal("2-4", narrow()) == "'2-4': greedy takes 2 to 3 messages");
    CHECK(refusal("3", support::entry("broadcast/binomial")) ==
          "broadcast has no number of messages; leave out '3'");
    for (const std::string text : {"", "-", "3-", "-3", "3--5", "1-2-3", "x", "01", "3 - 5",
                                   "99999999999999999999", "1073741825", "+3", "1.5"}) {
        CHECK(refusal(text, greedy()) ==
              "'" + text +
                  "' is not a number of messages; write K or LO-HI, each a whole number, in plain "
                  "digits, from 0 to 1073741824");
    }
    algorithm single = narrow();
    single.limits = [](const tutti::network& /*network*/) {
        return tutti::message_limits{.is_one_a_node = true};
    };
    CHECK(refusal("1-9", single) ==
          "'1-9': greedy takes one message a node, and there are 8 nodes");
}

}  // TEST_SUITE("tutti/experiment/stress.hpp")
