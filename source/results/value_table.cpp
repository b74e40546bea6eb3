#include "value_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <boost/json.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "recording/export/event_tables.hpp"
#include "results/store/column_value.hpp"
#include "util/collect.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// A number as a program reads it: all digits, nothing between them.
std::string exact_text(const stored_value& value) {
    if (const auto* const whole = std::get_if<std::uint64_t>(&value)) {
        return fmt::to_string(*whole);
    }
    const auto number = number_of(value);
    return number ? fmt::to_string(*number) : "";
}

// The value of a parameter, as text if its decimal is another number.
// Programs read decimals; a fraction that has none is written as text instead of a wrong number.
stored_value for_programs(const stored_value& value, const table_column& column) {
    const auto* const exact = std::get_if<rational>(&value);
    if (!column.is_parameter || exact == nullptr) {
        return value;
    }
    const stored_value decimal = exact->to_double();
    return exact_number_of(exact_text(decimal)) == *exact ? decimal
                                                          : stored_value{to_string(*exact)};
}

// Numbers are written unquoted, negative ones, too.
std::string in_csv(const stored_value& value) {
    const auto* const text = std::get_if<std::string>(&value);
    return text != nullptr ? csv_field(*text) : exact_text(value);
}

boost::json::value json_of(const stored_value& value) {
    if (const auto* const text = std::get_if<std::string>(&value)) {
        return boost::json::string(*text);
    }
    if (const auto* const whole = std::get_if<std::uint64_t>(&value)) {
        return *whole;
    }
    const auto number = number_of(value);
    // JSON has neither infinity nor NaN.
    return number && std::isfinite(*number) ? boost::json::value(*number) : nullptr;
}

class json_table final : public table_writer {
public:
    explicit json_table(std::vector<table_column> columns) : columns_{std::move(columns)} {}

    std::string head() override { return "["; }
    std::string row(std::span<const stored_value> values) override {
        boost::json::object object;
        for (std::size_t i = 0; i < values.size(); ++i) {
            object[columns_[i].name] = json_of(for_programs(values[i], columns_[i]));
        }
        const std::string_view before = is_first_ ? "\n" : ",\n";
        is_first_ = false;
        return fmt::format("{}{}", before, serialized(object));
    }
    std::string foot() override { return "\n]\n"; }

private:
    std::vector<table_column> columns_;
    bool is_first_ = true;
};

// Text with a backslash before characters that Markdown would interpret.
std::string in_markdown(const stored_value& value) {
    std::string text;
    for (const char letter : printable(readable_text(value))) {
        if (std::string_view{"|\\`*<"}.find(letter) != std::string_view::npos) {
            text += '\\';
        }
        text += letter;
    }
    return text;
}

// Special characters of LaTeX are escaped, so that names of programs cannot be commands.
std::string in_latex(const stored_value& value) {
    constexpr std::string_view escaped = "{}$&#_%";
    std::string text;
    for (const char letter : printable(readable_text(value))) {
        if (letter == '\\') {
            text += "\\textbackslash{}";
        } else if (letter == '~') {
            text += "\\textasciitilde{}";
        } else if (letter == '^') {
            text += "\\textasciicircum{}";
        } else {
            text += escaped.find(letter) == std::string_view::npos ? "" : "\\";
            text += letter;
        }
    }
    return text;
}

/// Syntax of a row: texts around and between its values, and the text of a value.
struct row_syntax {
    std::string_view begin;
    std::string_view between;
    std::string_view end;
    std::string (*write)(const stored_value& value);
};

// Lines of CSV end with CR LF, as RFC 4180 has it.
constexpr row_syntax csv_row{"", ",", "\r\n", in_csv};
constexpr row_syntax markdown_row{"| ", " | ", " |\n", in_markdown};
constexpr row_syntax latex_row{"", " & ", " \\\\\n", in_latex};

/// Table whose rows are values one after the other.
class text_table final : public table_writer {
public:
    text_table(table_format format, std::vector<table_column> columns)
        : format_{format}, columns_{std::move(columns)} {}

    std::string head() override {
        const std::string first = row(
            vector_of(columns_, [](const table_column& each) { return stored_value{each.name}; }));
        // A colon in the rule of Markdown aligns numbers on the right.
        return format_ == table_format::markdown
                   ? fmt::format("{}|{}\n", first, of_each_column(" ---: |", " --- |"))
               : format_ == table_format::latex
                   ? fmt::format("\\begin{{tabular}}{{{}}}\n\\hline\n{}\\hline\n",
                                 of_each_column("r", "l"), first)
                   : first;
    }
    std::string row(std::span<const stored_value> values) override {
        if (format_ != table_format::csv) {
            return text_of(format_ == table_format::latex ? latex_row : markdown_row, values);
        }
        std::vector<stored_value> written;
        std::ranges::transform(values, columns_, std::back_inserter(written), for_programs);
        return text_of(csv_row, written);
    }
    std::string foot() override {
        return format_ == table_format::latex ? "\\hline\n\\end{tabular}\n" : "";
    }

private:
    static std::string text_of(const row_syntax& syntax, std::span<const stored_value> values) {
        return fmt::format("{}{}{}", syntax.begin,
                           fmt::join(vector_of(values, syntax.write), syntax.between), syntax.end);
    }
    [[nodiscard]] std::string of_each_column(std::string_view number,
                                             std::string_view other) const {
        return joined_texts(columns_, "", [&](const table_column& each) {
            return each.is_number ? number : other;
        });
    }

    table_format format_;
    std::vector<table_column> columns_;
};

// Four digits, or as many as there are before the point.
std::string readable_number(double value) {
    // Larger numbers would lose digits in a double, and are shown with a power.
    constexpr double most_grouped = 1e15;
    const double size = std::abs(value);
    if (size >= most_grouped || (size < 1e-3 && size > 0) || !std::isfinite(value)) {
        return fmt::format("{:.4g}", value);
    }
    const int before = size < 1 ? 0 : static_cast<int>(std::floor(std::log10(size))) + 1;
    const std::string text = fmt::format("{:.{}f}", size, std::max(0, 4 - before));
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string rest = text.substr(point);
    // Zeros at the end say nothing about exact values, and are left out.
    rest.erase(rest.find_last_not_of(".0") + 1);
    const std::uint64_t whole =
        number_between(text.substr(0, point), 0, ~std::uint64_t{0}).value_or(0);
    return fmt::format("{}{}{}", value < 0 ? "-" : "", grouped(whole), rest);
}

}  // namespace

table_column column_of_table(const readable_column& column) {
    return {.name = column.name,
            .is_number = column.kind != column_kind::text,
            .is_parameter = column.kind == column_kind::parameter};
}

// Names are in the order of the enumerators.
std::span<const std::string_view> table_format_names() noexcept {
    static constexpr std::array<std::string_view, 4> names{"csv", "json", "markdown", "latex"};
    return names;
}

std::unique_ptr<table_writer> make_table_writer(table_format format,
                                                std::vector<table_column> columns) {
    if (format == table_format::json) {
        return std::make_unique<json_table>(std::move(columns));
    }
    return std::make_unique<text_table>(format, std::move(columns));
}

std::string readable_text(const stored_value& value) {
    if (const auto* const text = std::get_if<std::string>(&value)) {
        return *text;
    }
    if (const auto* const whole = std::get_if<std::uint64_t>(&value)) {
        return grouped(*whole);
    }
    if (const auto* const fraction = std::get_if<rational>(&value)) {
        // Fractions are shown as such, because they are exact.
        return fraction->denominator() == 1 ? readable_number(fraction->to_double())
                                            : to_string(*fraction);
    }
    const auto number = number_of(value);
    return number ? readable_number(*number) : "";
}

}  // namespace tutti
