/// @file
/// Command line arguments, parsed by option.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/plan/plan_values.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "util/option_values.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): a library's
class App;
}

namespace tutti {
enum class plan_command : std::uint8_t;
struct plan_field;
}  // namespace tutti

namespace tutti::program {

/// An option or flag of a command.
struct option {
    std::string_view name;          ///< with its dashes, such as "--network"
    std::string_view short_name{};  ///< such as "-n", or empty
    std::string_view value{};       ///< placeholder of its value in the help; empty for a flag
    std::string_view meaning;
    bool is_repeatable = false;
    /// Values of the option, where it takes one of a few; static lifetime.
    std::span<const std::string_view> choices{};
    const plan_field* field = nullptr;  ///< of plans; null: the option is one of its command alone
    plan_command command{};             ///< that has it, if it is a field of plans
};

/// The meaning of an option; of a field of plans with its range and default.
[[nodiscard]] std::string help_of(const option& option);

/// The option of this name or short name; null if there is none.
[[nodiscard]] const option* option_named(std::span<const option> options,
                                         std::string_view name) noexcept;

class command_line;

/// Result of a command: its standard output and exit status.
struct outcome {
    std::string output;
    int status = 0;
};

/// A command: `tutti NAME [ARGUMENT] [options]`.
struct command {
    std::string_view name;
    std::string_view argument{};  ///< placeholder of its argument in the help; empty: it has none
    std::string_view argument_meaning{};
    std::string_view meaning;
    std::vector<option> options{};
    outcome (*carry_out)(const command_line& arguments, const catalogue& catalogue);
    bool takes_more_arguments = false;  ///< than one
    std::string_view remark{};          ///< that ends its help
    bool is_shared = false;             ///< all processes of an mpirun carry it out, not one alone
};

/// Arguments of a command, parsed.
class command_line {
public:
    /// Reads the words after the program's name. A request for help or for the version is answered
    /// in `answer()`, and then there is no command.
    /// @param program its name, as one types it
    /// @throws std::invalid_argument with one line that says what is wrong and what would be right
    command_line(std::span<const command> commands, std::span<const std::string_view> words,
                 std::string_view program);

    /// The program's name, as one types it.
    [[nodiscard]] const std::string& program() const noexcept { return program_; }

    /// The text of the help or version that was asked for, or nothing.
    [[nodiscard]] const std::optional<std::string>& answer() const noexcept { return answer_; }

    /// The command's name; empty if none was given.
    [[nodiscard]] std::string_view name() const noexcept { return name_; }

    /// The fields of a plan as the arguments have them. @pre the command takes plans
    [[nodiscard]] plan_values plan() const;

    /// The argument, or nothing.
    [[nodiscard]] std::optional<std::string_view> argument() const noexcept;

    /// Those behind the first, of a command that takes them.
    [[nodiscard]] const std::vector<std::string>& more_arguments() const noexcept {
        return more_arguments_;
    }

    /// All options that were given.
    [[nodiscard]] const option_values& options() const noexcept { return options_; }

    /// True if the flag or option was given.
    [[nodiscard]] bool has(std::string_view option) const { return options_.has(option); }

    /// The value of an option, or nothing.
    [[nodiscard]] std::optional<std::string> value(std::string_view option) const {
        return options_.value(option);
    }

    /// All values of a repeatable option.
    [[nodiscard]] const std::vector<std::string>& values(std::string_view option) const {
        return options_.values(option);
    }

    /// The command line as one would type it, words that need it quoted.
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    void read(CLI::App& app, const std::vector<std::string>& words);
    void take(const CLI::App& parser, const command& chosen);

    std::string program_;
    std::string name_;
    std::string argument_;
    std::vector<std::string> more_arguments_;
    option_values options_;
    std::optional<std::string> answer_;
    std::string text_;
};

}  // namespace tutti::program
