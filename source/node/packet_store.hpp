/// @file
/// Store of the packets that a node forwards later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "node_buffer.hpp"
#include "prefetch.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Packets in the order in which they came, found again by their place in it. For programs that
/// know from the network alone what a node has at which place.
template <class Packet>
class packet_store {
public:
    /// @param most packets that there is ever to be kept
    explicit packet_store(std::size_t most) : packets_{most + 1} {}

    /// Puts it at the next place. @pre `most` are not kept yet
    void keep(const Packet& content) noexcept { packets_.values()[count_++] = content; }

    /// Puts it at a place that has a packet. @pre `place` < packets kept
    void replace(std::size_t place, const Packet& content) noexcept {
        packets_.values()[place] = content;
    }

    /// Stores the packets that arrive at the node in the order of the ports, if `is_wanted(port,
    /// packet)`.
    /// @pre `most` are not kept yet
    template <class Node, class IsWanted>
    void keep_arrivals(Node& self, const IsWanted& is_wanted) {
        // Without a branch, and counted in a register: what is not wanted is overwritten by the
        // next.
        std::size_t count = count_;
        for_each_arrival(self,
                         [&, packets = packets_.values()](port through, const Packet& packet) {
                             packets[count] = packet;
                             count += is_wanted(through, packet) ? 1U : 0U;
                         });
        count_ = count;
    }

    /// Packets by place, from 0; unspecified where none has been stored.
    [[nodiscard]] std::span<const Packet> packets() const noexcept { return packets_.values(); }

    /// Has the packets at these places fetched from memory, which will be sent next, and the place
    /// of the next to keep: for `look_ahead`.
    void prefetch(std::span<const std::uint32_t> places) const noexcept {
        for (const std::uint32_t place : places) {
            prefetch_line(&packets_.values()[place]);
        }
        prefetch_line<true>(&packets_.values()[count_]);
    }

private:
    node_buffer<Packet> packets_;  // and one that is not wanted
    std::size_t count_ = 0;
};

}  // namespace tutti
