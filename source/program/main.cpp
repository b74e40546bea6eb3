/// @file
/// The program `tutti`.

#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "command_line.hpp"
#include "commands.hpp"
#include "tutti/experiment/catalogue.hpp"
#include "tutti/machine/memory.hpp"
#include "usage_error.hpp"

namespace {

using tutti::program::command_line;
using tutti::program::outcome;

constexpr int usage_status = 2;
constexpr int failure_status = 4;

constexpr std::string_view short_help =
    R"(tutti runs communication algorithms as node programs on an emulated network.

  tutti run simultaneous-broadcast -n hypercube:10 -b random:300 --seed 7
  tutti run broadcast -n hypercube:16 --root 5
  tutti list

tutti COMMAND --help tells more.
)";

// A closed standard stream would lend its number to the next file that is opened, which would then
// receive the result. A stream that cannot be written to stands in for it.
void keep_standard_streams() {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): POSIX declares both so.
        if (::fcntl(stream, F_GETFD) < 0) {
            static_cast<void>(::open("/dev/null", O_RDONLY | O_CLOEXEC));
        }
        // NOLINTEND(cppcoreguidelines-pro-type-vararg)
    }
}

void complain(std::string_view text) {
    const std::string line = fmt::format("tutti: {}\n", text);
    static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
}

void write_output(std::string_view text) {
    const bool is_written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!is_written) {
        throw tutti::program::output_error{"the result could not be written to standard output"};
    }
}

outcome carry_out(std::span<const std::string_view> words, const tutti::catalogue& known) {
    const std::array commands{
        tutti::program::describe_run(),     tutti::program::describe_list(),
        tutti::program::describe_compare(), tutti::program::describe_stress(),
        tutti::program::describe_bounds(),  tutti::program::describe_describe()};
    const command_line given{commands, words};
    if (const auto& answer = given.answer()) {
        return {.output = *answer};
    }
    if (given.name() == "run") {
        return tutti::program::run(given, known);
    }
    if (given.name() == "list") {
        return tutti::program::list(given, known);
    }
    if (given.name() == "compare") {
        return tutti::program::compare(given, known);
    }
    if (given.name() == "stress") {
        return tutti::program::stress(given, known);
    }
    if (given.name() == "bounds") {
        return tutti::program::bounds(given, known);
    }
    if (given.name() == "describe") {
        return tutti::program::describe(given);
    }
    return {.output = std::string{short_help}};
}

int run_program(std::span<const std::string_view> words) {
    try {
        const outcome done = carry_out(words, tutti::standard_catalogue());
        write_output(done.output);
        return done.status;
    } catch (const std::invalid_argument& wrong) {
        complain(wrong.what());
        return usage_status;
    } catch (const std::bad_alloc&) {
        complain("out of memory");
        return failure_status;
    } catch (const std::exception& wrong) {
        complain(wrong.what());
        return failure_status;
    }
}

}  // namespace

int main(int argc, char** argv) {
    keep_standard_streams();
    // A closed pipe and a file that is too long are then errors of the write, with a status of
    // their own.
    static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
    static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
    tutti::keep_freed_memory();
    const std::span<char*> arguments{argv, static_cast<std::size_t>(argc)};
    const std::vector<std::string_view> words(arguments.begin() + (argc > 0 ? 1 : 0),
                                              arguments.end());
    return run_program(words);
}
