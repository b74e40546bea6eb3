#include "axis_titles.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "results/schema/result_schema.hpp"
#include "results/value_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
std::string spaced(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

// Columns without a title have their name as one, with blanks.
std::string axis_title_of(const std::string& name) {
    const result_field* const field = find_column(name);
    if (field != nullptr && !field->shown.axis.empty()) {
        return std::string{field->shown.axis};
    }
    return name == "rate" ? "messages a slot and node" : spaced(name);
}

std::string short_title_of(const std::string& name) {
    const result_field* const field = find_column(name);
    return field == nullptr || field->shown.title.empty() ? axis_title_of(name)
                                                          : std::string{field->shown.title};
}

// Values that speak for themselves need no name of their column.
std::string label_of(const readable_column& column, const stored_value& value) {
    constexpr std::array<std::string_view, 4> clear{"collective", "algorithm", "network", "family"};
    if (std::holds_alternative<std::monostate>(value)) {
        return "no " + spaced(column.name);
    }
    std::string text = printable(readable_text(value));
    if (std::ranges::find(clear, column.name) != clear.end()) {
        return text;
    }
    return column.kind == column_kind::text
               ? fmt::format("{} {}", spaced(column.name), text)
               : fmt::format("{} = {}", short_title_of(column.name), text);
}

// A part that does not fit alone has a separate line, though it is too long.
std::vector<std::string> joined(const std::vector<std::string>& parts, std::string_view separator,
                                const std::function<bool(const std::string& line)>& fits) {
    std::vector<std::string> lines;
    for (const std::string& part : parts) {
        const std::string longer =
            lines.empty() ? part : fmt::format("{}{}{}", lines.back(), separator, part);
        if (!lines.empty() && fits(longer)) {
            lines.back() = longer;
        } else {
            lines.push_back(part);
        }
    }
    return lines;
}

// Lines break between parts where possible, and between words only where a part is too long.
std::vector<std::string> broken_lines(const std::vector<std::string>& parts,
                                      std::string_view separator,
                                      const std::function<bool(const std::string& line)>& fits) {
    std::vector<std::string> lines;
    for (const std::string& line : joined(parts, separator, fits)) {
        const std::vector<std::string_view> parts_of_line = split(line, ' ');
        const std::vector<std::string> words(parts_of_line.begin(), parts_of_line.end());
        for (std::string& piece : fits(line) ? std::vector{line} : joined(words, " ", fits)) {
            lines.push_back(std::move(piece));
        }
    }
    return lines;
}

}  // namespace tutti
