/// @file
/// Packing and monotone routing on arrays.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/mesh/lockstep.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/reduction/mesh_prefix.hpp"
#include "collectives/input/initial_messages.hpp"
#include "mesh_packing.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/grid.hpp"

namespace tutti {

/// Moves packets through all steps, and gives those that end here.
template <node_of<grid> Node>
task<std::vector<routed_packet>> move_packets(Node& self, mesh_packing<Node> packets) {
    co_await in_lockstep(self, packets.steps(self.network()), std::span{&packets, 1});
    co_return std::move(packets.packets_here());
}

/// The message of the node with rank i among those that have one, to node i. Each of them is given
/// its rank.
///
/// Messages b, e and f of nodes 1, 4 and 5 on the path of 6, to nodes 0, 1 and 2:
///
///     slot 1   1-b->0  4-e->3  5-f->4
///     slot 2   3-e->2  4-f->3
///     slot 3   2-e->1  3-f->2
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorem 3. All nodes mark "pack".
/// Time: exactly d(p-1) slots. Transmissions: the distances. Ports: all.
template <node_of<grid> Node>
    requires carries<Node, routed_packet>
task<> mesh_packing_alone(Node& self, initial_messages messages, std::uint32_t rank) {
    std::vector<routed_packet> packets;
    if (!messages.empty()) {
        packets.emplace_back(messages[0], rank, rank);
    }
    const auto packed =
        co_await move_packets(self, mesh_packing<Node>{self, 0, std::move(packets)});
    for (const routed_packet& packet : packed) {
        self.deliver(packet.content());
    }
    self.mark("pack");
}

/// The message of the node with rank i among those that have one, to the node with rank i among the
/// destinations: packing to node i, and the reverse of packing from there. Each source is given its
/// rank and the destination.
///
/// Messages b, e and f of nodes 1, 4 and 5 on the path of 6, to nodes 0, 2 and 3; packed after slot
/// 5:
///
///     slot 1   1-b->0  4-e->3  5-f->4
///     slot 2   3-e->2  4-f->3
///     slot 3   2-e->1  3-f->2
///     slot 4   -
///     slot 5   -
///     slot 6   1-e->2  2-f->3
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorem 4. All nodes mark "pack" and
/// "unpack". Time: exactly 2d(p-1) slots. Transmissions: the distances. Ports: all.
template <node_of<grid> Node>
    requires carries<Node, routed_packet>
task<> monotone_routing(Node& self, initial_messages messages, std::uint32_t rank,
                        node_id destination) {
    std::vector<routed_packet> packets;
    if (!messages.empty()) {
        packets.emplace_back(messages[0], rank, destination);
    }
    auto packed = co_await move_packets(self, mesh_packing<Node>{self, 0, std::move(packets)});
    self.mark("pack");
    for (routed_packet& packet : packed) {
        packet = packet.to_next();
    }
    const auto unpacked = co_await move_packets(
        self,
        mesh_packing<Node>{self, 0, std::move(packed), mesh_packing<Node>::direction::unpacking});
    for (const routed_packet& packet : unpacked) {
        self.deliver(packet.content());
    }
    self.mark("unpack");
}

/// The node's rank among those that have a message, by a prefix sum. Takes `mesh_prefix::steps`.
template <node_of<grid> Node>
    requires carries<Node, routed_packet>
task<std::uint32_t> rank_by_prefix(Node& self, bool has_message,
                                   typename mesh_prefix<Node>::spread result) {
    mesh_prefix<Node> sum{self, 0, has_message ? 1U : 0U, result};
    co_await in_lockstep(self, sum.steps(self.network(), result), std::span{&sum, 1});
    self.mark("rank");
    co_return static_cast<std::uint32_t>(sum.before());
}

/// `mesh_packing_alone` by nodes that find their ranks first.
///
/// Messages b and d of nodes 1 and 3 on the 2 x 2 array with rows 0 1 and 2 3, to nodes 0 and 1; +
/// is a sum:
///
///     slot 1   0-+->1  2-+->3
///     slot 2   1-+->3
///     slot 3   3-+->1
///     slot 4   1-+->0  3-+->2
///     slot 5   1-b->0
///     slot 6   3-d->1
///
/// Varvarigos and Bertsekas, partial multinode broadcast, after theorem 4. All nodes mark "rank"
/// (steps of length t_p) and "pack". Time: exactly 2d(p-1) t_p + d(p-1), (2d-1)(p-1) t_p + d(p-1)
/// if nodes learn ranks only: packing does not need the number of packets. Ports: all.
template <node_of<grid> Node>
    requires carries<Node, routed_packet>
task<> packing_after_prefix(Node& self, initial_messages messages,
                            typename mesh_prefix<Node>::spread result) {
    const std::uint32_t rank = co_await rank_by_prefix(self, !messages.empty(), result);
    co_await mesh_packing_alone(self, std::move(messages), rank);
}

/// `monotone_routing` by nodes that find their ranks first.
///
/// Varvarigos and Bertsekas, partial multinode broadcast, after theorem 4. All nodes mark "rank"
/// (steps of length t_p), "pack" and "unpack". Time: exactly 2d(p-1) t_p + 2d(p-1). Ports: all.
template <node_of<grid> Node>
    requires carries<Node, routed_packet>
task<> routing_after_prefix(Node& self, initial_messages messages, node_id destination) {
    const std::uint32_t rank =
        co_await rank_by_prefix(self, !messages.empty(), mesh_prefix<Node>::spread::all);
    co_await monotone_routing(self, std::move(messages), rank, destination);
}

}  // namespace tutti
