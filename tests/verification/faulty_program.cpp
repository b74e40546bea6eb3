#include "faulty_program.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/erased_node.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/node/port_queues.hpp"

namespace support {
namespace {

using tutti::message;
using tutti::short_packet;
using tutti::slot;
using tutti::task;
using queues = tutti::port_queues<short_packet>;

/// Delivers a message, and has it wait for the links to the node's children in the binomial tree of
/// its origin, as far as the program is correct.
void take(node_interface_view& self, queues& waiting, const faulty_program& program,
          const message& content) {
    message delivered = content;
    message passed_on = content;
    for (int left = program.hears ? program.hears(self, delivered, passed_on) : 1; left > 0;
         --left) {
        self.deliver(delivered);
    }
    const auto heard_through = static_cast<int>(std::bit_width(self.id() ^ content.origin));
    for (int i = heard_through; i < self.network().dimensions(); ++i) {
        const bool disguises = program.disguises && self.id() == faulty_node;
        waiting.push(i,
                     disguises ? data(passed_on).as(tutti::packet_kind::total) : data(passed_on));
    }
}

/// Greedy broadcasts, until the node has all messages.
task<> broadcast(node_interface_view& self, const tutti::initial_messages& messages,
                 std::uint64_t count, const faulty_program& program) {
    const bool looks = program.looks || self.id() != faulty_node;
    queues waiting;
    std::uint64_t stored = messages.size();
    for (std::size_t i = 0; i < messages.size(); ++i) {
        take(self, waiting, program, messages[i]);
    }
    for (;;) {
        waiting.drain(self);
        if (!waiting.empty()) {
            co_await self.next_slot();
        } else if (stored < count) {
            co_await self.mail();
        } else {
            co_return;
        }
        for (const auto& [through, packet] : looks ? self.inbox() : decltype(self.inbox()){}) {
            take(self, waiting, program, packet.content());
            ++stored;
        }
    }
}

task<> live(node_interface_view& self, tutti::initial_messages messages, std::uint64_t count,
            const faulty_program& program) {
    if (program.first) {
        co_await program.first(self);
    }
    co_await broadcast(self, messages, count, program);
    if (program.marks || self.id() != faulty_node) {
        self.mark("broadcast");
    }
    if (program.last) {
        co_await program.last(self);
    }
}

/// The faulty program as an algorithm.
tutti::algorithm tamed(const faulty_program& program) {
    return {.collective = "simultaneous-broadcast",
            .name = "creature",
            .source = "a test",
            .networks = "hypercube",
            .ports = {tutti::port_model::all_port},
            .time = "d + K - 1",
            .kind = tutti::time_kind::upper_bound,
            .knowledge = {tutti::knowledge_item::message_count},
            .inapplicable_reason = tutti::cube_mismatch,
            .phases =
                [](const tutti::problem& problem) {
                    const auto most = static_cast<slot>(problem.message_count()) - 1 +
                                      tutti::cube_of(problem).dimensions();
                    return std::vector<tutti::phase>{{.name = "broadcast", .most_slots = most}};
                },
            .transmissions = [](const tutti::problem& problem) -> std::optional<std::uint64_t> {
                return problem.message_count() * (tutti::cube_of(problem).node_count() - 1);
            },
            .program =
                [&program](const tutti::setting& setting) {
                    return tutti::any_program::on<short_packet>(
                        tutti::cube_of(setting),
                        [&program](auto& self, tutti::node_input input,
                                   tutti::knowledge knowledge) -> task<> {
                            support::any_face shown{self};
                            co_await live(shown, std::move(input.messages),
                                          knowledge.message_count(), program);
                        });
                }};
}

}  // namespace

short_packet data(const message& content) {
    return short_packet::of(content, tutti::packet_kind::data);
}

act at_once(std::function<void(node_interface_view&)> action) {
    return [action = std::move(action)](node_interface_view& self) -> task<> {
        if (self.id() == faulty_node) {
            action(self);
        }
        co_return;
    };
}

act in_slot(slot at, std::function<void(node_interface_view&)> action) {
    return [at, action = std::move(action)](node_interface_view& self) -> task<> {
        if (self.id() == faulty_node) {
            co_await self.until(at);
            action(self);
        }
    };
}

hearing heard(int times, std::function<void(message& delivered, message& passed_on)> change) {
    return [times, change = std::move(change)](node_interface_view& self, message& delivered,
                                               message& passed_on) {
        if (self.id() != faulty_node) {
            return 1;
        }
        if (change) {
            change(delivered, passed_on);
        }
        return times;
    };
}

void for_creature(const faulty_program& program,
                  const std::function<void(const tutti::experiment& plan)>& visit) {
    tutti::catalogue catalogue;
    catalogue.add(support::standard_collective("simultaneous-broadcast"));
    tutti::algorithm described = tamed(program);
    if (program.describes) {
        program.describes(described);
    }
    tutti::experiment original =
        support::on_cube(catalogue.add(std::move(described)), 3, "nodes:0,5");
    original.catalogue = &catalogue;
    visit(original);
}

std::string outcome_in_short(const tutti::result& outcome) {
    const std::string text = support::verdict_line(outcome);
    return outcome.text.empty() ? text : text.substr(0, text.find(':'));
}

}  // namespace support
