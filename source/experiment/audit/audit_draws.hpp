/// @file
/// Random numbers of an audit.
#pragma once

#include <cstdint>

#include "collectives/input/derived_payloads.hpp"
#include "topology/random.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Draws of an audit. Nothing of them leads to the seed or to anything else of it.
class audit_draws {
public:
    explicit audit_draws(std::uint64_t seed) noexcept : from_{seed} {}

    [[nodiscard]] std::uint64_t node_seed() const noexcept { return from_.of(0, 0); }
    /// The key of the payloads in a world.
    [[nodiscard]] std::uint64_t key(std::uint64_t trial) const noexcept { return of(1, trial); }
    /// Payloads of the messages that arrive late in a trial.
    [[nodiscard]] derived_payloads late(std::uint64_t trial) const noexcept {
        return derived_payloads{of(2, trial)};
    }
    /// The seed of the experiment that the world around a node is made of.
    [[nodiscard]] std::uint64_t world_seed(std::uint64_t trial) const noexcept {
        return of(4, trial);
    }
    /// The seed of an independent run, which decides payloads and all inputs but the broadcasters.
    [[nodiscard]] std::uint64_t input_seed(std::uint64_t attempt) const noexcept {
        return of(5, attempt);
    }
    /// The seed that its broadcasters are drawn by.
    [[nodiscard]] std::uint64_t broadcaster_seed(std::uint64_t attempt) const noexcept {
        return of(6, attempt);
    }
    /// The key of its nodes' random streams.
    [[nodiscard]] std::uint64_t stream_key(std::uint64_t attempt) const noexcept {
        return of(7, attempt);
    }
    /// The seed of a run in which all follows from the seed, as in the audited one.
    [[nodiscard]] std::uint64_t control_seed(std::uint64_t number) const noexcept {
        return of(8, number);
    }
    /// Number `index` of those that say in what a similar run differs from a plain one.
    [[nodiscard]] std::uint64_t change(std::uint64_t attempt, std::uint64_t index) const noexcept {
        return mix(of(9, attempt) + index);
    }
    /// A slot up to `last`.
    [[nodiscard]] slot slot_until(slot last, std::uint64_t trial, node_id node) const noexcept {
        return remainder_of(mix(of(3, trial) + node), last + 1);
    }

private:
    [[nodiscard]] std::uint64_t of(node_id kind, std::uint64_t trial) const noexcept {
        return from_.of(kind, static_cast<std::uint32_t>(trial));
    }

    derived_payloads from_;
};

}  // namespace tutti
