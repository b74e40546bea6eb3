/// @file
/// Sentences of TE-CCL's output: flows, hops of paths, and demands.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// "A->B with volume V in epoch E via switches X -> Y"; volume and switches may be left out.
struct teccl_hop {
    node_id from = 0;
    node_id to = 0;
    double volume = 1;
    slot epoch = 0;
    std::vector<node_id> switches{};
};
[[nodiscard]] std::optional<teccl_hop> parse_teccl_hop(std::string_view text);

/// "Chunk C from S traveled over" a hop.
struct teccl_flow {
    std::uint32_t chunk = 0;
    node_id source = 0;
    teccl_hop hop{};
};
[[nodiscard]] std::optional<teccl_flow> parse_teccl_flow(std::string_view text);

/// "Demand at D for chunk C from S met by epoch K".
struct teccl_demand {
    node_id at = 0;
    std::uint32_t chunk = 0;
    node_id source = 0;
    slot met_by = 0;
};
[[nodiscard]] std::optional<teccl_demand> parse_teccl_demand(std::string_view text);

}  // namespace tutti
