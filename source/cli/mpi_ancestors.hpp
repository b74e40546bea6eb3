/// @file
/// Detection of MPI variables that are inherited from an ancestor.
#pragma once

#include <filesystem>

namespace tutti::program {

/// True if an ancestor uses MPI and has the variables of an MPI job that this process has, which
/// are then inherited: they name the ancestor, and this process cannot join the job. A shell or
/// another program between mpirun and this process does not use MPI itself.
/// @param proc where /proc is
[[nodiscard]] bool is_subprocess_of_mpi_process(const std::filesystem::path& proc = "/proc");

/// True if the variables are those of a job that this process cannot reach: of Open MPI, whose
/// folder has gone with it, or of MPICH, whose descriptor was not handed down.
[[nodiscard]] bool is_out_of_reach_of_job();

}  // namespace tutti::program
