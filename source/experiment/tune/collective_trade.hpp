/// @file
/// Names that communication libraries have for collectives and algorithms, and their bandwidths.
#pragma once

#include <cstddef>
#include <string_view>

#include "tutti/node/rational.hpp"

namespace tutti {

/// What busbw is a multiple of algbw by, as nccl-tests has it for so many ranks: 1 for collectives
/// that it does not have.
[[nodiscard]] rational bus_factor(std::string_view collective, std::size_t ranks);

/// Name of a collective in NCCL's tuner files, or empty.
[[nodiscard]] std::string_view nccl_collective(std::string_view collective) noexcept;
/// NCCL's counterpart of an algorithm: ring, tree, or empty.
[[nodiscard]] std::string_view nccl_algorithm(std::string_view collective,
                                              std::string_view algorithm) noexcept;

/// Name of a collective in Open MPI's rules, or empty.
[[nodiscard]] std::string_view open_mpi_collective(std::string_view collective) noexcept;
/// Open MPI's counterpart of an algorithm for a collective of ours, or empty.
[[nodiscard]] std::string_view open_mpi_algorithm(std::string_view collective,
                                                  std::string_view algorithm) noexcept;

}  // namespace tutti
