// Algorithms that run an experiment to learn the payloads of the experiment that runs them.
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/hypercube_program.hpp"

TEST_SUITE("source/algorithms/catalog/description_scope.hpp") {

namespace {

using tutti::experiment;

constexpr std::string_view refusal =
    "an algorithm runs an experiment; node programs and descriptions may run none";

void run_another() {
    const experiment other =
        support::on_cube(support::entry("multinode-broadcast/rotation-classes"), 3);
    static_cast<void>(tutti::run_experiment(other, {}, {}));
}

template <class Node>
tutti::task<> act_and_relay(Node& self, std::function<void()> act) {
    act();
    co_await self.relay();
}

struct nested {
    std::function<void()> in_program = [] {};
    std::function<void()> in_phases = [] {};
};

tutti::algorithm nesting(const nested& settings) {
    return {.collective = "multinode-broadcast",
            .name = "nested",
            .source = "a test",
            .networks = "hypercube",
            .ports = {tutti::port_model::all_port},
            .time = "1",
            .kind = tutti::time_kind::upper_bound,
            .inapplicable_reason = tutti::cube_mismatch,
            .phases =
                [settings](const tutti::problem& /*input*/) {
                    settings.in_phases();
                    return std::vector<tutti::phase>{};
                },
            .program =
                [settings](const tutti::setting& setting) {
                    return tutti::any_program::on<tutti::short_packet>(
                        tutti::cube_of(setting), [settings](auto& self, tutti::node_input /*input*/,
                                                            tutti::knowledge /*knowledge*/) {
                            return act_and_relay(self, settings.in_program);
                        });
                }};
}

tutti::result run_nested(const nested& settings) {
    tutti::catalogue catalogue;
    catalogue.add(support::standard_collective("multinode-broadcast"));
    experiment plan = support::on_cube(catalogue.add(nesting(settings)), 2);
    plan.catalogue = &catalogue;
    return tutti::run_experiment(plan, {.threads = 1}, {});
}

}  // namespace

TEST_CASE("a node program cannot run an experiment") {
    const tutti::result outcome = run_nested({.in_program = run_another});
    CHECK(outcome.verdict == tutti::verdict::program_error);
    CHECK(outcome.text.find(refusal) != std::string::npos);
}

TEST_CASE("a description cannot run an experiment") {
    CHECK_THROWS_WITH_AS(
        std::ignore = run_nested({.in_phases = run_another}),
        ("the algorithm multinode-broadcast/nested: its `phases` threw: " + std::string{refusal})
            .c_str(),
        std::logic_error);
}

TEST_CASE("experiments may run after each other, beside each other and after a refusal") {
    CHECK_NOTHROW(run_another());
    std::jthread beside{run_another};
    CHECK_NOTHROW(run_another());
    CHECK_THROWS_AS(std::ignore = run_nested({.in_phases = run_another}), std::logic_error);
    CHECK_NOTHROW(run_another());
}

}  // TEST_SUITE("source/algorithms/catalog/description_scope.hpp")
