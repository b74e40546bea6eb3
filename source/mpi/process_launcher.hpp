/// @file
/// Launcher interface of the MPI library: the processes that mpirun has started, for a program that
/// loads MPI only then.
#pragma once

#include <stop_token>
#include <vector>

#include "tutti/engine/transport.hpp"

namespace tutti {

/// The processes of an mpirun, as a transport.
///
/// `part` may be called after the other processes were abandoned, too.
class process_launcher : public transport {
public:
    /// The last that a process does: gives process 0 the last words of all, in the order of their
    /// numbers, and the others nothing. All call it, whatever happened to them. Where a process has
    /// died, each gets its own words alone.
    [[nodiscard]] virtual std::vector<bytes> part(const bytes& last_words) noexcept = 0;

    /// Sets the stop token by which mpirun's request to end, after the death of a process, reaches
    /// this one: then it no longer waits for another one for long.
    virtual void watch_stop(std::stop_token asked_to_end) = 0;
};

/// Entry point of the library `libtutti_mpi.so`, under the name `tutti_join_processes`: joins the
/// processes that mpirun has started. Called once, by the thread that will drive the runs. Null:
/// MPI sees this process alone, because another MPI's mpirun has started it. The world lives until
/// the process ends.
using join_processes = process_launcher*();

}  // namespace tutti
