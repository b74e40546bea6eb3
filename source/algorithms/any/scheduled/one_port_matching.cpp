/// @file
/// Multinode broadcast by a matching of nodes in every slot, with one port, and the reductions that
/// run its table backwards.
///
/// Time: that of a timetable that all nodes work out, at least N - 1. Time, backwards: that of
/// multinode-broadcast/one-port-matching m/N times. Time, of the allreduce: that of
/// multinode-broadcast/one-port-matching 2m/N times.
#include "topology/schedules/one_port_matching.hpp"

#include <cstdint>

#include "algorithms/any/any_entry.hpp"
#include "schedule_entry.hpp"
#include "tutti/node/port_model.hpp"

namespace tutti {
namespace {

duplex_mode mode_of(const setting& setting) {
    return duplex_of(setting.ports) == duplex::half ? duplex_mode::half : duplex_mode::full;
}

}  // namespace

// Over the path of 3, messages a to c of nodes 0 to 2:
//
//     slot 1   0-a->1  1-b->0
//     slot 2   1-a->2  2-c->1
//     slot 3   1-c->0
//     slot 4   1-b->2
constexpr schedule_rule matching_rule{
    .name = "one-port-matching",
    .version = 2,
    .make =
        [](const link_table& links, const setting& setting, std::uint32_t /*packets*/,
           node_id /*root*/) {
            return one_port_matching(links, mode_of(setting), setting.participants);
        },
    .cost =
        [](std::uint64_t nodes, std::uint64_t links, std::uint64_t packets) {
            return one_port_matching_cost(nodes, links, packets, duplex_mode::full);
        },
    .nanoseconds = 2.5};

namespace {

void describe_one_port_matching(algorithm& entry) {
    describe_for_tables(entry);
    entry.takes_participants = true;
    entry.ports = {port_model::single_port_full_duplex, port_model::single_port_half_duplex};
    entry.inapplicable_reason = schedule_mismatch<most_centred_nodes>;
    run_by_rule(entry, matching_rule);
}

}  // namespace

void describe(standard_name<"multinode-broadcast/one-port-matching"> /*name*/, algorithm& entry) {
    describe_one_port_matching(entry);
    entry.rule = "S1, S2";
    entry.idea =
        "In every slot a matching of senders and receivers: nodes with the fewest messages "
        "choose first, of the neighbours that have most of use, and hear the rarest. All nodes "
        "work out the same timetable.";
    entry.time = "that of a timetable that all nodes work out, at least N - 1";
}

void describe(standard_name<"reduce-scatter/one-port-matching"> /*name*/, algorithm& entry) {
    describe_one_port_matching(entry);
    entry.rule = "S1, S2";
    entry.idea =
        "The multinode broadcast by one-port matching backwards in time: what is for a node comes "
        "to it from all others, combined at every node on the way.";
    entry.time = "that of multinode-broadcast/one-port-matching m/N times";
}

void describe(standard_name<"allreduce/one-port-matching"> /*name*/, algorithm& entry) {
    describe_one_port_matching(entry);
    entry.rule = "S1, S2";
    entry.idea =
        "The timetable of a multinode broadcast by one-port matching, backwards in time, combines "
        "every value at one node; then forwards it brings the results to all.";
    entry.time = "that of multinode-broadcast/one-port-matching 2m/N times";
}

}  // namespace tutti
