/// @file
/// Packet, node and compiled emulator of the node programs for hypercubes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "collectives/input/initial_messages.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// Purpose of a packet. The first means "no packet"; from `up` on they carry no message.
enum class cube_packet_kind : std::uint8_t {
    none,         ///< nothing
    collect,      ///< a message on its way to the root of its tree
    data,         ///< a message on its way to all nodes
    up = 4,       ///< a sum on its way to node 0
    down,         ///< a sum on its way back
    total,        ///< the sum over all nodes
    termination,  ///< no more messages in this tree
};

/// Packet of 16 bytes: a message or a count, with its routing data.
class cube_packet {
public:
    /// The most messages of one node.
    static constexpr std::uint32_t most_sequences = std::uint32_t{1} << 26U;

    [[nodiscard]] static constexpr cube_packet none() noexcept { return {}; }

    /// A sum or a total.
    [[nodiscard]] static constexpr cube_packet count(cube_packet_kind kind,
                                                     std::uint64_t value) noexcept {
        return of({.payload = value}, kind);
    }

    /// `content` on its way through tree number `tree`, if it has one.
    [[nodiscard]] static constexpr cube_packet of(const message& content, cube_packet_kind kind,
                                                  int tree = 0) noexcept {
        cube_packet made;
        made.payload_ = content.payload;
        made.header_ = static_cast<std::uint64_t>(kind) |
                       static_cast<std::uint64_t>(tree) << tree_shift |
                       std::uint64_t{content.number} << number_shift |
                       std::uint64_t{content.origin} << origin_shift;
        return made;
    }

    /// The end of tree number `tree`.
    [[nodiscard]] static constexpr cube_packet end_of(int tree) noexcept {
        return of({}, cube_packet_kind::termination, tree);
    }

    /// The same packet, for another part of its way.
    [[nodiscard]] constexpr cube_packet as(cube_packet_kind kind) const noexcept {
        return of(content(), kind, tree());
    }

    [[nodiscard]] constexpr cube_packet_kind kind() const noexcept {
        return static_cast<cube_packet_kind>(bits(0, tree_shift));
    }
    /// Index of the spanning tree, from 0.
    [[nodiscard]] constexpr int tree() const noexcept {
        return static_cast<int>(bits(tree_shift, number_shift));
    }
    /// The message's payload, or the count.
    [[nodiscard]] constexpr std::uint64_t payload() const noexcept { return payload_; }
    [[nodiscard]] constexpr message content() const noexcept {
        return {.origin = static_cast<node_id>(header_ >> origin_shift),
                .number = static_cast<std::uint32_t>(bits(number_shift, origin_shift)),
                .payload = payload_};
    }
    [[nodiscard]] constexpr bool is_control() const noexcept {
        return (header_ & static_cast<std::uint64_t>(cube_packet_kind::up)) != 0;
    }

    friend constexpr bool operator==(const cube_packet&, const cube_packet&) = default;

private:
    // Whole words with shifts: compilers keep them in registers, which they do not for bit-fields.
    static constexpr unsigned int tree_shift = 3;     // 3 bits of kind
    static constexpr unsigned int number_shift = 8;   // 5 bits of tree
    static constexpr unsigned int origin_shift = 34;  // 26 bits of number, 30 bits of origin

    [[nodiscard]] constexpr std::uint64_t bits(unsigned int first,
                                               unsigned int end) const noexcept {
        return (header_ >> first) & ((std::uint64_t{1} << (end - first)) - 1);
    }

    std::uint64_t payload_ = 0;
    std::uint64_t header_ = 0;
};

static_assert(packet<cube_packet> && sizeof(cube_packet) == 16);

/// The kind's name in a log.
[[nodiscard]] constexpr std::string_view name_of(cube_packet_kind kind) noexcept {
    constexpr std::array<std::string_view, 8> names{"none", "collect", "data",  "unknown",
                                                    "up",   "down",    "total", "termination"};
    return names.at(static_cast<std::size_t>(kind));
}

/// Node of a hypercube whose packets are `cube_packet`s.
template <class Node>
concept cube_node = node_of<Node, hypercube> && carries<Node, cube_packet>;

extern template class detail::slot_executor<hypercube, cube_packet>;
extern template class emulator<hypercube, cube_packet>;

}  // namespace tutti
