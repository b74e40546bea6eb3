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
#include <string_view>

#include <fmt/format.h>

#include "algorithms/any/any_entry.hpp"
#include "collectives/reduction.hpp"
#include "schedule_entry.hpp"
#include "shared_table.hpp"
#include "topology/schedules/common/distance_matrix.hpp"
#include "topology/schedules/mirror_windows.hpp"
#include "util/value_syntax.hpp"

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
        [](const link_table& links, const setting& /*setting*/, std::uint32_t values) {
            const distance_matrix distances{links};
            return with_mirror_image(links, find_mirror(links, distances, values), values);
        },
    .cost = find_mirror_cost,
    .most_values = most_mirrored_values,
    .nanoseconds = 0.3};

// 0: to be found.
std::uint32_t chunks_of(const setting& setting) {
    const std::string_view chunks = setting.parameter<std::string>("chunks");
    return chunks == "auto" ? 0 : parse_number<std::uint32_t>(chunks, 1, 16);
}

constexpr allreduce_rule windows_rule{
    .name = "mirror-windows",
    .make =
        [](const link_table& links, const setting& setting, std::uint32_t values) {
            const auto chunks = chunks_of(setting);
            return sends_of(links,
                            chunks == 0 ? find_mirror_windows(links, values)
                                        : find_mirror_windows(links, values, chunks).value(),
                            values);
        },
    .cost = find_mirror_windows_cost,
    .most_values =
        [](std::uint64_t nodes) {
            constexpr std::uint64_t most_turns = 64;
            return std::min(most_scheduled_packets(nodes), most_turns * nodes);
        },
    .variant = [](const setting& setting) { return std::uint64_t{chunks_of(setting)}; },
    .nanoseconds = 0.2};

/// Answer to whether windows of a size fit into a network.
struct window_answer {
    bool is_yes = false;

    [[nodiscard]] static std::size_t bytes() noexcept { return sizeof(bool); }
};

std::string chunks_mismatch(const problem& problem) {
    const std::uint32_t chunks = chunks_of(problem);
    const std::uint64_t values =
        std::min(value_count(problem), windows_rule.most_values(node_count(problem.network)));
    if (chunks > values) {
        return fmt::format("cuts {} into as many chunks at most, not {}", quantity(values, "value"),
                           chunks);
    }
    if (chunks < 2) {
        return {};
    }
    const auto answer = shared_table<window_answer>(
        problem.network, {.maker = "has mirror windows", .sizes = {values, chunks}},
        [&](const link_table& links) {
            return window_answer{
                find_mirror_windows(links, static_cast<std::uint32_t>(values), chunks).has_value()};
        });
    return answer->is_yes ? std::string{}
                          : fmt::format(
                                "finds no window for chunks of {} in the network, as {} "
                                "chunks need; chunks=auto finds what fits",
                                quantity((values - 1) / chunks + 1, "value"), chunks);
}

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
    entry.parameters = {{.name = "chunks",
                         .default_value = "auto",
                         .meaning = "the number of chunks; auto: the one with the fewest slots, of "
                                    "at least 4 values each",
                         .range = name_range{{"auto", "1", "2", "3", "4", "6", "8", "12", "16"}}}};
    entry.inapplicable_input_reason = chunks_mismatch;
}

}  // namespace tutti
