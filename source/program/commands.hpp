/// @file
/// The commands of the program.
#pragma once

#include "command_line.hpp"
#include "tutti/experiment/catalogue.hpp"

namespace tutti::program {

/// How a command ended: what goes to standard output, and the exit status.
struct outcome {
    std::string output;
    int status = 0;
};

/// The result could not be written.
class output_error : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The file of `--log` could not be.
[[nodiscard]] output_error log_error(const command_line& given);

/// `tutti run`: one experiment.
[[nodiscard]] command describe_run();
[[nodiscard]] outcome run(const command_line& given, const catalogue& known);

/// `tutti list`: the catalogue.
[[nodiscard]] command describe_list();
[[nodiscard]] outcome list(const command_line& given, const catalogue& known);

/// `tutti compare`: every algorithm for a task, on the same input.
[[nodiscard]] command describe_compare();
[[nodiscard]] outcome compare(const command_line& given, const catalogue& known);

/// `tutti stress`: many trials on random inputs.
[[nodiscard]] command describe_stress();
[[nodiscard]] outcome stress(const command_line& given, const catalogue& known);

/// `tutti bounds`: times and lower bounds from the theory.
[[nodiscard]] command describe_bounds();
[[nodiscard]] outcome bounds(const command_line& given, const catalogue& known);

/// `tutti describe`: a network.
[[nodiscard]] command describe_describe();
[[nodiscard]] outcome describe(const command_line& given, const catalogue& known);

/// `tutti new`: a folder with an algorithm of one's own.
[[nodiscard]] command describe_new();
[[nodiscard]] outcome make_new(const command_line& given, const catalogue& known);

}  // namespace tutti::program
