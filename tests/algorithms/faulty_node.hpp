/// @file
/// Faults that are planted in one node of a program.
#pragma once

#include <atomic>
#include <cstdint>

#include "tutti/topology/topology.hpp"

namespace support {

inline constexpr tutti::node_id faulty_node = 1;

/// Fault of node 1, which sends its first packet again in place of every other.
enum class fault : std::uint8_t {
    none,
    sends_nothing,
    sends_twice,
    sends_first_again,
    delivers_nothing,
    delivers_twice,
    makes_up_payloads,
    makes_up_numbers,
    marks_nothing,
    marks_twice
};

inline constexpr std::uint8_t faults = 10;

/// A fault, and whether it has come about.
struct planted {
    fault kind = fault::none;
    std::atomic<bool>* has_happened = nullptr;

    /// True if it is `wanted`, which happens now.
    [[nodiscard]] bool is(fault wanted) const {
        if (kind == wanted) {
            *has_happened = true;
        }
        return kind == wanted;
    }
};

}  // namespace support
