#include "ascii_figure.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "axis_titles.hpp"
#include "figure_lines.hpp"
#include "results/value_table.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// One column less than a terminal of 80 has, as some break the line in the last.
constexpr std::size_t text_columns = 79;
constexpr char several = '*';

char letter_of(std::size_t style) { return static_cast<char>('A' + style); }

/// Text canvas: the area between the axes of a panel, as characters.
class text_canvas {
public:
    text_canvas(const marked_axis& x, const marked_axis& y, std::size_t columns, std::size_t rows)
        : x_{&x}, y_{&y}, columns_{columns}, rows_(rows, std::string(columns, ' ')) {}

    [[nodiscard]] std::size_t column_of(double x) const {
        return place_of(x_->share_of(x), columns_);
    }
    /// From the top.
    [[nodiscard]] std::size_t row_of(double y) const {
        return rows_.size() - 1 - place_of(y_->share_of(y), rows_.size());
    }
    [[nodiscard]] const std::string& row(std::size_t number) const { return rows_[number]; }

    /// @param every letter in every column, every second, ..
    void draw_line(const figure_line& line, char letter, std::size_t every) {
        for (auto to = line.begin(); to != line.end(); ++to) {
            const auto from = to == line.begin() ? to : std::prev(to);
            const std::size_t last = column_of(to->first);
            for (std::size_t column = column_of(from->first); column <= last; ++column) {
                if (column % every == 0) {
                    rows_[row_between(*from, *to, column)][column] = letter;
                }
            }
        }
    }

    void draw_bar(double x, const interval& spread) {
        for (std::size_t row = row_of(spread.high); row <= row_of(spread.low); ++row) {
            rows_[row][column_of(x)] = '|';
        }
    }

    // Points of different series in one place become a star, which the legend explains.
    void draw_point(double x, double y, char letter) {
        char& there = rows_[row_of(y)][column_of(x)];
        const bool is_taken = (there >= 'A' && there <= 'Z' && there != letter) || there == several;
        there = is_taken ? several : letter;
        has_several_ |= is_taken;
    }
    /// True if points of different letters are at one place.
    [[nodiscard]] bool has_several() const noexcept { return has_several_; }

private:
    [[nodiscard]] static std::size_t place_of(double share, std::size_t places) {
        return whole_part(std::round(product(std::clamp(share, 0.0, 1.0), places - 1)));
    }

    // Lines are straight on the page: interpolation is in shares of the axes, also where they are
    // logarithmic.
    [[nodiscard]] std::size_t row_between(const figure_line::value_type& from,
                                          const figure_line::value_type& to,
                                          std::size_t column) const {
        const double begin = x_->share_of(from.first);
        const double length = x_->share_of(to.first) - begin;
        const double here = ratio(column, columns_ - 1) - begin;
        const double part = length > 0 ? std::clamp(here / length, 0.0, 1.0) : 0;
        const double low = y_->share_of(from.second);
        return row_of(y_->value_at(low + part * (y_->share_of(to.second) - low)));
    }

    const marked_axis* x_;
    const marked_axis* y_;
    std::size_t columns_;
    std::vector<std::string> rows_;
    bool has_several_ = false;
};

std::size_t longest_text(const std::vector<double>& marks) {
    return largest_of(
        marks, [](double mark) { return readable_text(mark).size(); }, std::size_t{0});
}

/// Writer of the panels one below the other, then of the common parts.
class text_writer {
public:
    explicit text_writer(const figure& shown)
        : shown_{&shown},
          y_{marked_from_zero(shown.y, 6)},
          left_{longest_text(y_.marks) + 2},
          columns_{text_columns - left_ - 2},
          rows_{shown.panels.size() == 1 ? std::size_t{18} : std::size_t{12}} {
        // Room for marks of x is that of their longest text and a gap.
        const std::size_t widest = longest_text(shown.x.values) + 3;
        x_ = marked_by_values(shown.x, std::clamp<std::size_t>(columns_ / widest, 2, 12));
    }

    [[nodiscard]] std::string text() {
        text_ = shown_->title + "\n";
        add_lines(broken_lines(shown_->remarks, "; ", fits));
        for (const figure_panel& panel : shown_->panels) {
            add_panel(panel);
        }
        add_lines(joined(legend(), "   ", fits));
        return std::move(text_);
    }

private:
    [[nodiscard]] static bool fits(const std::string& line) {
        return line.size() + 2 <= text_columns;
    }
    void add_lines(const std::vector<std::string>& lines) {
        for (const std::string& line : lines) {
            text_ += fmt::format("  {}\n", line);
        }
    }

    void add_panel(const figure_panel& panel) {
        const text_canvas drawn = canvas_of(panel);
        text_ +=
            fmt::format("\n{}{}\n", shown_->y.title, panel.name.empty() ? "" : ", " + panel.name);
        std::vector<std::string> marks(rows_);
        for (const double mark : y_.marks) {
            marks[drawn.row_of(mark)] = readable_text(mark);
        }
        for (std::size_t i = 0; i < rows_; ++i) {
            const std::string line = fmt::format("{:>{}} {}{}", marks[i], left_ - 2,
                                                 marks[i].empty() ? '|' : '+', drawn.row(i));
            add_trimmed(line);
        }
        add_x_axis(drawn);
    }

    // Later elements overwrite earlier ones: formulas, bounds, bars, points.
    [[nodiscard]] text_canvas canvas_of(const figure_panel& panel) {
        text_canvas canvas{x_, y_, columns_, rows_};
        for (const figure_series& series : panel.series) {
            for (const figure_line& line : formula_lines(series)) {
                canvas.draw_line(drawn_line(line, x_), '.', 1);
                has_formula_ = true;
            }
        }
        for (const figure_bound& bound : panel.bounds) {
            canvas.draw_line(drawn_line(bound.line, x_), '-', 2);
            has_bound_ = true;
        }
        for (const figure_series& series : panel.series) {
            for (const figure_point& point : series.points) {
                if (point.spread) {
                    canvas.draw_bar(point.x, *point.spread);
                }
            }
        }
        for (const figure_series& series : panel.series) {
            for (const figure_point& point : series.points) {
                canvas.draw_point(point.x, point.mean, letter_of(series.style));
            }
        }
        has_several_ |= canvas.has_several();
        return canvas;
    }

    void add_x_axis(const text_canvas& drawn) {
        std::string line(columns_, '-');
        std::string marks(text_columns, ' ');
        std::size_t free = 0;
        for (const double mark : x_.marks) {
            const std::string words = readable_text(mark);
            const std::size_t middle = left_ + drawn.column_of(mark);
            line[drawn.column_of(mark)] = '+';
            const std::size_t begin =
                std::min(middle - std::min(middle, words.size() / 2), text_columns - words.size());
            // A mark whose text would touch the one before keeps its tick without a text.
            if (begin >= free) {
                marks.replace(begin, words.size(), words);
                free = begin + words.size() + 1;
            }
        }
        text_ += fmt::format("{:>{}}{}\n", '+', left_, line);
        add_trimmed(marks);
        const std::size_t middle = left_ + columns_ / 2;
        const std::size_t before = middle - std::min(middle, shown_->x.title.size() / 2);
        text_ += std::string(before, ' ') + shown_->x.title + "\n";
    }

    void add_trimmed(const std::string& line) {
        text_.append(line, 0, line.find_last_not_of(' ') + 1) += '\n';
    }

    [[nodiscard]] std::vector<std::string> legend() const {
        std::vector<std::string> entries;
        for (std::size_t i = 0; i < shown_->names.size(); ++i) {
            if (!shown_->names[i].empty()) {
                entries.push_back(fmt::format("{} {}", letter_of(i), printable(shown_->names[i])));
            }
        }
        if (has_several_) {
            entries.push_back(fmt::format("{} several", several));
        }
        if (has_formula_) {
            entries.emplace_back(". exact formula");
        }
        if (has_bound_) {
            entries.emplace_back("- lower bound");
        }
        return entries;
    }

    const figure* shown_;
    marked_axis x_;
    marked_axis y_;
    std::size_t left_;     // how many letters are left of what is drawn
    std::size_t columns_;  // of what is drawn
    std::size_t rows_;
    bool has_formula_ = false;
    bool has_bound_ = false;
    bool has_several_ = false;
    std::string text_;
};

}  // namespace

std::string ascii_figure(const figure& shown) { return text_writer{shown}.text(); }

}  // namespace tutti
