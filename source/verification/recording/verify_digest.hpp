/// @file
/// Recomputation of a run's digest from its recording.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/recorded_slot.hpp"
#include "verify_marks.hpp"

namespace tutti {

/// Packets that crossed links.
struct packet_totals {
    std::uint64_t total = 0;
    std::uint64_t control = 0;
    slot last_slot = 0;  ///< in which one did; 0 if none
};

/// Adds up the deliveries of each node: a share for each, of its slot, node, message and payload,
/// mod 2^64.
class delivery_sums {
public:
    explicit delivery_sums(std::uint64_t nodes) : sums_(nodes, 0) {}

    void take(const recorded_slot& record) noexcept;

    /// XXH3 of the sums by node, the packets, and the names and slots of the marks.
    [[nodiscard]] std::uint64_t digest(const packet_totals& packets,
                                       const recorded_phase_statistics& book) const;

private:
    std::vector<std::uint64_t> sums_;
};

}  // namespace tutti
