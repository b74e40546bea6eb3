#include "experiment/faulty.hpp"

#include <stdexcept>
#include <string>

#include "collective/tampered_node.hpp"
#include "collective/trial.hpp"
#include "experiment/fault.hpp"
#include "tutti/collective/cube/binomial_broadcast.hpp"
#include "tutti/collective/cube/greedy.hpp"
#include "tutti/collective/cube/prefix_roots.hpp"
#include "tutti/collective/cube/prefix_sum.hpp"
#include "tutti/collective/cube/theory.hpp"
#include "tutti/collective/emulation.hpp"
#include "tutti/machine/observer.hpp"
#include "tutti/machine/random.hpp"
#include "tutti/machine/task.hpp"

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

template <class Program>
void run_tampered(const problem& what, const emulation& how, const Program& program) {
    const fault& planted = faults().find(what.parameter("fault"))->second;
    tutti::no_observer watcher;
    tutti::emulate_observed<cube_packet>(tutti::cube_of(what), how, watcher,
                                         [&](auto& self) -> task<> {
                                             co_await do_all(self, planted.before);
                                             tampered_node view{self, planted.between};
                                             co_await program(view);
                                             co_await do_all(self, planted.after);
                                         });
}

void run_binomial(const problem& what, const assignment& given, const emulation& how) {
    run_tampered(what, how, [&](auto& self) {
        return tutti::binomial_broadcast(self, given.given_to(self.id()));
    });
}

void run_prefix_roots(const problem& what, const assignment& given, const emulation& how) {
    run_tampered(what, how,
                 [&](auto& self) { return tutti::prefix_roots(self, given.given_to(self.id())); });
}

void run_greedy(const problem& what, const assignment& given, const emulation& how) {
    run_tampered(what, how, [&](auto& self) {
        return tutti::greedy_broadcasts(self, given.given_to(self.id()), what.message_count());
    });
}

void run_exchange(const problem& what, const assignment& /*given*/, const emulation& how) {
    run_tampered(what, how, [&](auto& self) -> task<> {
        const auto sums =
            co_await tutti::prefix_by_exchange(self, what.broadcasters.packets_of(self.id()));
        self.mark("rank");
        self.deliver({.origin = self.id(), .number = 0, .payload = sums.own_and_above});
    });
}

// Nodes that know who broadcasts, and guess what they say.
void run_fabricated(const problem& what, const assignment& /*given*/, const emulation& how) {
    run_tampered(what, how, [&](auto& self) -> task<> {
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
    changed.parameters = {
        {.name = "fault",
         .default_value = "none",
         .meaning = "what goes wrong",
         .range = "the name of a fault",
         .accepts = [](std::string_view value) { return faults().contains(value); }}};
    if (is_fabricated) {
        changed.run = run_fabricated;
    } else if (changed.rule == "bcast.single") {
        changed.run = run_binomial;
    } else if (changed.rule == "kbcast.full") {
        changed.run = run_prefix_roots;
    } else if (changed.rule == "greedy.fifo") {
        changed.run = run_greedy;
    } else if (changed.rule == "prefix.dx") {
        changed.run = run_exchange;
    } else {
        throw std::invalid_argument{"no fault is known for " + std::string{task_and_algorithm}};
    }
    return changed;
}

}  // namespace support
