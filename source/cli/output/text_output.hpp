/// @file
/// Text output of a command, to a file or to standard output.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/arguments/command_line.hpp"
#include "util/file_content.hpp"

namespace tutti::program {

/// Beginning of the file that would be replaced, up to 2^16 bytes: empty where nothing is lost,
/// because there is none, or it is empty, a pipe or a device.
[[nodiscard]] std::string begin_of_replaced(const std::string& path);

/// Kind of file that may be replaced.
struct replaceable_kind {
    std::string_view name;  ///< "table of this kind": what a refusal says that the file is not
    /// Recognises a file of the kind by its first line, without the line end.
    std::function<bool(std::string_view first_line)> has;
};

/// True if `--output` means standard output, a pipe or a device: readers get each piece when it is
/// written, so a command makes sure beforehand that the whole can be made.
[[nodiscard]] bool has_reader_at_once(const command_line& arguments);

/// Destination of text output. A file gets its name when it is complete.
class text_output {
public:
    /// @param arguments whose `--output` names the file; `-` and nothing are standard output,
    /// and `--force` replaces any file; without it only what is empty or of the kind
    /// @throws std::invalid_argument that names the option
    text_output(const command_line& arguments, const replaceable_kind& kind);

    /// @throws output_error if it could not be written
    void write(std::string_view text);
    /// The text is whole. @throws output_error
    void finish();

private:
    std::string path_;
    std::optional<atomic_file> file_;
};

}  // namespace tutti::program
