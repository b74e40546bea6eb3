/// @file
/// Broadcasts that arrive at random times, one partial multinode broadcast after the other.

#include <algorithm>
#include <any>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "algorithms/dynamic_theory.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/mesh_theory.hpp"
#include "algorithms/program_part.hpp"
#include "algorithms/standard_names.hpp"
#include "collectives/input/arrival_queue.hpp"
#include "collectives/input/interval_record.hpp"
#include "node/erased_node.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/arrivals.hpp"
#include "tutti/catalog/cube_theory.hpp"

namespace tutti {

/// The node of an array of sides 2 on a node of the hypercube with as many dimensions: ids, links
/// and slots are the same, and port m of the cube is port 2m or 2m+1 of the array.
template <node_of<hypercube> Below>
class array_on_cube final : public erased_node<grid, packet_of<Below>> {
public:
    using packet_type = packet_of<Below>;

    /// @param array outlives the view, as the node below does
    array_on_cube(Below& below, const grid& array) noexcept : below_{&below}, array_{&array} {}

    [[nodiscard]] node_id id() const noexcept override { return below_->id(); }
    [[nodiscard]] const grid& network() const noexcept override { return *array_; }
    [[nodiscard]] tutti::slot slot() const noexcept override { return below_->slot(); }

    void send(port through, const packet_type& content) override {
        below_->send(port_below(through), content);
    }
    [[nodiscard]] std::span<const arrival<packet_type>> inbox() override {
        shown_.clear();
        for (const auto& [through, content] : below_->inbox()) {
            const bool leads_up = (id() >> through & 1U) == 0;
            shown_.push_back({.through = 2 * through + (leads_up ? 1 : 0), .packet = content});
        }
        return shown_;
    }
    [[nodiscard]] received_packet<packet_type> received(port through) override {
        return below_->received(port_below(through)).seen_at(through);
    }

    [[nodiscard]] task<> next_slot() override { co_await below_->next_slot(); }
    [[nodiscard]] task<> mail() override { co_await below_->mail(); }
    [[nodiscard]] task<> mail_or(tutti::slot at) override { co_await below_->mail_or(at); }
    [[nodiscard]] task<> until(tutti::slot at) override { co_await below_->until(at); }
    [[nodiscard]] task<> relay() override { co_await below_->relay(); }

    void deliver(const message& content) override { below_->deliver(content); }
    void mark(milestone end) override { below_->mark(end); }
    [[nodiscard]] std::uint64_t random() override { return below_->random(); }

private:
    // A port that the array's node lacks is mapped to one that the cube lacks too.
    [[nodiscard]] port port_below(port through) const noexcept {
        return this->has(through) ? through / 2
                                  : below_->network().dimensions() + (through < 0 ? 0 : through);
    }

    Below* below_;
    const grid* array_;
    std::vector<arrival<packet_type>> shown_;  // by the last inbox()
};

template <node_of<hypercube> Node>
task<> run_on_array(Node& self, const grid& array, const any_program& whole, node_input input,
                    knowledge knowledge) {
    array_on_cube<Node> view{self, array};
    (void)co_await whole.start(view, std::move(input), knowledge);
}

namespace {

constexpr std::uint64_t most_intervals = 100'000'000;

std::uint64_t intervals_of(const setting& setting) {
    return setting.parameter<std::uint64_t>("intervals");
}

std::string intervals_mismatch(const network& net) {
    // The verifier has a counter of 4 bytes for each pair of nodes: 1 GiB at this limit.
    constexpr std::size_t most_nodes = 1U << 14U;
    if (node_count(net) > most_nodes) {
        return fmt::format("takes networks of at most {} nodes", most_nodes);
    }
    return std::holds_alternative<hypercube>(net) ? cube_mismatch(net) : grid_mismatch(net);
}

// Length of an interval in which all nodes take part: no other is longer.
rational longest_interval(const setting& setting) {
    return setting.parameter<bool>("padded") ? theory_of_intervals(setting).lengths.back()
                                             : broadcast_time(setting, node_count(setting.network));
}

std::string intervals_input_mismatch(const problem& problem) {
    const std::string wrong =
        interval_algorithm(problem).inapplicable_reason(interval_network(problem));
    if (!wrong.empty()) {
        return fmt::format("'algorithm={}' {}", problem.parameter<std::string>("algorithm"), wrong);
    }
    // The clock of the arrivals ends at 2^31 slots.
    constexpr std::int64_t most_slots = std::int64_t{1} << 31U;
    const rational longest = longest_interval(problem);
    const std::int64_t most = (rational{most_slots} / longest).ceil() - 1;
    if (std::cmp_greater(intervals_of(problem), most)) {
        return fmt::format("'intervals={}' may take 2^31 slots or more; use at most {}",
                           intervals_of(problem), most);
    }
    return {};
}

// Those of the broadcasts, over all intervals; how many nodes take part is not known beforehand.
std::vector<phase> interval_phases(const problem& input) {
    const problem full = interval_problem(input, node_count(input.network));
    std::vector<phase> described_phases = interval_algorithm(input).phases(full);
    const auto rounds = slots_for(intervals_of(input));
    for (phase& each : described_phases) {
        each.most_slots = each.expected_slots.value_or(0) * rounds;
        each.expected_slots.reset();
        each.most_rounds = intervals_of(input);
    }
    if (input.parameter<bool>("padded")) {
        const interval_theory theory = theory_of_intervals(input);
        // The slots between a node's end of the broadcast and the last node's are like those
        // before.
        phase settle = described_phases.back();
        settle.name = "settle";
        settle.most_slots = 0;
        settle.markers.clear();
        settle.is_synchronous = true;
        described_phases.push_back(settle);
        described_phases.push_back({.name = "pad",
                                    .slot_length = theory.pad_length,
                                    .carries = 0,
                                    .most_slots = std::ranges::max(theory.pads) * rounds,
                                    .most_rounds = intervals_of(input),
                                    .is_synchronous = true});
    }
    return described_phases;
}

std::optional<expected_time> longest_run(const problem& problem) {
    return expected_time{.units = longest_interval(problem) * intervals_of(problem),
                         .kind = time_kind::upper_bound};
}

lower_bound shortest_intervals(const problem& problem) {
    return {.units = broadcast_time(problem, 0) * intervals_of(problem),
            .assumes = packets_of(interval_algorithm(problem), interval_problem(problem, 0)),
            .proof = "no interval is shorter than one in which nobody broadcasts",
            .name = "interval"};
}

// A program for arrays runs on the nodes of a hypercube through a view of it as an array.
any_program on_its_network(const setting& setting, any_program whole) {
    const network below = interval_network(setting);
    const auto* const cube = std::get_if<hypercube>(&setting.network);
    const auto* const array = std::get_if<grid>(&below);
    if (cube == nullptr || array == nullptr) {
        return whole;
    }
    return any_program::on<long_packet>(
        *cube, [array = *array, whole = std::move(whole)](auto& self, node_input input,
                                                          const knowledge& knowledge) {
            return run_on_array(self, array, whole, std::move(input), knowledge);
        });
}

// Dynamic broadcast in a sequence of intervals, each a broadcast of the nodes whose queues were
// not empty at its start, a message each. Messages arrive at a node as its source has them, and
// wait in its queue, first come, first served. Every node learns in the broadcast how many took
// part, and with it when the interval ends: it keeps the time itself. Padded intervals end when
// the analysis has them end: all nodes mark "settle" when the broadcast is over everywhere, and
// "pad" then.
//
// Two intervals by split-packing on the 2 x 2 array with rows 0 1 and 2 3. + is a sum. No message
// has come when the first begins, in slot 1, and it ends after slot 6; b, in the pieces b0 and b1,
// waits at node 1 for the second:
//
//     slot 1    0-+->1   0-+->2   1-+->3   2-+->3
//     slot 2    1-+->3   2-+->3
//     slot 3    3-+->2   3-+->1
//     slot 4    1-+->0   2-+->0   3-+->2   3-+->1
//     slot 5    -
//     slot 6    -
//     slot 7    0-+->1   0-+->2   1-+->3   2-+->3
//     slot 8    1-+->3   2-+->3
//     slot 9    3-+->2   3-+->1
//     slot 10   1-+->0   2-+->0   3-+->2   3-+->1
//     slot 11   1-b0->0
//     slot 12   1-b1->0
//     slot 13   0-b1->1  0-b0->2
//     slot 14   0-b0->1  0-b1->2  1-b1->3  2-b0->3
//
// Varvarigos and Bertsekas, partial multinode broadcast, section 6.
// @param broadcast gives the number of messages that were broadcast; outlives the task
// @param record where the node notes its delays; its own
// @param theory has the lengths of intervals, which are known to all nodes; outlives the task
task<> broadcast_intervals(program_part& broadcast, arrival_queue queue, interval_record& record,
                           std::uint64_t intervals, const interval_theory& theory) {
    record.reset(intervals, intervals / 10);
    rational begin = 0;
    for (std::uint64_t i = 0; i < intervals; ++i) {
        queue.take_in();
        record.begin(queue.size(), instant_at(begin));
        const slot began = broadcast.slot();
        const std::optional<timed_message> first = queue.front();
        // Not made inside of the co_await: g++ 12.2 destroys such aggregates twice.
        node_input input;
        if (first) {
            input.messages = initial_messages{first->content};
        }
        const std::any heard = co_await broadcast.start(std::move(input), knowledge{});
        const auto active = std::any_cast<std::uint64_t>(heard);
        co_await broadcast.until(began + theory.slots[active]);
        if (!theory.pads.empty()) {
            broadcast.mark("settle");
            co_await broadcast.until(broadcast.slot() + theory.pads[active]);
            broadcast.mark("pad");
        }
        begin += theory.lengths[active];
        if (first) {
            record.served(instant_at(begin) - first->at);
            queue.pop();
        }
        record.end(active, begin);
    }
}

any_program intervals_program(const setting& setting) {
    const any_program broadcast = interval_algorithm(setting).program(interval_problem(setting, 0));
    return on_its_network(setting, broadcast.within([theory = theory_of_intervals(setting)](
                                                        program_part& part, node_input input,
                                                        const knowledge& knowledge) {
        return broadcast_intervals(part, std::move(*input.arrivals), *input.notes,
                                   knowledge.intervals(), theory);
    }));
}

std::vector<parameter> interval_parameters() {
    return {{.name = "intervals",
             .default_value = 1000,
             .meaning = "broadcasts, one after the other",
             .range = integer_range{1, most_intervals}},
            {.name = "padded",
             .default_value = false,
             .meaning = "make intervals as long as the analysis has them",
             .range = boolean_range{}},
            {.name = "algorithm",
             .default_value = "split-packing",
             .meaning = "the simultaneous broadcast of each interval",
             .range = word_range{"one whose nodes are told nothing and return K"}},
            prefix_step_parameter()};
}

}  // namespace
// Time: at most intervals * the time of a broadcast from all nodes.
void describe(standard_name<"dynamic-broadcast/intervals"> /*name*/, algorithm& entry) {
    entry.source = "Varvarigos & Bertsekas 1994, section 6";
    entry.idea =
        "One simultaneous broadcast follows another. Each takes the oldest waiting message of "
        "every node that has one, and tells all how many took part, from which they know when "
        "the next one begins.";
    entry.rule = "dynamic_interval, dynamic_mean_delay";
    entry.networks = "array, torus, hypercube";
    entry.parameters = interval_parameters();
    entry.time = "intervals * the time of a broadcast from all nodes";
    entry.kind = time_kind::upper_bound;
    entry.knowledge = {knowledge_item::intervals};
    entry.inapplicable_reason = intervals_mismatch;
    entry.inapplicable_input_reason = intervals_input_mismatch;
    entry.phases = interval_phases;
    entry.expected = longest_run;
    entry.lower_bound = shortest_intervals;
    entry.memory_use = a_packet_a_pair;
    entry.intervals = intervals_of;
    entry.program = intervals_program;
}

}  // namespace tutti
