/// @file
/// The commands of the program.
#pragma once

#include <array>
#include <cstddef>

#include "cli/arguments/command_line.hpp"

namespace tutti::program {

/// The result could not be written.
class output_error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The reader of the result has closed its end of a pipe, as `head` does: the program ends without
/// a line.
class closed_pipe : public output_error {
    using output_error::output_error;
};

/// Ends after a write that failed. @pre `errno` is still that of the write
/// @throws closed_pipe or output_error with the text `failure`, always
[[noreturn]] void refuse_write(std::string_view failure);

/// Ends after the file of `--log` could not be written.
/// @throws closed_pipe if it is a pipe whose reader has left, else output_error, always
[[noreturn]] void refuse_log(const command_line& arguments);

[[nodiscard]] command run_command();       ///< one experiment
[[nodiscard]] command record_command();    ///< the same, and what happens goes into a file
[[nodiscard]] command help_command();      ///< the help of a command
[[nodiscard]] command man_command();       ///< the manual page
[[nodiscard]] command complete_command();  ///< what could be typed next
[[nodiscard]] command audit_command();     ///< whether node programs are local
[[nodiscard]] command check_command();     ///< verification of a recording
[[nodiscard]] command draw_command();      ///< a picture of a recording
[[nodiscard]] command list_command();      ///< the catalogue
[[nodiscard]] command explain_command();   ///< what a word means
[[nodiscard]] command compare_command();   ///< every algorithm for a task, on the same input
[[nodiscard]] command stress_command();    ///< many trials on random inputs
[[nodiscard]] command bounds_command();    ///< times and lower bounds from the theory
[[nodiscard]] command describe_command();  ///< a network
[[nodiscard]] command show_command();      ///< a recording as text
[[nodiscard]] command export_command();    ///< a recording as data for other programs
[[nodiscard]] command sweep_command();     ///< many runs into one database
[[nodiscard]] command results_command();   ///< what is in a store, and tables of it
[[nodiscard]] command plot_command();      ///< a figure of a store
[[nodiscard]] command tune_command();      ///< the best algorithm by size of the data
[[nodiscard]] command optimum_command();   ///< the least number of slots, with proof and schedule
[[nodiscard]] command serve_command();     ///< the same in a browser
[[nodiscard]] command new_command();       ///< a folder with an algorithm of one's own

/// Number of commands.
inline constexpr std::size_t command_count = 23;

/// All commands, in the order of the help, which names the families of networks of `catalogue`.
[[nodiscard]] std::array<command, command_count> all_commands(const catalogue& catalogue);

}  // namespace tutti::program
