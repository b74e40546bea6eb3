/// @file
/// Optimal multinode broadcast over trees that take turns with their last dimensions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tutti/collective/cube/cube_packet.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/slot.hpp"
#include "tutti/machine/task.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tree/rotation_classes.hpp"
#include "tutti/workload/own_messages.hpp"

namespace tutti {

/// Every node's message to every node, in the least possible time: the tree of node x is x ^ T, T
/// the tree of `rotation_classes`, and the next d links of T are crossed in every slot. They are of
/// different dimensions, so no two messages meet.
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 3. All nodes mark "broadcast".
/// Time: exactly ceil((2^d-1)/d) slots. Transmissions: 2^d(2^d - 1). Ports: all.
/// @param classes of the network; outlives the program
template <node_of<hypercube> Node>
    requires carries<Node, cube_packet>
task<> multinode_rotation_classes(Node& self, own_messages mine, const rotation_classes& classes) {
    const auto dimensions = static_cast<std::size_t>(self.network().dimensions());
    const std::size_t others = classes.order().size();
    std::vector<cube_packet> kept;  // what is to be sent on, in the order of arrival
    kept.reserve(classes.inner_count());
    self.deliver(mine[0]);
    kept.push_back(cube_packet::of(mine[0], cube_packet_kind::data));
    for (std::size_t first = 0; first < others; first += dimensions) {
        const std::size_t links = std::min(dimensions, others - first);
        for (std::size_t i = 0; i < links; ++i) {
            self.send(static_cast<port>(i), kept[classes.source(first + i)]);
        }
        co_await self.next_slot();
        for (const auto [through, packet] : self.inbox()) {
            self.deliver(packet.content());
            if (classes.is_inner(first + static_cast<std::size_t>(through))) {
                kept.push_back(packet);
            }
        }
    }
    self.mark("broadcast");
}

}  // namespace tutti
