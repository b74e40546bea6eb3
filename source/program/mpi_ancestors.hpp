/// @file
/// Search for a process of an MPI job among the ancestors of this process.
#pragma once

#include <filesystem>

namespace tutti::program {

/// Whether an ancestor uses MPI and has the variables of an MPI job that this process has, which
/// are then inherited: they name the ancestor, and this process cannot join the job. A shell or
/// another program between mpirun and this process does not use MPI itself.
/// @param proc where /proc is
[[nodiscard]] bool is_subprocess_of_mpi_process(const std::filesystem::path& proc = "/proc");

}  // namespace tutti::program
