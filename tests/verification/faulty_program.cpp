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

using tutti::cube_packet;
using tutti::message;
using tutti::slot;
using tutti::task;
using queues = tutti::port_queues<cube_packet>;

/// Delivers a message, and has it wait for the links to the node's children in the binomial tree of
/// its origin, as far as the creature is honest.
void take(node_interface_view& self, queues& waiting, const faulty_program& one,
          const message& content) {
    message told = content;
    message passed_on = content;
    for (int left = one.hears ? one.hears(self, told, passed_on) : 1; left > 0; --left) {
        self.deliver(told);
    }
    const auto heard_through = static_cast<int>(std::bit_width(self.id() ^ content.origin));
    for (int i = heard_through; i < self.network().dimensions(); ++i) {
        const bool disguises = one.disguises && self.id() == faulty_node;
        waiting.push(
            i, disguises ? data(passed_on).as(tutti::cube_packet_kind::total) : data(passed_on));
    }
}

/// Greedy broadcasts, until the node has all messages.
task<> broadcast(node_interface_view& self, const tutti::initial_messages& mine,
                 std::uint64_t count, const faulty_program& one) {
    const bool looks = one.looks || self.id() != faulty_node;
    queues waiting;
    std::uint64_t held = mine.size();
    for (std::size_t i = 0; i < mine.size(); ++i) {
        take(self, waiting, one, mine[i]);
    }
    for (;;) {
        waiting.drain(self);
        if (!waiting.empty()) {
            co_await self.next_slot();
        } else if (held < count) {
            co_await self.mail();
        } else {
            co_return;
        }
        for (const auto& [through, packet] : looks ? self.inbox() : decltype(self.inbox()){}) {
            take(self, waiting, one, packet.content());
            ++held;
        }
    }
}

task<> live(node_interface_view& self, tutti::initial_messages mine, std::uint64_t count,
            const faulty_program& one) {
    if (one.first) {
        co_await one.first(self);
    }
    co_await broadcast(self, mine, count, one);
    if (one.marks || self.id() != faulty_node) {
        self.mark("broadcast");
    }
    if (one.last) {
        co_await one.last(self);
    }
}

/// The creature among the algorithms.
tutti::algorithm tamed(const faulty_program& one) {
    return {
        .collective = "simultaneous-broadcast",
        .name = "creature",
        .source = "a test",
        .networks = "hypercube",
        .ports = {tutti::port_model::all_port},
        .time = "d + K - 1",
        .kind = tutti::time_kind::upper_bound,
        .knowledge = {tutti::knowledge_item::message_count},
        .inapplicable_reason = tutti::cube_mismatch,
        .phases =
            [](const tutti::problem& what) {
                const auto most =
                    static_cast<slot>(what.message_count()) - 1 + tutti::cube_of(what).dimensions();
                return std::vector<tutti::phase>{{.name = "broadcast", .most_slots = most}};
            },
        .transmissions = [](const tutti::problem& what) -> std::optional<std::uint64_t> {
            return what.message_count() * (tutti::cube_of(what).node_count() - 1);
        },
        .program =
            [&one](const tutti::setting& where) {
                return tutti::any_program::on<cube_packet>(
                    tutti::cube_of(where),
                    [&one](auto& self, tutti::node_input mine, tutti::knowledge known) -> task<> {
                        support::any_face shown{self};
                        co_await live(shown, std::move(mine.messages), known.message_count(), one);
                    });
            }};
}

}  // namespace

cube_packet data(const message& content) {
    return cube_packet::of(content, tutti::cube_packet_kind::data);
}

act at_once(std::function<void(node_interface_view&)> what) {
    return [what = std::move(what)](node_interface_view& self) -> task<> {
        if (self.id() == faulty_node) {
            what(self);
        }
        co_return;
    };
}

act in_slot(slot at, std::function<void(node_interface_view&)> what) {
    return [at, what = std::move(what)](node_interface_view& self) -> task<> {
        if (self.id() == faulty_node) {
            co_await self.until(at);
            what(self);
        }
    };
}

hearing heard(int times, std::function<void(message& told, message& passed_on)> change) {
    return [times, change = std::move(change)](node_interface_view& self, message& told,
                                               message& passed_on) {
        if (self.id() != faulty_node) {
            return 1;
        }
        if (change) {
            change(told, passed_on);
        }
        return times;
    };
}

void for_creature(const faulty_program& one,
                  const std::function<void(const tutti::experiment& asked)>& visit) {
    tutti::catalogue all;
    all.add(support::standard_collective("simultaneous-broadcast"));
    tutti::algorithm described = tamed(one);
    if (one.describes) {
        one.describes(described);
    }
    tutti::experiment asked = support::on_cube(all.add(std::move(described)), 3, "nodes:0,5");
    asked.known = &all;
    visit(asked);
}

std::string outcome_in_short(const tutti::result& found) {
    const std::string all = support::outcome_of(found);
    return found.text.empty() ? all : all.substr(0, all.find(':'));
}

}  // namespace support
