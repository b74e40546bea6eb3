/// @file
/// Runner of the program `tutti`, as in a shell.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

namespace support {

/// End of a process, with its output.
struct finished {
    /// Its exit status, or the negative number of the signal that ended it.
    int status = 0;
    std::string output;
    std::string errors;
};

/// A run of the program. It is killed if it is still there when its owner goes.
class subprocess {
public:
    /// Starts `tutti` with these arguments, and nothing on its standard input.
    /// @param starter a command, with its path, that starts what is named behind it; empty: none
    /// @throws std::system_error if it cannot be started
    explicit subprocess(std::vector<std::string> arguments,
                        std::span<const std::string> starter = {});

    subprocess(const subprocess&) = delete;
    subprocess& operator=(const subprocess&) = delete;
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

/// Runs `tutti` with these arguments to its end.
[[nodiscard]] finished run_program(std::vector<std::string> arguments,
                                   std::span<const std::string> starter = {});

/// True if memory use is what programs ask for. The address sanitizer keeps what was freed, and
/// more than was asked for.
#ifdef TUTTI_TESTS_IN_GUARDED_MEMORY
inline constexpr bool memory_is_our_own = false;
#else
inline constexpr bool memory_is_our_own = true;
#endif

}  // namespace support
