/// @file
/// Reductions by a send schedule that is a function of the network alone, and common parts of the
/// descriptions of reductions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "collectives/reduction.hpp"
#include "entry.hpp"
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
                       packet_kind kind) {
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
    requires carries<Node, short_packet>
task<> fold_by_schedule(Node& self, initial_messages messages, fold_operator operation,
                        const reduction_schedule& plan, send_schedule script) {
    partial_values values{std::exchange(messages, {}), self.network().node_count(), operation};
    scheduled_sends sends{std::move(script)};
    deliver_own_results(self, values);
    for (fold_step now; now.round < plan.rounds; ++now.round) {
        for (now.part = 0; now.part < plan.parts.size(); ++now.part) {
            const fold_part& part = plan.parts[now.part];
            for (now.at = 0; now.at < part.slots; ++now.at) {
                sends.send(self, now, values,
                           part.copies ? packet_kind::result : packet_kind::partial);
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
    requires carries<Node, short_packet>
task<> reduce_by_schedule(Node& self, initial_messages messages, fold_operator operation,
                          node_id root, send_schedule script) {
    partial_values values{std::exchange(messages, {}), self.network().node_count(), operation};
    scheduled_sends sends{std::move(script)};
    const bool is_root = self.id() == root;
    std::uint64_t results = deliver_own_results(self, values);
    std::uint64_t sent = 0;
    for (fold_step now; results < values.count(); ++now.at) {
        sent += sends.send(self, now, values, packet_kind::partial);
        if (!is_root && sent == values.count()) {
            break;
        }
        co_await self.next_slot();
        results += take_and_deliver(self, values);
    }
    self.mark("reduce");
}

/// The beginning of a description, with all ports: transmissions m(N-1), twice that for allreduce.
/// For reduce-scatter N has to divide m; in reduce the root is known to all nodes. The caller fills
/// in the rest.
[[nodiscard]] algorithm reduction_entry(std::string task, std::string name);

/// True if all nodes get the results.
[[nodiscard]] inline bool is_allreduce(const algorithm& entry) {
    return entry.collective == "allreduce";
}

/// Send schedules of the nodes of a network, by id: computed once a run, from shared tables.
using send_schedules =
    std::function<std::function<send_schedule(node_id node)>(const setting& setting)>;
/// Likewise, towards a root.
using schedule_factory =
    std::function<std::function<send_schedule(node_id node, node_id root)>(const setting& setting)>;

/// Has the nodes run `fold_by_schedule`.
/// @param plan how long it takes
void run_by_schedule(algorithm& entry,
                     std::function<reduction_schedule(const setting& context)> plan,
                     send_schedules scripts);

/// Has the nodes run `reduce_by_schedule`.
/// @param slots T, for a problem that has something to do
void reduce_in(algorithm& entry, std::function<slot(const problem& posed)> slots,
               schedule_factory scripts);

/// The phases of a plan, all of which every node marks at the same time.
[[nodiscard]] std::vector<phase> phases_of(const reduction_schedule& plan);

/// Number of rounds of `values` values each: ceil(m / values), at least 1.
[[nodiscard]] std::uint64_t rounds_of(const setting& setting, std::uint64_t values);

/// A plan of rounds with a given number of values each. With nothing to fold its parts take no
/// slots, and there is one round.
[[nodiscard]] reduction_schedule plan_of(const setting& setting, std::vector<fold_part> parts,
                                         std::uint64_t values);
/// The same of a reduce-scatter and, for allreduce, an allgather that takes as long.
[[nodiscard]] reduction_schedule plan_of_halves(const setting& setting, bool gathers, slot slots,
                                                std::uint64_t values);

/// Why an algorithm takes no other number of values than one, or an empty text.
[[nodiscard]] std::string single_value_mismatch(const problem& problem);

/// ceil(number / divisor). @pre divisor > 0
[[nodiscard]] constexpr std::uint64_t ceil_of(std::uint64_t number,
                                              std::uint64_t divisor) noexcept {
    return number / divisor + (number % divisor == 0 ? 0 : 1);
}

}  // namespace tutti
