/// @file
/// Allreduces on any connected network whose reduction is the mirror image of the broadcast of its
/// results, in the same slots.
///
/// Time: that of a timetable that all nodes work out. Time, in windows: that of timetables that all
/// nodes work out.
#include "topology/schedules/mirror.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "algorithms/any/any_entry.hpp"
#include "collectives/reduction.hpp"
#include "schedule_entry.hpp"
#include "topology/schedules/common/distance_matrix.hpp"
#include "topology/schedules/mirror_windows.hpp"

namespace tutti {
namespace {

constexpr std::size_t most_mirror_nodes = 64;
constexpr std::size_t most_window_nodes = 256;

constexpr std::uint64_t most_mirrored_values(std::uint64_t nodes) { return 4 * nodes; }

// Two values, 0 and 1, on the path of 3; 0a is number 0 of node 0, and 0* the result:
//
//     slot 1   0-0a->1  2-0c->1
//     slot 2   0-1a->1  1-0*->0  1-0*->2  2-1c->1
//     slot 3   1-1*->0  1-1*->2
constexpr allreduce_rule mirror_rule{
    .name = "mirror",
    .make =
        [](const link_table& links, std::uint32_t values) {
            const distance_matrix distances{links};
            return with_mirror_image(links, find_mirror(links, distances, values), values);
        },
    .cost = find_mirror_cost,
    .most_values = most_mirrored_values};

constexpr allreduce_rule windows_rule{
    .name = "mirror-windows",
    .make =
        [](const link_table& links, std::uint32_t values) {
            return sends_of(links, find_mirror_windows(links, values), values);
        },
    .cost = find_mirror_windows_cost,
    .most_values =
        [](std::uint64_t nodes) {
            constexpr std::uint64_t most_turns = 64;
            return std::min(most_scheduled_packets(nodes), most_turns * nodes);
        }};

}  // namespace

void describe(standard_name<"allreduce/mirror"> /*name*/, algorithm& entry) {
    describe_for_tables(entry);
    entry.rule = "M1";
    entry.idea =
        "Results spread from central nodes while other values are still combined there: a link "
        "that carries a result in a slot carries a partial value the other way in the mirror "
        "slot.";
    entry.time = "that of a timetable that all nodes work out";
    entry.inapplicable_reason = schedule_mismatch<most_mirror_nodes>;
    run_by_rule(entry, mirror_rule);
    entry.inapplicable_input_reason = [](const problem& problem) {
        const std::uint64_t most = most_mirrored_values(node_count(problem.network));
        return value_count(problem) > most
                   ? fmt::format("takes {} values at most here, not {}; mirror-windows takes more",
                                 most, value_count(problem))
                   : std::string{};
    };
}

void describe(standard_name<"allreduce/mirror-windows"> /*name*/, algorithm& entry) {
    describe_for_tables(entry);
    entry.rule = "M2";
    entry.idea =
        "The values are cut into chunks. While one is reduced, the results of the one before "
        "spread in the same slots, each link in one of two directions.";
    entry.time = "that of timetables that all nodes work out";
    entry.inapplicable_reason = schedule_mismatch<most_window_nodes>;
    run_by_rule(entry, windows_rule);
}

}  // namespace tutti
