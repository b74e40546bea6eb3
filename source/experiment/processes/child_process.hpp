/// @file
/// Child processes: descriptors, pipes and exit status.
#pragma once

#include <array>
#include <csignal>
#include <optional>
#include <span>
#include <utility>

#include <sys/types.h>
#include <unistd.h>

#include "isolated_process.hpp"

namespace tutti {

/// Signals that ask for an end.
inline constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};

/// @throws std::system_error of errno
[[noreturn]] void throw_errno(const char* text);

/// An open file, closed with this.
class descriptor {
public:
    descriptor() = default;
    explicit descriptor(int number) noexcept : number_{number} {}
    descriptor(const descriptor&) = delete;
    descriptor(descriptor&& other) noexcept : number_{std::exchange(other.number_, -1)} {}
    descriptor& operator=(const descriptor&) = delete;
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

/// Signal blocker: keeps signals that ask for an end away from this thread, and from its forked
/// children.
class signal_blocker {
public:
    signal_blocker() noexcept {
        sigset_t signals;
        sigemptyset(&signals);
        for (const int signal : ending_signals) {
            sigaddset(&signals, signal);
        }
        pthread_sigmask(SIG_BLOCK, &signals, &before_);
    }
    signal_blocker(const signal_blocker&) = delete;
    signal_blocker& operator=(const signal_blocker&) = delete;
    ~signal_blocker() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_{};
};

/// A child, which does not outlive this.
class child {
public:
    explicit child(pid_t number) noexcept : number_{number} {}
    child(const child&) = delete;
    child& operator=(const child&) = delete;
    ~child() {
        if (!is_over_) {
            kill();
        }
    }

    /// Its status, after its end.
    int kill() noexcept;
    [[nodiscard]] int wait() noexcept;

private:
    pid_t number_;
    bool is_over_ = false;
};

/// Writes all, or ends the process if no reader is left.
void write_or_exit(int to, std::span<const std::byte> content) noexcept;

/// Writes all; false if that is not possible, for the reason in `errno`.
[[nodiscard]] bool write_all(int to, std::span<const std::byte> content) noexcept;

/// Has crashes of this process end it as they are, without the words of a handler.
void restore_crash_signals();
/// Has this child heed no signal that asks for an end, leave no core and die with its parent; that
/// stays so when a program is executed. May be called between fork and that.
void configure_child(pid_t parent) noexcept;
/// Makes this process the first to be killed when memory runs out.
void prefer_oom_kill();

/// End of a child process, from its status.
[[nodiscard]] process_end end_of(int status);

/// Hears what comes until all is said. @return why it is not waited for any longer, or null
[[nodiscard]] std::optional<process_ending> read_until_end(int from, const output_handler& hear,
                                                           const process_limits& limits);

/// Hears a child that was forked until all is said or it is given up, and waits for its end.
/// @param number of the child, or negative if there is none
/// @param to where the child writes; closed here
/// @throws std::system_error if there is no child
[[nodiscard]] process_end hear_out(pid_t number, const descriptor& from, descriptor& to,
                                   const output_handler& hear, const process_limits& limits);

/// A pipe: where it is read, and where it is written.
struct pipe_ends {
    descriptor from;
    descriptor to;
};
[[nodiscard]] pipe_ends new_pipe();

}  // namespace tutti
