/// @file
/// Rules of causality for the deliveries of a run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "collectives/input/broadcasters.hpp"
#include "collectives/requirement.hpp"
#include "topology/networks/distance_cache.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Causality requirements on deliveries, beside the closed distances of the network.
struct causality {
    std::shared_ptr<const distance_table> distances{};  ///< null: closed ones, or none
    std::vector<std::uint16_t> quiet_slots{};           ///< see `run_options::quiet_slots`
    std::string by;                                     ///< what deliveries are verified by
    std::string gap{};                                  ///< what is left out, and why; or empty
};

/// @param broadcasters nodes that have messages at the start
[[nodiscard]] causality causality_of(const requirement& required, const network& net,
                                     const broadcaster_set& broadcasters, distance_cache& cache);

/// The most bytes that the distances take, for this number of origins; 0 for cubes and grids.
[[nodiscard]] std::uint64_t distance_bytes(const network& net, std::uint64_t origins) noexcept;

}  // namespace tutti
