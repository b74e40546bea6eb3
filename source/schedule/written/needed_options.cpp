#include <algorithm>

#include <fmt/format.h>

#include "schedule_text.hpp"

namespace tutti {

std::vector<std::string> needed_options(const foreign_schedule& schedule, schedule_format format) {
    std::vector<std::string> needed;
    if (format == schedule_format::msccl_xml &&
        schedule.collective == schedule_collective::broadcast && schedule.root != 0) {
        needed.push_back(fmt::format(
            "MSCCL XML does not name the root: tutti check needs --root {}", schedule.root));
    }
    const auto links = schedule.links.all();
    const bool has_parallel =
        std::ranges::any_of(links, [](const schedule_link& link) { return link.capacity > 1; });
    // Own CSV names networks that are no files.
    const bool names_them = format == schedule_format::msccl_json ||
                            (format == schedule_format::csv && schedule.is_network_named);
    if (has_parallel && !names_them) {
        needed.push_back(
            fmt::format("{} does not name parallel links: tutti check needs -n NETWORK",
                        format == schedule_format::goal  ? "GOAL"
                        : format == schedule_format::csv ? "the schedule"
                                                         : "MSCCL XML"));
    }
    if (format == schedule_format::goal && schedule.participant_count() < schedule.node_count()) {
        needed.emplace_back(
            "GOAL does not name participants: with --collective, tutti check expects that all "
            "nodes "
            "have messages");
    }
    return needed;
}

}  // namespace tutti
