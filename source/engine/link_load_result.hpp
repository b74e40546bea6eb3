/// @file
/// Loads of the links in a run.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tutti/node/rational.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A directed link and the packets that crossed it.
struct loaded_link {
    node_id node = 0;  ///< that sends
    port through = 0;
    node_id to = 0;
    std::uint64_t packets = 0;
    int copy = -1;  ///< of parallel links to one node, from 0; -1: it is the only one

    friend bool operator==(const loaded_link&, const loaded_link&) = default;
};

/// The loads of all links, in packets of a whole run.
struct link_load_result {
    std::uint64_t idle = 0;                ///< links that no packet crossed
    rational mean_load = 0;                ///< packets / links, exact; 0 without links
    std::optional<loaded_link> busiest{};  ///< the first of several; null if no packet was sent
    /// Each load that there is, and how many links have it, by load.
    std::vector<std::pair<std::uint64_t, std::uint64_t>> histogram{};

    [[nodiscard]] std::uint64_t largest_load() const noexcept {
        return busiest ? busiest->packets : 0;
    }

    friend bool operator==(const link_load_result&, const link_load_result&) = default;
};

}  // namespace tutti
