/// @file
/// Runs on small networks, which tell what memory large ones take.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// What memory may grow in proportion to: nodes, links, messages, deliveries, and what a
/// description says that programs keep.
using growth = std::array<double, 5>;

[[nodiscard]] growth growth_of(const experiment& asked, std::uint64_t messages);

/// What is run in place of `asked`: experiments on some hundred nodes at most, of the same kind of
/// network and with the same parameters. None if no such network will do.
[[nodiscard]] std::vector<experiment> small_plans(const experiment& asked, std::uint64_t messages);

/// Bytes that the programs of all nodes and their tables take at the same time. What they take of
/// the heap is seen where it is glibc's and nobody else uses it meanwhile.
/// @throws what the making of the program throws
[[nodiscard]] double program_bytes(const experiment& small);

/// The share of its mailboxes, two a link, that it uses, with all those that in a large network lie
/// in the same page as one that is used.
/// @throws the same
[[nodiscard]] double used_mailboxes(const experiment& small);

}  // namespace tutti
