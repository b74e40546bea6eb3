/// @file
/// Runs a function in a forked child process and isolates its crashes.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace tutti {

/// Way in which a process ended.
enum class process_ending : std::uint8_t {
    completed,  ///< the work was done
    crashed,    ///< by a signal, `std::terminate` or a call of `exit`
    hung,       ///< it took longer than it was given
    stopped,    ///< it was asked to
};

/// End of a process, with its description.
struct process_end {
    process_ending ending = process_ending::completed;
    std::string text{};  ///< one line on how it crashed, or empty
};

/// What ends a process before its work is done.
struct process_limits {
    std::chrono::milliseconds time = std::chrono::hours{24 * 365};  ///< of its life
    std::stop_token stop{};
};

/// Receiver of the output of the process.
using output_handler = std::function<void(std::span<const std::byte>)>;

/// Forks, and has the child do `work` and end. What the child says is heard in the same pieces or
/// others, in order, while it works. The child reads no signal that asks for an end, writes nothing
/// to standard output, and dies with this process.
/// @param work is given what it says it with; must not throw
/// @pre no other thread of this process holds what `work` wants to have
/// @throws std::system_error if there is no process or pipe left
[[nodiscard]] process_end run_in_fork(const std::function<void(const output_handler& say)>& work,
                                      const output_handler& hear, const process_limits& limits);

/// Arguments and environment of this program, executed again.
struct program_start {
    std::vector<std::string> words;        ///< its arguments, the name first
    std::vector<std::string> environment;  ///< NAME=VALUE
};

/// Executes this program again, and has it do `work`, which it reads with `read_work` and answers
/// with `send_to_parent`. It inherits no memory and no open file but these two: its standard
/// streams lead nowhere. All else as in `run_in_fork`.
/// @throws std::system_error if there is no process, pipe or memory left
[[nodiscard]] process_end run_in_new_process(const program_start& start,
                                             std::span<const std::byte> work,
                                             const output_handler& hear,
                                             const process_limits& limits);

/// In a program that `run_in_new_process` has started: settles in, and reads its work.
/// @throws std::system_error if there is none
[[nodiscard]] std::vector<std::byte> read_work();
/// Sends bytes to the parent process.
void send_to_parent(std::span<const std::byte> content) noexcept;

/// Executes this program again as a separate command, whose parent is not this process, in the
/// environment `start` has and with this process' standard input and error, and hears what it
/// writes to standard output.
/// @return completed when that is all, whatever its exit status was
[[nodiscard]] process_end run_isolated_command(const program_start& start,
                                               const output_handler& hear,
                                               const process_limits& limits);

}  // namespace tutti
