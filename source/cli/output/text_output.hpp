/// @file
/// Text that a command writes piece by piece, into a file that users name or to standard output.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/arguments/command_line.hpp"
#include "util/file_content.hpp"

namespace tutti::program {

/// How the file begins whose place another is to take, up to 2^16 bytes: nothing where nothing is
/// lost, for there is none, or it is empty, a pipe or a device.
[[nodiscard]] std::string begin_of_replaced(const std::string& path);

/// Which files may be replaced.
struct replaceable_kind {
    std::string_view name;  ///< "such table": what a refusal says that the file is not
    /// Whether it is one, by its first line, without what ends it.
    std::function<bool(std::string_view first_line)> has;
};

/// Whether `--output` means standard output, a pipe or a device: readers get each piece when it is
/// written, so a command makes sure beforehand that the whole can be made.
[[nodiscard]] bool has_reader_at_once(const command_line& given);

/// Where the text goes. A file gets its name when it is whole.
class text_output {
public:
    /// @param given whose `--output` names the file; `-` and nothing are standard output,
    /// and `--force` replaces any file; without it only what is empty or of the kind
    /// @throws std::invalid_argument that names the option
    text_output(const command_line& given, const replaceable_kind& kind);

    /// @throws output_error if it could not be written
    void write(std::string_view text);
    /// The text is whole. @throws output_error
    void finish();

private:
    std::string path_;
    std::optional<new_file> file_;
};

}  // namespace tutti::program
