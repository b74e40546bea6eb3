/// @file
/// Packing: routing of messages to the first nodes of an array, one each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/mesh/class_order.hpp"
#include "algorithms/mesh/mesh_program.hpp"

namespace tutti {

/// One node's part in routing in which the order of the packets' targets is that of their nodes:
/// along one virtual dimension after the other a packet moves a link a step until its digit is
/// right, and waits there. No two packets ever want the same link.
///
/// Packing uses the virtual dimensions from 0 up, unpacking from d-1 down; the two make monotone
/// routing. Array links only; goes `in_lockstep`.
///
/// Drawn in mesh_routing.cpp.
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorems 3 and 4.
/// Time: exactly d(p-1) steps. Transmissions: the distances, over array links.
class mesh_packing {
public:
    enum class direction : std::uint8_t { packing, unpacking };

    /// @param packets packets whose `target()` is a place in the order of class `c`
    mesh_packing(const grid& shape, int c, std::vector<long_packet> packets,
                 direction towards = direction::packing)
        : order_{shape, c}, stored_packets_{std::move(packets)}, towards_{towards} {}

    [[nodiscard]] static slot steps(const grid& shape) noexcept {
        return slot{shape.dimensions()} * (shape.side(0) - 1);
    }

    /// Sends the packets that move in `step`, from 0.
    template <node_at_work Node>
    void send(Node& self, slot step) {
        const int l = level(step);
        const int here = order_.digit(self.id(), l);
        std::erase_if(stored_packets_, [&](const long_packet& packet) {
            const int there = order_.digit_of_place(packet.target(), l);
            if (there != here) {
                self.send(there < here ? order_.down(l) : order_.up(l), packet);
            }
            return there != here;
        });
    }

    /// Takes the packets that moved in `step`.
    template <node_at_work Node>
    void receive(Node& self, slot step) {
        const int l = level(step);
        for (const port from : {order_.down(l), order_.up(l)}) {
            if (const auto moved = heard_through(self, from)) {
                stored_packets_.push_back(*moved);
            }
        }
    }

    /// The packets that are here.
    [[nodiscard]] std::vector<long_packet>& packets_here() noexcept { return stored_packets_; }

private:
    [[nodiscard]] int level(slot step) const noexcept {
        const auto turn = static_cast<int>(step / (order_.side() - 1));
        return towards_ == direction::packing ? turn : order_.dimensions() - 1 - turn;
    }

    class_order order_;
    std::vector<long_packet> stored_packets_;
    direction towards_;
};

/// Packs the packets of the classes at the same time: `packets[c]` are those of class c at this
/// node.
template <node_of<grid> Node>
task<std::vector<std::vector<long_packet>>> pack_classes(
    Node& self, std::vector<std::vector<long_packet>> packets) {
    std::vector<mesh_packing> classes;
    classes.reserve(packets.size());
    int c = 0;
    for (std::vector<long_packet>& of_class : packets) {
        classes.emplace_back(self.network(), c++, std::move(of_class));
    }
    co_await in_lockstep(self, mesh_packing::steps(self.network()), std::span{classes});
    self.mark("pack");
    std::ranges::transform(classes, packets.begin(),
                           [](mesh_packing& each) { return std::move(each.packets_here()); });
    co_return packets;
}

}  // namespace tutti
