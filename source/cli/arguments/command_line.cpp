#include "command_line.hpp"

#include <sstream>

#include <CLI/CLI.hpp>

#include "experiment/plan/plan_command_line.hpp"
#include "experiment/plan/plan_schema.hpp"
#include "tutti/version.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

constexpr std::string_view version_flag = "--version";

// A value that begins with a dash looks like an option. After one that takes a value it is the
// value, so that its own check can refuse it by name.
std::vector<std::string> with_values_joined(std::span<const std::string_view> words,
                                            const command& chosen) {
    std::vector<std::string> joined;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const option* const option = option_named(chosen.options, words[i]);
        const bool takes_next = option != nullptr && !option->value.empty() && i + 1 < words.size();
        if (takes_next && words[i + 1].size() > 1 && words[i + 1][0] == '-' &&
            option_named(chosen.options, words[i + 1]) == nullptr) {
            joined.push_back(fmt::format("{}={}", option->name, words[++i]));
        } else {
            joined.emplace_back(words[i]);
        }
    }
    return joined;
}

// CLI11 would count with the value of a flag, and take an option for the value that is missing.
void refuse_misplaced_values(std::span<const std::string_view> words, const command& chosen) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        const option* const option = option_named(chosen.options, words[i].substr(0, equals));
        if (option == nullptr) {
            continue;
        }
        const bool has_value = equals != std::string_view::npos;
        if (option->value.empty() && has_value) {
            refuse("{}: takes no value; leave out {}", option->name,
                   in_quotes(words[i].substr(equals + 1)));
        }
        if (!option->value.empty() && !has_value && i + 1 < words.size() &&
            option_named(chosen.options, words[i + 1]) != nullptr) {
            refuse("{}: needs a value, and {} is an option", option->name, in_quotes(words[i + 1]));
        }
    }
}

// A word with a dash is a misspelt option; the dash alone is the usual name of a standard stream.
[[noreturn]] void refuse_word(std::string_view word, const command& chosen) {
    if (word.size() > 1 && word[0] == '-') {
        const std::string_view name = word.substr(0, word.find('='));
        refuse("{} is not an option{}", in_quotes(name),
               did_you_mean(name, chosen.options, &option::name));
    }
    refuse("unexpected argument {}; see `tutti {} --help`", in_quotes(word), chosen.name);
}

// An option ahead of any command is no misspelt command, so it gets another answer.
[[noreturn]] void refuse_command(std::string_view word, std::span<const command> commands) {
    if (word.size() > 1 && word[0] == '-') {
        refuse("{} is not an option without a command; see tutti --help", in_quotes(word));
    }
    refuse("{} is not a command{}", in_quotes(word), did_you_mean(word, commands, &command::name));
}

// Every option takes all that it is given; what is too much is refused later, by name.
void declare(CLI::App& app, const option& option, const std::string& meaning) {
    const std::string names = option.short_name.empty()
                                  ? std::string{option.name}
                                  : fmt::format("{},{}", option.short_name, option.name);
    CLI::Option* const declared =
        option.value.empty() ? app.add_flag(names, meaning)
                             : app.add_option(names, meaning)->type_name(std::string{option.value});
    declared->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

bool wants_help(std::span<const std::string_view> words) {
    return std::ranges::any_of(
        words, [](std::string_view word) { return word == "--help" || word.starts_with("-h"); });
}

bool is_given(const option& option, std::span<const std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) {
        return word.substr(0, word.find('=')) == option.name ||
               (!option.short_name.empty() && word.starts_with(option.short_name));
    });
}

// Declaring an option takes as long as a small run: it is done for those that are given, and for
// all where the help is printed. The references of CLI11 go into `argument`, which must outlive the
// parser.
void declare_all(CLI::App& parser, const command& command, std::span<const std::string_view> words,
                 std::string& argument) {
    parser.add_option(std::string{command.argument}, argument,
                      std::string{command.argument_meaning});
    const bool has_help = wants_help(words);
    for (const option& each : command.options) {
        if (has_help || is_given(each, words)) {
            declare(parser, each, has_help ? help_of(each) : std::string{});
        }
    }
}

}  // namespace

std::string help_of(const option& option) {
    // The meaning of a network comes from the catalogue.
    const bool is_own =
        option.field == nullptr || option.field->meaning_for(option.command).empty();
    return is_own ? std::string{option.meaning} : option.field->help_for(option.command);
}

// An option without a short form has an empty name there.
const option* option_named(std::span<const option> options, std::string_view name) noexcept {
    const auto position = std::ranges::find_if(options, [&](const option& each) {
        return each.name == name || (!each.short_name.empty() && each.short_name == name);
    });
    return position == options.end() ? nullptr : &*position;
}

command_line::command_line(std::span<const command> commands,
                           std::span<const std::string_view> words, std::string_view program)
    : program_{program},
      text_{command_text(program, std::vector<std::string>(words.begin(), words.end()))} {
    CLI::App app{"Communication algorithms as node programs on an emulated network.", program_};
    app.set_version_flag(std::string{version_flag}, fmt::format("tutti {}", version()));
    app.allow_extras();
    app.require_subcommand(0, 1);
    std::vector<std::string> joined(words.begin(), words.end());
    // If one is named, the others are not needed.
    const auto named =
        words.empty() ? commands.end() : std::ranges::find(commands, words.front(), &command::name);
    const std::span<const command> accepted =
        named == commands.end() ? commands : std::span{named, 1};
    for (const command& declared : accepted) {
        CLI::App* const parser =
            app.add_subcommand(std::string{declared.name}, std::string{declared.meaning});
        parser->allow_extras();
        parser->footer(std::string{declared.remark});
        declare_all(*parser, declared, words, argument_);
        if (!words.empty() && words.front() == declared.name) {
            refuse_misplaced_values(words, declared);
            joined = with_values_joined(words, declared);
        }
    }
    read(app, joined);
    for (const command& declared : accepted) {
        const CLI::App* const parser = app.get_subcommand(std::string{declared.name});
        if (!answer_ && parser->parsed()) {
            take(*parser, declared);
        }
    }
    if (const auto rest = app.remaining(); !answer_ && !rest.empty()) {
        refuse_command(rest.front(), commands);
    }
}

// CLI11 reports help and version by exceptions; all its errors become ours here, so that every
// message has the same form and leads to the same exit status.
void command_line::read(CLI::App& app, const std::vector<std::string>& words) {
    std::vector<std::string> unread(words.rbegin(), words.rend());
    try {
        app.parse(unread);
    } catch (const CLI::CallForVersion& version) {
        // CLI11 answers `--version` whatever else is given, and other arguments would be ignored.
        if (words.size() > 1) {
            const auto other = std::ranges::find_if(
                words, [](std::string_view word) { return word != version_flag; });
            refuse("{}: takes no other arguments; leave out {}", version_flag,
                   in_quotes(other == words.end() ? version_flag : *other));
        }
        answer_ = std::string{version.what()} + '\n';
    } catch (const CLI::Success& success) {
        std::ostringstream text;
        app.exit(success, text, text);
        answer_ = text.str();
    } catch (const CLI::ArgumentMismatch& wrong) {
        const std::string_view text = wrong.what();
        refuse("{}: needs a value", text.substr(0, text.find(':')));
    } catch (const CLI::ParseError& wrong) {
        refuse("{}", wrong.what());
    }
}

// This runs after CLI11 has accepted the line: what remains is what no option has taken.
void command_line::take(const CLI::App& parser, const command& chosen) {
    name_ = chosen.name;
    for (const std::string& word : parser.remaining()) {
        const bool is_option = word.size() > 1 && word[0] == '-';
        if (is_option || !chosen.takes_more_arguments) {
            refuse_word(word, chosen);
        }
        more_arguments_.push_back(word);
    }
    for (const option& option : chosen.options) {
        const std::string name{option.name};
        const CLI::Option* const declared = parser.get_option_no_throw(name);
        if (declared == nullptr) {
            continue;
        }
        const std::vector<std::string>& arguments = declared->results();
        if (!option.is_repeatable && arguments.size() > 1) {
            const std::string last =
                option.value.empty() ? std::string{} : ", last " + in_quotes(arguments.back());
            refuse("{}: given {} times{}; give it once", name, arguments.size(), last);
        }
        options_.set(name, arguments);
    }
}

plan_values command_line::plan() const {
    const auto command = enumerator_of<plan_command>(plan_command_names, name_);
    plan_values values{command.value_or(plan_command{}), options()};
    if (const auto collective = argument()) {
        values.set("collective", {std::string{*collective}});
    }
    return values;
}

std::optional<std::string_view> command_line::argument() const noexcept {
    return argument_.empty() ? std::nullopt : std::optional<std::string_view>{argument_};
}

}  // namespace tutti::program
