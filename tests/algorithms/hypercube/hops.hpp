/// @file
/// Links that the messages of a run on a hypercube cross.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// A message that crosses a link, in a slot as the papers count them: from 1.
struct hop {
    tutti::slot at = 0;
    tutti::node_id from = 0;
    tutti::port through = 0;
    tutti::node_id origin = 0;
    tutti::node_id destination = 0;  ///< where it was delivered last

    [[nodiscard]] tutti::node_id to() const noexcept { return from ^ tutti::node_id{1} << through; }
    friend auto operator<=>(const hop&, const hop&) = default;
};

/// Hops of a run, which is complete, by slot, node and port.
[[nodiscard]] inline std::vector<hop> hops_of(const tutti::experiment& plan) {
    event_recorder log;
    CHECK(verdict_line(run_logged(plan, log)) == "complete");
    std::map<std::pair<tutti::node_id, std::uint32_t>, tutti::node_id> destinations;
    for (const tutti::delivery& each : log.deliveries()) {
        destinations[{each.content.origin, each.content.number}] = each.to;
    }
    std::vector<hop> hops;
    for (const tutti::transmission& each : log.transmissions()) {
        const tutti::message content = each.content.value_or(tutti::message{});
        hops.push_back({.at = each.at + 1,
                        .from = each.from,
                        .through = each.through,
                        .origin = content.origin,
                        .destination = destinations[{content.origin, content.number}]});
    }
    std::ranges::sort(hops);
    return hops;
}

}  // namespace support
