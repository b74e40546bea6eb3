/// @file
/// The packet of routing on arrays.
#pragma once

#include <array>
#include <cstdint>

#include "algorithms/mesh/mesh_packet.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/packet.hpp"

namespace tutti {

/// A node's only message with the place that it is to go to, and the place after that, or counts:
/// 24 bytes.
class routed_packet {
public:
    routed_packet() = default;
    constexpr routed_packet(const message& content, std::uint32_t target,
                            std::uint32_t next) noexcept
        : payload_{content.payload},
          origin_{content.origin},
          target_{target},
          next_{next},
          kind_{mesh_packet_kind::data} {}

    [[nodiscard]] static constexpr routed_packet none() noexcept { return {}; }

    /// One count, or two.
    [[nodiscard]] static constexpr routed_packet counts(mesh_packet_kind kind, std::uint64_t first,
                                                        std::uint64_t second = 0) noexcept {
        routed_packet made;
        made.kind_ = kind;
        made.payload_ = first;
        made.origin_ = static_cast<std::uint32_t>(second);
        made.target_ = static_cast<std::uint32_t>(second >> 32U);
        return made;
    }

    [[nodiscard]] constexpr mesh_packet_kind kind() const noexcept { return kind_; }
    [[nodiscard]] constexpr std::uint64_t first_count() const noexcept { return payload_; }
    [[nodiscard]] constexpr std::uint64_t second_count() const noexcept {
        return origin_ | std::uint64_t{target_} << 32U;
    }
    [[nodiscard]] constexpr std::uint32_t target() const noexcept { return target_; }
    [[nodiscard]] constexpr message content() const noexcept {
        return {.origin = origin_, .number = 0, .payload = payload_};
    }
    [[nodiscard]] constexpr bool is_control() const noexcept {
        return kind_ != mesh_packet_kind::data;
    }

    /// The same packet on the second part of its way.
    [[nodiscard]] constexpr routed_packet to_next() const noexcept {
        routed_packet made = *this;
        made.target_ = next_;
        return made;
    }

    friend constexpr bool operator==(const routed_packet&, const routed_packet&) = default;

private:
    std::uint64_t payload_ = 0;
    node_id origin_ = 0;
    std::uint32_t target_ = 0;
    std::uint32_t next_ = 0;
    mesh_packet_kind kind_ = mesh_packet_kind::none;
    std::array<std::uint8_t, 3> unused_{};  // no padding
};

static_assert(packet<routed_packet> && sizeof(routed_packet) == 24);

}  // namespace tutti
