#include "isolated_process.hpp"

#include <cstdlib>

#include <fcntl.h>

#include "child_process.hpp"

namespace tutti {
namespace {

void configure_program(pid_t parent) {
    restore_crash_signals();
    configure_child(parent);
    // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): Linux and POSIX declare both so.
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    // NOLINTEND(cppcoreguidelines-pro-type-vararg)
    static_cast<void>(::dup2(nowhere, STDOUT_FILENO));
    prefer_oom_kill();
}

// Work reports its errors as text, so that nothing is thrown across the fork.
[[noreturn]] void live(const std::function<void(const output_handler& say)>& work, int to,
                       pid_t parent) noexcept {
    configure_program(parent);
    work([to](std::span<const std::byte> content) { write_all(to, content); });
    ::_exit(EXIT_SUCCESS);
}

}  // namespace

// The child is a copy of this process; signals are blocked until it has its own handling.
process_end run_in_fork(const std::function<void(const output_handler& say)>& work,
                        const output_handler& hear, std::chrono::milliseconds limit,
                        const std::stop_token& stop) {
    const std::array<int, 2> ends = new_pipe();
    const descriptor from{ends[0]};
    descriptor to{ends[1]};
    const pid_t self = ::getpid();
    pid_t number = 0;
    {
        const signal_blocker for_now;
        number = ::fork();
        if (number == 0) {
            live(work, to.number(), self);
        }
    }
    return hear_out(number, from, to, hear, limit, stop);
}

}  // namespace tutti
