/// @file
/// A run on one engine, and the same on several.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "support/engines.hpp"
#include "support/recorder.hpp"
#include "support/testbed.hpp"
#include "tutti/machine/run_report.hpp"
#include "tutti/machine/transport.hpp"

namespace support {

/// All of a report that must be the same in every process.
inline std::string told(const tutti::run_report& report) {
    std::string text = summary(report);
    for (const tutti::mark_record& mark : report.marks) {
        text += fmt::format("; {} by {:x}", mark.name, mark.node_sum);
    }
    return text;
}

/// More of them than small networks have nodes, too.
inline constexpr std::array engine_counts{2, 3, 12};

/// Runs `code` on one engine, and checks that every one of several says the same, and that their
/// sinks together are told the same.
template <tutti::topology Network>
tutti::run_report compare_engines(const Network& network,
                                  const typename testbed<Network>::program& code,
                                  const tutti::run_options& options = {}) {
    testbed<Network> alone{network};
    tutti::run_report report = alone.run(code, options);
    const std::string expected = told(report);
    std::vector<event> expected_events = alone.log().events;
    std::ranges::sort(expected_events);
    for (const int count : engine_counts) {
        CAPTURE(count);
        const auto found = on_engines(count, [&](tutti::transport& end) {
            testbed<Network> bed{network, {.threads = 1 + end.self() % 2}, &end};
            std::string text = told(bed.run(code, options));
            return std::pair{std::move(text), bed.log().events};
        });
        std::vector<event> events;
        for (const auto& each : found) {
            REQUIRE(each.value.has_value());
            CHECK(each.value->first == expected);
            events.insert(events.end(), each.value->second.begin(), each.value->second.end());
        }
        std::ranges::sort(events);
        CHECK(events == expected_events);
    }
    return report;
}

}  // namespace support
