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
#include "algorithms/mesh/multinode_broadcast/both_ways.hpp"
#include "algorithms/mesh/multinode_broadcast/line_greedy.hpp"
#include "algorithms/mesh/multinode_broadcast/quarter_turns.hpp"
#include "algorithms/mesh/multinode_broadcast/torus_steps.hpp"
#include "algorithms/trial.hpp"
#include "mutating_node.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/folded.hpp"

TEST_SUITE("tutti/algorithm/mesh") {

namespace {

using support::mutated_packet;
using support::mutation;
using tutti::any_program;
using tutti::initial_messages;
using tutti::knowledge;
using tutti::mesh_packet;
using tutti::node_id;
using tutti::node_input;
using tutti::setting;
using tutti::slot;
using tutti::task;

mesh_packet with(const mesh_packet& packet, node_id origin, std::uint64_t payload) {
    tutti::message content = packet.content();
    content.origin = origin;
    content.payload = payload;
    return mesh_packet::of(content, packet.target(), packet.part());
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

// On the nodes of the network, or on those of the torus that is folded onto it: the programs that
// run there are meddled with there.
template <class Program>
any_program on_meddled(const setting& setting, bool is_folded, const Program& program) {
    const mutation& between = meddlings().find(setting.parameter<std::string>("fault"))->second;
    const tutti::grid& shape = tutti::grid_of(setting);
    if (!is_folded) {
        return any_program::on<mesh_packet>(
            shape, [&between, program](auto& self, node_input input, knowledge items) -> task<> {
                support::mutating_node view{self, between};
                co_await program(view, std::move(input.messages), items);
            });
    }
    return any_program::on<mesh_packet>(
        shape,
        [&between, program, folding = tutti::fold{shape}](auto& self, node_input input,
                                                          knowledge items) -> task<> {
            tutti::folded on_torus{self, folding};
            support::mutating_node view{on_torus, between};
            co_await program(view, std::move(input.messages), items);
            co_await on_torus.retire();
        });
}

any_program quarter_turns(const setting& setting) {
    const bool is_folded = tutti::grid_of(setting).edge() == tutti::grid_edge::open;
    return on_meddled(setting, is_folded,
                      [plan = tutti::quarter_turns{tutti::grid_of(setting).side(0)}](
                          auto& self, initial_messages initial, const knowledge& /*knowledge*/) {
                          return tutti::multinode_quarter_turns(self, std::move(initial), plan);
                      });
}

any_program both_ways(const setting& setting) {
    return on_meddled(setting, false,
                      [](auto& self, initial_messages initial, const knowledge& /*knowledge*/) {
                          return tutti::multinode_both_ways(self, std::move(initial));
                      });
}

any_program line_greedy(const setting& setting) {
    return on_meddled(
        setting, false, [](auto& self, initial_messages initial, const knowledge& knowledge) {
            return tutti::line_greedy(self, std::move(initial), knowledge.message_count());
        });
}

any_program ring_steps(const setting& setting) {
    return on_meddled(setting, true,
                      [](auto& self, initial_messages initial, const knowledge& /*knowledge*/) {
                          return tutti::torus_steps(self, std::move(initial), 2);
                      });
}

/// Verdict of an experiment with a fault in its program.
std::string outcome(std::string_view task_and_algorithm, std::string_view network,
                    const std::string& fault) {
    const std::map<std::string_view, any_program (*)(const setting&)> programs{
        {"multinode-broadcast/quarter-turns", quarter_turns},
        {"multinode-broadcast/both-ways", both_ways},
        {"simultaneous-broadcast/line-greedy", line_greedy},
        {"ring-emulation/folded", ring_steps}};
    tutti::algorithm changed = support::entry(task_and_algorithm);
    changed.parameters.push_back({.name = "fault",
                                  .default_value = "none",
                                  .meaning = "what goes wrong",
                                  .range = tutti::name_range{.words = "the name of a fault"}});
    changed.program = programs.at(task_and_algorithm);
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
        CHECK(with("keeps a packet back") == "model-violation: delivery, phases");
        CHECK(with("keeps its own packet back") == "model-violation: delivery, phases");
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
