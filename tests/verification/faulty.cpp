#include "faulty.hpp"

#include <ranges>
#include <string>
#include <utility>

#include "algorithms/mutating_node.hpp"
#include "algorithms/trial.hpp"
#include "collectives/input/node_input.hpp"
#include "experiment/fault.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/task.hpp"

namespace support {
namespace {

using tutti::any_program;
using tutti::knowledge;
using tutti::node_input;
using tutti::packet_kind;
using tutti::setting;
using tutti::short_packet;
using tutti::task;

template <class Node>
task<> do_one(Node& self, const deed& one) {
    switch (one.type) {
        case deed::kind::marks_rank:
            co_await self.until(one.at);
            self.mark("rank");
            break;
        case deed::kind::marks_collect:
            co_await self.until(one.at);
            self.mark("collect");
            break;
        case deed::kind::marks_broadcast:
            co_await self.until(one.at);
            self.mark("broadcast");
            break;
        case deed::kind::sends:
            co_await self.until(one.at);
            self.send(0, short_packet::count(packet_kind::total, 1));
            break;
        case deed::kind::listens:
            co_await self.mail();
            (void)self.inbox().empty();
            break;
    }
}

template <class Node>
task<> do_all(Node& self, const std::vector<deed>& deeds) {
    for (const deed& one : deeds) {
        if (one.node.value_or(self.id()) == self.id()) {
            co_await do_one(self, one);
        }
    }
}

// The program with the fault that the parameter names.
any_program misled(const any_program& program, const setting& setting) {
    const fault& planted = faults().find(setting.parameter<std::string>("fault"))->second;
    return any_program::on<short_packet>(
        tutti::cube_of(setting),
        [program, &planted](auto& self, node_input input, knowledge knowledge) -> task<> {
            co_await do_all(self, planted.before);
            co_await run_tampered(self, program, std::move(input), knowledge, planted.between);
            co_await do_all(self, planted.after);
        });
}

// Nodes that know the broadcasters, and guess their payloads.
any_program guessing(const setting& setting) {
    return any_program::on_any<short_packet>(
        tutti::cube_of(setting),
        [](auto& self, const node_input& /*input*/, knowledge knowledge) -> task<> {
            for (const tutti::node_id origin : knowledge.broadcasters()) {
                self.deliver({.origin = origin, .number = 0, .payload = tutti::mix(origin)});
            }
            self.mark("broadcast");
            co_return;
        });
}

}  // namespace

tutti::algorithm faulty(std::string_view task_and_algorithm) {
    const bool is_fabricated = task_and_algorithm == "broadcast/fabricated";
    tutti::algorithm changed =
        entry(is_fabricated ? "simultaneous-broadcast/greedy" : task_and_algorithm);
    const auto names = std::views::keys(faults());
    changed.parameters.push_back(
        {.name = "fault",
         .default_value = "none",
         .meaning = "what goes wrong",
         .range = tutti::name_range{{names.begin(), names.end()}, "the name of a fault"}});
    if (is_fabricated) {
        changed.knowledge = {tutti::knowledge_item::broadcasters};
        changed.program = guessing;
    }
    changed.program = [inner = changed.program](const setting& setting) {
        return misled(inner(setting), setting);
    };
    return changed;
}

}  // namespace support
