/// @file
/// Multinode broadcast by receiver matching on any connected network, and the reductions that run
/// its table backwards.
///
/// Time: that of a timetable that all nodes work out, at most N + D - 1, and N + D - 2 if all nodes
/// take part. Time, backwards: that of a timetable that all nodes work out, at most
/// (N + D - 1) m/N. Time, of the allreduce: that of a timetable that all nodes work out, both ways,
/// at most 2(m + D - 1).
#include "topology/schedules/receiver_matching.hpp"

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "algorithms/any/any_entry.hpp"
#include "schedule_entry.hpp"

namespace tutti {

// Over a star of 4, messages a to d of the centre, node 0, and of nodes 1 to 3:
//
//     slot 1   0-a->1  0-a->2  0-a->3  1-b->0  2-c->0  3-d->0
//     slot 2   0-c->1  0-d->2  0-b->3
//     slot 3   0-d->1  0-b->2  0-c->3
//
// Backwards, number i for node i; 0b is number 0 of node 1, and 1acd that of nodes 0, 2 and 3,
// combined:
//
//     slot 1   1-3b->0  2-1c->0  3-2d->0
//     slot 2   1-2b->0  2-3c->0  3-1d->0
//     slot 3   0-1acd->1  0-2abd->2  0-3abc->3  1-0b->0  2-0c->0  3-0d->0
constexpr schedule_rule receiver_rule{
    .name = "receiver-matching",
    .make =
        [](const link_table& links, const setting& setting, std::uint32_t packets,
           node_id /*root*/) {
            return receiver_matching(links, packets_in_turn(links, packets, setting.participants),
                                     setting.participants);
        },
    .cost = receiver_matching_cost,
    .most_packets = most_scheduled_packets};

namespace {

void describe_receiver_matching(algorithm& entry) {
    describe_for_tables(entry);
    entry.takes_participants = true;
    // Larger tables take many seconds: then it has to be named.
    entry.most_chosen_nodes = 1024;
    entry.source = "not in the papers; the bound after Topkis 1985";
    entry.inapplicable_reason = schedule_mismatch<>;
    run_by_rule(entry, receiver_rule);
}

}  // namespace

void describe(standard_name<"multinode-broadcast/receiver-matching"> /*name*/, algorithm& entry) {
    describe_receiver_matching(entry);
    entry.parameters = {pieces_of_a_message()};
    entry.inapplicable_input_reason = [](const problem& posed) {
        const std::uint64_t pieces = posed.number_or("pieces", 1);
        const std::uint64_t packets = pieces * posed.message_count();
        return pieces == 1 || packets <= most_scheduled_packets(node_count(posed.network))
                   ? std::string{}
                   : fmt::format("has no timetables for {} pieces here", packets);
    };
    entry.rule = "T1";
    entry.idea =
        "In every slot the links into each node bring it different messages that it lacks, as "
        "many as possible, those that its neighbours lack most and that are rarest first. All "
        "nodes work out the same timetable.";
    entry.time =
        "that of a timetable that all nodes work out, at most N + D - 1, and N + D - 2 if all "
        "nodes take part";
}

void describe(standard_name<"reduce-scatter/receiver-matching"> /*name*/, algorithm& entry) {
    describe_receiver_matching(entry);
    entry.rule = "T1";
    entry.idea =
        "The multinode broadcast by receiver matching backwards in time: what is for a node comes "
        "to it from all others, combined at every node on the way.";
    entry.time = "that of a timetable that all nodes work out, at most (N + D - 1) m/N";
}

void describe(standard_name<"allreduce/receiver-matching"> /*name*/, algorithm& entry) {
    describe_receiver_matching(entry);
    entry.rule = "T1";
    entry.idea =
        "The timetable of a multinode broadcast by receiver matching, backwards in time, "
        "combines values until each result is complete at some node. Run forwards, it takes "
        "them to all.";
    entry.time = "that of a timetable that all nodes work out, both ways, at most 2(m + D - 1)";
}

}  // namespace tutti
