/// @file
/// Runner of the program `tutti`, as in a shell.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

namespace support {

/// Destination of a stream of the child.
enum class stream_end {
    captured,    ///< to the test, which reads it to its end
    terminal,    ///< the same, as to a terminal
    closed,      ///< the descriptor is closed
    full,        ///< a device that takes nothing
    unread_pipe  ///< a pipe without a reader
};

/// End of a process, with its output.
struct finished {
    /// Its exit status, or the negative number of the signal that ended it.
    int status = 0;
    std::string output;
    std::string errors;
    std::uint64_t peak_bytes = 0;  ///< the most memory that it had
};

/// A run of the program. It is killed if it is still there when its owner goes.
class subprocess {
public:
    /// Starts `tutti` with these arguments, and nothing on its standard input.
    /// @param starter a command, with its path, that starts what is named behind it; empty: none
    /// @throws std::system_error if it cannot be started
    explicit subprocess(std::vector<std::string> arguments,
                        stream_end output = stream_end::captured,
                        std::span<const std::string> starter = {});

    subprocess(const subprocess&) = delete;
    subprocess& operator=(const subprocess&) = delete;
    subprocess(subprocess&&) = delete;
    subprocess& operator=(subprocess&&) = delete;
    ~subprocess();

    /// Waits until the process catches `signal` itself. @returns false if it ends before.
    [[nodiscard]] bool await_handler(int signal) const;

    /// Waits until a session of the process listens: a run is about to begin, and signals end it at
    /// a slot boundary. @returns false if the process ends before.
    [[nodiscard]] bool await_session() const;

    void send(int signal) const;

    /// Reads what it says until it ends. A process that takes more than a minute is killed.
    [[nodiscard]] finished wait();

private:
    pid_t id_ = -1;
    int output_ = -1;
    int errors_ = -1;
};

/// While it lives, what this process starts ignores a signal.
class ignored_signal {
public:
    explicit ignored_signal(int signal);
    ignored_signal(const ignored_signal&) = delete;
    ignored_signal& operator=(const ignored_signal&) = delete;
    ignored_signal(ignored_signal&&) = delete;
    ignored_signal& operator=(ignored_signal&&) = delete;
    ~ignored_signal();

private:
    int signal_;
};

/// Runs `tutti` with these arguments to its end.
[[nodiscard]] finished run_program(std::vector<std::string> arguments,
                                   stream_end output = stream_end::captured);

/// The same, by a command that starts what is named behind it.
[[nodiscard]] finished run_program_by(std::span<const std::string> starter,
                                      std::vector<std::string> arguments);

/// True if memory use is what programs ask for. The address sanitizer keeps what was freed, and
/// more than was asked for.
#ifdef TUTTI_TESTS_IN_GUARDED_MEMORY
inline constexpr bool memory_is_our_own = false;
#else
inline constexpr bool memory_is_our_own = true;
#endif

}  // namespace support
