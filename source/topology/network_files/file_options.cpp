#include "file_options.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "file_formats.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

struct file_option {
    std::string_view name;
    std::string_view values;     ///< with bars between; empty: the name is all
    std::string_view formats{};  ///< that take it; empty: all
};

constexpr std::array file_option_table{
    file_option{"format", "NAME"},
    file_option{"base", "1", "edges"},
    file_option{"weights", "parallel|ignore"},
    file_option{"loops", "drop"},
    file_option{"duplicates", "drop|parallel"},
    file_option{"directed", "both"},
    file_option{"switches", "SET"},
    file_option{"names", "", "edges"},
    file_option{"graph", "NUMBER", "graph6|sparse6|digraph6"},
};

bool is_in(std::string_view words, std::string_view word) {
    const auto all = split(words, '|');
    return std::ranges::find(all, word) != all.end();
}

const file_option* find_option(std::string_view name) {
    const auto* const option = std::ranges::find(file_option_table, name, &file_option::name);
    return option == file_option_table.end() ? nullptr : option;
}

void set_option(network_file_options& options, std::string_view text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view name = text.substr(0, equals);
    const std::string_view value = text.substr(std::min(equals + 1, text.size()));
    const file_option* const option = find_option(name);
    if (option == nullptr) {
        refuse("unknown option {}; a path with a comma is in double quotes{}", in_quotes(text),
               did_you_mean(name, file_option_table, &file_option::name));
    }
    const std::string values = name == "format" ? file_format_names() : std::string{option->values};
    const bool is_free = values == "SET" || (values == "NUMBER" && number_between(value, 1, ~0U));
    if (values.empty() != (equals == text.size()) || (value.empty() && !values.empty()) ||
        (!is_free && !is_in(values, value))) {
        refuse("option {} is not valid; write {}{}{}", in_quotes(text), name,
               values.empty() ? "" : "=", values);
    }
    options.insert_or_assign(std::string{name}, std::string{value});
}

}  // namespace

std::string_view written_path(std::string_view text) noexcept {
    if (!text.starts_with('"')) {
        return text.substr(0, text.find(','));
    }
    std::size_t i = 1;
    while (i < text.size() && text[i] != '"') {
        i += text[i] == '\\' ? 2U : 1U;
    }
    return text.substr(0, i + 1);
}

bool continues_network_file(std::string_view before, std::string_view text) {
    constexpr std::string_view of_ids = "0123456789-";
    const std::string_view last = before.substr(before.rfind(',') + 1);
    const bool may_be_set =
        last.starts_with("switches=") || (before.find(",switches=") != std::string_view::npos &&
                                          last.find_first_not_of(of_ids) == std::string_view::npos);
    return before.starts_with("graph:") &&
           (find_option(text.substr(0, text.find('='))) != nullptr ||
            (may_be_set && text.find_first_not_of(of_ids) == std::string_view::npos));
}

network_file_name parse_network_file_name(std::string_view text) {
    const std::string_view written = written_path(text);
    network_file_name name{.path = std::string{written}};
    if (text.starts_with('"')) {
        name.path.clear();
        for (std::size_t i = 1; i + 1 < written.size(); ++i) {
            i += written[i] == '\\' ? 1U : 0U;
            name.path += written[i];
        }
    }
    std::string_view rest = text.substr(written.size());
    if (name.path.empty() || (text.starts_with('"') && !written.ends_with('"')) ||
        (!rest.empty() && rest.front() != ',')) {
        refuse("no file; write FILE or \"FILE\", then options with commas before them");
    }
    while (!rest.empty()) {
        // Commas of a set of switches are not those between options.
        std::size_t end = std::min(rest.find(',', 1), rest.size());
        while (rest.starts_with(",switches=") && end < rest.size() &&
               find_option(rest.substr(end + 1, rest.find_first_of(",=", end + 1) - end - 1)) ==
                   nullptr) {
            end = std::min(rest.find(',', end + 1), rest.size());
        }
        set_option(name.options, rest.substr(1, end - 1));
        rest.remove_prefix(end);
    }
    return name;
}

std::string misplaced_option(const network_file_options& options, const file_format& format) {
    for (const auto& [name, value] : options) {
        const std::string_view formats = find_option(name)->formats;
        if (!formats.empty() && !is_in(formats, format.name)) {
            return fmt::format("option {} is for format={}; this is {}", name, formats,
                               format.title);
        }
    }
    return "";
}

}  // namespace tutti
