/// @file
/// The packets that a node keeps to send them on later.
#pragma once

#include <cstddef>

#include "tutti/model/node_buffer.hpp"
#include "tutti/model/prefetch.hpp"

namespace tutti {

/// Packets in the order in which they came, found again by their place in it. For programs that
/// know from the network alone what a node has at which place.
template <class Packet>
class kept_packets {
public:
    /// @param most packets that there is ever to be kept
    explicit kept_packets(std::size_t most) : packets_{most + 1} {}

    /// Puts it at the next place, if `is_wanted`. @pre `most` are not kept yet
    void keep_if(bool is_wanted, const Packet& content) noexcept {
        // Without a branch: what is not wanted is overwritten by the next.
        packets_.values()[count_] = content;
        count_ += is_wanted ? 1 : 0;
    }

    /// What is kept at `place`, from 0; anything if nothing has come there. @pre place < most
    [[nodiscard]] const Packet& operator[](std::size_t place) const noexcept {
        return packets_.values()[place];
    }

    /// Has the packet at `place` fetched from memory.
    void prefetch(std::size_t place) const noexcept { prefetch_line(&packets_.values()[place]); }
    /// Has the next place fetched from memory.
    void prefetch_next() const noexcept { prefetch_line<true>(&packets_.values()[count_]); }

private:
    node_buffer<Packet> packets_;  // and one that is not wanted
    std::size_t count_ = 0;
};

}  // namespace tutti
