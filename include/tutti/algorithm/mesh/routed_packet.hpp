/// @file
/// The packet of routing on arrays.
#pragma once

#include <cstdint>
#include <string_view>

#include "tutti/model/message.hpp"
#include "tutti/model/packet.hpp"

namespace tutti {

/// What a routed packet is. The first stands for no packet.
enum class routed_packet_kind : std::uint32_t { none, data };

/// A node's only message with the place that it is to go to, and the place after that: 24 bytes.
class routed_packet {
public:
    routed_packet() = default;
    constexpr routed_packet(const message& content, std::uint32_t target,
                            std::uint32_t next) noexcept
        : payload_{content.payload},
          origin_{content.origin},
          target_{target},
          next_{next},
          kind_{routed_packet_kind::data} {}

    [[nodiscard]] static constexpr routed_packet none() noexcept { return {}; }

    [[nodiscard]] constexpr routed_packet_kind kind() const noexcept { return kind_; }
    [[nodiscard]] constexpr std::uint32_t target() const noexcept { return target_; }
    [[nodiscard]] constexpr message content() const noexcept {
        return {.origin = origin_, .number = 0, .payload = payload_};
    }
    // Part of the face of packets.
    // NOLINTNEXTLINE(readability-convert-member-functions-to-static)
    [[nodiscard]] constexpr bool is_control() const noexcept { return false; }

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
    routed_packet_kind kind_ = routed_packet_kind::none;
};

static_assert(packet<routed_packet> && sizeof(routed_packet) == 24);

/// The kind's name in a log.
[[nodiscard]] constexpr std::string_view name_of(routed_packet_kind kind) noexcept {
    return kind == routed_packet_kind::data ? "data" : "none";
}

}  // namespace tutti
