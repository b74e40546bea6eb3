#include "apart.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tutti {
namespace {

using deadline = std::chrono::steady_clock::time_point;

// What `std::terminate` ends a child with: no other exit of ours.
constexpr int terminated_status = 124;

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};
constexpr std::array crash_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

[[noreturn]] void throw_errno(const char* what) {
    throw std::system_error{errno, std::generic_category(), what};
}

/// An open file, closed with this.
class descriptor {
public:
    descriptor() = default;
    explicit descriptor(int number) noexcept : number_{number} {}
    descriptor(const descriptor&) = delete;
    descriptor(descriptor&&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    descriptor& operator=(descriptor&&) = delete;
    ~descriptor() { close(); }

    [[nodiscard]] int number() const noexcept { return number_; }
    void close() noexcept {
        if (number_ >= 0) {
            ::close(number_);
            number_ = -1;
        }
    }

private:
    int number_ = -1;
};

/// Keeps signals that ask for an end away from this thread, and from what it forks, which is to
/// hear none.
class deaf {
public:
    deaf() noexcept {
        sigset_t wanted;
        sigemptyset(&wanted);
        for (const int signal : ending_signals) {
            sigaddset(&wanted, signal);
        }
        pthread_sigmask(SIG_BLOCK, &wanted, &before_);
    }
    deaf(const deaf&) = delete;
    deaf(deaf&&) = delete;
    deaf& operator=(const deaf&) = delete;
    deaf& operator=(deaf&&) = delete;
    ~deaf() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

void say_all(int to, std::span<const std::byte> what) noexcept {
    while (!what.empty()) {
        const ssize_t written = ::write(to, what.data(), what.size());
        if (written < 0 && errno != EINTR) {
            ::_exit(EXIT_FAILURE);  // nobody listens any more
        }
        what = what.subspan(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
}

// Crashes are to be what they are, without the words of who catches them, and leave no core.
void settle_in(pid_t parent) {
    for (const int signal : ending_signals) {
        static_cast<void>(std::signal(signal, SIG_IGN));
    }
    for (const int signal : crash_signals) {
        static_cast<void>(std::signal(signal, SIG_DFL));
    }
    static_cast<void>(std::set_terminate([] { ::_exit(terminated_status); }));
    const rlimit nothing{};
    static_cast<void>(::setrlimit(RLIMIT_CORE, &nothing));
    // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): Linux and POSIX declare both so.
    static_cast<void>(::prctl(PR_SET_PDEATHSIG, SIGKILL));
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    // NOLINTEND(cppcoreguidelines-pro-type-vararg)
    static_cast<void>(::dup2(nowhere, STDOUT_FILENO));
    // Where memory runs out, it is this process that has to go.
    std::ofstream{"/proc/self/oom_score_adj"} << 1000;
    if (::getppid() != parent) {
        ::_exit(EXIT_FAILURE);
    }
}

[[noreturn]] void live(const std::function<void(const speech& say)>& work, int to,
                       pid_t parent) noexcept {
    settle_in(parent);
    work([to](std::span<const std::byte> what) { say_all(to, what); });
    ::_exit(EXIT_SUCCESS);
}

/// A child, which does not outlive this.
class child {
public:
    explicit child(pid_t number) noexcept : number_{number} {}
    child(const child&) = delete;
    child(child&&) = delete;
    child& operator=(const child&) = delete;
    child& operator=(child&&) = delete;
    ~child() {
        if (!is_over_) {
            static_cast<void>(kill());
        }
    }

    [[nodiscard]] int kill() noexcept {
        ::kill(number_, SIGKILL);
        return wait();
    }
    /// Its status.
    [[nodiscard]] int wait() noexcept {
        int status = 0;
        while (::waitpid(number_, &status, 0) < 0 && errno == EINTR) {
        }
        is_over_ = true;
        return status;
    }

private:
    pid_t number_;
    bool is_over_ = false;
};

process_end end_of(int status) {
    if (WIFSIGNALED(status)) {
        const int signal = WTERMSIG(status);
        return {process_ending::crashed,
                fmt::format("it was ended by signal {} ({})", signal, ::sigdescr_np(signal))};
    }
    if (const int code = WEXITSTATUS(status); code != EXIT_SUCCESS) {
        return {process_ending::crashed,
                code == terminated_status
                    ? "it threw where nothing may be thrown"
                    : fmt::format("it ended its process, with status {}", code)};
    }
    return {};
}

// Until all is said; says if that took too long, or shall not be waited for.
std::optional<process_ending> listen(int from, const speech& hear, deadline end,
                                     const std::stop_token& stop) {
    constexpr int look_every_ms = 50;
    std::array<std::byte, 1U << 16U> piece{};
    for (;;) {
        if (stop.stop_requested()) {
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
            hear(std::span{piece}.first(static_cast<std::size_t>(size)));
        } else if (errno != EINTR) {
            throw_errno("a child's pipe");
        }
    }
}

}  // namespace

process_end work_apart(const std::function<void(const speech& say)>& work, const speech& hear,
                       std::chrono::milliseconds limit, const std::stop_token& stop) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw_errno("a pipe to a child");
    }
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
    if (number < 0) {
        throw_errno("a child process");
    }
    child worker{number};
    to.close();
    const auto broken_off =
        listen(from.number(), hear, std::chrono::steady_clock::now() + limit, stop);
    if (broken_off) {
        static_cast<void>(worker.kill());
        return {*broken_off, {}};
    }
    return end_of(worker.wait());
}

}  // namespace tutti
