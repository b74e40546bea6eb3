/// @file
/// Signal handling and progress lines while experiments run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "cli/output/progress_line.hpp"
#include "tutti/engine/run_report.hpp"

namespace tutti {

/// Choice to draw a progress line: `--quiet` and `--json` hide it.
enum class progress_display : std::uint8_t { hidden, shown };

/// Makes the progress line: `seconds` since the watch began, at most `columns` characters of ASCII
/// without a line end. Called from the session's thread about five times a second.
using progress_text = std::function<std::string(double seconds, std::size_t columns)>;

/// The exit status of a process that was interrupted: 128 and the number of SIGINT, as shells do.
inline constexpr int interrupted_status = 130;

/// From now on SIGINT, SIGTERM and SIGHUP end the process at once with `interrupted_status`, for as
/// long as it has nothing to report; destructors do not run and nothing buffered is written. A
/// signal that is ignored, as the parent may have asked for, stays so. Sessions take them over.
void end_at_signals() noexcept;

/// Scope in which signals are handled and progress is shown, on a separate thread.
///
/// The first SIGINT, SIGTERM or SIGHUP requests stop on `stop_token()`: given to
/// `run_options::stop`, it ends the run at the next slot boundary. The second ends the process at
/// once with `interrupted_status`; destructors do not run and nothing buffered is written. A signal
/// that is ignored before stays so, and system calls go on after the others.
///
/// Threads: one thread constructs, watches and destroys; `stop_token()` may be called from any.
/// Callbacks on the token run on the session's thread, must not throw and must be short: the second
/// signal waits for them.
class signal_and_progress_scope {
    class loop;

public:
    /// Erases the progress line at its end, so that the next output starts on a clean one.
    struct watch_end {
        void operator()(loop* shown_by) const;
    };

    /// While it lives, its session shows how far the run is; destroyed, it takes the line away.
    /// Must not outlive its session. Null if nothing is shown.
    using run_watch = std::unique_ptr<loop, watch_end>;

    /// True if progress is shown, as standard error is a terminal.
    [[nodiscard]] static bool shows(progress_display progress) noexcept;

    /// Starts to listen. Progress is shown if the caller wants it and standard error is a terminal.
    /// @param stop what stop is requested on
    /// @pre No other session in the process, but any number one after another.
    /// @throws std::runtime_error with a text of one line if signals cannot be handled; their
    /// handling is then what it was.
    explicit signal_and_progress_scope(progress_display progress = progress_display::hidden,
                                       std::stop_source stop = std::stop_source{});

    signal_and_progress_scope(const signal_and_progress_scope&) = delete;
    signal_and_progress_scope& operator=(const signal_and_progress_scope&) = delete;

    /// Ends the thread and gives the signals the handling back that they had.
    ~signal_and_progress_scope();

    /// For `run_options::stop`; may outlive the session, after which no stop is requested. A run
    /// that was in its last slot may have completed all the same: its report says how it ended.
    [[nodiscard]] std::stop_token stop_token() const noexcept;

    /// Shows the progress of the run that writes `progress`, from one second after this call on and
    /// about five times a second: the terminal's last line but for its last column, on standard
    /// error. Nothing is shown while the process is in the background or the terminal takes no
    /// output.
    /// @param progress read from the session's thread; must outlive the result. @pre all zero or
    /// written by this run.
    /// @pre No other result of this function lives.
    [[nodiscard("the progress line goes with it")]] run_watch watch(const run_progress& progress,
                                                                    const run_target& target);

    /// The same for whatever else takes long. What `line` refers to must outlive the result.
    [[nodiscard("the progress line goes with it")]] run_watch watch(progress_text line);

    /// The same for work that has nothing to report: the first signal ends the process.
    [[nodiscard("the progress line goes with it")]] run_watch watch_preparation(progress_text line);

private:
    std::unique_ptr<loop> loop_;
};

}  // namespace tutti
