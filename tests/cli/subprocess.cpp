#include "subprocess.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
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

/// Both ends of a pipe; those that nobody has taken are closed.
class pipe_ends {
public:
    pipe_ends() {
        if (::pipe2(ends_.data(), O_CLOEXEC) != 0) {
            check(errno);
        }
    }
    pipe_ends(const pipe_ends&) = delete;
    pipe_ends& operator=(const pipe_ends&) = delete;
    pipe_ends(pipe_ends&&) = delete;
    pipe_ends& operator=(pipe_ends&&) = delete;
    ~pipe_ends() {
        if (ends_[0] >= 0) {
            ::close(ends_[0]);
        }
        ::close(ends_[1]);
    }

    [[nodiscard]] int writer() const noexcept { return ends_[1]; }
    [[nodiscard]] int take_reader() noexcept { return std::exchange(ends_[0], -1); }

private:
    std::array<int, 2> ends_{-1, -1};
};

/// Actions on the descriptors of the child.
class redirections {
public:
    redirections() { check(::posix_spawn_file_actions_init(&actions_)); }
    redirections(const redirections&) = delete;
    redirections& operator=(const redirections&) = delete;
    redirections(redirections&&) = delete;
    redirections& operator=(redirections&&) = delete;
    ~redirections() { ::posix_spawn_file_actions_destroy(&actions_); }

    void open_null(int stream) {
        check(::posix_spawn_file_actions_addopen(&actions_, stream, "/dev/null", O_RDONLY, 0));
    }
    void lead(int stream, int to) {
        check(::posix_spawn_file_actions_adddup2(&actions_, to, stream));
    }

    [[nodiscard]] const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

pid_t spawn(std::vector<std::string>& words, const redirections& streams) {
    std::vector<char*> pointers(words.size() + 1);  // a null ends them
    std::ranges::transform(words, pointers.begin(), [](std::string& word) { return word.data(); });
    pid_t id = -1;
    check(::posix_spawn(&id, words.front().c_str(), streams.get(), nullptr, pointers.data(),
                        environ));
    return id;
}

/// Reads both descriptors until both have ended, or time is up.
void read_all(std::array<pollfd, 2> ends, const std::array<std::string*, 2>& texts,
              steady_clock::time_point deadline) {
    std::array<char, 65536> bytes{};
    while ((ends[0].fd >= 0 || ends[1].fd >= 0) && steady_clock::now() < deadline) {
        ::poll(ends.data(), ends.size(), 1000);
        for (std::size_t i = 0; i < ends.size(); ++i) {
            if (ends[i].fd < 0 || ends[i].revents == 0) {
                continue;
            }
            const ssize_t count = ::read(ends[i].fd, bytes.data(), bytes.size());
            if (count > 0) {
                texts[i]->append(bytes.data(), static_cast<std::size_t>(count));
            } else {
                ends[i].fd = -1;
            }
        }
    }
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

subprocess::subprocess(std::vector<std::string> arguments, std::span<const std::string> starter) {
    arguments.insert(arguments.begin(), TUTTI_PROGRAM);
    arguments.insert(arguments.begin(), starter.begin(), starter.end());
    redirections streams;
    pipe_ends to_output;
    pipe_ends to_errors;
    streams.open_null(STDIN_FILENO);
    streams.lead(STDOUT_FILENO, to_output.writer());
    streams.lead(STDERR_FILENO, to_errors.writer());
    output_ = to_output.take_reader();
    errors_ = to_errors.take_reader();
    id_ = spawn(arguments, streams);
}

subprocess::~subprocess() {
    if (id_ > 0) {
        ::kill(id_, SIGKILL);
        ::waitpid(id_, nullptr, 0);
    }
    for (const int end : {output_, errors_}) {
        if (end >= 0) {
            ::close(end);
        }
    }
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
    finished end;
    const steady_clock::time_point deadline = steady_clock::now() + patience;
    read_all({{{.fd = output_, .events = POLLIN, .revents = 0},
               {.fd = errors_, .events = POLLIN, .revents = 0}}},
             {&end.output, &end.errors}, deadline);
    if (steady_clock::now() >= deadline) {
        ::kill(id_, SIGKILL);
    }
    int state = 0;
    ::waitpid(std::exchange(id_, -1), &state, 0);
    end.status = WIFEXITED(state) ? WEXITSTATUS(state) : -WTERMSIG(state);
    return end;
}

finished run_program(std::vector<std::string> arguments, std::span<const std::string> starter) {
    return subprocess{std::move(arguments), starter}.wait();
}

}  // namespace support
