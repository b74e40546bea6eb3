/// @file
/// Packets, node, lockstep and compiled emulators of the node programs for arrays and tori.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "collectives/input/initial_messages.hpp"
#include "node/pieces.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/grid.hpp"

namespace tutti {

/// Purpose of a packet; all but `data` carry no message. The first means "no packet".
enum class mesh_packet_kind : std::uint8_t {
    none,   ///< nothing
    up,     ///< a sum on its way forward, or to a root
    down,   ///< a sum on its way back
    data,   ///< a message, or a piece of one
    probe,  ///< goes the way of a message, and carries none
};

/// Packet of 24 bytes: a message or a piece of one with its routing data, or counts.
class mesh_packet {
public:
    [[nodiscard]] static constexpr mesh_packet none() noexcept { return {}; }

    /// One count, or two.
    [[nodiscard]] static constexpr mesh_packet counts(mesh_packet_kind kind, std::uint64_t first,
                                                      std::uint64_t second = 0) noexcept {
        mesh_packet made;
        made.kind_ = kind;
        made.payload_ = first;
        made.origin_ = static_cast<std::uint32_t>(second);
        made.number_ = static_cast<std::uint32_t>(second >> 32U);
        return made;
    }

    /// A message, or the piece `part` of it.
    /// @param target rank or destination, whatever the algorithm goes by
    [[nodiscard]] static constexpr mesh_packet of(const message& content, std::uint32_t target,
                                                  piece part = {}) noexcept {
        mesh_packet made;
        made.kind_ = mesh_packet_kind::data;
        made.payload_ = content.payload & bits_of(part);
        made.origin_ = content.origin;
        made.number_ = content.number;
        made.target_ = target;
        made.part_ = part;
        return made;
    }

    /// Packet from `origin` to `target` that carries no message.
    [[nodiscard]] static constexpr mesh_packet probe(node_id origin,
                                                     std::uint32_t target) noexcept {
        mesh_packet made;
        made.kind_ = mesh_packet_kind::probe;
        made.origin_ = origin;
        made.target_ = target;
        return made;
    }

    /// One of the two halves, 0 or 1, of this packet's content.
    [[nodiscard]] constexpr mesh_packet half(int which) const noexcept {
        return of(content(), target_, half_of(part_, which)).with_flag(flag_);
    }
    /// The same packet with a mark that the algorithm gives a meaning to.
    [[nodiscard]] constexpr mesh_packet with_flag(std::uint8_t flag) const noexcept {
        mesh_packet made = *this;
        made.flag_ = flag;
        return made;
    }
    [[nodiscard]] constexpr mesh_packet_kind kind() const noexcept { return kind_; }
    [[nodiscard]] constexpr std::uint64_t first_count() const noexcept { return payload_; }
    [[nodiscard]] constexpr std::uint64_t second_count() const noexcept {
        return origin_ | std::uint64_t{number_} << 32U;
    }
    [[nodiscard]] constexpr std::uint32_t target() const noexcept { return target_; }
    [[nodiscard]] constexpr piece part() const noexcept { return part_; }
    [[nodiscard]] constexpr std::uint8_t flag() const noexcept { return flag_; }
    /// The message; of a piece, with the bits of the piece alone, of a probe, with its origin
    /// alone.
    [[nodiscard]] constexpr message content() const noexcept {
        return {.origin = origin_, .number = number_, .payload = payload_};
    }
    [[nodiscard]] constexpr std::uint64_t payload() const noexcept { return payload_; }
    [[nodiscard]] constexpr bool is_control() const noexcept {
        return kind_ != mesh_packet_kind::data;
    }

    friend constexpr bool operator==(const mesh_packet&, const mesh_packet&) = default;

private:
    std::uint64_t payload_ = 0;
    node_id origin_ = 0;
    std::uint32_t number_ = 0;
    std::uint32_t target_ = 0;
    mesh_packet_kind kind_ = mesh_packet_kind::none;
    piece part_{.index = 0, .count = 1};
    std::uint8_t flag_ = 0;
};

static_assert(packet<mesh_packet> && sizeof(mesh_packet) == 24);

/// The kind's name in a log.
[[nodiscard]] constexpr std::string_view name_of(mesh_packet_kind kind) noexcept {
    constexpr std::array<std::string_view, 5> names{"none", "up", "down", "data", "probe"};
    return names.at(static_cast<std::size_t>(kind));
}

/// Node of an array or torus whose packets are `mesh_packet`s.
template <class Node>
concept mesh_node = node_of<Node, grid> && carries<Node, mesh_packet>;

/// A node's only message with the place that it is to go to, and the place after that, or counts: a
/// `mesh_packet` that keeps the second place where other messages have a number.
class routed_packet : mesh_packet {
public:
    routed_packet() = default;
    constexpr routed_packet(const message& content, std::uint32_t target,
                            std::uint32_t next) noexcept
        : mesh_packet{
              of({.origin = content.origin, .number = next, .payload = content.payload}, target)} {}

    [[nodiscard]] static constexpr routed_packet none() noexcept { return {}; }
    [[nodiscard]] static constexpr routed_packet counts(mesh_packet_kind kind, std::uint64_t first,
                                                        std::uint64_t second = 0) noexcept {
        return routed_packet{mesh_packet::counts(kind, first, second)};
    }

    using mesh_packet::first_count, mesh_packet::is_control, mesh_packet::kind,
        mesh_packet::second_count, mesh_packet::target;
    [[nodiscard]] constexpr message content() const noexcept {
        return {.origin = mesh_packet::content().origin, .number = 0, .payload = payload()};
    }
    /// The same packet on the second part of its way.
    [[nodiscard]] constexpr routed_packet to_next() const noexcept {
        const std::uint32_t next = mesh_packet::content().number;
        return {content(), next, next};
    }

    friend constexpr bool operator==(const routed_packet&, const routed_packet&) = default;

private:
    explicit constexpr routed_packet(const mesh_packet& packet) noexcept : mesh_packet{packet} {}
};

static_assert(packet<routed_packet> && sizeof(routed_packet) == 24);

/// The packet that came through a port, or nothing if the node lacks the port.
template <node_at_work Node>
[[nodiscard]] received_packet<packet_of<Node>> heard_through(Node& self, port from) {
    return self.has(from) ? self.received(from) : nullptr;
}

/// Delivers the message that a packet is, or completes.
template <node_at_work Node>
void deliver_from(Node& self, assembly& pieces, const mesh_packet& packet) {
    if (const auto complete = pieces.add(packet.content(), packet.part())) {
        self.deliver(*complete);
    }
}

/// Takes parts of a node, whose steps never use the same link, through `steps` steps, a slot each:
/// in every step all send, the slot passes, and all receive.
/// @param parts have `send(node, step)` and `receive(node, step)`, steps from 0; outlive the wait
template <node_interface Node, class Part>
[[nodiscard]] auto in_lockstep(Node& self, slot steps, std::span<Part> parts) {
    return each_slot(self, [steps, parts, step = slot{0}](auto& node) mutable {
        for (Part& part : parts) {
            if (step > 0) {
                part.receive(node, step - 1);
            }
        }
        if (step == steps) {
            return wait_for::nothing();
        }
        for (Part& part : parts) {
            part.send(node, step);
        }
        ++step;
        return wait_for::next_slot();
    });
}
/// The same of a single part.
template <node_interface Node, class Part>
[[nodiscard]] auto in_lockstep(Node& self, slot steps, Part& part) {
    return in_lockstep(self, steps, std::span{&part, 1});
}

extern template class detail::slot_executor<grid, mesh_packet>;
extern template class emulator<grid, mesh_packet>;
extern template class detail::slot_executor<grid, routed_packet>;
extern template class emulator<grid, routed_packet>;

}  // namespace tutti
