#include "experiment/faulty.hpp"

#include <ranges>
#include <string>

#include "algorithm/tampered_program.hpp"
#include "algorithm/trial.hpp"
#include "experiment/fault.hpp"
#include "tutti/algorithm/cube/theory.hpp"
#include "tutti/algorithm/emulation.hpp"
#include "tutti/model/random.hpp"
#include "tutti/model/task.hpp"

namespace support {
namespace {

using tutti::assignment;
using tutti::cube_packet;
using tutti::cube_packet_kind;
using tutti::emulation;
using tutti::problem;
using tutti::task;

template <class Node>
task<> do_one(Node& self, const deed& one) {
    switch (one.what) {
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
            self.send(0, cube_packet::count(cube_packet_kind::total, 1));
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

void run_program(const problem& what, const emulation& how, const cube_program& program) {
    const fault& planted = faults().find(what.parameter<std::string>("fault"))->second;
    tutti::emulate<cube_packet>(tutti::cube_of(what), how, [&](auto& self) -> task<> {
        co_await do_all(self, planted.before);
        watched_node view{self, planted.between};
        co_await program(view);
        co_await do_all(self, planted.after);
    });
}

// The experiment says which algorithm it runs.
void run_faulty(const problem& what, const assignment& given, const emulation& how) {
    run_program(what, how, program_of(how.run.algorithm, what, given));
}

// Nodes that know who broadcasts, and guess what they say.
void run_fabricated(const problem& what, const assignment& /*given*/, const emulation& how) {
    run_program(what, how, [&](watched_node& self) -> task<> {
        for (const tutti::node_id origin : what.broadcasters.nodes) {
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
    changed.run = is_fabricated ? run_fabricated : run_faulty;
    return changed;
}

}  // namespace support
