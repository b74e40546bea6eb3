/// @file
/// Random numbers of an audit.
#pragma once

#include <cstdint>

#include "../collective/derived_payloads.hpp"
#include "tutti/model/slot.hpp"
#include "tutti/topology/random.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A seed from the system's entropy, of so few bits that programs which read JSON have it exactly.
/// @throws std::system_error if there is none
[[nodiscard]] std::uint64_t draw_audit_seed();

/// Draws of an audit. Nothing of them leads to the seed or to anything else of it.
class audit_draws {
public:
    explicit audit_draws(std::uint64_t seed) noexcept : from_{seed} {}

    [[nodiscard]] std::uint64_t node_seed() const noexcept { return from_.of(0, 0); }
    /// The key of the payloads in a world.
    [[nodiscard]] std::uint64_t key(std::uint64_t trial) const noexcept { return of(1, trial); }
    /// What messages that arrive late are drawn with there.
    [[nodiscard]] derived_payloads late(std::uint64_t trial) const noexcept {
        return derived_payloads{of(2, trial)};
    }
    /// A slot up to `last`.
    [[nodiscard]] slot slot_until(slot last, std::uint64_t trial, node_id node) const noexcept {
        const std::uint64_t draw = mix(of(3, trial) + node);
        return static_cast<slot>(draw % static_cast<std::uint64_t>(last + 1));
    }

private:
    [[nodiscard]] std::uint64_t of(node_id kind, std::uint64_t trial) const noexcept {
        return from_.of(kind, static_cast<std::uint32_t>(trial));
    }

    derived_payloads from_;
};

}  // namespace tutti
