/// @file
/// Multinode broadcast on a product of networks, with one port, factor by factor.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/ring/tour_broadcast.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"
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

/// Every node's message to every node, over one factor after the other, from the last to the first:
/// each copy of the factor runs the factor's own program, once for every message that its nodes
/// hold. What they hold then are the messages of all nodes with the same coordinates in the factors
/// still to come.
///
/// On the 3 x 2 torus with rows 0 1 2 and 3 4 5, messages a to f: along columns in slot 1, then
/// around each row once for each of the two messages that a node holds:
///
///     slot 1   0-a->3  1-b->4  2-c->5  3-d->0  4-e->1  5-f->2
///     slot 2   0-a->1  1-b->2  2-c->0  3-a->4  4-b->5  5-c->3
///     slot 3   0-c->1  1-a->2  2-b->0  3-c->4  4-a->5  5-b->3
///     slot 4   0-d->1  1-e->2  2-f->0  3-d->4  4-e->5  5-f->3
///     slot 5   0-f->1  1-d->2  2-e->0  3-f->4  4-d->5  5-e->3
///
/// Dimakopoulos 1999, section 5, for any number of factors. Its own message goes through a node's
/// factor once more in one of the rounds, as it must: the others of the line have not heard it.
/// Time: exactly sum over the factors i of T_i, the time of i alone, times the sizes of all later
/// factors. Transmissions: n(n-1). Ports: one, as only one of the factors' programs runs at a time.
class product_broadcast {
public:
    /// @param net a network that `product_mismatch()` has nothing against
    product_broadcast(const network& net, duplex mode);

    /// The program of a node of the network. The object outlives it.
    /// @param own what the node has to say
    /// @param heard called with the node and every packet of the others as it comes in
    template <node_interface Node, class Heard>
        requires carries<Node, short_packet>
    task<> run(Node& self, short_packet own, Heard heard) const {
        std::vector<short_packet> packets(1, own);
        for (std::size_t i = parts_.size(); i-- > 0;) {
            packets = co_await over_factor(self, parts_[i], std::move(packets), heard);
        }
    }

private:
    struct part {
        factor along;
        scheduled_broadcast way;
        bool is_last;  // nothing of what is heard will be sent on
    };

    // A round for each of the messages held. They are in the order of the coordinates of their
    // origins in the factors gone over, the latest of these most significant: all nodes of a line
    // have the messages of the same coordinates in the same places.
    template <node_interface Node, class Heard>
    task<std::vector<short_packet>> over_factor(Node& self, const part& now,
                                                std::vector<short_packet> packets,
                                                Heard heard) const {
        const part_place at = now.along.place(self.id());
        const std::size_t rounds = packets.size();
        std::vector<short_packet> more(now.is_last ? 0 : rounds * now.along.nodes());
        for (std::size_t r = 0; r < rounds; ++r) {
            const auto keep = [&](const short_packet& packet) {
                if (!now.is_last) {
                    const node_id line_node = now.along.coordinate(packet.as_message().origin);
                    more[line_node * rounds + r] = packet;
                }
            };
            const auto hear = [&](auto& /*view*/, const short_packet& packet) {
                heard(self, packet);
                keep(packet);
            };
            keep(packets[r]);
            co_await one_round(self, now, at, packets[r], hear);
        }
        co_return more;
    }

    template <node_interface Node, class Heard>
    [[nodiscard]] static task<> one_round(Node& self, const part& now, part_place at,
                                          short_packet own, Heard heard) {
        return std::visit(
            [&](const auto& shape) {
                return now.way.run_on(subnetwork{self, shape, at}, own, heard);
            },
            now.along.shape());
    }

    std::vector<part> parts_;
};

}  // namespace tutti
