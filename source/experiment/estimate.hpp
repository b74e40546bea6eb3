/// @file
/// What an experiment takes, as exactly as it has to be known.
#pragma once

#include <cstdint>

#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// The most messages that it can have.
[[nodiscard]] std::uint64_t most_messages(const experiment& asked);

/// The bytes that it takes with so many messages, or an upper bound instead where that is no more
/// than `enough`, which spares the small runs.
/// @param processes that share the network; the bytes are those of each
[[nodiscard]] std::uint64_t bytes_needed(const experiment& asked, std::uint64_t messages,
                                         std::uint64_t enough, int processes = 1);

/// What the program of one node keeps, roughly: whether it is worth while to fetch it ahead.
[[nodiscard]] std::uint64_t program_bytes_a_node(const experiment& asked, std::uint64_t messages);

}  // namespace tutti
