/// @file
/// Optimal multinode broadcast over trees that take turns with their last dimensions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tutti/collective/cube/cube_packet.hpp"
#include "tutti/machine/face.hpp"
#include "tutti/machine/frame_pool.hpp"
#include "tutti/machine/slot.hpp"
#include "tutti/machine/task.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tree/rotation_classes.hpp"
#include "tutti/workload/own_messages.hpp"

namespace tutti {

/// What a node keeps in `multinode_rotation_classes`, and its slots: functions of their own, for
/// what they work with stays in registers then, as it does not in a coroutine.
class rotation_class_broadcast {
public:
    rotation_class_broadcast(const rotation_classes& classes, const message& own)
        : classes_{&classes}, kept_{classes.inner_count() + 1} {
        kept_.values()[0] = cube_packet::of(own, cube_packet_kind::data);
    }

    /// Sends towards the nodes `first` and on of the order.
    template <node_of<hypercube> Node>
    [[gnu::noinline]] void send(Node& self, std::size_t first) const {
        const std::span kept = kept_.values();
        auto links = sending(self);
        const std::span sources = classes_->sources(first, links_of(first));
        const std::uint64_t ports = (std::uint64_t{1} << sources.size()) - 1;
        links.send_each(ports, [=](port through) -> const cube_packet& {
            return kept[sources[static_cast<std::size_t>(through)] / 2];
        });
    }

    /// Takes in what was sent towards them, and has what will be sent next fetched from memory.
    template <node_of<hypercube> Node>
    [[gnu::noinline]] void receive(Node& self, std::size_t first) {
        const std::span kept = kept_.values();
        const std::span sources = classes_->sources(first, links_of(first));
        std::size_t count = count_;
        for_each_arrival(self, [&](port through, const cube_packet& packet) {
            self.deliver(packet.content());
            // What is not to be kept is overwritten by the next.
            kept[count] = packet;
            count += sources[static_cast<std::size_t>(through)] % 2;
        });
        count_ = count;
        const std::size_t next = first + links_of(first);
        for (const std::uint32_t place : classes_->sources(next, links_of(next))) {
            __builtin_prefetch(&kept[place / 2]);
        }
    }

private:
    [[nodiscard]] std::size_t links_of(std::size_t first) const noexcept {
        return std::min(static_cast<std::size_t>(classes_->dimensions()),
                        classes_->order().size() - first);
    }

    const rotation_classes* classes_;
    node_buffer<cube_packet> kept_;  // what is to be sent on, in the order of arrival, and a spare
    std::size_t count_ = 1;
};

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
    rotation_class_broadcast broadcast{classes, mine[0]};
    self.deliver(mine[0]);
    for (std::size_t first = 0; first < classes.order().size(); first += dimensions) {
        broadcast.send(self, first);
        co_await self.next_slot();
        broadcast.receive(self, first);
        co_await fetched(self);
    }
    self.mark("broadcast");
}

}  // namespace tutti
