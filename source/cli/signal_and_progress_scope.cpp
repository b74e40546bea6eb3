#include "signal_and_progress_scope.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tutti {
namespace {

namespace asio = boost::asio;
using clock = std::chrono::steady_clock;
using boost::system::error_code;
using std::chrono::milliseconds;

// Refreshes are rare enough to cost nothing, and runs below a second show no line at all.
constexpr milliseconds look_every{200};
constexpr milliseconds quiet_at_first{1000};
constexpr int erase_patience_ms = 100;

// One line of the terminal on standard error. It never waits for a stopped terminal: the thread
// that writes is also the one that hears signals.
class terminal_line {
public:
    void show(std::string_view text) {
        is_shown_ = put(fmt::format("\r{}\x1b[K", text), 0) || is_shown_;
    }

    void erase() {
        if (is_shown_) {
            put("\r\x1b[K", erase_patience_ms);
            is_shown_ = false;
        }
    }

    // Less the last one: some terminals wrap when it is filled.
    static std::size_t columns() {
        constexpr std::size_t usual = 80;
        winsize size{};
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg)
        const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
        return (is_known ? size.ws_col : usual) - 1;
    }

private:
    static bool put(std::string_view bytes, int patience_ms) {
        pollfd terminal{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
        return is_in_foreground() && poll(&terminal, 1, patience_ms) == 1 &&
               write(STDERR_FILENO, bytes.data(), bytes.size()) > 0;
    }

    // Also if the terminal is not the one that controls the process.
    static bool is_in_foreground() {
        const pid_t foreground = tcgetpgrp(STDERR_FILENO);
        return foreground == -1 || foreground == getpgrp();
    }

    bool is_shown_ = false;
};

constexpr std::array heard_signals{SIGINT, SIGTERM, SIGHUP};

using signal_action = struct sigaction;

signal_action action_of(int signal) {
    signal_action action{};
    if (sigaction(signal, nullptr, &action) != 0) {
        throw std::system_error{errno, std::generic_category()};
    }
    return action;
}

// `nohup` and shells without job control ignore signals on purpose, and that is respected.
bool is_ignored(const signal_action& action) noexcept {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-union-access)
    return action.sa_handler == SIG_IGN;
}

// Signal handlers before this one, restored in the end: Asio does not.
class former_handling {
public:
    former_handling() { std::ranges::transform(heard_signals, actions_.begin(), action_of); }
    former_handling(const former_handling&) = delete;
    former_handling& operator=(const former_handling&) = delete;
    ~former_handling() {
        for (std::size_t i = 0; i < heard_signals.size(); ++i) {
            sigaction(heard_signals.at(i), &actions_.at(i), nullptr);
        }
    }

private:
    std::array<signal_action, heard_signals.size()> actions_{};
};

// Asio 1.81 has no option for it, and a result that is being written must not fail with EINTR.
void restart_calls_after(int signal) {
    signal_action action = action_of(signal);
    action.sa_flags |= SA_RESTART;
    if (sigaction(signal, &action, nullptr) != 0) {
        throw std::system_error{errno, std::generic_category()};
    }
}

}  // namespace

// `signals_` and `timer_` belong to the thread, once it runs. What a watch needs is under `lock_`:
// the caller's thread sets and clears it, the session's thread reads it and draws.
class signal_and_progress_scope::loop {
public:
    loop(progress_display progress, std::stop_source stop)
        : shows_progress_{shows(progress)}, stop_{std::move(stop)} {
        for (const int signal : heard_signals) {
            if (is_ignored(action_of(signal))) {
                continue;
            }
            error_code failure;
            signals_.add(signal, failure);
            if (failure) {
                throw boost::system::system_error{failure};
            }
            restart_calls_after(signal);
        }
        await_signal();
        thread_ = std::jthread{[this](const std::stop_token& destroyed) {
            pthread_setname_np(pthread_self(), thread_name);
            const std::stop_callback ends{destroyed, [this] { context_.stop(); }};
            context_.run();
        }};
    }

    [[nodiscard]] const std::stop_source& stop() const noexcept { return stop_; }

    // A null watch costs nothing, and its end has no effect.
    [[nodiscard]] run_watch watch(progress_text line, bool is_preparation) {
        if (!shows_progress_) {
            return nullptr;
        }
        begin_watch(std::move(line), is_preparation);
        return run_watch{this};
    }

    void end_watch() {
        const std::scoped_lock guard{lock_};
        watched_.reset();
        line_.erase();
    }

private:
    void begin_watch(progress_text line, bool is_preparation) {
        {
            const std::scoped_lock guard{lock_};
            watched_ = {.line = std::move(line), .is_preparation = is_preparation};
            // The first sample; it is too early to show it.
            const std::string first = watched_->text(0);
        }
        asio::post(context_, [this] { await_refresh(); });
    }

    static constexpr const char* thread_name = "session";

    struct progress_watch {
        progress_text line;
        bool is_preparation = false;
        clock::time_point begin = clock::now();

        [[nodiscard]] clock::duration age() const { return clock::now() - begin; }

        [[nodiscard]] std::string text(std::size_t columns) const {
            return line(std::chrono::duration<double>{age()}.count(), columns);
        }
    };

    void await_signal() {
        signals_.async_wait(
            [this](const error_code& failure, int /*signal*/) { watch_stop(failure); });
    }

    void watch_stop(const error_code& failure) {
        if (failure) {
            // Better no handling than a process that no signal ends.
            error_code ignored;
            signals_.clear(ignored);
            return;
        }
        // The first signal asks for a stop, the second one ends the process.
        if (is_preparing() || !stop_.request_stop()) {
            end_process();
        }
        await_signal();
    }

    [[nodiscard]] bool is_preparing() {
        const std::scoped_lock guard{lock_};
        return watched_ && watched_->is_preparation;
    }

    [[noreturn]] void end_process() {
        // The lock keeps a line that is being drawn from appearing after the erasure.
        const std::scoped_lock guard{lock_};
        line_.erase();
        std::_Exit(interrupted_status);
    }

    // At most one look is awaited: a new time for the timer cancels what waits for the old one.
    void await_refresh() {
        timer_.expires_after(look_every);
        timer_.async_wait([this](const error_code& failure) {
            if (!failure && show()) {
                await_refresh();
            }
        });
    }

    // False if there is nothing to look at any more.
    bool show() {
        const std::scoped_lock guard{lock_};
        if (!watched_) {
            return false;
        }
        const std::string text = watched_->text(terminal_line::columns());
        if (watched_->age() >= quiet_at_first) {
            line_.show(text);
        }
        return true;
    }

    bool shows_progress_;
    std::stop_source stop_;
    std::mutex lock_;
    std::optional<progress_watch> watched_;
    terminal_line line_;
    former_handling before_;  // put back when the signals below are given up
    asio::io_context context_{1};
    asio::signal_set signals_{context_};
    asio::steady_timer timer_{context_};
    std::jthread thread_;  // last, so that it ends first
};

void signal_and_progress_scope::watch_end::operator()(loop* shown_by) const {
    shown_by->end_watch();
}

// This is the handling outside a scope: a command without long work ends at the first signal.
void end_at_signals() noexcept {
    for (const int signal : heard_signals) {
        signal_action action{};
        if (sigaction(signal, nullptr, &action) == 0 && !is_ignored(action)) {
            action = {};
            // NOLINTNEXTLINE(cppcoreguidelines-pro-type-union-access)
            action.sa_handler = [](int /*signal*/) { std::_Exit(interrupted_status); };
            sigaction(signal, &action, nullptr);
        }
    }
}

signal_and_progress_scope::signal_and_progress_scope(progress_display progress,
                                                     std::stop_source stop) try
    : loop_{std::make_unique<loop>(progress, std::move(stop))} {
} catch (const std::runtime_error& failure) {
    throw std::runtime_error{fmt::format("signals cannot be handled: {}", failure.what())};
}

bool signal_and_progress_scope::shows(progress_display progress) noexcept {
    return progress == progress_display::shown && isatty(STDERR_FILENO) == 1;
}

signal_and_progress_scope::~signal_and_progress_scope() = default;

std::stop_token signal_and_progress_scope::stop_token() const noexcept {
    return loop_->stop().get_token();
}

signal_and_progress_scope::run_watch signal_and_progress_scope::watch(const run_progress& progress,
                                                                      const run_target& target) {
    // The clock publishes nothing through these but their values: relaxed, as it stores them.
    return watch(
        [&progress, target, meter = progress_meter{}](double seconds, std::size_t columns) mutable {
            meter.add({.seconds = seconds,
                       .now = progress.now.load(std::memory_order_relaxed),
                       .transmissions = progress.transmissions.load(std::memory_order_relaxed),
                       .deliveries = progress.deliveries.load(std::memory_order_relaxed)});
            return progress_line(meter.figures(), target, columns);
        });
}

signal_and_progress_scope::run_watch signal_and_progress_scope::watch(progress_text line) {
    return loop_->watch(std::move(line), false);
}

signal_and_progress_scope::run_watch signal_and_progress_scope::watch_preparation(
    progress_text line) {
    return loop_->watch(std::move(line), true);
}

}  // namespace tutti
