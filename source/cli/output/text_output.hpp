/// @file
/// Output of a command as text, to a file or to standard output.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/arguments/command_line.hpp"
#include "tutti/topology/network.hpp"
#include "util/file_content.hpp"
#include "util/table_style.hpp"

namespace tutti {
struct experiment;
}  // namespace tutti

namespace tutti::program {

/// Coloured if standard output is a terminal that is not `dumb` (TERM), and NO_COLOR
/// (https://no-color.org) is not set, or empty.
[[nodiscard]] table_style style_of_output();

/// A result in the form that the user wants: with `--json` one JSON object, else a table.
template <class... Results>
[[nodiscard]] std::string json_or_table(const command_line& arguments, const Results&... results) {
    return arguments.has("--json") ? to_json(results...) + "\n"
                                   : to_table(results..., style_of_output());
}

/// Table with the names of a network's nodes behind their ids.
/// @param verbatim texts in it that stay as they are, such as paths of files
[[nodiscard]] std::string named_table(std::string_view table, const network& net,
                                      std::span<const std::string> verbatim);
/// The same of a plan's run, whose network and files are named as they are.
[[nodiscard]] std::string named_table(std::string_view table, const experiment& plan);

/// A result of a plan as JSON or as a table with the names of nodes.
template <class... Results>
[[nodiscard]] std::string json_or_named_table(const command_line& arguments, const experiment& plan,
                                              const Results&... results) {
    const std::string text = json_or_table(arguments, results...);
    return arguments.has("--json") ? text : named_table(text, plan);
}

/// Kind of file that may be replaced.
struct replaceable_kind {
    std::string_view name;  ///< "table of this kind": what a refusal says that the file is not
    /// Recognises a file of the kind by its first line, without the line end.
    std::function<bool(std::string_view first_line)> has;
};

/// Keeps files of other kinds unless `--force` is given. A file without content, a pipe and a
/// device are of any kind.
/// @param option that names the file
/// @throws std::invalid_argument that names the option if the file is of another kind
void check_replaced(const command_line& arguments, std::string_view option, const std::string& path,
                    const replaceable_kind& kind);

/// Writes a file, which gets its name when it is whole.
/// @param option that names it
/// @throws std::invalid_argument that names the option if there can be no such file, output_error
/// if it could not be written
void write_atomically(std::string_view option, const std::string& path, std::string_view content);

/// True if `--output` means standard output, a pipe or a device: readers get each piece when it is
/// written, so a command makes sure beforehand that the whole can be made.
[[nodiscard]] bool has_reader_at_once(const command_line& arguments);

/// Destination of text output. A file gets its name when it is complete.
class text_output {
public:
    /// @param arguments whose `--output` names the file; `-` and nothing are standard output
    /// @throws std::invalid_argument as `check_replaced()`
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
