#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "commands.hpp"
#include "engine/memory/address_space.hpp"
#include "engine/memory/memory.hpp"
#include "engine/memory/out_of_memory.hpp"
#include "experiment/processes/isolated_work.hpp"
#include "node/schedule_cache.hpp"
#include "node/violation.hpp"
#include "processes.hpp"
#include "results/store/store.hpp"
#include "signal_and_progress_scope.hpp"
#include "tutti/cli/main.hpp"
#include "tutti/experiment/audit.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// Exit statuses are part of the interface: see EXIT STATUS of the manual page.
constexpr int conflict_status = 1;
constexpr int usage_status = 2;
constexpr int failure_status = 4;

std::string short_help(std::string_view program) {
    return fmt::format(R"({0} runs communication algorithms as node programs on an emulated network.

  {0} run simultaneous-broadcast -n hypercube:10 -b random:300 --seed 7
  {0} run broadcast -n hypercube:16 --root 5
  {0} list
  {0} explain slot

Run `{0} COMMAND --help` for the options of a command.
)",
                       program);
}

// Below 128 KiB the program ends with a message; new threads get a stack of 1 MiB where the limit
// would make it smaller.
constexpr rlim_t least_stack_bytes = 128U << 10U;
constexpr std::size_t thread_stack_bytes = 1U << 20U;

// With as little of the stack as can be.
void write_to_terminal(std::string_view text) noexcept {
    [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

// Ends the process where the stack of its first thread is too small. Threads that are started from
// then on have stacks that suffice. For the whole process, before it has threads.
void require_stack() noexcept {
    rlimit stack{};
    if (::getrlimit(RLIMIT_STACK, &stack) != 0) {
        return;
    }
    // No function of the library formats the line: it might take more stack than there is.
    if (stack.rlim_cur < least_stack_bytes) {
        std::array<char, 20> digits{};
        auto* const end =
            std::to_chars(digits.data(), digits.data() + digits.size(), stack.rlim_cur).ptr;
        write_to_terminal("tutti: the stack is limited to ");
        write_to_terminal({digits.data(), end});
        write_to_terminal(" bytes, and needs at least 131072; ulimit -s 8192 is usual\n");
        std::_Exit(failure_status);
    }
#ifdef __GLIBC__
    pthread_attr_t usual{};
    if (stack.rlim_cur < thread_stack_bytes && ::pthread_getattr_default_np(&usual) == 0) {
        ::pthread_attr_setstacksize(&usual, thread_stack_bytes);
        ::pthread_setattr_default_np(&usual);
        ::pthread_attr_destroy(&usual);
    }
#endif
}

// A closed standard stream would lend its number to the next file that is opened, which would then
// receive the result. A stream that cannot be written to replaces it.
void keep_standard_streams() {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): POSIX declares both so.
        if (::fcntl(stream, F_GETFD) < 0) {
            ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        }
        // NOLINTEND(cppcoreguidelines-pro-type-vararg)
    }
}

// One line; unescaped where there is no memory to escape it.
void print_error(std::string_view program, std::string_view text) noexcept {
    const std::string_view name = program.substr(program.find_last_of('/') + 1);
    try {
        const std::string line = one_line(fmt::format("{}: {}", name, text)) + '\n';
        std::fwrite(line.data(), 1, line.size(), stderr);
    } catch (const std::bad_alloc&) {
        constexpr std::size_t most = 300;
        std::array<char, most + 1> line{};
        const auto made = fmt::format_to_n(line.data(), most, "{}: {}", name, text);
        const std::size_t size = std::min(most, made.size);
        line.at(size) = '\n';
        std::fwrite(line.data(), 1, size + 1, stderr);
    }
}

// Says what was thrown.
template <class Say>
void print_exception_text(const std::exception_ptr& thrown, const Say& say) {
    try {
        if (thrown) {
            std::rethrow_exception(thrown);
        }
        say("terminated by an internal error");
    } catch (const out_of_memory& place) {
        say(place.what());
    } catch (const std::bad_alloc&) {
        say("out of memory");
    } catch (const std::exception& wrong) {
        say(wrong.what());
    } catch (...) {
        say("terminated by an exception without a message");
    }
}

// Errors of any type end in one line on standard error.
void print_exception(std::string_view program, const std::exception_ptr& thrown) noexcept {
    print_exception_text(thrown, [&](std::string_view text) { print_error(program, text); });
}

template <class Exception>
bool is_a(const std::exception_ptr& thrown) noexcept {
    try {
        if (thrown) {
            std::rethrow_exception(thrown);
        }
    } catch (const Exception&) {
        return true;
    } catch (...) {
        return false;
    }
    return false;
}

constexpr int failed_program_status = 3;

// Exceptions that leave a thread without a handler, such as oneTBB's where it cannot start another
// one, or a function that may not throw, such as a program's destructor, end the process: with a
// line and a status, as any other. A violation of the model is the fault of a node program.
[[noreturn]] void end_process() noexcept {
    static std::atomic_flag is_ending;
    while (is_ending.test_and_set()) {
        ::pause();  // another thread does
    }
    const std::exception_ptr thrown = std::current_exception();
    print_exception(::program_invocation_name, thrown);
    std::_Exit(is_a<model_violation>(thrown) ? failed_program_status : failure_status);
}

// A flush shows errors that a buffer would hide until the process ends, such as a full disk.
void write_output(std::string_view text) {
    const bool is_written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!is_written) {
        refuse_write("the result could not be written to standard output");
    }
}

// Commands that are not shared run on process 0 alone; the others have nothing to print.
outcome carry_out(std::string_view program, std::span<const std::string_view> words,
                  const catalogue& catalogue) {
    const auto commands = all_commands(catalogue);
    const command_line arguments{commands, words, program};
    if (const auto& answer = arguments.answer()) {
        return {.output = *answer};
    }
    const auto* const entry = std::ranges::find(commands, arguments.name(), &command::name);
    if (entry == commands.end()) {
        return {.output = short_help(program)};
    }
    constexpr std::string_view no_cache = "--no-schedule-cache";
    if (std::ranges::find(entry->options, no_cache, &option::name) != entry->options.end() &&
        !arguments.has(no_cache)) {
        use_schedule_cache(user_schedule_folder());
    }
    return entry->is_shared || processes::is_first() ? entry->carry_out(arguments, catalogue)
                                                     : outcome{};
}

// Bad input has the type `std::invalid_argument`; whatever is not listed is a failure of the
// machine or of this program.
int status_of(const std::exception_ptr& thrown) noexcept {
    return is_a<std::invalid_argument>(thrown) || is_a<damaged_store>(thrown) ? usage_status
           : is_a<store_conflict>(thrown)                                     ? conflict_status
           : is_a<program_error>(thrown) ? failed_program_status
                                         : failure_status;
}

// One of several processes ends: what is to be said, process 0 says.
int part(std::string_view program, const processes::ending& own) {
    const processes::ending ending = processes::part(own);
    if (!ending.complaint.empty()) {
        print_error(program, ending.complaint);
    }
    return ending.status;
}

// The other processes must not wait for one that has failed: the carrier is abandoned before the
// end is agreed upon.
int end_with(std::string_view program, const std::exception_ptr& thrown) {
    const int status = status_of(thrown);
    const bool is_quiet = is_a<closed_pipe>(thrown);
    if (processes::carrier() == nullptr) {
        if (!is_quiet) {
            print_exception(program, thrown);
        }
        return status;
    }
    processes::carrier()->abandon();
    processes::ending own{.status = status, .is_consequence = is_a<process_left>(thrown)};
    if (!is_quiet) {
        print_exception_text(thrown, [&](std::string_view text) { own.complaint = text; });
    }
    return part(program, own);
}

// All processes execute the same line, are compared in `require_same`, and leave through `part`,
// whether they fail or not.
int run_program(std::string_view program, std::span<const std::string_view> words,
                const catalogue& catalogue) {
    try {
        processes::join();
        processes::require_same(words);
        const outcome done = carry_out(program, words, catalogue);
        if (processes::is_first()) {
            write_output(done.output);
        }
        return part(program, {.status = done.status});
    } catch (...) {
        return end_with(program, std::current_exception());
    }
}

// First word of a command to repeat: `tutti` wherever it is installed, and any other program as it
// was called.
std::string_view name_of_program(std::string_view called) {
    const std::string_view name = called.substr(called.find_last_of('/') + 1);
    return name.empty() || name == "tutti" ? std::string_view{"tutti"} : called;
}

// A pipe has lost its reader if it cannot be opened for writing without waiting, or if its poll
// reports an error. The end is then quiet, as with `head`.
bool is_pipe_without_reader(const std::string& path) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so.
    const int file = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return errno == ENXIO;
    }
    pollfd state{.fd = file, .events = POLLOUT, .revents = 0};
    const bool has_lost_it = ::poll(&state, 1, 0) == 1 && (state.revents & POLLERR) != 0;
    ::close(file);
    return has_lost_it;
}

}  // namespace

void refuse_write(std::string_view failure) {
    if (errno == EPIPE) {
        throw closed_pipe{std::string{failure}};
    }
    throw output_error{std::string{failure}};
}

void refuse_log(const command_line& arguments) {
    const std::string path{arguments.value("--log").value_or("")};
    const std::string text = fmt::format("--log: {} could not be written", in_quotes(path));
    if (is_pipe_without_reader(path)) {
        throw closed_pipe{text};
    }
    throw output_error{text};
}

int main(int argc, char** argv, const catalogue& catalogue) {
    require_stack();
    // A child process that isolates a node or a trial is this program, too: it takes another way
    // before anything else is set up.
    isolated_entry(argc, argv, catalogue);
    note_command_line();
    end_at_signals();
    keep_standard_streams();
    // A closed pipe and a file that is too long are then errors of the write, with a status of
    // their own.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    std::set_terminate(end_process);
    save_address_space();
    keep_freed_memory();
    const std::span<char*> arguments{argv, std::next(argv, argc)};
    const std::vector<std::string_view> words(arguments.begin() + (argc > 0 ? 1 : 0),
                                              arguments.end());
    return run_program(name_of_program(argc > 0 ? arguments.front() : ""), words, catalogue);
}

}  // namespace tutti::program
