#include "figure_layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>

#include "axis_titles.hpp"
#include "figure_lines.hpp"
#include "results/value_table.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr double edge = 14;
constexpr double line_height = figure_layout::line_height;
constexpr double marks_height = 28;  // of their texts, below a panel
constexpr double name_height = 28;   // of a panel's name, above it

// A text in pieces that are no wider than `most`.
std::vector<std::string> pieces_of(const std::string& text, double most) {
    std::vector<std::string> letters;
    for (const char letter : printable(text)) {
        // Pieces end between characters of UTF-8, never within one.
        if (letters.empty() || !continues_character(letter)) {
            letters.emplace_back();
        }
        letters.back() += letter;
    }
    return joined(letters, "",
                  [&](const std::string& line) { return width_of(line, {.size = 12}) <= most; });
}

bool has_formula(const figure& shown, std::size_t style) {
    return std::ranges::any_of(shown.panels, [&](const figure_panel& panel) {
        return std::ranges::any_of(panel.series, [&](const figure_series& each) {
            return each.style == style && !formula_lines(each).empty();
        });
    });
}

// A figure with one unnamed series needs no entry for it.
std::vector<figure_legend_entry> entries_of(const figure& shown, double most) {
    std::vector<figure_legend_entry> entries;
    for (std::size_t i = 0; i < shown.names.size(); ++i) {
        if (!shown.names[i].empty()) {
            entries.push_back({.lines = pieces_of(shown.names[i], most),
                               .style = i,
                               .has_line = has_formula(shown, i)});
        }
    }
    if (std::ranges::any_of(shown.panels,
                            [](const figure_panel& each) { return !each.bounds.empty(); })) {
        entries.push_back({.lines = {"lower bound"}, .is_bound = true});
    }
    return entries;
}

constexpr double beside_text = 50;  // the symbol of an entry, and what is between columns

double widest_of(const auto& items, const auto& text_of) {
    return largest_of(
        items, [&](const auto& each) { return width_of(text_of(each), {.size = 12}); }, 0.0);
}

double entry_width(const figure_legend_entry& entry) {
    return widest_of(entry.lines, std::identity{}) + beside_text;
}

using entry_span = std::span<figure_legend_entry>;

// Positions at which columns begin, each as wide as its widest text. The last is where they end.
std::vector<double> column_places(entry_span entries, std::size_t columns) {
    std::vector<double> widths(columns);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        widths[i % columns] = std::max(widths[i % columns], entry_width(entries[i]));
    }
    std::vector<double> places{edge};
    for (const double width : widths) {
        places.push_back(places.back() + width);
    }
    return places;
}

// As many as fit.
std::size_t column_count(entry_span entries, double most) {
    std::size_t columns = std::max<std::size_t>(1, entries.size());
    while (columns > 1 && column_places(entries, columns).back() > most) {
        --columns;
    }
    return columns;
}

// Row by row. @return where they end
double place_rows(entry_span entries, std::size_t columns, double down) {
    const std::vector<double> places = column_places(entries, columns);
    std::size_t tallest = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (i % columns == 0) {
            down += product(tallest, line_height);
            tallest = 0;
        }
        entries[i].place = {.x = places[i % columns], .y = down};
        tallest = std::max(tallest, entries[i].lines.size());
    }
    return down + product(tallest, line_height);
}

// In columns. Entries too wide for two columns have separate rows below. @return where it ends
double place_legend(figure_layout& made, double down) {
    constexpr double after_last = 18;  // nothing is beside the last column
    const double most = made.width - edge + after_last;
    const entry_span entries{made.legend};
    std::size_t narrow = entries.size();
    while (narrow > 1 && column_count(entries.first(narrow), most) == 1) {
        const auto widest = std::ranges::max_element(
            entries.first(narrow), {},
            [](const figure_legend_entry& each) { return entry_width(each); });
        std::ranges::rotate(widest, std::next(widest), entries.first(narrow).end());
        --narrow;
    }
    std::ranges::sort(entries.subspan(narrow), {}, &figure_legend_entry::style);
    down = place_rows(entries.first(narrow), column_count(entries.first(narrow), most), down);
    return place_rows(entries.subspan(narrow), 1, down);
}

double widest_mark(const std::vector<double>& marks) {
    return widest_of(marks, [](double mark) { return readable_text(mark); });
}

constexpr double column_of_paper = 430;
constexpr double page_of_paper = 860;

// As many panels side by side as have room.
std::uint32_t columns_for(std::size_t panels, double width) {
    constexpr std::size_t most_in_two = 4;
    const double narrowest = width == page_of_paper && panels <= most_in_two ? width / 2 : 280;
    std::uint32_t columns = 1;
    while (columns < panels && (columns + 1) * narrowest <= width) {
        ++columns;
    }
    return columns;
}

// One above the other and side by side. @return where the lowest end
double place_panels(figure_layout& made, std::size_t count, double top) {
    const std::uint32_t columns = columns_for(count, made.width);
    const double each = (made.width - 2 * edge) / columns;
    const double beside = widest_mark(made.y.marks) + 12;
    const double usual = count == 1 ? 250 : 150;
    const svg_box first{.x = edge + beside,
                        .y = top + (count == 1 ? 0 : name_height),
                        .width = each - beside - 8,
                        .height = std::clamp(std::floor(0.36 * each), usual, 1.5 * usual)};
    const double pitch = first.height + marks_height + (count == 1 ? 0 : name_height);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t row = i / columns;
        svg_box next = first;
        next.x += i % columns * each;
        next.y += row * pitch;
        made.panels.push_back(next);
    }
    return made.panels.back().y + first.height + marks_height;
}

}  // namespace

figure_layout layout_of(const figure& shown, double width) {
    constexpr double between_marks = 14;
    const std::size_t panels = shown.panels.size();
    figure_layout made;
    made.width = width > 0 ? width : panels == 1 ? column_of_paper : page_of_paper;
    const double inside = made.width - 2 * edge;
    made.remarks = broken_lines(shown.remarks, "; ", [inside](const std::string& line) {
        return width_of(line, {.size = 11}) <= inside;
    });
    // The layout proceeds from top to bottom. Marks of y come first, as their width moves the
    // panels; those of x depend on the width of a panel.
    made.y = marked_from_zero(shown.y, 6);

    made.title_y = edge + 6;
    double down = made.title_y + product(line_height, made.remarks.size() + 1) + 8;
    made.y_title = {.x = edge, .y = down};
    down = place_panels(made, panels, down + line_height);
    const double room = made.panels.front().width / (widest_mark(shown.x.values) + between_marks);
    made.x = marked_by_values(shown.x, whole_part(std::clamp(room, 2.0, 12.0)));
    made.x_title = {.x = made.width / 2, .y = down + line_height / 2};
    made.legend = entries_of(shown, inside - beside_text);
    down = place_legend(made, made.x_title.y + line_height + 8);
    made.height = std::ceil(down + edge / 2);
    return made;
}

}  // namespace tutti
