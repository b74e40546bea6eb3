/// @file
/// Optimal multinode broadcast over trees that take turns with their last dimensions.
#pragma once

#include <cstddef>
#include <span>

#include "node/packet_store.hpp"
#include "topology/networks/dimension_set.hpp"
#include "topology/trees/rotation_classes.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/node/node_interface.hpp"

namespace tutti {

/// Every node's message to every node, in the least possible time: the tree of node z is z ^ T, T
/// the tree of `rotation_classes`, and in every slot i the next d links of T are crossed, the set
/// A_i. They are of different dimensions, so no two messages meet.
///
/// Message a of node 0 on the 3-cube; that of node z goes from u ^ z to v ^ z where this goes from
/// u to v:
///
///     slot 1   0-a->1  0-a->2  0-a->4
///     slot 2   1-a->5  2-a->3  4-a->6
///     slot 3   6-a->7
///
/// Bertsekas, Ozveren, Stamoulis, Tseng and Tsitsiklis 1991, section 3. All nodes mark "broadcast".
/// Time: exactly ceil((2^d-1)/d) slots. Transmissions: 2^d(2^d - 1). Ports: all.
/// @param classes of the network; outlives the program
template <cube_node Node>
task<> multinode_rotation_classes(Node& self, initial_messages messages,
                                  const rotation_classes& classes) {
    packet_store<short_packet> store{classes.place_count()};
    const std::span packets = store.packets();
    packets.front() = short_packet::of(messages[0], packet_kind::data);
    self.deliver(messages[0]);
    std::size_t i = 0;  // A_(i+1) is crossed in this slot
    const look_ahead ahead{[&] { store.prefetch(classes.sent(i)); }};
    co_await each_slot(self, ahead, [&, packets](auto& node) {
        if (i > 0) {
            for_each_arrival(node, [&node, packets, kept = classes.kept(i - 1)](
                                       port through, const short_packet& packet) {
                packets[kept[through]] = packet;
                node.deliver(packet.as_message());
            });
        }
        const auto sent = classes.sent(i);
        ++i;
        send_each(node, dimension_set::lowest(sent.size()).bits(),
                  [sent, packets](port through) -> const short_packet& {
                      return packets[sent[through]];
                  });
        return sent.empty() ? wait_for::nothing() : wait_for::next_slot();
    });
    self.mark("broadcast");
}

}  // namespace tutti
