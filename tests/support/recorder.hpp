/// @file
/// What a run did, in a form that two runs can be compared by.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/letter.hpp"
#include "tutti/machine/observer.hpp"
#include "tutti/machine/run_report.hpp"
#include "tutti/model/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// A transmission of `what` through a port, or a delivery with payload `what`, through port -1.
struct event {
    tutti::slot at = 0;
    tutti::node_id node = 0;
    tutti::port through = -1;
    std::uint64_t what = 0;
    tutti::node_id origin = 0;
    std::uint32_t number = 0;

    friend auto operator<=>(const event&, const event&) = default;
};

/// An observer that writes everything down, in order.
struct recorder {
    std::vector<event> events;

    void sent(const tutti::transmission<letter>& one) {
        events.push_back(
            {.at = one.at, .node = one.from, .through = one.through, .what = one.content.content});
    }
    void delivered(const tutti::delivery& one) {
        events.push_back({.at = one.at,
                          .node = one.to,
                          .what = one.content.payload,
                          .origin = one.content.origin,
                          .number = one.content.number});
    }
};

static_assert(tutti::observer<recorder, letter>);

/// What a dumb machine can tell too: ending, slots, counts, who waits, earliest and latest marks.
[[nodiscard]] std::string outline(const tutti::run_report& report);

/// All of a report that must not depend on threads and executor.
[[nodiscard]] std::string summary(const tutti::run_report& report);

/// Such as "link-busy in slot 3 at node 1, port 2", with slots counted from 0; "nothing" if
/// nothing went wrong at a node.
[[nodiscard]] std::string fault_of(const tutti::run_report& report);

}  // namespace support
