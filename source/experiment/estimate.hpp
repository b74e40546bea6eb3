/// @file
/// What an experiment takes, as exactly as it has to be known.
#pragma once

#include <cstdint>

#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// The most messages that it can have.
[[nodiscard]] std::uint64_t most_messages(const experiment& asked);

/// The bytes that it takes with so many messages, or, if that is known without small runs to be no
/// more than `enough`, a bound that is.
[[nodiscard]] std::uint64_t bytes_needed(const experiment& asked, std::uint64_t messages,
                                         std::uint64_t enough);

/// What the program of one node keeps, roughly where the network is small.
[[nodiscard]] std::uint64_t program_bytes_a_node(const experiment& asked, std::uint64_t messages);

}  // namespace tutti
