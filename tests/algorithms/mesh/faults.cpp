// Programs of paths, rings, arrays and tori with faults planted in them: the checks name them.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/mesh/multinode_broadcast/torus_steps.hpp"
#include "algorithms/trial.hpp"
#include "mutating_node.hpp"
#include "support/erased_node.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/folded.hpp"

TEST_SUITE("tutti/algorithm/mesh") {

namespace {

using support::mutated_packet;
using support::mutation;
using tutti::any_program;
using tutti::knowledge;
using tutti::long_packet;
using tutti::node_id;
using tutti::node_input;
using tutti::setting;
using tutti::slot;
using tutti::task;

long_packet with(const long_packet& packet, node_id origin, std::uint64_t payload) {
    tutti::message content = packet.content();
    content.origin = origin;
    content.payload = payload;
    return long_packet::of(content, packet.target(), packet.part());
}

/// Mutation of the packets that node 2 sends through port 1, in its second slot if no other is
/// named.
mutation at_node_2(
    const std::function<std::optional<mutated_packet>(const mutated_packet&)>& change,
    slot when = 1) {
    return [change, when](node_id node, slot now, const mutated_packet& sent) {
        return node == 2 && now == when && sent.through == 1 ? change(sent) : std::optional{sent};
    };
}

const std::map<std::string, mutation, std::less<>>& meddlings() {
    const auto payload = [](const mutated_packet& change) {
        return mutated_packet{change.through,
                              with(change.content, change.content.content().origin, 77)};
    };
    const auto origin = [](const mutated_packet& change) {
        return mutated_packet{change.through, with(change.content, 0, change.content.payload())};
    };
    const auto nothing = [](const mutated_packet&) { return std::optional<mutated_packet>{}; };
    const auto elsewhere = [](const mutated_packet& change) {
        return mutated_packet{0, change.content};
    };
    static const std::map<std::string, mutation, std::less<>> mutations{
        {"none", {}},
        {"makes up a payload", at_node_2(payload)},
        {"makes up an origin", at_node_2(origin)},
        {"keeps a packet back", at_node_2(nothing)},
        {"takes the other port", at_node_2(elsewhere)},
        {"makes up its own payload", at_node_2(payload, 0)},
        {"keeps its own packet back", at_node_2(nothing, 0)},
    };
    return mutations;
}

const mutation& fault_of(const setting& setting) {
    return meddlings().find(setting.parameter<std::string>("fault"))->second;
}

/// The catalogue's program on nodes that are meddled with, on an array on those of the torus that
/// is folded onto it.
any_program on_meddled(const any_program& program, const setting& setting,
                       const tutti::fold* folding) {
    const auto run = [&between = fault_of(setting), program](auto& self, node_input input,
                                                             knowledge items) -> task<> {
        support::mutating_node view{self, between};
        support::any_face face{view};
        (void)co_await program.start(face, std::move(input), items);
    };
    if (folding == nullptr) {
        return any_program::on<long_packet>(tutti::grid_of(setting), run);
    }
    return any_program::on<long_packet>(
        tutti::grid_of(setting),
        [run, folding = *folding](auto& self, node_input input, knowledge items) -> task<> {
            tutti::folded on_torus{self, folding};
            co_await run(on_torus, std::move(input), items);
            co_await on_torus.retire();
        });
}

any_program ring_steps(const setting& setting) {
    return any_program::on<long_packet>(
        tutti::grid_of(setting),
        [&between = fault_of(setting), folding = tutti::fold{tutti::grid_of(setting)}](
            auto& self, node_input input, const knowledge& /*knowledge*/) -> task<> {
            tutti::folded on_torus{self, folding};
            support::mutating_node view{on_torus, between};
            co_await tutti::torus_steps(view, std::move(input.messages), 2);
            co_await on_torus.retire();
        });
}

any_program meddled_program(const tutti::algorithm& algorithm, const setting& setting) {
    if (algorithm.collective == "ring-emulation") {
        return ring_steps(setting);
    }
    if (algorithm.name != "quarter-turns" || tutti::is_on_torus(setting)) {
        return on_meddled(algorithm.program(setting), setting, nullptr);
    }
    const tutti::fold folding{tutti::grid_of(setting)};
    tutti::setting on_torus = setting;
    on_torus.network = folding.torus();
    return on_meddled(algorithm.program(on_torus), setting, &folding);
}

/// Verdict of an experiment with a fault in its program.
std::string outcome(std::string_view task_and_algorithm, std::string_view network,
                    const std::string& fault) {
    const tutti::algorithm& algorithm = support::entry(task_and_algorithm);
    tutti::algorithm changed = algorithm;
    changed.parameters.push_back({.name = "fault",
                                  .default_value = "none",
                                  .meaning = "what goes wrong",
                                  .range = tutti::name_range{.words = "the name of a fault"}});
    changed.program = [&algorithm](const setting& setting) {
        return meddled_program(algorithm, setting);
    };
    tutti::experiment plan = support::on_network(changed, network, "all");
    plan.parameters["fault"] = fault;
    if (task_and_algorithm == "ring-emulation/folded") {
        plan.parameters["steps"] = "2";
    }
    return support::verdict_line(support::run(plan));
}

}  // namespace

TEST_CASE("faults in the broadcast by quarter turns are found on the torus and the array") {
    for (const char* const network : {"torus:5x5", "array:5x5", "torus:6x6", "array:4x4"}) {
        const auto with = [&](const char* fault) {
            return outcome("multinode-broadcast/quarter-turns", network, fault);
        };
        CAPTURE(std::string{network});
        CHECK(with("none") == "complete");
        CHECK(with("makes up a payload") == "incorrect: delivery");
        CHECK(with("makes up its own payload") == "incorrect: delivery");
        // On some, what it makes up comes sooner than it can.
        CHECK(with("makes up an origin").starts_with("incorrect: delivery"));
        // The receiver has nothing to pass on.
        CHECK(with("keeps a packet back") == "incorrect: delivery, transmissions");
        CHECK(with("keeps its own packet back") == "incorrect: delivery, transmissions");
        CHECK(with("takes the other port") == "model-violation: delivery, phases");
    }
}

TEST_CASE("faults on rings and paths are found") {
    struct finding {
        std::string name;
        std::string network;
        std::string another_origin;
        std::string own_packet_missing;
        std::string other_port;
    };
    const std::string missing = "incorrect: delivery, transmissions";
    const std::string violation = "model-violation: delivery, phases";
    const std::string wrong = "incorrect: delivery";
    const std::string early = "incorrect: delivery, causality";
    for (const finding& each :
         {finding{"multinode-broadcast/both-ways", "ring:6", early, missing, violation},
          finding{"simultaneous-broadcast/line-greedy", "path:6", early, missing,
                  "model-violation: delivery"},
          // Half of another message goes another number of links.
          finding{"simultaneous-broadcast/line-greedy", "ring:6", missing, missing,
                  "model-violation: delivery"},
          // In its first step the packet is still to be passed on.
          finding{"ring-emulation/folded", "path:6", early, violation, violation}}) {
        const auto with = [&](const char* fault) {
            return outcome(each.name, each.network, fault);
        };
        CAPTURE(each.name);
        CAPTURE(each.network);
        CHECK(with("none") == "complete");
        CHECK(with("makes up a payload") == wrong);
        CHECK(with("makes up its own payload") == wrong);
        CHECK(with("makes up an origin") == each.another_origin);
        CHECK(with("keeps a packet back") == missing);
        CHECK(with("keeps its own packet back") == each.own_packet_missing);
        CHECK(with("takes the other port") == each.other_port);
    }
}

}  // TEST_SUITE("tutti/algorithm/mesh")
