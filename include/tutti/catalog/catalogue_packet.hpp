/// @file
/// Packets of the catalogue's node programs: one of 16 bytes and one of 24, with the same kinds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "collectives/reduction.hpp"
#include "node/pieces.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/network.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Purpose of a packet. Bit 2 of its number is set where it carries neither a message nor a value.
enum class packet_kind : std::uint8_t {
    none,         ///< "no packet"
    collect,      ///< a message on its way to the root of its tree
    data,         ///< a message on its way to its destinations, or a piece of one
    partial,      ///< a value that is to be folded with others
    up,           ///< a sum on its way forward, or to a root
    down,         ///< a sum on its way back
    total,        ///< the sum over all nodes
    termination,  ///< no more messages in this tree
    piece,        ///< a piece of a message; in short packets
    travel,       ///< a message on its way to the node that it has drawn; in long packets
    routed,       ///< a message that goes to one place, and then to another; in long packets
    result = 11,  ///< a value with the contributions of all nodes, for nodes that need it
    token,        ///< says that its sender has come so far
    probe,        ///< goes the way of a message; in long packets
};

/// The kind's name in a log.
[[nodiscard]] constexpr std::string_view name_of(packet_kind kind) noexcept {
    constexpr std::array<std::string_view, 14> names{
        "none",        "collect", "data",   "partial", "up",     "down",  "total",
        "termination", "data",    "travel", "data",    "result", "token", "probe"};
    return names.at(to_underlying(kind));
}

/// True for packets that carry neither a message nor a value.
[[nodiscard]] constexpr bool is_control(packet_kind kind) noexcept {
    return (to_underlying(kind) & 4U) != 0;
}

/// Packet of 16 bytes: a message with the tree that it goes through, if any; number i of the values
/// that are folded, with the number of nodes that have contributed to it; a count or a token.
class short_packet {
public:
    /// The most messages of one node.
    static constexpr std::uint32_t most_sequences = std::uint32_t{1} << 26U;
    /// The largest number of a message that is cut.
    static constexpr std::uint32_t most_cut_number = (std::uint32_t{1} << 17U) - 1;
    /// The largest number of a value or of a token.
    static constexpr std::uint32_t most_number = (std::uint32_t{1} << 28U) - 1;

    constexpr short_packet() noexcept = default;

    [[nodiscard]] static constexpr short_packet none() noexcept { return {}; }

    /// `content` on its way through tree number `tree`, if it has one.
    /// @pre the message's number is below `most_sequences`, and `tree` below 32
    [[nodiscard]] static constexpr short_packet of(const message& content,
                                                   packet_kind kind = packet_kind::data,
                                                   int tree = 0) noexcept {
        return {content.payload, std::uint64_t{to_underlying(kind)} |
                                     static_cast<std::uint64_t>(tree) << tree_shift |
                                     std::uint64_t{content.number} << sequence_shift |
                                     std::uint64_t{content.origin} << origin_shift};
    }
    /// A piece of `content`, with its bits alone.
    /// @pre the message's number is at most `most_cut_number`
    [[nodiscard]] static constexpr short_packet of_piece(const message& content,
                                                         tutti::piece part) noexcept {
        return {content.payload & bits_of(part),
                std::uint64_t{to_underlying(packet_kind::piece)} |
                    std::uint64_t{part.index} << index_shift |
                    std::uint64_t{part.count} << count_shift |
                    std::uint64_t{content.number} << cut_number_shift |
                    std::uint64_t{content.origin} << origin_shift};
    }
    /// A sum or a total.
    [[nodiscard]] static constexpr short_packet count(packet_kind kind,
                                                      std::uint64_t value) noexcept {
        return of({.payload = value}, kind);
    }
    /// The end of tree number `tree`.
    [[nodiscard]] static constexpr short_packet end_of(int tree) noexcept {
        return of({}, packet_kind::termination, tree);
    }

    /// A value that is folded, or a result. @pre number <= `most_number`
    [[nodiscard]] static constexpr short_packet value(packet_kind kind, std::uint32_t number,
                                                      std::uint64_t value,
                                                      std::uint32_t contributions) noexcept {
        return {value, std::uint64_t{contributions} << contributions_shift |
                           std::uint64_t{number} << number_shift |
                           std::uint64_t{to_underlying(kind)}};
    }
    /// A node's own value. @pre number <= `most_number`
    [[nodiscard]] static constexpr short_packet own(std::uint32_t number,
                                                    std::uint64_t value) noexcept {
        return short_packet::value(packet_kind::partial, number, value, 1);
    }
    /// @pre number <= `most_number`
    [[nodiscard]] static constexpr short_packet token(std::uint32_t number) noexcept {
        return value(packet_kind::token, number, 0, 0);
    }

    /// The same packet, for another part of its way.
    [[nodiscard]] constexpr short_packet as(packet_kind kind) const noexcept {
        return {payload_, (header_ & ~mask_of(kind)) | to_underlying(kind)};
    }

    [[nodiscard]] constexpr packet_kind kind() const noexcept {
        return kind_in(mask_of(kind_in(tree_kind_mask)));
    }
    /// The same as `kind() == kind`, and faster.
    [[nodiscard]] constexpr bool is(packet_kind kind) const noexcept {
        return (header_ & mask_of(kind)) == to_underlying(kind);
    }
    /// Index of the spanning tree, from 0.
    [[nodiscard]] constexpr int tree() const noexcept {
        return static_cast<int>(bits(tree_shift, sequence_shift));
    }
    /// The message's payload, the value, or the count.
    [[nodiscard]] constexpr std::uint64_t payload() const noexcept { return payload_; }
    /// Number of the value, or of the token, from 0.
    [[nodiscard]] constexpr std::uint32_t number() const noexcept {
        return static_cast<std::uint32_t>(header_) >> number_shift;
    }
    /// Number of nodes that have contributed to a value. @pre it is one
    [[nodiscard]] constexpr std::uint32_t contribution_count() const noexcept {
        return bits(contributions_shift, header_bits);
    }
    /// The same of a packet that may be no value.
    [[nodiscard]] constexpr std::optional<std::uint32_t> contributions() const noexcept {
        return is_value() ? std::optional{contribution_count()} : std::nullopt;
    }
    /// The message. A value has origin 0, as results belong to no node.
    [[nodiscard]] constexpr message content() const noexcept {
        return is_value() ? message{.origin = 0, .number = number(), .payload = payload_}
               : is(packet_kind::piece) ? message{.origin = bits(origin_shift, header_bits),
                                                  .number = bits(cut_number_shift, origin_shift),
                                                  .payload = payload_}
                                        : as_message();
    }
    /// The piece; of packets of other kinds all of the message.
    [[nodiscard]] constexpr tutti::piece part() const noexcept {
        return is(packet_kind::piece)
                   ? tutti::piece{.index =
                                      static_cast<std::uint8_t>(bits(index_shift, count_shift)),
                                  .count = static_cast<std::uint8_t>(
                                      bits(count_shift, cut_number_shift))}
                   : tutti::piece{};
    }
    /// The same of a packet that is no value, and faster.
    [[nodiscard]] constexpr message as_message() const noexcept {
        return {.origin = bits(origin_shift, header_bits),
                .number = bits(sequence_shift, origin_shift),
                .payload = payload_};
    }
    [[nodiscard]] constexpr bool is_control() const noexcept {
        return tutti::is_control(kind_in(tree_kind_mask));
    }

    /// True if both are partial values of one number, which can be combined.
    [[nodiscard]] constexpr bool goes_with(const short_packet& other) const noexcept {
        return static_cast<std::uint32_t>(header_) == static_cast<std::uint32_t>(other.header_) &&
               is(packet_kind::partial);
    }
    /// Folds another one into it. @pre `goes_with(other)`
    constexpr void fold(const short_packet& other, fold_operator operation) noexcept {
        payload_ = folded_by(operation, payload_, other.payload_);
        header_ += std::uint64_t{other.contribution_count()} << contributions_shift;
    }

    friend constexpr bool operator==(const short_packet&, const short_packet&) = default;

private:
    // Whole words with shifts: compilers keep them in registers, which they do not for bit-fields.
    // From bit 0, of a packet with a tree: 3 bits of kind, 5 of tree, 26 of number, 30 of origin;
    // of others 4 bits of kind; of pieces 6 of index, 7 of count, 17 of number and 30 of origin; of
    // values 28 of number and 32 of contributions.
    static constexpr std::uint64_t tree_kind_mask = 7;
    static constexpr std::uint64_t kind_mask = 15;
    static constexpr unsigned int tree_shift = 3;
    static constexpr unsigned int sequence_shift = 8;
    static constexpr unsigned int origin_shift = 34;
    static constexpr unsigned int index_shift = 4;
    static constexpr unsigned int count_shift = 10;
    static constexpr unsigned int cut_number_shift = 17;
    static constexpr unsigned int number_shift = 4;
    static constexpr unsigned int contributions_shift = 32;
    static constexpr unsigned int header_bits = 64;

    constexpr short_packet(std::uint64_t payload, std::uint64_t header) noexcept
        : payload_{payload}, header_{header} {}

    [[nodiscard]] static constexpr std::uint64_t mask_of(packet_kind kind) noexcept {
        constexpr unsigned int with_tree = 1U << to_underlying(packet_kind::collect) |
                                           1U << to_underlying(packet_kind::data) |
                                           1U << to_underlying(packet_kind::termination);
        return kind_mask >> (with_tree >> to_underlying(kind) & 1U);
    }
    [[nodiscard]] constexpr packet_kind kind_in(std::uint64_t mask) const noexcept {
        return static_cast<packet_kind>(header_ & mask);
    }
    [[nodiscard]] constexpr bool is_value() const noexcept {
        return (header_ & tree_kind_mask) == to_underlying(packet_kind::partial);
    }
    [[nodiscard]] constexpr std::uint32_t bits(unsigned int first,
                                               unsigned int end) const noexcept {
        return static_cast<std::uint32_t>((header_ >> first) &
                                          ((std::uint64_t{1} << (end - first)) - 1));
    }

    std::uint64_t payload_ = 0;
    std::uint64_t header_ = 0;
};

static_assert(counts_contributions<short_packet> && sizeof(short_packet) == 16);

/// Why short packets cannot number these messages, or an empty text.
[[nodiscard]] std::string short_packet_mismatch(const problem& problem);

/// Packet of 24 bytes: a message or a piece of one with its routing data, or counts.
class long_packet {
public:
    [[nodiscard]] static constexpr long_packet none() noexcept { return {}; }

    /// One count, or two.
    [[nodiscard]] static constexpr long_packet counts(packet_kind kind, std::uint64_t first,
                                                      std::uint64_t second = 0) noexcept {
        long_packet made;
        made.kind_ = kind;
        made.payload_ = first;
        made.origin_ = static_cast<std::uint32_t>(second);
        made.number_ = static_cast<std::uint32_t>(second >> 32U);
        return made;
    }

    /// A message, or the piece `part` of it.
    /// @param target rank or destination, whatever the algorithm goes by
    [[nodiscard]] static constexpr long_packet of(const message& content, std::uint32_t target,
                                                  piece part = {}) noexcept {
        long_packet made;
        made.kind_ = packet_kind::data;
        made.payload_ = content.payload & bits_of(part);
        made.origin_ = content.origin;
        made.number_ = content.number;
        made.target_ = target;
        made.part_ = part;
        return made;
    }

    /// A node's only message with the place that it is to go to, and the place after that.
    [[nodiscard]] static constexpr long_packet routed(const message& content, std::uint32_t target,
                                                      std::uint32_t next) noexcept {
        // The second place is kept where other messages have a number.
        return of({.origin = content.origin, .number = next, .payload = content.payload}, target)
            .as(packet_kind::routed);
    }

    /// Packet from `origin` to `target` that carries no message.
    [[nodiscard]] static constexpr long_packet probe(node_id origin,
                                                     std::uint32_t target) noexcept {
        return of({.origin = origin}, target).as(packet_kind::probe);
    }

    /// The same packet, for another part of its way.
    [[nodiscard]] constexpr long_packet as(packet_kind kind) const noexcept {
        long_packet made = *this;
        made.kind_ = kind;
        return made;
    }
    /// A routed packet on the second part of its way.
    [[nodiscard]] constexpr long_packet to_next() const noexcept {
        return routed(content(), number_, number_);
    }
    /// One of the two halves, 0 or 1, of this packet's content.
    [[nodiscard]] constexpr long_packet half(int which) const noexcept {
        return of(content(), target_, half_of(part_, which)).with_flag(flag_);
    }
    /// The same packet with a mark that the algorithm gives a meaning to.
    [[nodiscard]] constexpr long_packet with_flag(std::uint8_t flag) const noexcept {
        long_packet made = *this;
        made.flag_ = flag;
        return made;
    }
    [[nodiscard]] constexpr packet_kind kind() const noexcept { return kind_; }
    [[nodiscard]] constexpr bool is(packet_kind kind) const noexcept { return kind_ == kind; }
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
        return {.origin = origin_,
                .number = is(packet_kind::routed) ? 0 : number_,
                .payload = payload_};
    }
    [[nodiscard]] constexpr std::uint64_t payload() const noexcept { return payload_; }
    [[nodiscard]] constexpr bool is_control() const noexcept { return tutti::is_control(kind_); }

    friend constexpr bool operator==(const long_packet&, const long_packet&) = default;

private:
    std::uint64_t payload_ = 0;
    node_id origin_ = 0;
    std::uint32_t number_ = 0;
    std::uint32_t target_ = 0;
    packet_kind kind_ = packet_kind::none;
    piece part_{.index = 0, .count = 1};
    std::uint8_t flag_ = 0;
};

static_assert(describes_itself<long_packet> && sizeof(long_packet) == 24);

extern template class detail::slot_executor<hypercube, short_packet>;
extern template class emulator<hypercube, short_packet>;
extern template class detail::slot_executor<grid, short_packet>;
extern template class emulator<grid, short_packet>;
extern template class detail::slot_executor<graph, short_packet>;
extern template class emulator<graph, short_packet>;
extern template class detail::slot_executor<hypercube, long_packet>;
extern template class emulator<hypercube, long_packet>;
extern template class detail::slot_executor<grid, long_packet>;
extern template class emulator<grid, long_packet>;

}  // namespace tutti
