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
#include "node/schedule.hpp"
#include "partial_program.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Slots of a round that are alike.
struct fold_part {
    milestone end;  ///< all nodes mark it
    slot slots = 0;
    bool copies = false;  ///< whether what is sent are results, which take the place of a value
};

/// Parts and rounds in which a schedule of sends reduces values.
struct reduction_schedule {
    std::vector<fold_part> parts;  ///< of a round
    std::uint64_t rounds = 1;      ///< at least 1
    std::uint64_t values = 0;      ///< of a round, in which the rows count them from 0
};

/// Added to the number of a row in a part that sends partial values: what this row sends is a
/// result.
inline constexpr std::uint64_t result_row = std::uint64_t{1} << 31U;

/// Values of a node as what a schedule sends: each as it was at the end of the slot before, those
/// that there are. What arrives is reduced with them, or copied, and results are delivered.
struct scheduled_values {
    partial_values values;
    packet_kind kind = packet_kind::partial;
    std::uint64_t first = 0;  ///< of the round
    std::uint64_t sent = 0;
    std::uint64_t results = 0;

    template <node_at_work Node>
    void send(Node& node, port through, std::uint64_t number) {
        const packet_kind sent_kind = number < result_row ? kind : packet_kind::result;
        number %= result_row;
        if (first + number < values.count()) {
            node.send(through, values[first + number].as(sent_kind));
            ++sent;
        }
    }
    template <node_at_work Node>
    void receive(Node& node) {
        results += take_and_deliver(node, values);
    }
};

/// Node's part in a reduction by schedule: in each slot it sends the scheduled packets and, at the
/// end of the slot, reduces or copies the packets that have arrived. It delivers a result when the
/// last contribution has come, or when it receives the result.
///
/// spec/reductions.md, section 0.2. Time: exactly the slots of all parts and rounds.
/// @param plan outlives the task, like `rules` and `sends`
template <node_interface Node>
    requires carries<Node, short_packet>
task<> fold_by_schedule(Node& self, initial_messages messages, const reduction_rules& rules,
                        const reduction_schedule& plan, const schedule& sends) {
    scheduled_values store{
        .values{std::exchange(messages, {}), rules, self.network().node_count()}};
    deliver_own_results(self, store.values);
    for (std::uint64_t round = 0; round < plan.rounds; ++round) {
        store.first = round * plan.values;
        for (std::size_t i = 0; i < plan.parts.size(); ++i) {
            const fold_part& part = plan.parts[i];
            store.kind = part.copies ? packet_kind::result : packet_kind::partial;
            co_await play(self, sends, {.node = self.id(), .part = i}, part.slots, store);
            self.mark(part.end);
        }
    }
}

/// The same for a reduction to a root, in a single part: a node other than the root is done when it
/// has sent every value, the root when it has all results, and one that takes no part when the
/// schedule ends. All mark "reduce".
/// @param slots of the schedule; not used by participants
template <node_interface Node>
    requires carries<Node, short_packet>
task<> reduce_by_schedule(Node& self, initial_messages messages, const reduction_rules& rules,
                          node_id root, const schedule& sends, slot slots) {
    scheduled_values store{
        .values{std::exchange(messages, {}), rules, self.network().node_count()}};
    store.results = deliver_own_results(self, store.values);
    const std::uint64_t count = store.values.count();
    const slot end = store.values.takes_part() ? never : slots;
    for (schedule_step now{.node = self.id(), .root = root}; store.results < count && now.at < end;
         ++now.at) {
        now.rows = store.sent;
        sends(now, [&](port through, std::uint64_t number) { store.send(self, through, number); });
        if (self.id() != root && store.sent == count) {
            break;
        }
        co_await self.next_slot();
        store.receive(self);
    }
    self.mark("reduce");
}

/// Common part of the descriptions of reductions: transmissions m(N-1), twice that for allreduce.
/// For reduce-scatter N has to divide m; in reduce the root is known to all nodes.
void describe_reduction(algorithm& entry);

/// True if all nodes get the results.
[[nodiscard]] inline bool is_allreduce(const algorithm& entry) {
    return entry.collective == "allreduce";
}

/// Schedule for the nodes of a network, computed once a run.
using schedule_factory = std::function<schedule(const setting& setting)>;

/// Has the nodes run `fold_by_schedule`.
/// @param plan how long it takes
void run_by_schedule(algorithm& entry,
                     std::function<reduction_schedule(const setting& context)> plan,
                     schedule_factory sends);

/// The same by the plan of `plan_of_halves`, in which each half takes these slots, with a value for
/// each node in a round.
void run_halves_by_schedule(algorithm& entry, slot (*slots)(const setting& context),
                            schedule_factory sends);

/// Has the nodes run `reduce_by_schedule`.
/// @param slots T, for a problem that has something to do; known to nodes that take no part
void reduce_in(algorithm& entry, std::function<slot(const problem& posed)> slots,
               schedule_factory sends);

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

}  // namespace tutti
