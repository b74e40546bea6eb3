/// @file
/// Optimal multinode broadcast over trees that take turns with their last dimensions.
#pragma once

#include <cstddef>
#include <span>

#include "node/packet_store.hpp"
#include "topology/trees/rotation_classes.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/node/node_interface.hpp"

namespace tutti {

/// Step of node z in every slot of `multinode_rotation_classes`.
class rotation_class_broadcast {
public:
    rotation_class_broadcast(const rotation_classes& classes, const message& own)
        : classes_{&classes}, packets_{classes.inner_count()} {
        packets_.keep(cube_packet::of(own, cube_packet_kind::data));
    }

    /// Step of slot i, for every link (parent, t) of A_i: over its dimension z sends the packet of
    /// the origin z ^ parent, and receives that of the origin z ^ t.
    template <node_at_work_of<hypercube> Node>
    step_end step(Node& self) {
        if (slot_ > 0) {
            const std::span crossed = classes_->links(slot_ - 1);
            packets_.keep_arrivals(self, [&](port through, const cube_packet& packet) {
                self.deliver(packet.content());
                return crossed[static_cast<std::size_t>(through)].leads_to_inner();
            });
        }
        const std::span links = classes_->links(slot_);
        const std::span packets = packets_.packets();
        send_each(self, classes_->crossed(slot_).bits(), [=](port through) -> const cube_packet& {
            return packets[links[static_cast<std::size_t>(through)].parent()];
        });
        ++slot_;
        return links.empty() ? step_end::over() : step_end::next_slot();
    }

    template <class Ahead>
    void prepare(Ahead& self) const {
        self.expect_busy_links();
        self.expect_arrivals([](const cube_packet& packet) { return packet.content(); });
        for (const rotation_classes::link& each : classes_->links(slot_)) {
            packets_.prefetch(each.parent());
        }
        packets_.prefetch_next();
    }

private:
    const rotation_classes* classes_;
    packet_store<cube_packet> packets_;  // of z ^ t for all inner nodes t, as they are reached
    std::size_t slot_ = 0;               // of this phase; A_1 is crossed in slot 0
};

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
    self.deliver(messages[0]);
    co_await run_steps(self, rotation_class_broadcast{classes, messages[0]});
    self.mark("broadcast");
}

}  // namespace tutti
