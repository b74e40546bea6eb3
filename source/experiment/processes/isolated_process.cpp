#include "isolated_process.hpp"

#include <cstdlib>

#include <fcntl.h>

#include "child_process.hpp"

namespace tutti {
namespace {

void settle_in(pid_t parent) {
    expose_crashes();
    settle_for_good(parent);
    // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): Linux and POSIX declare both so.
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    // NOLINTEND(cppcoreguidelines-pro-type-vararg)
    static_cast<void>(::dup2(nowhere, STDOUT_FILENO));
    offer_to_be_killed();
}

[[noreturn]] void live(const std::function<void(const speech& say)>& work, int to,
                       pid_t parent) noexcept {
    settle_in(parent);
    work([to](std::span<const std::byte> what) { say_all(to, what); });
    ::_exit(EXIT_SUCCESS);
}

}  // namespace

process_end work_apart(const std::function<void(const speech& say)>& work, const speech& hear,
                       std::chrono::milliseconds limit, const std::stop_token& stop) {
    const std::array<int, 2> ends = new_pipe();
    const descriptor from{ends[0]};
    descriptor to{ends[1]};
    const pid_t self = ::getpid();
    pid_t number = 0;
    {
        const deaf for_now;
        number = ::fork();
        if (number == 0) {
            live(work, to.number(), self);
        }
    }
    return hear_out(number, from, to, hear, limit, stop);
}

}  // namespace tutti
