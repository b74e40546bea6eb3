/// @file
/// A run on one engine, and the same on several.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "engine/partition/node_partition.hpp"
#include "support/engines.hpp"
#include "support/recorder.hpp"
#include "support/testbed.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/engine/transport.hpp"

namespace support {

/// All of a report that must be the same in every process.
inline std::string report_text(const tutti::run_report& report) {
    std::string text = summary(report);
    for (const tutti::milestone_record& mark : report.marks) {
        text += fmt::format("; {} by {:x}", mark.name, mark.node_sum);
    }
    return text;
}

/// More of them than small networks have nodes, too.
inline constexpr std::array engine_counts{2, 3, 12};

/// Partitions of the nodes: even ranges and, where tables are made, any.
template <tutti::topology Network>
std::vector<tutti::node_partition> ways_to_share(const Network& network,
                                                 const tutti::transport& end) {
    const std::size_t nodes = network.node_count();
    std::vector partitions{tutti::node_partition{nodes, end.self(), end.processes()}};
    if constexpr (!tutti::regular_topology<Network>) {
        partitions.emplace_back(scattered(nodes, end.processes()), end.self(), end.processes());
    }
    return partitions;
}

/// Runs `code` on one engine, and checks that every one of several says the same, and that their
/// sinks together receive the same.
template <tutti::topology Network>
tutti::run_report compare_engines(const Network& network,
                                  const typename testbed<Network>::program& code,
                                  const tutti::run_options& options = {}) {
    testbed<Network> alone{network};
    tutti::run_report report = alone.run(code, options);
    const std::string expected = report_text(report);
    std::vector<event> expected_events = alone.log().events;
    std::ranges::sort(expected_events);
    for (const int count : engine_counts) {
        CAPTURE(count);
        using account = std::pair<std::string, std::vector<event>>;
        const auto outcomes = on_engines(count, [&](tutti::transport& end) {
            std::vector<account> accounts;
            for (const tutti::node_partition& shares : ways_to_share(network, end)) {
                testbed<Network> bed{network, {.threads = 1 + end.self() % 2}, &end, shares};
                std::string text = report_text(bed.run(code, options));
                accounts.emplace_back(std::move(text), bed.log().events);
            }
            return accounts;
        });
        for (std::size_t way = 0;
             way < outcomes.front().value.value_or(std::vector<account>{}).size(); ++way) {
            CAPTURE(way);
            std::vector<event> events;
            for (const auto& each : outcomes) {
                REQUIRE(each.value.has_value());
                const account& own = each.value->at(way);
                CHECK(own.first == expected);
                events.insert(events.end(), own.second.begin(), own.second.end());
            }
            std::ranges::sort(events);
            CHECK(events == expected_events);
        }
        CHECK(outcomes.front().value.has_value());
    }
    return report;
}

}  // namespace support
