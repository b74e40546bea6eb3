/// @file
/// Packing: routing of messages to the first nodes of an array, one each.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/mesh/class_order.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/grid.hpp"

namespace tutti {

/// One node's part in routing in which the order of the packets' targets is that of their nodes:
/// along one virtual dimension after the other a packet moves a link a step until its digit is
/// right, and waits there. No two packets ever want the same link.
///
/// Packing uses the virtual dimensions from 0 up, unpacking from d-1 down; the two make monotone
/// routing. Array links only; goes `in_lockstep`.
///
/// Drawn in mesh_routing.hpp.
///
/// Varvarigos and Bertsekas, partial multinode broadcast, theorems 3 and 4.
/// Time: exactly d(p-1) steps. Transmissions: the distances, over array links.
template <node_of<grid> Node>
class mesh_packing {
public:
    using packet_type = packet_of<Node>;

    enum class direction : std::uint8_t { packing, unpacking };

    /// @param packets packets whose `target()` is a place in the order of class `c`
    mesh_packing(Node& self, int c, std::vector<packet_type> packets,
                 direction towards = direction::packing)
        : self_{&self},
          order_{self.network(), c},
          stored_packets_{std::move(packets)},
          towards_{towards} {}

    [[nodiscard]] static slot steps(const grid& shape) noexcept {
        return slot{shape.dimensions()} * (shape.side(0) - 1);
    }

    /// Sends the packets that move in `step`, from 0.
    void send(slot step) {
        const int l = level(step);
        const int here = order_.digit(self_->id(), l);
        std::erase_if(stored_packets_, [&](const packet_type& packet) {
            const int there = order_.digit_of_place(packet.target(), l);
            if (there == here) {
                return false;
            }
            self_->send(there < here ? order_.down(l) : order_.up(l), packet);
            return true;
        });
    }

    /// Takes the packets that moved in `step`.
    void receive(slot step) {
        const int l = level(step);
        for (const port from : {order_.down(l), order_.up(l)}) {
            if (const auto moved = self_->has(from) ? self_->received(from) : nullptr) {
                stored_packets_.push_back(*moved);
            }
        }
    }

    /// The packets that are here.
    [[nodiscard]] std::vector<packet_type>& packets_here() noexcept { return stored_packets_; }

private:
    [[nodiscard]] int level(slot step) const noexcept {
        const auto turn = static_cast<int>(step / (order_.side() - 1));
        return towards_ == direction::packing ? turn : order_.dimensions() - 1 - turn;
    }

    Node* self_;
    class_order order_;
    std::vector<packet_type> stored_packets_;
    direction towards_;
};

}  // namespace tutti
