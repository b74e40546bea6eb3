// Programs of paths, rings, arrays and tori with faults planted in them: the checks name them.
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>

#include "algorithm/mesh/meddled_node.hpp"
#include "algorithm/trial.hpp"
#include "tutti/algorithm/emulation.hpp"
#include "tutti/algorithm/mesh/both_ways.hpp"
#include "tutti/algorithm/mesh/line_greedy.hpp"
#include "tutti/algorithm/mesh/quarter_turns.hpp"
#include "tutti/algorithm/mesh/ring_step.hpp"
#include "tutti/algorithm/mesh/theory.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/model/folded.hpp"
#include "tutti/tree/fold.hpp"

namespace {

using support::meddled;
using support::meddling;
using tutti::assignment;
using tutti::emulation;
using tutti::mesh_packet;
using tutti::node_id;
using tutti::problem;
using tutti::slot;

mesh_packet with(const mesh_packet& packet, node_id origin, std::uint64_t payload) {
    tutti::message content = packet.content();
    content.origin = origin;
    content.payload = payload;
    return mesh_packet::of(content, packet.target(), packet.part());
}

/// What node 2 does with what it sends through port 1, in its second slot if no other is named.
meddling at_node_2(const std::function<std::optional<meddled>(const meddled&)>& change,
                   slot when = 1) {
    return [change, when](node_id node, slot now, const meddled& asked) {
        return node == 2 && now == when && asked.through == 1 ? change(asked)
                                                              : std::optional{asked};
    };
}

const std::map<std::string, meddling, std::less<>>& meddlings() {
    const auto payload = [](const meddled& asked) {
        return meddled{asked.through, with(asked.content, asked.content.content().origin, 77)};
    };
    const auto origin = [](const meddled& asked) {
        return meddled{asked.through, with(asked.content, 0, asked.content.payload())};
    };
    const auto nothing = [](const meddled&) { return std::optional<meddled>{}; };
    const auto elsewhere = [](const meddled& asked) { return meddled{0, asked.content}; };
    static const std::map<std::string, meddling, std::less<>> all{
        {"none", {}},
        {"makes up a payload", at_node_2(payload)},
        {"makes up an origin", at_node_2(origin)},
        {"keeps a packet back", at_node_2(nothing)},
        {"takes the other port", at_node_2(elsewhere)},
        {"makes up its own payload", at_node_2(payload, 0)},
        {"keeps its own packet back", at_node_2(nothing, 0)},
    };
    return all;
}

template <class Program>
void run_program(const problem& what, const emulation& how, const Program& program) {
    const meddling& between = meddlings().find(what.parameter<std::string>("fault"))->second;
    const auto on_meddled = [&](auto& self) {
        return support::run_meddled(self, between, program);
    };
    const bool is_folded = how.run.algorithm.ends_with("/folded") ||
                           (how.run.algorithm.ends_with("/quarter-turns") &&
                            tutti::grid_of(what).edge() == tutti::grid_edge::open);
    if (!is_folded) {
        tutti::emulate<mesh_packet>(tutti::grid_of(what), how, on_meddled);
        return;
    }
    const tutti::fold shape{tutti::grid_of(what)};
    tutti::emulate<mesh_packet>(tutti::grid_of(what), how, [&](auto& self) {
        return tutti::run_folded(self, shape, on_meddled);
    });
}

void run_quarter_turns(const problem& what, const assignment& given, const emulation& how) {
    const tutti::quarter_turns plan{tutti::grid_of(what).side(0)};
    const bool is_torus = tutti::grid_of(what).edge() == tutti::grid_edge::closed;
    const auto name_of = [&](node_id node) {
        return is_torus ? node : tutti::fold{tutti::grid_of(what)}.position(node);
    };
    run_program(what, how, [&](auto& self) {
        return tutti::multinode_quarter_turns(self, given.given_to(name_of(self.id())), plan,
                                              name_of);
    });
}

void run_both_ways(const problem& what, const assignment& given, const emulation& how) {
    run_program(what, how, [&](auto& self) {
        return tutti::multinode_both_ways(self, given.given_to(self.id()));
    });
}

void run_line_greedy(const problem& what, const assignment& given, const emulation& how) {
    run_program(what, how, [&](auto& self) {
        return tutti::line_greedy(self, given.given_to(self.id()), what.message_count());
    });
}

void run_ring_steps(const problem& what, const assignment& given, const emulation& how) {
    const tutti::fold shape{tutti::grid_of(what)};
    run_program(what, how, [&](auto& self) {
        return tutti::ring_steps(self, given.given_to(shape.position(self.id())), 2);
    });
}

/// What an experiment comes to with a fault in its program.
std::string outcome(std::string_view task_and_algorithm, std::string_view network,
                    const std::string& fault) {
    const std::map<std::string_view, void (*)(const problem&, const assignment&, const emulation&)>
        runs{{"multinode-broadcast/quarter-turns", run_quarter_turns},
             {"multinode-broadcast/both-ways", run_both_ways},
             {"simultaneous-broadcast/line-greedy", run_line_greedy},
             {"ring-emulation/folded", run_ring_steps}};
    tutti::algorithm changed = support::entry(task_and_algorithm);
    changed.parameters.push_back({.name = "fault",
                                  .default_value = "none",
                                  .meaning = "what goes wrong",
                                  .range = tutti::name_range{.words = "the name of a fault"}});
    changed.run = runs.at(task_and_algorithm);
    tutti::experiment asked = support::on_network(changed, network, "all");
    asked.parameters["fault"] = fault;
    if (task_and_algorithm == "ring-emulation/folded") {
        asked.parameters["steps"] = "2";
    }
    return support::outcome_of(support::run(asked));
}

}  // namespace

TEST_SUITE_BEGIN("tutti/algorithm/mesh");

TEST_CASE("faults in the broadcast by quarter turns are found on the torus and the array") {
    for (const char* const network : {"torus:5x5", "array:5x5", "torus:6x6", "array:4x4"}) {
        const auto with = [&](const char* fault) {
            return outcome("multinode-broadcast/quarter-turns", network, fault);
        };
        CAPTURE(std::string{network});
        CHECK(with("none") == "complete");
        CHECK(with("makes up a payload") == "incorrect: delivery");
        CHECK(with("makes up its own payload") == "incorrect: delivery");
        // Of the packet's source the receiver knows better.
        CHECK(with("makes up an origin") == "program-error: delivery, phases");
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
    for (const finding& each :
         {finding{"multinode-broadcast/both-ways", "ring:6", wrong, missing, violation},
          finding{"simultaneous-broadcast/line-greedy", "path:6", wrong, missing,
                  "model-violation: delivery"},
          // Half of another message goes another number of links.
          finding{"simultaneous-broadcast/line-greedy", "ring:6", missing, missing,
                  "model-violation: delivery"},
          // In its first step the packet is still to be passed on.
          finding{"ring-emulation/folded", "path:6", wrong, violation, violation}}) {
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

TEST_SUITE_END();
