/// @file
/// Error in the value of an option or field, with its name.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/memory/memory.hpp"
#include "experiment/several_processes.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

/// Error in a value, whose text begins with the name of its option.
class option_error : public std::invalid_argument {
public:
    /// @param option as messages call it: "--seed", "COLLECTIVE", or the name of a field
    /// @param text of the whole message, in one line
    option_error(std::string_view option, const std::string& text)
        : std::invalid_argument{text}, option_{option} {}

    /// The option that is to blame.
    [[nodiscard]] const std::string& option() const noexcept { return option_; }

private:
    std::string option_;
};

/// Refuses the value of an option. @param text of the error behind its name
/// @throws option_error always
template <class... Parts>
[[noreturn]] void refuse_option(std::string_view option, fmt::format_string<Parts...> text,
                                Parts&&... parts) {
    throw option_error{
        option, fmt::format("{}: {}", option, fmt::format(text, std::forward<Parts>(parts)...))};
}

/// Calls `read` and puts the option's name in front of what it complains about.
/// @param value that is named behind the option; empty: none
/// @throws option_error
template <class Read>
decltype(auto) reading(std::string_view option, const Read& read, std::string_view value = {}) {
    try {
        return read();
    } catch (const processes_differ&) {
        throw;  // the option is not the cause
    } catch (const memory_limit_exceeded& wrong) {
        refuse_option("--memory-limit", "{}", wrong.what());
    } catch (const std::invalid_argument& wrong) {
        refuse_option(option, "{}{}", value.empty() ? std::string{} : in_quotes(value) + ": ",
                      wrong.what());
    }
}

/// The value of an enumeration that a text names. @param names of its values, in their order
/// @throws option_error
template <class Choice>
[[nodiscard]] Choice choice_named(std::string_view option, std::string_view text,
                                  std::span<const std::string_view> names) {
    const auto choice = enumerator_of<Choice>(names, text);
    if (!choice) {
        refuse_option(option, "{} is unknown{}", in_quotes(text), did_you_mean(text, names));
    }
    return *choice;
}

}  // namespace tutti
