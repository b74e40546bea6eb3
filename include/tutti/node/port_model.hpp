/// @file
/// Port model: the links that a node may use in one slot.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tutti {

/// Port model of a node.
enum class port_model : std::uint8_t {
    /// One packet out of every port and one in at every port (`all`).
    all_port,
    /// One packet out and one in, not necessarily on the same link (`single`).
    single_port_full_duplex,
    /// One packet out or one in (`single-half`).
    single_port_half_duplex,
    /// The same packet out of any ports, or one packet in (`shout`).
    shout_and_whisper,
    /// As `all_port`, but a link carries one packet, in one of its directions (`one-way`).
    one_way,
};

/// True if a node may use all of its links in a slot, each for a different packet.
[[nodiscard]] constexpr bool has_all_ports(port_model ports) noexcept {
    return ports == port_model::all_port || ports == port_model::one_way;
}

/// Duplex mode of a node with one port: in full duplex it may send in the slot in which it
/// receives. It never sends two packets in a slot, and never receives two.
enum class duplex : std::uint8_t { full, half };

/// The duplex that programs for one port obey `ports` with.
[[nodiscard]] constexpr duplex duplex_of(port_model ports) noexcept {
    const bool may_do_both = has_all_ports(ports) || ports == port_model::single_port_full_duplex;
    return may_do_both ? duplex::full : duplex::half;
}

/// The names of the models on the command line, in the order of the enumeration.
inline constexpr std::array<std::string_view, 5> port_model_names{"all", "single", "single-half",
                                                                  "shout", "one-way"};

/// The model's name on the command line.
[[nodiscard]] std::string_view name_of(port_model model) noexcept;

/// The model of that name, or nothing.
[[nodiscard]] std::optional<port_model> port_model_named(std::string_view name) noexcept;

}  // namespace tutti
