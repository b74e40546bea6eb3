/// @file
/// Optimal multinode broadcast over trees that take turns with their last dimensions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tutti/algorithm/cube/cube_packet.hpp"
#include "tutti/collective/own_messages.hpp"
#include "tutti/model/buffer.hpp"
#include "tutti/model/face.hpp"
#include "tutti/model/prefetch.hpp"
#include "tutti/model/step_end.hpp"
#include "tutti/model/task.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/tree/rotation_classes.hpp"

namespace tutti {

/// What a node does in every slot of `multinode_rotation_classes`, and what it keeps.
class rotation_class_broadcast {
public:
    rotation_class_broadcast(const rotation_classes& classes, const message& own)
        : classes_{&classes}, kept_{classes.inner_count() + 1} {
        kept_.values()[0] = cube_packet::of(own, cube_packet_kind::data);
    }

    /// Takes in what was sent towards the nodes before `next_` of the order, and sends towards
    /// those from there on.
    template <node_at_work_of<hypercube> Node>
    step_end step(Node& self) {
        if (next_ != 0) {
            receive(self, classes_->sources(next_ - before_, before_));
        }
        const std::span sources = next_sources();
        send(self, sources);
        next_ += sources.size();
        before_ = sources.size();
        return sources.empty() ? step_end::over() : step_end::next_slot();
    }

    template <class Ahead>
    void prepare(Ahead& self) const {
        self.expect_busy_links();
        self.expect_arrivals([](const cube_packet& packet) { return packet.content(); });
        const std::span kept = kept_.values();
        for (const std::uint32_t source : next_sources()) {
            prefetch_line(&kept[source / 2]);
        }
        prefetch_line<true>(&kept[count_]);
    }

private:
    [[nodiscard]] std::span<const std::uint32_t> next_sources() const {
        return classes_->sources(next_, std::min(static_cast<std::size_t>(classes_->dimensions()),
                                                 classes_->order().size() - next_));
    }

    template <class Node>
    void receive(Node& self, std::span<const std::uint32_t> sources) {
        const auto kept = kept_.values().begin();
        auto next = kept + static_cast<std::ptrdiff_t>(count_);
        for_each_arrival(self, [&](port through, const cube_packet& packet) {
            self.deliver(packet.content());
            // What is not to be kept is overwritten by the next.
            *next = packet;
            next += sources[static_cast<std::size_t>(through)] % 2;
        });
        count_ = static_cast<std::size_t>(next - kept);
    }

    template <class Node>
    void send(Node& self, std::span<const std::uint32_t> sources) const {
        const std::span kept = kept_.values();
        const std::uint64_t ports = (std::uint64_t{1} << sources.size()) - 1;
        send_each(self, ports, [=](port through) -> const cube_packet& {
            return kept[sources[static_cast<std::size_t>(through)] / 2];
        });
    }

    const rotation_classes* classes_;
    node_buffer<cube_packet> kept_;  // what is to be sent on, in the order of arrival, and a spare
    std::size_t count_ = 1;
    std::size_t next_ = 0;    // the node of the order that comes next
    std::size_t before_ = 0;  // how many came in the slot before
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
    self.deliver(mine[0]);
    co_await run_steps(self, rotation_class_broadcast{classes, mine[0]});
    self.mark("broadcast");
}

}  // namespace tutti
