#include "subprocess.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace support {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds patience{60};

void check(int failure) {
    if (failure != 0) {
        throw std::system_error{failure, std::generic_category()};
    }
}

/// A file in memory for what a process says: it never waits for a reader.
int memory_file() {
    const int file = ::memfd_create("said", MFD_CLOEXEC);
    check(file < 0 ? errno : 0);
    return file;
}

std::string content_of(int file) {
    std::string text(static_cast<std::size_t>(::lseek(file, 0, SEEK_END)), '\0');
    const ssize_t count = ::pread(file, text.data(), text.size(), 0);
    text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return text;
}

/// Starts a program with these files for its output and its errors.
pid_t spawn(std::vector<std::string>& words, int output, int errors) {
    std::vector<char*> pointers(words.size() + 1);  // a null ends them
    std::ranges::transform(words, pointers.begin(), [](std::string& word) { return word.data(); });
    posix_spawn_file_actions_t streams{};
    check(::posix_spawn_file_actions_init(&streams));
    ::posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&streams, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&streams, errors, STDERR_FILENO);
    pid_t id = -1;
    const int failure =
        ::posix_spawn(&id, words.front().c_str(), &streams, nullptr, pointers.data(), environ);
    ::posix_spawn_file_actions_destroy(&streams);
    check(failure);
    return id;
}

/// Value behind a label in the kernel's status of a process; empty if there is none.
std::string status_of(pid_t id, std::string_view label) {
    std::ifstream status{"/proc/" + std::to_string(id) + "/status"};
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(label)) {
            return line.substr(label.size());
        }
    }
    return {};
}

/// Waits until something is so of a process. Returns false if it ends before.
template <class Condition>
bool await(pid_t id, const Condition& is_so) {
    const steady_clock::time_point deadline = steady_clock::now() + patience;
    while (steady_clock::now() < deadline) {
        if (is_so()) {
            return true;
        }
        if (status_of(id, "State:").find('Z') != std::string::npos) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return false;
}

}  // namespace

subprocess::subprocess(std::vector<std::string> arguments, std::span<const std::string> starter)
    : output_{memory_file()}, errors_{memory_file()} {
    arguments.insert(arguments.begin(), TUTTI_PROGRAM);
    arguments.insert(arguments.begin(), starter.begin(), starter.end());
    id_ = spawn(arguments, output_, errors_);
}

subprocess::~subprocess() {
    if (id_ > 0) {
        ::kill(id_, SIGKILL);
        ::waitpid(id_, nullptr, 0);
    }
    ::close(output_);
    ::close(errors_);
}

// The kernel shows which signals a process catches as a mask in hexadecimal digits.
bool subprocess::await_handler(int signal) const {
    return await(id_, [&] {
        const std::string caught = status_of(id_, "SigCgt:");
        return !caught.empty() && (std::stoull(caught, nullptr, 16) >> (signal - 1) & 1U) != 0;
    });
}

// Its thread has a name, and begins when the signals are heard.
bool subprocess::await_session() const {
    return await(id_, [&] {
        std::error_code gone;
        const std::filesystem::directory_iterator threads{"/proc/" + std::to_string(id_) + "/task",
                                                          gone};
        return std::any_of(begin(threads), end(threads), [](const auto& thread) {
            std::ifstream file{thread.path() / "comm"};
            std::string name;
            return std::getline(file, name) && name == "session";
        });
    });
}

void subprocess::send(int signal) const { ::kill(id_, signal); }

finished subprocess::wait() {
    // Until it has ended, when no signal changes its status, or time is up.
    static_cast<void>(await(id_, [] { return false; }));
    ::kill(id_, SIGKILL);
    int state = 0;
    ::waitpid(std::exchange(id_, -1), &state, 0);
    return {.status = WIFEXITED(state) ? WEXITSTATUS(state) : -WTERMSIG(state),
            .output = content_of(output_),
            .errors = content_of(errors_)};
}

finished run_program(std::vector<std::string> arguments, std::span<const std::string> starter) {
    return subprocess{std::move(arguments), starter}.wait();
}

}  // namespace support
