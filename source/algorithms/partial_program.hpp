/// @file
/// Packet, values and compiled emulators of reductions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "collectives/input/initial_messages.hpp"
#include "collectives/reduction.hpp"
#include "node/node_buffer.hpp"
#include "node/violation.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Purpose of a packet. The first means "no packet".
enum class partial_packet_kind : std::uint8_t {
    none,     ///< nothing
    partial,  ///< a value that is to be folded with others
    result,   ///< a value with the contributions of all nodes, on its way to the nodes that need it
    token,    ///< says that its sender has come so far; carries no value
};

/// Number i of the values that are folded, and from how many nodes: 16 bytes.
class partial_packet {
public:
    /// The largest number of a value or of a token.
    static constexpr std::uint32_t most_number = (std::uint32_t{1} << 30U) - 1;

    constexpr partial_packet() noexcept = default;

    [[nodiscard]] static constexpr partial_packet none() noexcept { return {}; }

    /// @pre number <= `most_number`
    [[nodiscard]] static constexpr partial_packet of(partial_packet_kind kind, std::uint32_t number,
                                                     std::uint64_t value,
                                                     std::uint32_t contributions) noexcept {
        return {kind, number, value, contributions};
    }
    /// A node's own value. @pre number <= `most_number`
    [[nodiscard]] static constexpr partial_packet own(std::uint32_t number,
                                                      std::uint64_t value) noexcept {
        return {partial_packet_kind::partial, number, value, 1};
    }
    /// @pre number <= `most_number`
    [[nodiscard]] static constexpr partial_packet token(std::uint32_t number) noexcept {
        return {partial_packet_kind::token, number, 0, 0};
    }

    [[nodiscard]] constexpr partial_packet_kind kind() const noexcept {
        return static_cast<partial_packet_kind>(header_ & kind_mask);
    }
    /// Number of the value, or of the token, from 0.
    [[nodiscard]] constexpr std::uint32_t number() const noexcept {
        return static_cast<std::uint32_t>(header_) >> number_shift;
    }
    [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }
    /// Number of nodes whose values are in it.
    [[nodiscard]] constexpr std::uint32_t contributions() const noexcept {
        return static_cast<std::uint32_t>(header_ >> contributions_shift);
    }
    /// Result packet, of origin 0, as results belong to no node.
    [[nodiscard]] constexpr message content() const noexcept {
        return {.origin = 0, .number = number(), .payload = value_};
    }
    [[nodiscard]] constexpr bool is_control() const noexcept {
        return kind() == partial_packet_kind::token;
    }

    /// The same value, to be folded or copied by its receiver.
    [[nodiscard]] constexpr partial_packet as(partial_packet_kind kind) const noexcept {
        partial_packet made = *this;
        made.header_ = (header_ & ~kind_mask) | static_cast<std::uint64_t>(kind);
        return made;
    }

    /// True if both are partial values of one number, which can be combined.
    [[nodiscard]] constexpr bool goes_with(const partial_packet& other) const noexcept {
        constexpr auto partial = static_cast<std::uint32_t>(partial_packet_kind::partial);
        const auto own_header = static_cast<std::uint32_t>(header_);
        return own_header == static_cast<std::uint32_t>(other.header_) &&
               (own_header & kind_mask) == partial;
    }
    /// Folds another one into it. @pre `goes_with(other)`
    constexpr void fold(const partial_packet& other, fold_operator operation) noexcept {
        value_ = folded_by(operation, value_, other.value_);
        header_ += std::uint64_t{other.contributions()} << contributions_shift;
    }

    friend constexpr bool operator==(const partial_packet&, const partial_packet&) = default;

private:
    static constexpr std::uint64_t kind_mask = 3;
    static constexpr unsigned int number_shift = 2;          // 2 bits of kind
    static constexpr unsigned int contributions_shift = 32;  // 30 bits of number

    constexpr partial_packet(partial_packet_kind kind, std::uint32_t number, std::uint64_t value,
                             std::uint32_t contributions) noexcept
        : value_{value},
          header_{std::uint64_t{contributions} << contributions_shift |
                  std::uint64_t{number} << number_shift | static_cast<std::uint64_t>(kind)} {}

    std::uint64_t value_ = 0;
    std::uint64_t header_ = 0;
};

static_assert(packet<partial_packet> && sizeof(partial_packet) == 16);

/// The kind's name in a log.
[[nodiscard]] constexpr std::string_view name_of(partial_packet_kind kind) noexcept {
    constexpr std::array<std::string_view, 4> names{"none", "partial", "result", "token"};
    return names.at(static_cast<std::size_t>(kind));
}

extern template class detail::slot_executor<hypercube, partial_packet>;
extern template class emulator<hypercube, partial_packet>;
extern template class detail::slot_executor<grid, partial_packet>;
extern template class emulator<grid, partial_packet>;
extern template class detail::slot_executor<graph, partial_packet>;
extern template class emulator<graph, partial_packet>;

/// For every number i the value that a node has folded so far, acc[i], and from how many nodes: its
/// own value at first. A result is a value with the contributions of all nodes.
///
/// What no program of this kind sends is refused with an `error`: numbers that there are not, more
/// contributions than nodes, results that lack some or come twice.
class partial_values {
public:
    /// @param messages the node's own values, m of them
    partial_values(const initial_messages& messages, std::size_t node_count,
                   fold_operator operation)
        : operation_{operation},
          node_count_{static_cast<std::uint32_t>(node_count)},
          values_{messages.size()} {
        for (std::size_t i = 0; i < messages.size(); ++i) {
            values_.values()[i] =
                partial_packet::own(static_cast<std::uint32_t>(i), messages[i].payload);
        }
    }

    /// m.
    [[nodiscard]] std::uint64_t count() const noexcept { return values_.size(); }
    /// acc[number]. @pre `number` is below `count()`
    [[nodiscard]] const partial_packet& operator[](std::uint64_t number) const noexcept {
        return values_.values()[number];
    }
    [[nodiscard]] bool is_result(std::uint64_t number) const noexcept {
        return (*this)[number].contributions() == node_count_;
    }

    /// Takes a packet: acc[i] := acc[i] op w if it is to be combined, else acc[i] := w.
    /// @return whether acc[i] has become a result by that
    bool take(const partial_packet& arrived) {
        if (arrived.number() >= count()) {
            throw error{"a value came that nobody has"};
        }
        partial_packet& packet = values_.values()[arrived.number()];
        const std::uint32_t missing = node_count_ - packet.contributions();
        if (arrived.kind() == partial_packet_kind::result) {
            if (missing == 0 || arrived.contributions() != node_count_) {
                throw error{missing == 0 ? "a result came to a node that has it"
                                         : "a result came that lacks contributions"};
            }
            packet = arrived.as(partial_packet_kind::partial);
        } else {
            if (!packet.goes_with(arrived) || arrived.contributions() > missing) {
                throw error{
                    "what came cannot be folded: no value, or of more nodes than there are"};
            }
            packet.fold(arrived, operation_);
        }
        return packet.contributions() == node_count_;
    }

private:
    fold_operator operation_;
    std::uint32_t node_count_;
    node_buffer<partial_packet> values_;  // all of kind `partial`
};

/// Takes the packets that have come to a node, and delivers the results.
/// @return how many results
template <node_at_work Node>
    requires carries<Node, partial_packet>
std::uint64_t take_and_deliver(Node& self, partial_values& values) {
    std::uint64_t results = 0;
    for_each_arrival(self, [&](port /*through*/, const partial_packet& arrived) {
        if (values.take(arrived)) {
            self.deliver(values[arrived.number()].content());
            ++results;
        }
    });
    return results;
}

/// A node alone has all results from the beginning. @return how many
template <node_at_work Node>
std::uint64_t deliver_own_results(Node& self, const partial_values& values) {
    std::uint64_t results = 0;
    for (; results < values.count() && values.is_result(results); ++results) {
        self.deliver(values[results].content());
    }
    return results;
}

}  // namespace tutti
