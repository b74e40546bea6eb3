#include "cli/signal_and_progress_scope.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <semaphore>
#include <stop_token>
#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/node/node.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/hypercube.hpp"

namespace {

using std::chrono::steady_clock;
using tutti::progress_display;
using tutti::run_progress;
using tutti::signal_and_progress_scope;

// Time that a test waits for expected, and for unexpected events.
constexpr std::chrono::seconds patience{30};

constexpr std::string_view erased_line = "\r\x1b[K";

bool stops(const std::stop_token& token) {
    std::binary_semaphore stopped{0};
    const std::stop_callback on_stop{token, [&] { stopped.release(); }};
    return stopped.try_acquire_for(patience);
}

using handler = void (*)(int);

// Present handler of a signal: the default, or the test framework's.
handler handler_of(int signal) {
    struct sigaction action {};
    REQUIRE(sigaction(signal, nullptr, &action) == 0);
    return action.sa_handler;  // NOLINT(cppcoreguidelines-pro-type-union-access)
}

class descriptor {
public:
    explicit descriptor(int number) : number_{number} { REQUIRE(number >= 0); }
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    ~descriptor() { close(number_); }

    [[nodiscard]] int number() const { return number_; }

    // Text up to `end`, or all that came in vain.
    [[nodiscard]] std::string read_until(std::string_view end) const {
        std::string text;
        const auto give_up = steady_clock::now() + patience;
        while (text.find(end) == std::string::npos && steady_clock::now() < give_up) {
            std::array<char, 256> bytes{};
            if (is_readable_within(std::chrono::milliseconds{100})) {
                const ssize_t count = read(number_, bytes.data(), bytes.size());
                text.append(bytes.data(), count < 0 ? 0 : static_cast<std::size_t>(count));
            }
        }
        return text;
    }

    [[nodiscard]] bool is_readable_within(std::chrono::milliseconds time) const {
        pollfd input{.fd = number_, .events = POLLIN, .revents = 0};
        return poll(&input, 1, static_cast<int>(time.count())) > 0;
    }

private:
    int number_;
};

struct terminal {
    descriptor screen{posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
    descriptor line{open_line(screen.number())};

    explicit terminal(unsigned short columns) {
        const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg)
        REQUIRE(ioctl(line.number(), TIOCSWINSZ, &size) == 0);
    }

    static int open_line(int screen) {
        std::array<char, 64> name{};
        REQUIRE(grantpt(screen) == 0);
        REQUIRE(unlockpt(screen) == 0);
        REQUIRE(ptsname_r(screen, name.data(), name.size()) == 0);
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg)
        return open(name.data(), O_RDWR | O_NOCTTY | O_CLOEXEC);
    }
};

class standard_error_to {
public:
    explicit standard_error_to(int number) { CHECK(dup2(number, STDERR_FILENO) >= 0); }
    standard_error_to(const standard_error_to&) = delete;
    standard_error_to& operator=(const standard_error_to&) = delete;
    ~standard_error_to() { dup2(before_.number(), STDERR_FILENO); }

private:
    descriptor before_{dup(STDERR_FILENO)};
};

// A separate process for tests that end it: no scope exists in this process.
template <class Body>
pid_t start_process(const Body& body) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        alarm(static_cast<unsigned>(patience.count()));
        std::_Exit(body());
    }
    return child;
}

// The exit status, or the number of the signal that killed it, negative.
int status_of(pid_t child) {
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace

TEST_SUITE("control/session") {
TEST_CASE("the first signal requests stop, in one session after another") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGINT}) {
        CAPTURE(signal);
        const handler before = handler_of(signal);
        const signal_and_progress_scope heard;
        CHECK_FALSE(heard.stop_token().stop_requested());
        CHECK((handler_of(signal) != before));

        std::raise(signal);

        CHECK(stops(heard.stop_token()));
        CHECK(heard.stop_token().stop_requested());
    }
}

TEST_CASE("before the first session and after the last a signal ends the process") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        for (const bool has_had_a_session : {false, true}) {
            const int status = status_of(start_process([&] {
                tutti::end_at_signals();
                if (has_had_a_session) {
                    const signal_and_progress_scope over;
                }
                std::raise(signal);
                return EXIT_SUCCESS;
            }));
            CHECK(status == tutti::interrupted_status);
        }
    }
}

TEST_CASE("a signal that is ignored stays so") {
    const int status = status_of(start_process([] {
        static_cast<void>(std::signal(SIGHUP, SIG_IGN));
        tutti::end_at_signals();
        std::raise(SIGHUP);
        {
            const signal_and_progress_scope heard;
            std::raise(SIGHUP);
            std::raise(SIGINT);
            if (!stops(heard.stop_token())) {
                return EXIT_FAILURE;
            }
            std::raise(SIGHUP);
        }
        std::raise(SIGHUP);
        return EXIT_SUCCESS;
    }));

    CHECK(status == EXIT_SUCCESS);
}

TEST_CASE("the second signal ends the process at once") {
    const int status = status_of(start_process([] {
        const signal_and_progress_scope heard;
        std::raise(SIGINT);
        if (!stops(heard.stop_token())) {
            return EXIT_FAILURE;
        }
        std::raise(SIGINT);
        for (;;) {
            pause();
        }
    }));

    CHECK(status == tutti::interrupted_status);
}

TEST_CASE("a terminal shows a line after a second, which goes when the run ends") {
    const terminal screen{40};
    const standard_error_to redirected{screen.line.number()};
    signal_and_progress_scope shown{progress_display::shown};
    run_progress progress;
    progress.now = 7;
    progress.deliveries = 5;

    const auto begin = steady_clock::now();
    std::string line;
    std::string rest;
    {
        const auto watched = shown.watch(progress, {.deliveries = 10});
        line = screen.screen.read_until("\x1b[K");
        CHECK(steady_clock::now() - begin >= std::chrono::seconds{1});
        progress.now = 8;
        rest = screen.screen.read_until("slot 8");
    }
    rest += screen.screen.read_until(erased_line);

    CHECK(line.starts_with("\rslot 7, 5 of 10 delivered (50%), - left\x1b[K"));
    CHECK(rest.find("slot 8, 5 of 10 delivered (50%), - left") != std::string::npos);
    CHECK(rest.ends_with(erased_line));
}

TEST_CASE("the second signal leaves a clean line behind") {
    const terminal screen{80};
    const pid_t child = start_process([&] {
        const standard_error_to redirected{screen.line.number()};
        signal_and_progress_scope shown{progress_display::shown};
        const run_progress progress;
        const auto watched = shown.watch(progress, {});
        for (;;) {
            pause();
        }
        return EXIT_SUCCESS;
    });

    const std::string line = screen.screen.read_until("left\x1b[K");
    kill(child, SIGTERM);
    kill(child, SIGINT);
    const int status = status_of(child);

    CHECK(line.find("slot 0") != std::string::npos);
    CHECK(screen.screen.read_until(erased_line).ends_with(erased_line));
    CHECK(status == tutti::interrupted_status);
}
}  // TEST_SUITE("control/session")
