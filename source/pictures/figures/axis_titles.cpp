#include "axis_titles.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "results/value_table.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Title of a column in a figure.
struct column_title {
    std::string_view name;
    std::string_view axis;
    std::string_view in_short;
};

constexpr std::array column_titles{
    column_title{"k", "K, the number of packets", "K"},
    column_title{"slots", "time in slots", "time in slots"},
    column_title{"units", "time in units", "time in units"},
    column_title{"expected", "time by theory, in units", "time by theory"},
    column_title{"lower_bound", "lower bound in units", "lower bound"},
    column_title{"ratio", "time / lower bound", "time / lower bound"},
    column_title{"nodes", "nodes", "nodes"},
    column_title{"dimensions", "dimensions", "dimensions"},
    column_title{"links", "directed links", "links"},
    column_title{"diameter", "diameter in links", "diameter"},
    column_title{"side", "nodes a side", "nodes a side"},
    column_title{"transmissions", "transmissions: packets over links", "transmissions"},
    column_title{"control_transmissions", "control packets over links", "control transmissions"},
    column_title{"expected_transmissions", "transmissions by theory: packets over links",
                 "transmissions by theory"},
    column_title{"broadcaster_nodes", "broadcasting nodes", "broadcasting nodes"},
    column_title{"first_done", "first node done, in slots", "first node done"},
    column_title{"last_arrival", "last arrival, in slots", "last arrival"},
    column_title{"required", "required deliveries", "required deliveries"},
    column_title{"missing", "missing deliveries", "missing deliveries"},
    column_title{"duplicate", "duplicate deliveries", "duplicate deliveries"},
    column_title{"unexpected", "unexpected deliveries", "unexpected deliveries"},
    column_title{"utilisation", "share of links that are busy", "use of links"},
    column_title{"wall_seconds", "wall time in seconds", "wall time"},
    column_title{"setup_seconds", "set-up time in seconds", "set-up time"},
    column_title{"ended_at", "end in seconds since 1970", "end"},
    column_title{"delay_mean", "mean delay in units", "mean delay"},
    column_title{"delay_median", "median delay in units", "median delay"},
    column_title{"delay_p95", "delay of 95 % in units", "delay of 95 %"},
    column_title{"delay_p99", "delay of 99 % in units", "delay of 99 %"},
    column_title{"delay_max", "longest delay in units", "longest delay"},
    column_title{"delay_bound", "delay by theory in units", "delay by theory"},
    column_title{"queue_max", "longest queue in messages", "longest queue"},
    column_title{"mean_active", "broadcasting nodes an interval", "broadcasting nodes"},
    column_title{"queue_mean", "mean queue in messages", "mean queue"},
    column_title{"rate", "messages a slot and node", "rate"},
};

// Columns without an entry have their name as a title, with blanks.
std::string title_of(const std::string& name, std::string_view column_title::*which) {
    const auto* const title = std::ranges::find(column_titles, name, &column_title::name);
    return title == column_titles.end() ? spaced(name) : std::string{(*title).*which};
}

}  // namespace

std::string spaced(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

std::string axis_title_of(const std::string& name) { return title_of(name, &column_title::axis); }

std::string short_title_of(const std::string& name) {
    return title_of(name, &column_title::in_short);
}

// Values that speak for themselves need no name of their column.
std::string label_of(const readable_column& column, const stored_value& value) {
    constexpr std::array<std::string_view, 4> clear{"task", "algorithm", "network", "family"};
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
        std::vector<std::string> words;
        for (const std::string_view word : split(line, ' ')) {
            words.emplace_back(word);
        }
        for (std::string& piece : fits(line) ? std::vector{line} : joined(words, " ", fits)) {
            lines.push_back(std::move(piece));
        }
    }
    return lines;
}

}  // namespace tutti
