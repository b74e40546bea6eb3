/// @file
/// What came through one port in a slot.
#pragma once

#include <cstddef>

#include "misuse.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The packet that came through a port at the start of a slot, or nothing: a pointer that may be
/// tested, and that is safe to follow. It holds for this slot.
///
///     if (const auto heard = self.received(2)) { self.send(3, *heard); }
template <packet Packet>
class received_packet {
public:
    /// Nothing.
    received_packet(std::nullptr_t /*none*/ = nullptr) noexcept {}
    /// @param packet null if nothing came; outlives the slot
    received_packet(const Packet* packet, port through) noexcept
        : packet_{packet}, through_{through} {}

    /// The same for a view, to whose program the port has another number.
    [[nodiscard]] received_packet seen_at(port through) const noexcept {
        return {packet_, through};
    }

    [[nodiscard]] explicit operator bool() const noexcept { return packet_ != nullptr; }
    [[nodiscard]] friend bool operator==(received_packet one, std::nullptr_t /*none*/) noexcept {
        return one.packet_ == nullptr;
    }

    /// @throws error if nothing came
    [[nodiscard]] const Packet& operator*() const {
        if (packet_ == nullptr) [[unlikely]] {
            detail::refuse_missing_packet(through_);
        }
        return *packet_;
    }
    /// @throws error if nothing came
    [[nodiscard]] const Packet* operator->() const { return &**this; }

private:
    const Packet* packet_ = nullptr;
    port through_ = -1;
};

}  // namespace tutti
