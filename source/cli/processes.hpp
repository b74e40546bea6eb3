/// @file
/// Processes of an mpirun, if there is one.
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "tutti/engine/transport.hpp"

namespace tutti::program {

/// The processes that this one runs networks with.
class processes {
public:
    /// Joins those that mpirun has started; without one nothing is loaded. A process that inherits
    /// the variables of an MPI job, as a subprocess of one of its processes or after its end, is
    /// alone. Where MPI
    /// cannot be had, or sees no other process, this one is alone, too, until `require_all`. Where
    /// MPI ends the process or does not answer, that is status 4 and one line.
    static void join();
    /// Requires that all processes of a job take part in the command, once its arguments are
    /// parsed. Warns, in one process, where several were started that no MPI joins.
    /// @throws std::runtime_error if mpirun's variables name several processes, and this one could
    ///   not join them
    static void require_all();
    /// @throws std::invalid_argument in all of them if one was given other words than process 0
    static void require_same(std::span<const std::string_view> words);

    /// Leads to them; null: this process is alone.
    [[nodiscard]] static transport* carrier() noexcept;
    /// True if this is process 0, which talks to the user.
    [[nodiscard]] static bool is_first() noexcept;
    /// Number of the processes on this machine.
    [[nodiscard]] static int on_this_machine() noexcept;

    /// From now on a process that dies ends the others soon after they are asked to end.
    static void watch_stop(const std::stop_token& asked_to_end);

    /// End of the command in this process.
    struct ending {
        int status = 0;
        std::string complaint{};      ///< the line on standard error; none: empty
        bool is_consequence = false;  ///< another process left, which has its own complaint
    };
    /// The last that every process does, once. What there is to say for all is of process 0.
    [[nodiscard]] static ending part(const ending& own);
};

}  // namespace tutti::program
