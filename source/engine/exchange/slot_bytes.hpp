/// @file
/// Serialisation of the data that processes exchange about a slot.
#pragma once

#include <cstddef>
#include <span>

#include "engine/executor/slot_counters.hpp"
#include "tutti/engine/transport.hpp"

namespace tutti::detail {

/// Puts what was counted behind the packets that cross to another process.
/// @param ahead number of bytes of packets that were sent before
void append_counts(transport::bytes& data, const slot_counts& counts, std::size_t ahead = 0);

struct told_of_slot {
    std::span<const std::byte> packets;
    slot_counts counts;
};

/// Parser of another process's data; the packets are not copied.
[[nodiscard]] told_of_slot read_slot(std::span<const std::byte> data);

}  // namespace tutti::detail
