/// @file
/// Schedule of total exchange in the fewest slots, all ports, on tori and products of such
/// networks.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// A ring or a complete graph, as a factor of a product.
struct cyclic_factor {
    std::uint32_t side = 2;
    bool is_complete = false;  ///< links for all differences of two digits, not for 1 and -1 alone
};

/// Factors of a hypercube, torus, ring, complete graph, or a product of these, by digits of the
/// ids; null for all other networks.
[[nodiscard]] std::optional<std::vector<cyclic_factor>> cyclic_factors(const network& net);

/// The way of the packets of one node, which the packets of all others take shifted: a packet for
/// each displacement needs the links of its differences in any order, one a slot, and in a slot
/// one packet may use a link. That is an open shop with unit operations, displacements being jobs
/// and the directions of links machines, and slots are the larger of the largest number of
/// operations of a machine and that of a job (Konig 1916; Gonzalez and Sahni, "Open Shop Scheduling
/// to Minimize Finish Time", 1976). No schedule is shorter if no side p is even
/// and the product of the others odd.
///
/// By alternating paths of an edge colouring: O(operations * path) time, 16 bytes an operation.
class open_shop_schedule {
public:
    struct operation {
        std::uint32_t slot = 1;
        std::uint32_t job = 0;      ///< displacements without 0, lexicographic, digit 0 first
        std::uint32_t machine = 0;  ///< +1 and -1 of a ring, or all differences; by digits

        friend auto operator<=>(const operation&, const operation&) = default;
    };

    explicit open_shop_schedule(std::vector<cyclic_factor> factors);

    [[nodiscard]] std::uint32_t slots() const {
        return operations_.empty() ? 0 : operations_.back().slot;
    }
    /// Sorted.
    [[nodiscard]] std::span<const operation> operations() const noexcept { return operations_; }

    /// The sends of packets s * N + d, from each node s to each other node d.
    /// @param links of a network with these factors, of fewer than 65,536 nodes
    [[nodiscard]] send_table sends(const link_table& links) const;

private:
    std::vector<cyclic_factor> factors_;
    std::vector<operation> operations_;
};

/// @param operations the sum of the distances from a node
[[nodiscard]] schedule_cost open_shop_schedule_cost(std::uint64_t operations);

}  // namespace tutti
