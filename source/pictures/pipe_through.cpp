#include "pipe_through.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiment/processes/child_process.hpp"

namespace tutti {
namespace {

[[noreturn]] void fail_to_filter(int why) {
    throw std::system_error{why, std::generic_category(), "another program cannot be run"};
}

// @param number of an open file, or below 0 after a failure
descriptor opened(int number) {
    if (number < 0) {
        fail_to_filter(errno);
    }
    return descriptor{number};
}

// A whole text as a file: reader and writer need not take turns.
void fill(const descriptor& file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file.number(), text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            fail_to_filter(errno);
        }
        text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    if (::lseek(file.number(), 0, SEEK_SET) < 0) {
        fail_to_filter(errno);
    }
}

std::string read_all(const descriptor& file) {
    std::string text;
    std::array<char, 1U << 14U> part{};
    while (true) {
        const ssize_t size = ::read(file.number(), part.data(), part.size());
        if (size > 0) {
            text.append(part.data(), static_cast<std::size_t>(size));
        } else if (size == 0) {
            return text;
        } else if (errno != EINTR) {
            fail_to_filter(errno);
        }
    }
}

// Standard streams of the program.
class filter_streams {
public:
    filter_streams(int input, int output) {
        check(::posix_spawn_file_actions_init(&actions_));
        check(::posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO));
        check(::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO));
        check(
            ::posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0));
    }
    filter_streams(const filter_streams&) = delete;
    filter_streams& operator=(const filter_streams&) = delete;
    filter_streams(filter_streams&&) = delete;
    filter_streams& operator=(filter_streams&&) = delete;
    ~filter_streams() { ::posix_spawn_file_actions_destroy(&actions_); }

    [[nodiscard]] const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

private:
    static void check(int failure) {
        if (failure != 0) {
            fail_to_filter(failure);
        }
    }

    posix_spawn_file_actions_t actions_{};
};

// A status below 0 is the negative number of the signal that ended the program.
int status_of(pid_t id) {
    int status = 0;
    while (::waitpid(id, &status, 0) < 0) {
        if (errno != EINTR) {
            fail_to_filter(errno);
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

// The environment, with a fixed date for programs that would write today's.
std::vector<char*> environment_with_date(std::string& date) {
    std::vector<char*> variables{date.data()};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic)
    for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
        variables.push_back(*each);
    }
    variables.push_back(nullptr);
    return variables;
}

}  // namespace

std::optional<filter_result> filter_by(const std::vector<std::string>& words,
                                       std::string_view input) {
    // The input is a file in memory, so that the program can be fed and read without a deadlock of
    // two pipes.
    const descriptor text = opened(::memfd_create("input", MFD_CLOEXEC));
    fill(text, input);
    std::array<int, 2> ends{};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-array-to-pointer-decay)
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        fail_to_filter(errno);
    }
    const descriptor from{ends[0]};
    descriptor to{ends[1]};
    const filter_streams streams{text.number(), to.number()};

    std::vector<std::string> texts = words;
    std::vector<char*> pointers;
    std::ranges::transform(texts, std::back_inserter(pointers),
                           [](std::string& each) { return each.data(); });
    pointers.push_back(nullptr);
    // Always the same, as what comes out should be.
    std::string date = "SOURCE_DATE_EPOCH=0";
    const std::vector<char*> surroundings = environment_with_date(date);
    pid_t id = -1;
    const int failure = ::posix_spawnp(&id, pointers.front(), streams.get(), nullptr,
                                       pointers.data(), surroundings.data());
    // An absent program is an expected outcome, which the caller explains.
    if (failure == ENOENT) {
        return std::nullopt;
    }
    if (failure != 0) {
        fail_to_filter(failure);
    }
    // The writing end is closed here, or the read would never see the end of the output.
    to.close();
    filter_result made{.output = read_all(from)};
    made.status = status_of(id);
    return made;
}

}  // namespace tutti
