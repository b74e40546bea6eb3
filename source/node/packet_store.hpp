/// @file
/// Store of the packets that a node forwards later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "node_buffer.hpp"
#include "prefetch.hpp"

namespace tutti {

/// Array of the packets that a node sends on. For programs that know from the network alone which
/// of them is at which place.
template <class Packet>
class packet_store {
public:
    explicit packet_store(std::size_t places) : packets_{places} {}

    /// Packets by place, from 0; unspecified where none has been stored.
    [[nodiscard]] std::span<Packet> packets() noexcept { return packets_.values(); }

    /// Prefetches the packets at these places, which will be sent next: for `look_ahead`.
    void prefetch(std::span<const std::uint32_t> places) const noexcept {
        for (const std::uint32_t place : places) {
            prefetch_line(&packets_.values()[place]);
        }
    }

private:
    node_buffer<Packet> packets_;
};

}  // namespace tutti
