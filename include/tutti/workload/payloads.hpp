/// @file
/// What the messages of a run say.
#pragma once

#include <cstdint>

#include "tutti/machine/random.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// 64 bits for every message, which nobody can guess without the key: a packet with the right
/// payload has travelled from its origin. Who sets up a run keeps the key from the programs.
class payloads {
public:
    explicit constexpr payloads(std::uint64_t key) noexcept : key_{key} {}

    /// The payload of message `number` of `origin`.
    [[nodiscard]] constexpr std::uint64_t of(node_id origin, std::uint32_t number) const noexcept {
        return mix(key_ ^ (std::uint64_t{origin} << 32U | number));
    }

private:
    std::uint64_t key_;
};

}  // namespace tutti
