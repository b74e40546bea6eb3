/// @file
/// Decision files of communication libraries, made of a tuning.
#pragma once

#include <cstdint>
#include <string>

#include "experiment/tune/tuning.hpp"

namespace tutti {

/// Decision file, and the number of algorithms without a counterpart, which are left out.
struct decision_file {
    std::string text;
    std::uint64_t left_out = 0;
};

/// File of NCCL's tuner plugin: comma-separated, a line for each range of sizes.
/// @throws std::invalid_argument, one line, if NCCL has no such collective, or none of the
/// algorithms
[[nodiscard]] decision_file nccl_file(const tuning& tuned);

/// Open MPI's rules for its module `tuned`: JSON, version 3. Throws likewise.
[[nodiscard]] decision_file open_mpi_file(const tuning& tuned);

}  // namespace tutti
