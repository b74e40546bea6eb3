#include "child_process.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

namespace tutti {
namespace {

// Exit status of a child that `std::terminate` ended: no other exit of ours.
constexpr int terminated_status = 124;

constexpr std::array crash_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

}  // namespace

void throw_errno(const char* text) {
    throw std::system_error{errno, std::generic_category(), text};
}

// SIGKILL cannot be handled or ignored, so that the wait ends.
int child::kill() noexcept {
    ::kill(number_, SIGKILL);
    return wait();
}

int child::wait() noexcept {
    int status = 0;
    while (::waitpid(number_, &status, 0) < 0 && errno == EINTR) {
    }
    is_over_ = true;
    return status;
}

bool write_all(int to, std::span<const std::byte> content) noexcept {
    while (!content.empty()) {
        const ssize_t written = ::write(to, content.data(), content.size());
        if (written < 0 && errno != EINTR) {
            return false;
        }
        content = {content.begin() + std::max<ssize_t>(written, 0), content.end()};
    }
    return true;
}

void write_or_exit(int to, std::span<const std::byte> content) noexcept {
    if (!write_all(to, content)) {
        ::_exit(EXIT_FAILURE);  // no reader is left
    }
}

// Handlers of a sanitizer or of the program would turn a crash into another ending.
void restore_crash_signals() {
    for (const int signal : crash_signals) {
        std::signal(signal, SIG_DFL);
    }
    std::set_terminate([] { ::_exit(terminated_status); });
}

// The child ignores SIGINT, SIGTERM and SIGHUP, since the parent decides on its end. It writes no
// core file, and it dies with its parent.
void configure_child(pid_t parent) noexcept {
    for (const int signal : ending_signals) {
        std::signal(signal, SIG_IGN);
    }
    const rlimit nothing{};
    ::setrlimit(RLIMIT_CORE, &nothing);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): Linux declares it so
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have died before the request above took effect.
    if (::getppid() != parent) {
        ::_exit(EXIT_FAILURE);
    }
}

// If memory runs out, the kernel ends the child, and not the parent.
void prefer_oom_kill() { std::ofstream{"/proc/self/oom_score_adj"} << 1000; }

process_end end_of(int status) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return {process_ending::crashed,
                fmt::format("it was ended by signal {} ({})", signal, ::sigdescr_np(signal))};
    }
    if (const int code = WEXITSTATUS(status); code != EXIT_SUCCESS) {
        return {process_ending::crashed,
                code == terminated_status
                    ? "it called std::terminate"
                    : fmt::format("it ended its process, with status {}", code)};
    }
    return {};
}

// Time is looked at every 50 ms, even if the child is silent. The end of the stream is the end of
// the child's output.
std::optional<process_ending> read_until_end(int from, const output_handler& hear,
                                             const process_limits& limits) {
    const auto end = std::chrono::steady_clock::now() + limits.time;
    constexpr int look_every_ms = 50;
    std::array<std::byte, 1U << 16U> piece{};
    for (;;) {
        if (limits.stop.stop_requested()) {
            return process_ending::stopped;
        }
        if (std::chrono::steady_clock::now() >= end) {
            return process_ending::hung;
        }
        pollfd ready{.fd = from, .events = POLLIN, .revents = 0};
        if (::poll(&ready, 1, look_every_ms) <= 0) {
            continue;
        }
        const ssize_t size = ::read(from, piece.data(), piece.size());
        if (size == 0) {
            return std::nullopt;
        }
        if (size > 0) {
            hear({piece.begin(), piece.begin() + size});
        } else if (errno != EINTR) {
            throw_errno("a child's pipe");
        }
    }
}

process_end hear_out(pid_t number, const descriptor& from, descriptor& to,
                     const output_handler& hear, const process_limits& limits) {
    if (number < 0) {
        throw_errno("a child process");
    }
    child worker{number};
    // The end of the pipe that the child writes to has to be closed here, or the stream would not
    // end with the child.
    to.close();
    if (const auto broken_off = read_until_end(from.number(), hear, limits)) {
        worker.kill();
        return {*broken_off, {}};
    }
    return end_of(worker.wait());
}

pipe_ends new_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw_errno("a pipe to a child");
    }
    return {.from = descriptor{ends[0]}, .to = descriptor{ends[1]}};
}

}  // namespace tutti
