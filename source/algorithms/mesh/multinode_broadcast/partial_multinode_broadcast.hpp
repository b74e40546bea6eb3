/// @file
/// Partial multinode broadcast on arrays and tori.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/mesh/class_order.hpp"
#include "algorithms/mesh/collected_pieces.hpp"
#include "algorithms/mesh/lockstep.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/reduction/mesh_prefix.hpp"
#include "algorithms/mesh/routing/mesh_packing.hpp"
#include "line_rounds.hpp"
#include "node/pieces.hpp"

namespace tutti {

/// Rank of a node among the broadcasters.
struct place_in_class {
    std::uint32_t rank = 0;   ///< in the order of the class, from 0
    std::uint32_t total = 0;  ///< members of the class, over all nodes
};

/// Runs the prefix sums of the first classes at the same time; `own` is the count of this node.
template <node_of<grid> Node>
task<std::vector<place_in_class>> prefixes_of_classes(Node& self, std::vector<std::uint32_t> own) {
    std::vector<mesh_prefix<Node>> sums;
    for (std::size_t c = 0; c < own.size(); ++c) {
        sums.emplace_back(self, static_cast<int>(c), own[c]);
    }
    co_await in_lockstep(self, mesh_prefix<Node>::steps(self.network()), std::span{sums});
    std::vector<place_in_class> places;
    places.reserve(sums.size());
    for (const mesh_prefix<Node>& sum : sums) {
        places.push_back({.rank = static_cast<std::uint32_t>(sum.before()),
                          .total = static_cast<std::uint32_t>(sum.total())});
    }
    co_return places;
}

/// Packs the packets of the classes at the same time: `packets[c]` are those of class c at this
/// node.
template <node_of<grid> Node>
task<std::vector<std::vector<mesh_packet>>> pack_classes(
    Node& self, std::vector<std::vector<mesh_packet>> packets) {
    std::vector<mesh_packing<Node>> classes;
    for (std::size_t c = 0; c < packets.size(); ++c) {
        classes.emplace_back(self, static_cast<int>(c), std::move(packets[c]));
    }
    co_await in_lockstep(self, mesh_packing<Node>::steps(self.network()), std::span{classes});
    std::vector<std::vector<mesh_packet>> packed;
    packed.reserve(classes.size());
    for (mesh_packing<Node>& each : classes) {
        packed.push_back(std::move(each.packets_here()));
    }
    co_return packed;
}

/// Broadcasts the packets of the classes, packed as they are, at the same time. All classes take
/// the steps that `most` ranks take, so that no two use the same dimension in the same step.
template <node_of<grid> Node>
task<> broadcast_classes(Node& self, std::vector<std::vector<mesh_packet>> packed, round_mode mode,
                         std::uint32_t most) {
    collected_pieces<Node> collected{self};
    std::vector<line_rounds<Node>> classes;
    for (std::size_t c = 0; c < packed.size(); ++c) {
        for (const mesh_packet& packet : packed[c]) {
            if (mode == round_mode::halves) {
                collected.add(packet.half(0));
                collected.add(packet.half(1));
            } else {
                collected.add(packet);
            }
        }
        classes.emplace_back(self, static_cast<int>(c), mode, packed[c], most, collected);
    }
    co_await in_lockstep(self, line_rounds_steps(self.network(), mode, most), std::span{classes});
    self.mark("broadcast");
}

/// Number of rounds along lines of an array, or of a torus whose packets are halved.
[[nodiscard]] inline round_mode split_mode(const grid& shape) noexcept {
    return shape.edge() == grid_edge::closed ? round_mode::halves : round_mode::line;
}

/// One packet for each class: the message of a node cut in as many pieces, class c with its rank.
[[nodiscard]] inline std::vector<std::vector<mesh_packet>> cut_for_classes(
    const initial_messages& messages, const std::vector<place_in_class>& places) {
    std::vector<std::vector<mesh_packet>> cut(places.size());
    for (std::size_t c = 0; c < places.size() && !messages.empty(); ++c) {
        const piece part{.index = static_cast<std::uint8_t>(c),
                         .count = static_cast<std::uint8_t>(places.size())};
        cut[c].push_back(mesh_packet::of(messages[0], places[c].rank, part));
    }
    return cut;
}

/// M nodes' messages to every node, each cut in as many pieces as there are classes: a prefix sum
/// ranks them in the order of each class, each class packs its pieces at the first nodes of its
/// order, and broadcasts them along one dimension after the other. With d classes all dimensions
/// are busy; one class is the simple algorithm A_0.
///
/// Messages b and c of nodes 1 and 2 on the 2 x 2 array with rows 0 1 and 2 3, each in two pieces,
/// as b0 and b1; + is a sum. Ranks are known after slot 4, and pieces packed after slot 6:
///
///     slot 1   0-+->1   0-+->2   1-+->3   2-+->3
///     slot 2   1-+->3   2-+->3
///     slot 3   3-+->2   3-+->1
///     slot 4   1-+->0   2-+->0   3-+->2   3-+->1
///     slot 5   1-b0->0  1-b1->3  2-c0->3  2-c1->0
///     slot 6   3-b1->2  3-c0->1
///     slot 7   0-c1->1  0-b0->2  1-c0->3  2-b1->3
///     slot 8   0-b0->1  0-c1->2  1-c0->0  1-c1->3  2-b0->3  2-b1->0  3-c0->2  3-b1->1
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorem 6 (d classes), section 3 (one).
/// All nodes mark "rank" (steps of length t_p), "pack" (1/classes) and "broadcast" (1/classes on an
/// array, half of it on a torus). Time: exactly 2d(p-1) t_p + d(p-1)/classes + (p-1)/(classes*g) *
/// sum of ceil(M/p^k), g = 1 on an array and 2 on a torus. Ports: all.
/// @param classes 1 or d
/// @return M, in the slot in which it is over
template <mesh_node Node>
task<std::uint64_t> partial_multinode_broadcast(Node& self, initial_messages messages,
                                                int classes) {
    const auto own = static_cast<std::uint32_t>(messages.size());
    const std::vector<place_in_class> places = co_await prefixes_of_classes(
        self, std::vector<std::uint32_t>(static_cast<std::size_t>(classes), own));
    self.mark("rank");
    auto packed = co_await pack_classes(self, cut_for_classes(messages, places));
    self.mark("pack");
    co_await broadcast_classes(self, std::move(packed), split_mode(self.network()),
                               places[0].total);
    co_return places[0].total;
}

/// Every node's message to every node in the same way: ranks are known, and every piece is where
/// its packing would bring it.
///
/// On the 2 x 2 array with rows 0 1 and 2 3, two pieces of the messages a to d:
///
///     slot 1   0-a1->1  0-a0->2  1-b1->0  1-b0->3  2-c1->3  2-c0->0  3-d1->2  3-d0->1
///     slot 2   0-a0->1  0-a1->2  1-b0->0  1-a1->3  2-a0->3  2-c1->0  3-b0->2  3-c1->1
///     slot 3   0-c0->1  0-b1->2  1-d0->0  1-b1->3  2-c0->3  2-d1->0  3-d0->2  3-d1->1
///
/// Whole messages in one class, along columns and then along rows:
///
///     slot 1   0-a->2  1-b->3  2-c->0  3-d->1
///     slot 2   0-a->1  1-b->0  2-a->3  3-b->2
///     slot 3   0-c->1  1-d->0  2-c->3  3-d->2
///
/// Varvarigos and Bertsekas, partial multinode broadcast, after theorem 6. All nodes mark
/// "broadcast". Time: exactly (p^d-1)/(classes*g) with g as above, which is optimal for d classes.
template <mesh_node Node>
task<> multinode_broadcast_by_pieces(Node& self, initial_messages messages, int classes) {
    std::vector<place_in_class> places;
    places.reserve(static_cast<std::size_t>(classes));
    for (int c = 0; c < classes; ++c) {
        places.push_back({.rank = class_order{self.network(), c}.place(self.id())});
    }
    co_await broadcast_classes(self, cut_for_classes(messages, places), split_mode(self.network()),
                               static_cast<std::uint32_t>(self.network().node_count()));
}

/// The rounds of whole packets.
[[nodiscard]] inline round_mode whole_mode(const grid& shape, bool alternates) noexcept {
    if (shape.edge() != grid_edge::closed) {
        return round_mode::line;
    }
    return alternates ? round_mode::alternating : round_mode::whole;
}

/// ceil(M/d), the members of the largest class.
[[nodiscard]] constexpr std::uint32_t largest_class(std::uint32_t total, int classes) noexcept {
    const auto d = static_cast<std::uint32_t>(classes);
    return total / d + (total % d != 0 ? 1 : 0);
}

/// Packs whole packets class by class, and broadcasts them. @param c the class of this node's
/// message
/// @param rank its rank in that class
/// @param most members of the largest class
template <node_of<grid> Node>
task<> broadcast_whole(Node& self, initial_messages messages, place_in_class at, int c,
                       bool alternates) {
    const auto classes = static_cast<std::size_t>(self.network().dimensions());
    std::vector<std::vector<mesh_packet>> of_class(classes);
    if (!messages.empty()) {
        of_class[static_cast<std::size_t>(c)].push_back(mesh_packet::of(messages[0], at.rank));
    }
    auto packed = co_await pack_classes(self, std::move(of_class));
    self.mark("pack");
    co_await broadcast_classes(self, std::move(packed), whole_mode(self.network(), alternates),
                               largest_class(at.total, self.network().dimensions()));
}

/// M nodes' messages to every node, uncut: a first prefix sum deals them out to the d classes, d
/// more rank them within their classes, and each class packs and broadcasts its own. All classes
/// keep to the steps of the largest.
///
/// Messages b and c of nodes 1 and 2 on the 2 x 2 array with rows 0 1 and 2 3; + is a sum. Classes
/// are known after slot 4, ranks after slot 8, and messages packed after slot 10. The classes take
/// rows and columns in opposite orders:
///
///     slot 1    0-+->1  2-+->3
///     slot 2    1-+->3
///     slot 3    3-+->1
///     slot 4    1-+->0  3-+->2
///     slot 5    0-+->1  0-+->2  1-+->3  2-+->3
///     slot 6    1-+->3  2-+->3
///     slot 7    3-+->2  3-+->1
///     slot 8    1-+->0  2-+->0  3-+->2  3-+->1
///     slot 9    1-b->0  2-c->0
///     slot 10   -
///     slot 11   0-c->1  0-b->2
///     slot 12   0-b->1  0-c->2  1-c->3  2-b->3
///
/// Varvarigos and Bertsekas, partial multinode broadcast, 4.2; on a torus with even sides the
/// longer way may alternate, which is an addition. All nodes mark "class" and "rank" (steps of
/// length t_p), "pack" and "broadcast". Time: exactly 4d(p-1) t_p + d(p-1) + q * sum of
/// ceil(ceil(M/d)/p^k), q the steps of a round; alternating, the sum of
/// ceil(ceil(ceil(M/d)/p^k)(p-1)/2). Ports: all.
template <mesh_node Node>
task<std::uint64_t> partial_multinode_broadcast_whole(Node& self, initial_messages messages,
                                                      bool alternates) {
    const int classes = self.network().dimensions();
    const auto own = static_cast<std::uint32_t>(messages.size());
    const std::vector<place_in_class> class_places =
        co_await prefixes_of_classes(self, std::vector<std::uint32_t>(1, own));
    self.mark("class");
    const auto c = static_cast<int>(class_places[0].rank % static_cast<std::uint32_t>(classes));
    std::vector<std::uint32_t> counted(static_cast<std::size_t>(classes));
    counted[static_cast<std::size_t>(c)] = own;
    const std::vector<place_in_class> places =
        co_await prefixes_of_classes(self, std::move(counted));
    self.mark("rank");
    const place_in_class at{.rank = places[static_cast<std::size_t>(c)].rank,
                            .total = class_places[0].total};
    co_await broadcast_whole(self, std::move(messages), at, c, alternates);
    co_return class_places[0].total;
}

/// Every node's message to every node in the same way; a node computes its class and rank itself.
///
/// On the 2 x 2 array with rows 0 1 and 2 3, messages a to d; a and c make one class, b and d the
/// other, packed after slot 2:
///
///     slot 1   2-c->3
///     slot 2   1-b->0  3-d->2  3-c->1
///     slot 3   0-b->1  0-a->2  1-c->3  2-d->3
///     slot 4   0-a->1  0-b->2  1-c->0  1-b->3  2-a->3  2-d->0  3-c->2  3-d->1
///
/// Varvarigos and Bertsekas, partial multinode broadcast, 4.2. All nodes mark "pack" and
/// "broadcast".
template <mesh_node Node>
task<> multinode_broadcast_by_classes(Node& self, initial_messages messages, bool alternates) {
    const grid& shape = self.network();
    const auto classes = static_cast<std::uint32_t>(shape.dimensions());
    const auto c = static_cast<int>(self.id() % classes);
    const class_order order{shape, c};
    place_in_class at{.total = static_cast<std::uint32_t>(shape.node_count())};
    for (node_id node = self.id() % classes; node < shape.node_count(); node += classes) {
        at.rank += order.place(node) < order.place(self.id()) ? 1U : 0U;
    }
    co_await broadcast_whole(self, std::move(messages), at, c, alternates);
}

}  // namespace tutti
