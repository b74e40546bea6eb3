/// @file
/// The packet of the hypercube algorithms.
#pragma once

#include <cstdint>
#include <string_view>

#include "tutti/machine/message.hpp"
#include "tutti/machine/packet.hpp"

namespace tutti {

/// What a packet is for; all but `data` carry no message. The first stands for no packet.
enum class cube_packet_kind : std::uint8_t {
    none,         ///< nothing
    up,           ///< a sum on its way to node 0
    down,         ///< a sum on its way back
    total,        ///< the sum over all nodes
    collect,      ///< a message on its way to the root of its tree
    data,         ///< a message on its way to everybody
    termination,  ///< no more messages in this tree
};

/// A message, or a count, with what its way needs: 16 bytes.
struct cube_packet {
    /// The most messages of one node.
    static constexpr std::uint32_t most_sequences = std::uint32_t{1} << 26U;

    std::uint64_t payload = 0;        ///< the message's, or the count
    std::uint64_t source : 30 = 0;    ///< node whose message it is
    std::uint64_t sequence : 26 = 0;  ///< which of its messages, from 0
    std::uint64_t tree_bits : 5 = 0;
    std::uint64_t kind_bits : 3 = 0;

    [[nodiscard]] static cube_packet none() noexcept { return {}; }

    /// A sum or a total.
    [[nodiscard]] static cube_packet count(cube_packet_kind kind, std::uint64_t value) noexcept {
        return {.payload = value, .kind_bits = static_cast<unsigned int>(kind) & 7U};
    }

    /// `content` on its way through tree number `tree`, if it has one.
    [[nodiscard]] static cube_packet of(const message& content, cube_packet_kind kind,
                                        int tree = 0) noexcept {
        return {.payload = content.payload,
                .source = content.origin & 0x3FFFFFFFU,
                .sequence = content.number & (most_sequences - 1),
                .tree_bits = static_cast<unsigned int>(tree) & 31U,
                .kind_bits = static_cast<unsigned int>(kind) & 7U};
    }

    /// The end of tree number `tree`.
    [[nodiscard]] static cube_packet end_of(int tree) noexcept {
        return of({}, cube_packet_kind::termination, tree);
    }

    /// The same packet, for another part of its way.
    [[nodiscard]] cube_packet as(cube_packet_kind kind) const noexcept {
        cube_packet turned = *this;
        turned.kind_bits = static_cast<unsigned int>(kind) & 7U;
        return turned;
    }

    [[nodiscard]] cube_packet_kind kind() const noexcept {
        return static_cast<cube_packet_kind>(kind_bits);
    }
    /// Index of the spanning tree, from 0.
    [[nodiscard]] int tree() const noexcept { return static_cast<int>(tree_bits); }
    [[nodiscard]] message content() const noexcept {
        return {.origin = static_cast<node_id>(source),
                .number = static_cast<std::uint32_t>(sequence),
                .payload = payload};
    }
    [[nodiscard]] bool is_control() const noexcept {
        return kind() != cube_packet_kind::data && kind() != cube_packet_kind::collect;
    }

    friend bool operator==(const cube_packet&, const cube_packet&) = default;
};

static_assert(packet<cube_packet> && sizeof(cube_packet) == 16);

/// The kind's name in a log.
[[nodiscard]] std::string_view name_of(cube_packet_kind kind) noexcept;

}  // namespace tutti
