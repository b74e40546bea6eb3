/// @file
/// Packet: the content of a link in one slot.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The largest packet, in bytes.
inline constexpr std::size_t most_packet_bytes = 64;

template <class T>
concept copied_as_bytes = std::is_trivially_copyable_v<T> && std::is_object_v<T>;

/// A `double` is left out because 0.0 and -0.0 are equal and differ in their bytes; its bits may be
/// sent: `std::bit_cast<std::uint64_t>(number)`.
template <class T>
concept without_padding_and_floating_point = std::has_unique_object_representations_v<T>;

template <class T>
concept fits_a_mailbox = sizeof(T) <= most_packet_bytes;

/// A unit of transmission: one crosses a link in one slot. It is copied byte by byte, so it owns
/// nothing, and two equal packets have equal bytes.
///
/// A packet type may offer more members, those of `describes_itself` among them:
/// - `static T none()`: a value that means "no packet"; sending it is a violation;
/// - `bool is_control() const`: true for packets that carry no message (counts, announcements),
///   which a run counts separately;
/// - `rational share() const`: which share of a message it carries, where `share_of` does not know;
/// - `contributions() const`, `contributors() const`: whose values are in a value that is reduced.
template <class T>
concept packet = copied_as_bytes<T> && without_padding_and_floating_point<T> && fits_a_mailbox<T> &&
                 std::equality_comparable<T> && std::default_initializable<T>;

/// A number that a packet which is a whole number could not hold: one with a fraction, or of a
/// wider type. A plain `int` is taken for any, for that is what a literal is.
template <class Number, class Packet>
concept narrows_to =
    std::integral<Packet> && !std::same_as<Number, Packet> &&
    (std::floating_point<Number> ||
     (std::integral<Number> && sizeof(Number) > sizeof(Packet) && sizeof(Number) > sizeof(int)));

/// A packet that arrived at the start of the slot, with the port that it came through.
template <packet Packet>
struct arrival {
    port through;
    Packet packet;
};

template <class T>
concept has_an_empty_value = requires {
    { T::none() } -> std::same_as<T>;
};

template <class T>
concept tells_control_from_data = requires(const T content) {
    { content.is_control() } -> std::same_as<bool>;
};

/// Packet that can describe its purpose to sinks.
template <class T>
concept describes_itself = packet<T> && tells_control_from_data<T> && requires(const T content) {
    { name_of(content.kind()) } -> std::same_as<std::string_view>;
    { content.content() } -> std::same_as<message>;
};

/// A packet that can say which piece of a message it carries: `index`, from 0, of `count`.
template <class T>
concept says_which_piece = packet<T> && requires(const T content) {
    { content.part().index } -> std::convertible_to<std::uint32_t>;
    { content.part().count } -> std::convertible_to<std::uint32_t>;
};

/// A packet that can say how many nodes have contributed to the value in it, if it has one.
template <class T>
concept counts_contributions = describes_itself<T> && requires(const T content) {
    { content.contributions() } -> std::convertible_to<std::optional<std::uint32_t>>;
};

/// A packet of a reduction that can say which nodes these are: bit x for node x in networks of up
/// to 64 nodes; in larger ones the sum of their `mark_share`, mod 2^64.
template <class T>
concept names_contributors = counts_contributions<T> && requires(const T content) {
    { content.contributors() } -> std::same_as<std::uint64_t>;
};

}  // namespace tutti
