#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "plan_schema.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

std::string_view name_of(field_type type) noexcept {
    constexpr std::array<std::string_view, 12> names{"collective", "network", "node-set", "node",
                                                     "choice",     "number",  "range",    "seeds",
                                                     "settings",   "path",    "flag",     "text"};
    return names.at(fmt::underlying(type));
}

bool plan_field::is_taken_by(plan_command command) const noexcept {
    return std::ranges::find(commands, command) != commands.end();
}

bool plan_field::applies_to(const collective& collective) const noexcept {
    return scope == field_scope::with_root           ? collective.takes_root
           : scope == field_scope::with_broadcasters ? collective.takes_broadcasters
                                                     : true;
}

// The plural of an axis has an S more.
std::string_view plan_field::placeholder_for(plan_command command) const noexcept {
    const bool is_one = is_axis && command != plan_command::sweep;
    return placeholder.substr(0, placeholder.size() - (is_one ? 1 : 0));
}

std::string_view plan_field::meaning_for(plan_command command) const noexcept {
    return command == plan_command::sweep && !swept_meaning.empty() ? swept_meaning : meaning;
}

// Words are separated from "default" by a colon, values are not.
std::string plan_field::help_for(plan_command command) const {
    std::string text{meaning_for(command)};
    if (!file_form.empty() && command != plan_command::sweep) {
        text += fmt::format(" or {}", file_form);
    }
    if (shows_range) {
        text += fmt::format(", from {} to {}", grouped(least), grouped(most));
    }
    if (!default_text.empty()) {
        const auto number = number_between(default_text, 0, ~std::uint64_t{0});
        const bool is_value = default_text.find(' ') == std::string_view::npos;
        text += fmt::format(" (default{} {})", is_value ? "" : ":",
                            number ? grouped(*number) : default_text);
    }
    return text;
}

}  // namespace tutti
