#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>

#include "child_process.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// Descriptors of an executed program.
constexpr int work_descriptor = 3;
constexpr int speech_descriptor = 4;

// First word of the work: descriptors of these numbers may belong to anything.
constexpr std::uint64_t work_mark = 0x6B726F7769747574;

/// Texts as `execve` takes them; made before there is a child, which may not allocate.
class pointers {
public:
    explicit pointers(std::vector<std::string> texts) : texts_{std::move(texts)} {
        std::ranges::transform(texts_, std::back_inserter(variables_),
                               [](auto& text) { return text.data(); });
        variables_.push_back(nullptr);
    }
    [[nodiscard]] char* const* get() const noexcept { return variables_.data(); }

private:
    std::vector<std::string> texts_;
    std::vector<char*> variables_;
};

// A file in memory that begins with the work.
descriptor file_of(std::span<const std::byte> work) {
    descriptor file{::memfd_create("work", MFD_CLOEXEC)};
    if (file.number() < 0 || !write_all(file.number(), std::as_bytes(std::span{&work_mark, 1})) ||
        !write_all(file.number(), work) || ::lseek(file.number(), 0, SEEK_SET) != 0) {
        throw_errno("the work of a child process");
    }
    return file;
}

// Has the process of a child have these open, from descriptor 0 on, and nothing else; then it is
// another program. Calls nothing that a fork of a process with threads may not call.
[[noreturn]] void execute(std::span<const int> open, const pointers& words,
                          const pointers& environment) noexcept {
    constexpr int safe = 10;  // from here on no copy is in the way of another
    std::array<int, speech_descriptor + 1> copies{};
    for (std::size_t i = 0; i < open.size(); ++i) {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so
        copies.at(i) = ::fcntl(open[i], F_DUPFD, safe);
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
        if (copies.at(i) < 0 || ::dup2(copies.at(i), static_cast<int>(i)) < 0) {
            ::_exit(EXIT_FAILURE);
        }
    }
    // After this no descriptor of the parent is left: the seal forbids to open others.
    ::close_range(size_as<unsigned int>(open), ~0U, 0);
    ::execve("/proc/self/exe", words.get(), environment.get());
    ::_exit(EXIT_FAILURE);
}

// As in a program that a shell starts.
void forget_signals() noexcept {
    for (const int signal : {SIGPIPE, SIGXFSZ}) {
        std::signal(signal, SIG_DFL);
    }
    sigset_t none;
    sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

descriptor nowhere() {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so
    descriptor file{::open("/dev/null", O_RDWR | O_CLOEXEC)};
    if (file.number() < 0) {
        throw_errno("/dev/null");
    }
    return file;
}

// Has a process between this one and the command, which ends at once: so the command is no child of
// this process. @return the command's number
pid_t start_isolated(std::span<const int> open, const pointers& words,
                     const pointers& environment) {
    auto [from, to] = new_pipe();
    const pid_t between = ::fork();
    if (between == 0) {
        const pid_t self = ::getpid();
        const pid_t command = ::fork();
        if (command == 0) {
            forget_signals();
            while (::getppid() == self) {
                ::sched_yield();  // until its parent is gone
            }
            execute(open, words, environment);
        }
        const bool has_knowledge = command > 0 && ::write(to.number(), &command, sizeof command) ==
                                                      ssize_t{sizeof command};
        ::_exit(has_knowledge ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    if (between < 0) {
        throw_errno("a child process");
    }
    to.close();
    pid_t command = 0;
    if (child{between}.wait() != 0 ||
        ::read(from.number(), &command, sizeof command) != ssize_t{sizeof command}) {
        throw_errno("a child process");
    }
    return command;
}

void configure_program(pid_t parent) {
    restore_crash_signals();
    configure_child(parent);
    // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): Linux and POSIX declare both so.
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    // NOLINTEND(cppcoreguidelines-pro-type-vararg)
    ::dup2(nowhere, STDOUT_FILENO);
    prefer_oom_kill();
}

// Work reports its errors as text, so that nothing is thrown across the fork.
[[noreturn]] void live(const std::function<void(const output_handler& say)>& work, int to,
                       pid_t parent) noexcept {
    configure_program(parent);
    work([to](std::span<const std::byte> content) { write_or_exit(to, content); });
    ::_exit(EXIT_SUCCESS);
}

}  // namespace

// The child is a copy of this process; signals are blocked until it has its own handling.
process_end run_in_fork(const std::function<void(const output_handler& say)>& work,
                        const output_handler& hear, const process_limits& limits) {
    auto [from, to] = new_pipe();
    const pid_t self = ::getpid();
    pid_t number = 0;
    {
        const signal_blocker for_now;
        number = ::fork();
        if (number == 0) {
            live(work, to.number(), self);
        }
    }
    return hear_out(number, from, to, hear, limits);
}

process_end run_in_new_process(const program_start& start, std::span<const std::byte> work,
                               const output_handler& hear, const process_limits& limits) {
    const pointers words{start.words};
    const pointers environment{start.environment};
    const descriptor file = file_of(work);
    const descriptor null = nowhere();
    auto [from, to] = new_pipe();
    const std::array open{null.number(), null.number(), null.number(), file.number(), to.number()};
    const pid_t self = ::getpid();
    pid_t number = 0;
    {
        const signal_blocker for_now;
        number = ::fork();
        if (number == 0) {
            configure_child(self);
            execute(open, words, environment);
        }
    }
    return hear_out(number, from, to, hear, limits);
}

// The mark shows that the descriptor is the one of an audit.
std::vector<std::byte> read_work() {
    restore_crash_signals();
    prefer_oom_kill();
    std::vector<std::byte> work;
    std::array<std::byte, 1U << 16U> piece{};
    for (;;) {
        const ssize_t size = ::read(work_descriptor, piece.data(), piece.size());
        if (size < 0 && errno != EINTR) {
            throw_errno("the work of this process");
        }
        if (size == 0) {
            break;
        }
        work.insert(work.end(), piece.begin(), piece.begin() + std::max<ssize_t>(size, 0));
    }
    const auto mark = std::as_bytes(std::span{&work_mark, 1});
    if (work.size() < mark.size() || !std::equal(mark.begin(), mark.end(), work.begin())) {
        errno = EINVAL;
        throw_errno("the work of this process");
    }
    work.erase(work.begin(), work.begin() + std::ssize(mark));
    ::close(work_descriptor);
    // Closes descriptors that the program has opened before it asked for its work.
    ::close_range(speech_descriptor + 1, ~0U, 0);
    return work;
}

void send_to_parent(std::span<const std::byte> content) noexcept {
    write_or_exit(speech_descriptor, content);
}

// The command is not a child, so that there is no status to wait for: the end of its output is its
// end.
process_end run_isolated_command(const program_start& start, const output_handler& hear,
                                 const process_limits& limits) {
    auto [from, to] = new_pipe();
    const std::array open{STDIN_FILENO, to.number(), STDERR_FILENO};
    const pid_t command = start_isolated(open, pointers{start.words}, pointers{start.environment});
    to.close();
    const auto broken_off = read_until_end(from.number(), hear, limits);
    if (broken_off) {
        ::kill(command, SIGKILL);
    }
    return {broken_off.value_or(process_ending::completed), {}};
}

}  // namespace tutti
