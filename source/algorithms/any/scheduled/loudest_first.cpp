/// @file
/// Multinode broadcast on any connected network whose nodes shout.
///
/// Time: that of a timetable that all nodes work out.
#include "topology/schedules/loudest_first.hpp"

#include <cstdint>

#include "algorithms/any/any_entry.hpp"
#include "schedule_entry.hpp"
#include "tutti/node/port_model.hpp"

namespace tutti {
namespace {

// Over the path of 3, messages a to c of nodes 0 to 2:
//
//     slot 1   1-b->0  1-b->2
//     slot 2   0-a->1
//     slot 3   2-c->1
//     slot 4   1-c->0
//     slot 5   1-a->2
constexpr schedule_rule loudest_rule{
    .name = "loudest-first",
    .make = [](const link_table& links, const setting& setting, std::uint32_t /*packets*/,
               node_id /*root*/) { return loudest_first(links, setting.participants); },
    .cost = loudest_first_cost,
    .nanoseconds = 2};

}  // namespace

void describe(standard_name<"multinode-broadcast/loudest-first"> /*name*/, algorithm& entry) {
    describe_for_tables(entry);
    entry.takes_participants = true;
    entry.rule = "S3";
    entry.idea =
        "In every slot the node and message that most neighbours lack go first, and others that "
        "do not disturb them. All nodes work out the same timetable, and a shout reaches all "
        "neighbours that lack the message.";
    entry.time = "that of a timetable that all nodes work out";
    entry.ports = {port_model::shout_and_whisper};
    entry.inapplicable_reason = schedule_mismatch<most_centred_nodes>;
    run_by_rule(entry, loudest_rule);
}

}  // namespace tutti
