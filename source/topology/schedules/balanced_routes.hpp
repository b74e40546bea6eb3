/// @file
/// Balanced routes from every node to every other, for total exchange.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/distance_matrix.hpp"
#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// Quantity that routes keep low everywhere.
enum class route_load : std::uint8_t {
    links,  ///< packets that cross a link, for networks with all ports
    nodes,  ///< packets that a node sends, or a switch over a link, for those with one port
};

/// A route for each ordered pair of participants, by way of any nodes; pairs with the largest
/// distance come first, then by (destination - source) mod N and by source.
///
/// Found by rip-up and reroute: in up to 16 passes every packet gives up its route and takes the
/// cheapest walk of at most distance + detour links, where the price of a link or node grows as
/// 2^(24 load / limit) (after Aspnes, Azar, Fiat, Plotkin and Waarts, "On-Line Routing of Virtual
/// Circuits", 1997). The pass with the least maximum stays. Integers only: the same everywhere.
///
/// O(passes * N^2 * (distance + detour) * links) time at the worst; 8 bytes for each link of all
/// routes and 16 a pair.
class balanced_routes {
public:
    struct pair {
        node_id source = 0;
        node_id destination = 0;
    };

    /// @pre a connected network; distance + detour at most 2,000, so that prices do not overflow
    balanced_routes(const link_table& links, const distance_matrix& distances, std::uint32_t detour,
                    route_load load, const participant_set& participants = {});

    [[nodiscard]] std::span<const pair> pairs() const noexcept { return pairs_; }
    /// Links of the route of the i-th pair, from its source on.
    [[nodiscard]] std::span<const link_id> route(std::size_t i) const {
        return std::span{hops_}.subspan(begin_[i], length_[i]);
    }
    /// The largest load of a link or node, which is a lower bound of the slots on these routes.
    [[nodiscard]] std::uint32_t largest_load() const noexcept { return largest_load_; }
    /// A lower bound of the slots on any routes: by distances, their sum, and the ports of a
    /// participant.
    [[nodiscard]] std::uint32_t least_slots() const noexcept { return least_slots_; }

private:
    class router;

    [[nodiscard]] static std::vector<pair> ordered_pairs(const distance_matrix& distances,
                                                         const std::vector<node_id>& nodes,
                                                         node_id node_count);

    std::vector<pair> pairs_;
    std::vector<std::size_t> begin_;     // of the room of each pair in `hops_`
    std::vector<std::uint16_t> length_;  // of each route
    std::vector<link_id> hops_;
    std::uint32_t largest_load_ = 0;
    std::uint32_t least_slots_ = 0;
};

/// By the walks from some of the participants.
[[nodiscard]] schedule_cost balanced_routes_cost(const link_table& links,
                                                 const distance_matrix& distances,
                                                 std::uint32_t detour,
                                                 const participant_set& participants = {});

}  // namespace tutti
