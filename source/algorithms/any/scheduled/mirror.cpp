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
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "algorithms/any/any_entry.hpp"
#include "algorithms/shared_table.hpp"
#include "algorithms/table_memory.hpp"
#include "collectives/reduction.hpp"
#include "schedule_entry.hpp"
#include "topology/schedules/common/distance_matrix.hpp"
#include "topology/schedules/mirror_windows.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::size_t most_mirror_nodes = 64;
constexpr std::size_t most_window_nodes = 256;

std::uint64_t most_mirrored_values(const setting& setting) {
    return 4 * std::uint64_t{setting.participant_count()};
}

// Two values, 0 and 1, on the path of 3; 0a is number 0 of node 0, and 0* the result:
//
//     slot 1   0-0a->1  2-0c->1
//     slot 2   0-1a->1  1-0*->0  1-0*->2  2-1c->1
//     slot 3   1-1*->0  1-1*->2
constexpr allreduce_rule mirror_rule{
    .name = "mirror",
    .make =
        [](const link_table& links, const setting& setting, std::uint32_t values) {
            const distance_matrix distances{links};
            return with_mirror_image(
                links, find_mirror(links, distances, values, setting.participants), values);
        },
    .cost = find_mirror_cost,
    .most_values = most_mirrored_values,
    .nanoseconds = 0.3};

// 0: to be found.
std::uint32_t chunks_of(const setting& setting) {
    const std::string_view chunks = setting.parameter<std::string>("chunks");
    return chunks == "auto" ? 0 : parse_number<std::uint32_t>(chunks, 1, 16);
}

std::uint64_t most_window_values(const setting& setting) {
    constexpr std::uint64_t most_turns = 64;
    return std::min(most_scheduled_packets(node_count(setting.network)),
                    most_turns * setting.participant_count());
}

/// Tables for a number of chunks that was named, if there are any.
struct named_windows {
    std::optional<mirror_windows> found;

    [[nodiscard]] std::size_t bytes() const noexcept {
        return found ? (found->ends.size() + found->window.size()) * sizeof(timed_send) : 0;
    }
};

// @pre there are as many values as chunks, and these are not "auto"
std::shared_ptr<const named_windows> named_windows_of(const setting& setting,
                                                      std::uint32_t values) {
    const std::uint32_t chunks = chunks_of(setting);
    return shared_table<named_windows>(
        setting.network,
        {.maker = "mirror windows",
         .sizes = {values, chunks},
         .participants = setting.participants},
        [&](const link_table& links) {
            table_memory_limit::require(
                find_mirror_windows_cost(links.node_count(), links.link_count(), values));
            return named_windows{find_mirror_windows(links, values, chunks, setting.participants)};
        });
}

constexpr allreduce_rule windows_rule{
    .name = "mirror-windows",
    .make =
        [](const link_table& links, const setting& setting, std::uint32_t values) {
            return sends_of(links,
                            chunks_of(setting) == 0
                                ? find_mirror_windows(links, values, setting.participants)
                                : named_windows_of(setting, values)->found.value(),
                            values);
        },
    .cost = find_mirror_windows_cost,
    .most_values = most_window_values,
    .variant = [](const setting& setting) { return std::uint64_t{chunks_of(setting)}; },
    .nanoseconds = 0.2};

std::string chunks_mismatch(const problem& problem) {
    const std::uint32_t chunks = chunks_of(problem);
    const std::uint64_t values = std::min(value_count(problem), most_window_values(problem));
    if (chunks > values) {
        return fmt::format("cuts {} into as many chunks at most, not {}", quantity(values, "value"),
                           chunks);
    }
    if (chunks < 2 || named_windows_of(problem, static_cast<std::uint32_t>(values))->found) {
        return {};
    }
    return fmt::format(
        "finds no window for chunks of {} in the network, as {} chunks need; chunks=auto finds "
        "what fits",
        quantity((values - 1) / chunks + 1, "value"), chunks);
}

}  // namespace

void describe(standard_name<"allreduce/mirror"> /*name*/, algorithm& entry) {
    describe_for_tables(entry);
    entry.takes_participants = true;
    entry.rule = "M1";
    entry.idea =
        "Results spread from central nodes while other values are still combined there: a link "
        "that carries a result in a slot carries a partial value the other way in the mirror "
        "slot.";
    entry.time = "that of a timetable that all nodes work out";
    entry.inapplicable_reason = schedule_mismatch<most_mirror_nodes>;
    run_by_rule(entry, mirror_rule);
    entry.inapplicable_input_reason = [](const problem& problem) {
        const std::uint64_t most = most_mirrored_values(problem);
        return value_count(problem) > most
                   ? fmt::format("takes {} values at most here, not {}; mirror-windows takes more",
                                 most, value_count(problem))
                   : std::string{};
    };
}

void describe(standard_name<"allreduce/mirror-windows"> /*name*/, algorithm& entry) {
    describe_for_tables(entry);
    entry.takes_participants = true;
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
