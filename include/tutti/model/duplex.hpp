/// @file
/// What a node with one port does in a slot.
#pragma once

#include <cstdint>

#include "tutti/model/port_model.hpp"

namespace tutti {

/// Whether a node may send in the slot in which it receives. It never sends two packets in a slot,
/// and never receives two.
enum class duplex : std::uint8_t { full, half };

/// The duplex that programs for one port obey `ports` with.
[[nodiscard]] constexpr duplex duplex_of(port_model ports) noexcept {
    const bool may_do_both =
        ports == port_model::all_port || ports == port_model::single_port_full_duplex;
    return may_do_both ? duplex::full : duplex::half;
}

}  // namespace tutti
