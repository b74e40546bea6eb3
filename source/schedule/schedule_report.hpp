/// @file
/// Report of a schedule: findings, verdict and lower bound, as a table and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "foreign_schedule.hpp"
#include "schedule_fault.hpp"
#include "tutti/node/slot.hpp"
#include "util/table_style.hpp"

namespace tutti {

/// Verdict with its exit status.
struct schedule_verdict {
    std::string_view name;
    int status = 0;
};

/// A schedule with what was found.
struct schedule_report {
    foreign_schedule schedule{};  ///< without own findings, which have become those below
    schedule_findings findings{};
    port_model ports = port_model::all_port;
    std::optional<slot> lower_bound{};
    std::optional<slot> tightened{};  ///< slots after tightening

    [[nodiscard]] schedule_verdict verdict() const noexcept;
};

/// Verifies a schedule under a port model, and bounds its time with all ports.
/// @throws std::invalid_argument if that would take more than `most_bytes`
[[nodiscard]] schedule_report report_on(foreign_schedule schedule, std::uint64_t most_bytes,
                                        port_model ports = port_model::all_port);

/// One JSON object (schema tutti.schedule/1), without a line end.
[[nodiscard]] std::string to_json(const schedule_report& report);

/// A table for people, with line ends.
[[nodiscard]] std::string to_table(const schedule_report& report,
                                   table_style style = table_style::plain);

}  // namespace tutti
