/// @file
/// Broadcast, reduce and barrier with one port by telephone calls, on any connected network.

#include "topology/schedules/telephone.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/any/any_entry.hpp"
#include "algorithms/partial_program.hpp"
#include "algorithms/reduction_entry.hpp"
#include "algorithms/shared_table.hpp"
#include "algorithms/table_memory.hpp"
#include "collectives/input/initial_messages.hpp"
#include "collectives/reduction.hpp"
#include "node/node_rows.hpp"
#include "node/schedule_cache.hpp"
#include "topology/schedules/common/distance_matrix.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/rational.hpp"

namespace tutti {

/// Schedule of the calls of a root.
struct call_schedule {
    node_id root = 0;
    node_rows outward;  ///< from the root to all other participants
    node_rows inward;   ///< the same backwards

    [[nodiscard]] slot slots() const noexcept { return outward.slots(); }
    [[nodiscard]] std::size_t bytes() const noexcept { return outward.bytes() + inward.bytes(); }
};

using shared_calls = std::shared_ptr<const call_schedule>;

/// The calls of a root, which are found again while they are used.
inline shared_calls calls_of(const network& net, const participant_set& participants,
                             node_id root) {
    return shared_table<call_schedule>(
        net, {.maker = "telephone", .sizes = {root}, .participants = participants},
        [root, &participants](const link_table& links) {
            constexpr port_model ports = port_model::single_port_half_duplex;
            const schedule_cost cost = telephone_calls_cost(links.node_count());
            table_memory_limit::require(cost);
            const send_table calls = find_or_make_schedule(
                links,
                {.rule = "telephone", .ports = ports, .root = root, .participants = participants},
                cost,
                [&] {
                    return schedule_requirement{
                        .ports = ports, .begins = {root}, .participants = participants};
                },
                [&] { return telephone_calls(links, root, participants); });
            return call_schedule{
                .root = root, .outward{links, calls}, .inward{links, reversed(links, calls)}};
        });
}

/// Broadcast by telephone calls: a node that has the message sends it to one neighbour after the
/// other, by a timetable. Nodes learn the root from the message.
///
/// Root 0 on the ring of 5:
///
///     slot 1   0->1
///     slot 2   0->4  1->2
///     slot 3   4->3
///
/// After Slater, Cockayne and Hedetniemi 1981. Participants mark "broadcast". Time: exactly the
/// slots that calls from the root take. Transmissions: N-1 if all nodes take part. Ports: one.
/// @param context outlives the task
template <node_interface Node>
    requires carries<Node, short_packet>
task<> broadcast_by_calls(Node& self, initial_messages messages, const setting& context) {
    short_packet packet;
    const bool takes_part = context.participants.contains(self.id());
    if (!messages.empty()) {
        packet = short_packet::of(messages[0]);
    } else {
        // It may be that a node that takes no part is not called.
        if (takes_part) {
            co_await self.mail();
        } else {
            co_await self.relay();
        }
        packet = self.inbox().front().packet;
    }
    if (takes_part) {
        self.deliver(packet.as_message());
    }
    const shared_calls calls =
        calls_of(context.network, context.participants, packet.as_message().origin);
    for (const auto& row : calls->outward.of(self.id())) {
        co_await self.until(row.at);
        self.send(row.through, packet);
    }
    if (takes_part) {
        self.mark("broadcast");
    }
}

/// Barrier by telephone calls: a node that has called and has a token of each of its children sends
/// one to its parent, in the slot of the timetable or, if that is over, as late in one of the next
/// rounds of T slots, T being the slots of the timetable. When the root has all, it sends tokens
/// back.
///
/// On the path of 3 with T = 2 and the root 1, where node 2 calls at once and node 0 at the end of
/// slot 2, too late for its slot of the first round:
///
///     slot 1   2->1
///     slot 4   0->1
///     slot 5   1->0
///     slot 6   1->2
///
/// A participant delivers message 0 of node 0, and marks "barrier", when the token comes back.
/// Time: at most T (ceil(c/T) + 2), c the last call, T the slots of calls from the root.
/// Transmissions: 2(N-1) if all nodes take part, all of them control. Ports: one.
template <node_interface Node>
    requires carries<Node, short_packet>
task<> barrier_by_calls(Node& self, slot call, shared_calls calls, bool takes_part) {
    const auto children = calls->outward.of(self.id());
    const slot slots = calls->slots();
    if (!takes_part && children.empty()) {
        co_return;
    }
    for (std::size_t tokens = 0; self.slot() < call || tokens < children.size();) {
        co_await self.mail_or(self.slot() < call ? call : never);
        for_each_arrival(self, [&](port, const short_packet&) { ++tokens; });
    }
    slot begin = self.slot();  // of the calls back
    if (self.id() != calls->root) {
        const auto& up = calls->inward.of(self.id()).front();
        const slot at = up.at;
        co_await self.until(begin + ((at - begin) % slots + slots) % slots);
        self.send(up.through, short_packet::token(0));
        co_await self.mail();
        (void)self.inbox();
        begin = self.slot() + at - slots;
    }
    if (takes_part) {
        self.deliver(message{});
        self.mark("barrier");
    }
    for (const auto& row : children) {
        co_await self.until(begin + row.at);
        self.send(row.through, short_packet::token(0));
    }
}

namespace {

void describe_calls(algorithm& entry) {
    describe_for_tables(entry);
    entry.takes_participants = true;
    entry.source = "after Slater, Cockayne & Hedetniemi 1981";
    entry.ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex};
    entry.inapplicable_reason = schedule_mismatch<>;
}

shared_calls calls_from_root(const problem& input) {
    return calls_of(input.network, input.participants, input.root);
}

slot slots_from_root(const problem& input) { return calls_from_root(input)->slots(); }

// The broadcast's calls backwards.
//
// Root 0 on the ring of 5 with the values a to e; bc is the sum of those of nodes 1 and 2:
//
//     slot 1   3-d->4
//     slot 2   2-c->1  4-de->0
//     slot 3   1-bc->0
//
// Time: exactly the slots that calls from the root take.
schedule calls_to_root(const setting& setting) {
    return [net = setting.network, participants = setting.participants](const schedule_step& now,
                                                                        const schedule_row& send) {
        const shared_calls calls = calls_of(net, participants, now.root);
        for (const auto& row : calls->inward.of(now.node)) {
            if (slot{row.at} == now.at) {
                send(row.through, 0);
            }
        }
    };
}

std::uint32_t farthest_participant(const link_table& links, node_id from, const setting& setting) {
    const auto distances = distances_from(links, from);
    std::uint32_t farthest = 0;
    for (node_id node = 0; node < links.node_count(); ++node) {
        if (setting.participants.contains(node)) {
            farthest = std::max<std::uint32_t>(farthest, distances[node]);
        }
    }
    return farthest;
}

// From the first of the nodes with the least distance to the farthest participant.
shared_calls calls_of_middle(const setting& setting) {
    struct middle {
        node_id node = 0;
        [[nodiscard]] std::size_t bytes() const noexcept { return sizeof(node); }
    };
    const auto found = shared_table<middle>(
        setting.network, {.maker = "middle", .participants = setting.participants},
        [&setting](const link_table& links) {
            middle best;
            std::uint32_t nearest = ~std::uint32_t{0};
            for (node_id node = 0; node < links.node_count(); ++node) {
                const std::uint32_t farthest = farthest_participant(links, node, setting);
                if (farthest < nearest) {
                    nearest = farthest;
                    best.node = node;
                }
            }
            return best;
        });
    return calls_of(setting.network, setting.participants, found->node);
}

// Calls of a table, which are N-1 if all nodes take part.
std::uint64_t calls_or_others(const problem& input, auto table) {
    return input.participants.is_everyone() ? node_count(input.network) - 1
                                            : table(input)->outward.count();
}

slot most_barrier_slots(const problem& input) {
    const slot slots = calls_of_middle(input)->slots();
    const slot last = last_call(input);
    return slots == 0 ? last : slots * (rational{last, slots}.ceil() + 2);
}

}  // namespace

void describe(standard_name<"broadcast/telephone"> /*name*/, algorithm& entry) {
    describe_calls(entry);
    entry.idea =
        "A node that has the message calls one neighbour after the other, first the one from which "
        "it still has the longest way to go. On a tree no timetable is shorter; elsewhere the best "
        "tree found is used.";
    entry.rule = "telephone";
    entry.time = "the slots that calls from the root take";
    entry.phases = [](const problem& input) {
        return std::vector{phase{.name = "broadcast",
                                 .expected_slots = slots_from_root(input),
                                 .markers = participating_markers(input)}};
    };
    entry.transmissions = [](const problem& input) {
        return std::optional<packet_hops>{calls_or_others(input, calls_from_root)};
    };
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const setting& context) {
            return broadcast_by_calls(self, std::move(input.messages), context);
        },
        [](const setting& setting) { return setting; });
}

void describe(standard_name<"reduce/telephone"> /*name*/, algorithm& entry) {
    describe_reduction(entry);
    describe_calls(entry);
    entry.idea =
        "The calls of broadcast/telephone backwards in time: when all nodes beyond it have called, "
        "a node combines their values with its own and calls the next on the way to the root.";
    entry.rule = "telephone";
    entry.time = "the slots that calls from the root take";
    entry.inapplicable_input_reason = single_value_mismatch;
    entry.transmissions = [](const problem& input) {
        return std::optional<packet_hops>{calls_or_others(input, calls_from_root)};
    };
    reduce_in(entry, slots_from_root, calls_to_root);
}

void describe(standard_name<"barrier/telephone"> /*name*/, algorithm& entry) {
    describe_calls(entry);
    entry.inapplicable_reason = schedule_mismatch<most_centred_nodes>;
    entry.idea =
        "Tokens come to a node in the middle as reduce/telephone takes values to it, and go back "
        "as broadcast/telephone does. The first half comes again in rounds, for nodes that are "
        "late.";
    entry.time = "T (ceil(c/T) + 2), c the last call, T the slots of calls from the root";
    entry.kind = time_kind::upper_bound;
    entry.phases = [](const problem& input) {
        phase whole = control_phase("barrier", 0);
        whole.expected_slots.reset();
        whole.is_synchronous = false;
        whole.most_slots = most_barrier_slots(input);
        whole.markers = participating_markers(input);
        return std::vector{whole};
    };
    entry.transmissions = [](const problem& input) {
        return std::optional<packet_hops>{std::in_place, 0U,
                                          2 * calls_or_others(input, calls_of_middle)};
    };
    entry.figure_steps = steps_of_calls;
    entry.program = network_programs::on_any(
        [](auto& self, const node_input& input, const shared_calls& calls,
           const participant_set& participants) {
            return barrier_by_calls(self, input.call, calls, participants.contains(self.id()));
        },
        calls_of_middle, participants_of);
}

}  // namespace tutti
