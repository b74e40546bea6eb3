#include "tutti/experiment/experiment.hpp"

#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "engine/memory/memory.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/experiment/stress.hpp"
#include "util/value_syntax.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

using support::on_cube;
using support::verdict_line;
using tutti::experiment;
using tutti::experiment_options;

const tutti::algorithm& prefix_roots() {
    return support::entry("simultaneous-broadcast/prefix-roots");
}

/// Two threads of the plain kind.
experiment_options calmly() {
    return {.threads = 2, .executor = tutti::executor_kind::plain_threads};
}

}  // namespace

TEST_CASE("a input problem has its broadcasters drawn and all its parameters") {
    experiment plan = on_cube(support::entry("prefix-sum/tree"), 5, "random:7");
    plan.seed = 7;
    const tutti::problem input = tutti::problem_of(plan);

    CHECK(input.message_count() == 7);
    CHECK(input.broadcasters == tutti::broadcasters_at(tutti::pick(32, 7, 7)));
    CHECK(input.seed == 7);
    CHECK_FALSE(input.parameter<bool>("announce"));
    plan.parameters["announce"] = true;
    CHECK(tutti::problem_of(plan).parameter<bool>("announce"));
}

TEST_CASE("a task with a root is input with one message there") {
    experiment plan = on_cube(support::entry("broadcast/binomial"), 5, "all");
    plan.root = 9;
    const tutti::problem input = tutti::problem_of(plan);

    CHECK(input.broadcasters == tutti::broadcasters_at({9}));
    CHECK(support::run(plan).broadcasters == "nodes:9");
}

TEST_CASE("broadcasters that the network lacks, or of unknown kind, are refused") {
    CHECK_THROWS_AS((void)tutti::problem_of(on_cube(prefix_roots(), 3, "nodes:8")),
                    std::invalid_argument);
    CHECK_THROWS_AS((void)support::run(on_cube(prefix_roots(), 3, "random:9")),
                    std::invalid_argument);
    CHECK_THROWS_WITH_AS((void)tutti::problem_of(on_cube(support::entry("prefix-sum/tree"), 3,  //
                                                         "adversarial")),
                         "'adversarial': no worst set is known for prefix-sum on hypercube:3",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(
        (void)tutti::problem_of(on_cube(prefix_roots(), 3, "adversarial:greedy")),
        "'adversarial:greedy': no worst set is known for simultaneous-broadcast/greedy on "
        "hypercube:3",
        std::invalid_argument);
}

TEST_CASE("an algorithm runs with its own worst set, or with one that is known for its task") {
    const tutti::broadcaster_set upper = tutti::broadcasters_at({4, 5, 6, 7});
    experiment own = on_cube(support::entry("simultaneous-broadcast/fixed-trees"), 3);
    const auto broadcasters_with = [](experiment plan, const char* broadcasters) {
        plan.broadcasters = tutti::broadcaster_specification::parse(broadcasters);
        return tutti::problem_of(plan).broadcasters;
    };

    CHECK(broadcasters_with(own, "adversarial") == upper);
    CHECK(broadcasters_with(on_cube(prefix_roots(), 3), "adversarial") == upper);
    CHECK(broadcasters_with(on_cube(prefix_roots(), 3), "adversarial:fixed-trees") == upper);
    own.parameters["tree"] = "rotation";
    CHECK(broadcasters_with(own, "adversarial") == tutti::broadcasters_at({1, 3, 7}));
}

TEST_CASE("the memory of the largest experiment is estimated without taking much") {
    const std::uint64_t before = tutti::peak_resident_bytes();
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        if (algorithm.networks != "hypercube") {
            continue;
        }
        int dimensions = 30;
        while (!algorithm.inapplicable_reason(tutti::hypercube{dimensions}).empty()) {
            --dimensions;
        }
        const experiment plan = on_cube(algorithm, dimensions, "all");
        const std::uint64_t nodes = tutti::node_count(plan.built_network);
        const tutti::memory_estimate bytes = tutti::estimate_memory(plan);
        CAPTURE(algorithm.name);
        // One tree touches few links, a cycle two of a node.
        const bool is_dense = algorithm.collective == "multinode-broadcast" ||
                              algorithm.collective == "total-exchange";
        const bool is_on_ring = algorithm.name == "hamiltonian";
        const auto ports = static_cast<std::uint64_t>(is_dense && !is_on_ring ? dimensions : 1);
        CHECK(bytes.mailbox_bytes >= ports * nodes * 16);
        CHECK(bytes.node_bytes >= nodes);
        CHECK(bytes.program_bytes >= nodes);
        CHECK(bytes.total_bytes() ==
              bytes.mailbox_bytes + bytes.node_bytes + bytes.program_bytes + bytes.check_bytes);
        CHECK_THROWS_AS((void)tutti::run_experiment(plan, {.memory_limit_bytes = nodes}, ""),
                        tutti::memory_limit_exceeded);
    }
    CHECK(tutti::peak_resident_bytes() - before < std::uint64_t{64} << 20U);
}

TEST_CASE("small runs are measured once, but not if the machine lacked resources") {
    int programs = 0;
    bool lacks_memory = true;
    tutti::algorithm algorithm = support::entry("broadcast/binomial");
    algorithm.program = [&, inner = algorithm.program](const tutti::setting& setting) {
        ++programs;
        if (lacks_memory) {
            throw std::bad_alloc{};
        }
        return inner(setting);
    };
    const experiment plan = on_cube(algorithm, 20);
    CHECK_THROWS_AS((void)tutti::estimate_memory(plan), std::bad_alloc);

    lacks_memory = false;
    const std::uint64_t bytes = tutti::estimate_memory(plan).total_bytes();
    const int programs_once = programs;
    const experiment copy = plan;
    CHECK(tutti::estimate_memory(copy).total_bytes() == bytes);
    CHECK(programs == programs_once);
    const auto usual = static_cast<double>(
        tutti::estimate_memory(on_cube(support::entry("broadcast/binomial"), 20)).total_bytes());
    CHECK(static_cast<double>(bytes) == doctest::Approx(usual).epsilon(0.1));
}

TEST_CASE("a network that is not the one that is named is refused") {
    const auto refused = [](std::string_view named, const tutti::network& net) {
        experiment plan = on_cube(support::entry("broadcast/flooding"), 4);
        plan.network = tutti::network_specification::parse(named);
        plan.built_network = net;
        const std::string text = fmt::format(
            "the network is '{}', but its outline is another one, of {}; use that of "
            "`network_specification::outline()`",
            named, tutti::quantity(tutti::node_count(net), "node"));
        CAPTURE(text);
        CHECK_THROWS_WITH_AS((void)tutti::run_experiment(plan, calmly(), ""), text.c_str(),
                             std::invalid_argument);
        CHECK_THROWS_WITH((void)tutti::estimate_memory(plan), text.c_str());
        CHECK_THROWS_WITH((void)tutti::estimate_events(plan), text.c_str());
        CHECK_THROWS_WITH((void)tutti::draw_broadcasters(plan), text.c_str());
        CHECK_THROWS_WITH((void)tutti::problem_of(plan), text.c_str());
        CHECK_THROWS_WITH((void)tutti::draw_trial(plan, {}, 0), text.c_str());
    };
    refused("hypercube:4", experiment{}.built_network);  // as it is by default
    refused("hypercube:4", tutti::parse_network("hypercube:3"));
    refused("torus:4x4", tutti::parse_network("array:4x4"));
    refused("torus:2x8", tutti::parse_network("torus:8x2"));
    refused("complete:16", tutti::parse_network("star:16"));
    refused("star:16", tutti::parse_network("wheel:16"));
    refused("debruijn:4", tutti::parse_network("hypercube:4"));
    refused("product(ring:4,path:4)", tutti::parse_network("product(path:4,ring:4)"));
    refused("random-graph:16.4.1", tutti::parse_network("random-graph:16.4.2"));
}

TEST_CASE("every kind of network is an outline of itself") {
    for (const std::string_view named :
         {"hypercube:4", "torus:3x4", "array:3x4", "folded-torus:3x3", "ring:5", "path:5",
          "complete:5", "ccc:3", "butterfly:3", "debruijn:3", "star:5", "wheel:5", "bipartite:2x3",
          "petersen", "tree:3", "random-graph:9.4.1", "product(ring:3,star:4)",
          "product(product(path:2,petersen),complete:3)"}) {
        CAPTURE(named);
        const auto network = tutti::network_specification::parse(named);
        CHECK(network.may_name(network.outline()));
        CHECK(network.may_name(network.build()));
        CHECK_FALSE(network.may_name(tutti::hypercube{1}));
    }
}

TEST_CASE("a network that was built in code has its name in the result") {
    const std::vector<tutti::graph::link> links{{0, 1}, {1, 2}, {2, 3}};
    experiment plan = on_cube(support::entry("broadcast/flooding"), 2);
    plan.built_network = tutti::graph{4, links, "my-net"};
    plan.network = tutti::network_specification::of(plan.built_network);
    const tutti::result outcome = tutti::run_experiment(plan, calmly(), "");
    CHECK(outcome.network == "my-net");
    CHECK(verdict_line(outcome) == "complete");
    CHECK(tutti::estimate_memory(plan).total_bytes() > 0);
}

TEST_CASE("an algorithm that does not run on the network is refused by both names") {
    experiment plan = on_cube(support::entry("broadcast/binomial"), 3);
    plan.network = tutti::network_specification::parse("complete:8");
    plan.built_network = plan.network.outline();
    const std::string text =
        "broadcast/binomial runs on hypercubes only, and the network is 'complete:8'";

    CHECK_THROWS_WITH_AS((void)tutti::run_experiment(plan, calmly(), ""), text.c_str(),
                         std::invalid_argument);
    CHECK_THROWS_WITH((void)tutti::estimate_events(plan), text.c_str());
    CHECK_THROWS_WITH((void)tutti::problem_of(plan), text.c_str());
    CHECK_THROWS_WITH((void)tutti::default_message_range(*plan.algorithm, plan.built_network),
                      "broadcast/binomial runs on hypercubes only");
    CHECK_THROWS_WITH((void)tutti::cube_of({.network = plan.built_network}),
                      "the network is a graph of explicit links of 8 nodes, and a hypercube is "
                      "needed");
}

TEST_CASE("an algorithm that is in no catalogue is refused by name") {
    tutti::algorithm loose = support::entry("broadcast/binomial");
    loose.goal = nullptr;
    const experiment plan{.algorithm = &loose};
    const std::string text =
        "broadcast/binomial is in no catalogue; use the algorithm that `catalogue::add` returns";

    CHECK_THROWS_WITH_AS((void)tutti::run_experiment(plan, calmly(), ""), text.c_str(),
                         std::invalid_argument);
    CHECK_THROWS_WITH((void)tutti::estimate_memory(plan), text.c_str());
    CHECK_THROWS_WITH((void)tutti::estimate_memory(plan, 7), text.c_str());
    CHECK_THROWS_WITH((void)tutti::estimate_events(plan), text.c_str());
    CHECK_THROWS_WITH((void)tutti::broadcaster_bytes(plan), text.c_str());
    CHECK_THROWS_WITH(tutti::check_memory(plan, {.memory_limit_bytes = 1}), text.c_str());
    CHECK_THROWS_WITH((void)tutti::problem_of(plan), text.c_str());
    CHECK_THROWS_WITH((void)tutti::inapplicable_reason(plan), text.c_str());
    CHECK_THROWS_WITH((void)tutti::draw_broadcasters(plan), text.c_str());
    CHECK_THROWS_WITH((void)tutti::sender_text(plan), text.c_str());
    CHECK_THROWS_AS((void)tutti::problem_of({}), std::invalid_argument);
}

TEST_CASE("a run above the memory limit is refused with both figures") {
    const experiment plan = on_cube(prefix_roots(), 8, "all");
    const std::uint64_t needed = tutti::estimate_memory(plan).total_bytes();
    experiment_options options = calmly();
    options.memory_limit_bytes = needed - 1;

    std::string text;
    try {
        (void)tutti::run_experiment(plan, options, "");
    } catch (const tutti::memory_limit_exceeded& refused) {
        text = refused.what();
    }
    CHECK(text.find(std::to_string(needed) + " bytes") != std::string::npos);
    CHECK(text.find(std::to_string(needed - 1) + " bytes") != std::string::npos);

    options.memory_limit_bytes = needed;
    CHECK(verdict_line(tutti::run_experiment(plan, options, "")) == "complete");
}

TEST_CASE("repeats run the same again and report the spread of the times") {
    const experiment plan = on_cube(prefix_roots(), 6, "random:20");
    experiment_options options = calmly();
    const tutti::result once = tutti::run_experiment(plan, options, "");
    options.repeats = 5;
    const tutti::result often = tutti::run_experiment(plan, options, "");

    CHECK_FALSE(once.repeat.has_value());
    CHECK(verdict_line(often) == "complete");
    CHECK(often.digest == once.digest);
    CHECK(often.transmissions == once.transmissions);
    CHECK(often.delivery == once.delivery);
    const tutti::repeat_result times =
        often.repeat.value_or(tutti::repeat_result{.runs = 0, .seconds = {}});
    CHECK(times.runs == 5);
    CHECK(times.seconds.minimum <= times.seconds.median);
    CHECK(times.seconds.median <= times.seconds.maximum);
    CHECK(often.wall_seconds == times.seconds.median);
}

TEST_CASE("what a run is for is known when it begins, once") {
    std::vector<tutti::experiment_scale> scales;
    experiment_options options = calmly();
    options.repeats = 3;
    options.begins = [&](const tutti::experiment_scale& scale) { scales.push_back(scale); };
    (void)tutti::run_experiment(on_cube(prefix_roots(), 4, "random:5"), options, "");

    REQUIRE(scales.size() == 1);
    CHECK(scales[0].required_deliveries == 16 * 5);
    CHECK(scales[0].expected_units == tutti::rational{2 * 2 + 4 * 4});
}

TEST_CASE("the events of a run are never more than estimated") {
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        if (!algorithm.inapplicable_reason(tutti::hypercube{5}).empty()) {
            continue;
        }
        const bool is_limited = algorithm.limits != nullptr;
        const experiment plan = on_cube(algorithm, 5, is_limited ? "random:2" : "random:9");
        support::event_recorder log;
        (void)support::run_logged(plan, log);
        CAPTURE(algorithm.name);
        CHECK(log.transmissions().size() + log.deliveries().size() + log.marks().size() <=
              tutti::estimate_events(plan));
    }
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
