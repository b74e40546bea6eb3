#include "tutti/experiment/experiment.hpp"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "engine/memory/memory.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/stress.hpp"
#include "util/value_syntax.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

using support::on_cube;
using tutti::experiment;
using tutti::experiment_options;

const tutti::algorithm& prefix_roots() {
    return support::entry("simultaneous-broadcast/prefix-roots");
}

/// Two threads of the plain kind.
experiment_options calmly() {
    return {.threads = 2, .executor = tutti::executor_kind::plain_threads};
}

/// A token on which stop has been requested.
std::stop_token stopped() {
    const std::stop_source source;
    source.request_stop();
    return source.get_token();
}

/// Requests a stop when a packet is sent in a slot.
class stopping_log final : public tutti::sink {
public:
    stopping_log(std::stop_source source, tutti::slot at) : source_{std::move(source)}, at_{at} {}
    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::sums;
    }
    void slot(const tutti::slot_record& record) override {
        if (record.at >= at_ && record.packets > 0) {
            source_.request_stop();
        }
    }

private:
    std::stop_source source_;
    tutti::slot at_;
};

/// No function that takes a plan takes this one.
void check_refused(const experiment& plan, const std::string& text) {
    CAPTURE(text);
    for (const auto& use : std::initializer_list<std::function<void()>>{
             [&] { (void)tutti::run_experiment(plan, calmly(), ""); },
             [&] { (void)tutti::estimate_memory(plan); },
             [&] { (void)tutti::estimate_events(plan); },
             [&] { (void)tutti::draw_broadcasters(plan); },
             [&] { (void)tutti::problem_of(plan); }}) {
        CHECK_THROWS_WITH_AS(use(), text.c_str(), std::invalid_argument);
    }
}

}  // namespace

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

TEST_CASE("a network that is not the one that is named is refused") {
    for (const auto& [named, built] : std::vector<std::pair<std::string, std::string>>{
             {"hypercube:4", "hypercube:3"},
             {"torus:4x4", "array:4x4"},
             {"torus:2x8", "torus:8x2"},
             {"complete:16", "star:16"},
             {"debruijn:4", "hypercube:4"},
             {"product(ring:4,path:4)", "product(path:4,ring:4)"},
             {"random-graph:16.4.1", "random-graph:16.4.2"}}) {
        experiment plan = on_cube(support::entry("broadcast/flooding"), 4);
        plan.network = tutti::network_specification::parse(named);
        plan.built_network = tutti::parse_network(built);
        check_refused(
            plan,
            fmt::format("the network is '{}', but its outline is another one, of {}; use "
                        "that of `network_specification::outline()`",
                        named, tutti::quantity(tutti::node_count(plan.built_network), "node")));
    }
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

TEST_CASE("an algorithm that does not run on the network, or is in no catalogue, is refused") {
    experiment plan = on_cube(support::entry("broadcast/binomial"), 3);
    plan.network = tutti::network_specification::parse("complete:8");
    plan.built_network = plan.network.outline();
    check_refused(plan,
                  "broadcast/binomial runs on hypercubes only, and the network is 'complete:8'");
    tutti::algorithm loose = support::entry("broadcast/binomial");
    loose.goal = nullptr;
    check_refused({.algorithm = &loose},
                  "broadcast/binomial is in no catalogue; use the algorithm that `catalogue::add` "
                  "returns");
    CHECK_THROWS_AS((void)tutti::problem_of({}), std::invalid_argument);
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

TEST_CASE("a run that is asked to stop ends at the next slot, and reports what was done") {
    for (const tutti::slot at : {0, 3, 12}) {
        const std::stop_source source;
        stopping_log log{source, at};
        experiment_options options = calmly();
        options.stop = source.get_token();
        options.sinks.push_back(&log);
        const tutti::result outcome =
            tutti::run_experiment(on_cube(prefix_roots(), 6), options, "");

        CAPTURE(at);
        CHECK(outcome.verdict == tutti::verdict::interrupted);
        CHECK(outcome.slots == at + 1);
        CHECK(outcome.transmissions > 0);
        CHECK_FALSE(outcome.termination.has_value());
        CHECK(outcome.text == "simultaneous-broadcast/prefix-roots: interrupted after slot " +
                                  std::to_string(at + 1));
    }
}

TEST_CASE("an interrupted repetition begins no other run") {
    experiment_options options = calmly();
    options.stop = stopped();
    options.repeats = 1000;
    const tutti::result outcome = tutti::run_experiment(on_cube(prefix_roots(), 4), options, "");

    CHECK(outcome.verdict == tutti::verdict::interrupted);
    CHECK(outcome.repeat.value_or(tutti::repeat_result{.runs = 0, .seconds = {}}).runs == 1);
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
