/// @file
/// Reductions by a send schedule that is a function of the network alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "node/mark.hpp"
#include "partial_program.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// A packet that a node sends: its value number `number`, as it was at the end of the slot before.
struct fold_send {
    port through = 0;
    std::uint64_t number = 0;  ///< from m on there is none, and nothing is sent
};

/// Slots of a round that are alike.
struct fold_part {
    milestone end;  ///< all nodes mark it
    slot slots = 0;
    bool copies = false;  ///< whether what is sent are results, which take the place of a value
};

/// Position of a node in a reduction schedule: its network, id, root and slot.
struct fold_step {
    std::uint64_t round = 0;
    std::size_t part = 0;
    slot at = 0;  ///< slots since the part began
};

/// Appends the sends of one node in one slot to `sends`: a pure function of the network, the node's
/// id and the root. Called for all slots, one after the other.
using send_schedule = std::function<void(const fold_step& now, std::vector<fold_send>& sends)>;

/// Schedule of a reduction, with its length.
struct reduction_schedule {
    std::vector<fold_part> parts;  ///< of a round
    std::uint64_t rounds = 1;      ///< at least 1
};

/// Schedule of a node, with the values that it sends.
class scheduled_sends {
public:
    explicit scheduled_sends(send_schedule script) : script_{std::move(script)} {}

    /// Sends the scheduled packets that are there. @return how many packets
    template <node_at_work Node>
    std::uint64_t send(Node& self, const fold_step& now, const partial_values& values,
                       partial_packet_kind kind) {
        sends_.clear();
        script_(now, sends_);
        std::uint64_t sent = 0;
        for (const fold_send& each : sends_) {
            if (each.number < values.count()) {
                self.send(each.through, values[each.number].as(kind));
                ++sent;
            }
        }
        return sent;
    }

private:
    send_schedule script_;
    std::vector<fold_send> sends_;  // of this slot
};

/// Node's part in a reduction by schedule: in each slot it sends the scheduled packets and, at the
/// end of the slot, reduces or copies the packets that have arrived. It delivers a result when the
/// last contribution has come, or when it receives the result.
///
/// spec/reductions.md, section 0.2. Time: exactly the slots of all parts and rounds.
/// @param plan outlives the task
template <node_interface Node>
    requires carries<Node, partial_packet>
task<> fold_by_schedule(Node& self, initial_messages messages, fold_operator operation,
                        const reduction_schedule& plan, send_schedule script) {
    partial_values values{std::exchange(messages, {}), self.network().node_count(), operation};
    scheduled_sends sends{std::move(script)};
    deliver_own_results(self, values);
    for (fold_step now; now.round < plan.rounds; ++now.round) {
        for (now.part = 0; now.part < plan.parts.size(); ++now.part) {
            const fold_part& part = plan.parts[now.part];
            for (now.at = 0; now.at < part.slots; ++now.at) {
                sends.send(
                    self, now, values,
                    part.copies ? partial_packet_kind::result : partial_packet_kind::partial);
                co_await self.next_slot();
                take_and_deliver(self, values);
            }
            self.mark(part.end);
        }
    }
}

/// The same for a reduction to a root, in a single part: a node other than the root is done when it
/// has sent every value, the root when it has all results. All mark "reduce".
template <node_interface Node>
    requires carries<Node, partial_packet>
task<> reduce_by_schedule(Node& self, initial_messages messages, fold_operator operation,
                          node_id root, send_schedule script) {
    partial_values values{std::exchange(messages, {}), self.network().node_count(), operation};
    scheduled_sends sends{std::move(script)};
    const bool is_root = self.id() == root;
    std::uint64_t results = deliver_own_results(self, values);
    std::uint64_t sent = 0;
    for (fold_step now; results < values.count(); ++now.at) {
        sent += sends.send(self, now, values, partial_packet_kind::partial);
        if (!is_root && sent == values.count()) {
            break;
        }
        co_await self.next_slot();
        results += take_and_deliver(self, values);
    }
    self.mark("reduce");
}

}  // namespace tutti
