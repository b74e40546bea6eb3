/// @file
/// Factorisation of a network as a product.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "algorithms/ring/tour_broadcast.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/subnetwork.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Factor of a network, with the mapping between its nodes and the network's.
class factor {
public:
    /// Factor `index` of `whole`. @pre `whole` is a product of more
    factor(const network& whole, std::size_t index);

    /// Factor `index` of this one, as a factor of the whole network. @pre this one is a product
    /// of more
    [[nodiscard]] factor within(std::size_t index) const;

    [[nodiscard]] const network& shape() const noexcept { return shape_; }
    /// Nodes of the factor.
    [[nodiscard]] node_id nodes() const noexcept { return nodes_; }
    /// Tour of the factor that its own program follows; if there is none, it uses a spanning tree.
    [[nodiscard]] tour_kind tour() const noexcept { return tour_; }
    /// The time of multinode broadcast on the factor alone.
    [[nodiscard]] slot slots(duplex mode) const;
    /// Node of the factor that corresponds to the network's `node`.
    [[nodiscard]] node_id coordinate(node_id node) const noexcept {
        return node / stride_ % nodes_;
    }
    /// The same, with the number of the factor's port 0 at `node`.
    [[nodiscard]] part_place place(node_id node) const;

private:
    // A product, and the place of one of its factors.
    struct level {
        network whole;
        std::size_t index;
    };

    std::vector<level> levels_;  // from the whole network down to the factor
    network shape_;
    node_id stride_;  // the difference of two ids that differ by one in this factor alone
    node_id nodes_;
    tour_kind tour_;
};

/// The factors of a network in the order given: the lines of an array or torus, the factors of a
/// product. A factor that is a product itself and has neither a Hamiltonian cycle nor a path that
/// is known is replaced by its factors. Empty for networks that are no products.
[[nodiscard]] std::vector<factor> factors_of(const network& net);

/// Why multinode broadcast cannot run factor by factor on `net`, or an empty text.
[[nodiscard]] std::string product_mismatch(const network& net);

/// Slots of multinode broadcast, factor by factor: the sum over the factors i of
/// n_{i+1} * .. * n_k * T_i, where n_j is the size of factor j and T_i the time of multinode
/// broadcast along the cycle or path of factor i. Dimakopoulos 1999, theorem 2.
/// @pre `product_mismatch(net)` is empty
[[nodiscard]] slot product_slots(const network& net, duplex mode);

/// The same network with its factors in the order that takes the fewest slots, as users write it:
/// by increasing T_i / (n_i - 1), for two neighbours in the order are worth exchanging if that is
/// larger for the first. Equals stay as they are.
struct factor_order {
    std::string specification;
    slot slots = 0;
};
[[nodiscard]] factor_order cheapest_order(const network& net, duplex mode);

}  // namespace tutti
