#include "cli/commands.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// Output of `--help`, of the program or of a command.
outcome help(const command_line& arguments, const catalogue& catalogue) {
    const auto commands = all_commands(catalogue);
    const auto name = arguments.argument();
    if (name && std::ranges::find(commands, *name, &command::name) == commands.end()) {
        refuse("COMMAND: {} is not a command{}", in_quotes(*name),
               did_you_mean(*name, commands, &command::name));
    }
    constexpr std::string_view help_flag = "--help";
    const std::vector<std::string_view> words =
        name ? std::vector{*name, help_flag} : std::vector{help_flag};
    return {.output = command_line{commands, words, arguments.program()}.answer().value_or("")};
}

}  // namespace

command help_command() {
    return {.name = "help",
            .argument = "COMMAND",
            .argument_meaning = "a command; none: the list of all commands",
            .meaning = "print the help of a command, as COMMAND --help does",
            .carry_out = help};
}

}  // namespace tutti::program
