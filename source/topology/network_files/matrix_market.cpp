#include <algorithm>
#include <array>

#include "file_entries.hpp"
#include "file_formats.hpp"
#include "tutti/topology/grid.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Reader of matrices after Boisvert, Pozo and Remington, "The Matrix Market Exchange Formats"
/// (NIST 1996).
class matrix_reader {
public:
    explicit matrix_reader(file_entries& file) : file_{&file}, lines_{file.content} {
        file.base = 1;
    }

    void read() {
        read_banner();
        read_size();
        for (; lines_.next_of("%"); ++read_) {
            read_entry();
        }
        if (read_ != announced_) {
            file_->fail({}, "{} entries announced in line {}, {} there", announced_, size_line_,
                        read_);
        }
        file_->leave_out(is_array_ ? 0 : zeros_, "entry", " of value 0");
    }

private:
    void read_banner() {
        (void)lines_.next_of("");
        const std::string_view line = lines_.text();
        constexpr std::array<std::string_view, 5> choices{
            "%%matrixmarket", "matrix", "coordinate array",
            "pattern integer unsigned-integer real double complex",
            "general symmetric skew-symmetric hermitian"};
        std::array<std::string, 5> words;
        for (std::size_t i = 0; i < choices.size(); ++i) {
            words.at(i) = i < lines_.words().size() ? lower(lines_.words()[i]) : "";
            const auto names = split(choices.at(i), ' ');
            if (std::ranges::find(names, words.at(i)) == names.end()) {
                file_->fail_line(line, "{}; a network needs {}", in_double_quotes(words.at(i)),
                                 in_double_quotes(choices.at(i)));
            }
        }
        is_array_ = words[2] == "array";
        field_ = words[3];
        is_general_ = words[4] == "general";
        is_skew_ = words[4] == "skew-symmetric";
        if (is_array_ && field_ == "pattern") {
            file_->fail_line(line, "\"array pattern\" has no entries");
        }
        if (lines_.words().size() > words.size() ||
            (words[4] == "hermitian" && field_ != "complex")) {
            file_->fail_line(line, "{}; five words, and hermitian only of complex",
                             in_double_quotes(line));
        }
    }

    void read_size() {
        const bool has_line = lines_.next_of("%");
        const auto& words = lines_.words();
        if (!has_line || words.size() != (is_array_ ? 2U : 3U)) {
            file_->fail_line(has_line ? words[0] : std::string_view{},
                             "rows, columns{} belong here", is_array_ ? "" : " and entries");
        }
        const std::uint64_t rows = file_->number(words[0], 1, grid::most_nodes);
        if (file_->number(words[1], 1, grid::most_nodes) != rows) {
            file_->fail_line(words[0], "{} x {}; a network needs a square matrix", words[0],
                             words[1]);
        }
        size_line_ = file_->line_of(file_->at(words[0]));
        file_->nodes = rows;
        row_ = is_skew_ ? 1 : 0;
        announced_ = is_general_ ? rows * rows : rows * (rows + 1) / 2 - (is_skew_ ? rows : 0);
        announced_ = is_array_ ? announced_ : file_->number(words[2], 0, std::uint64_t{1} << 31U);
    }

    void read_entry() {
        const auto& words = lines_.words();
        const std::size_t ids = is_array_ ? 0 : 2;
        const std::size_t values = field_ == "pattern" ? 0 : field_ == "complex" ? 2 : 1;
        if (words.size() != ids + values || read_ == announced_) {
            file_->fail_line(words[0], "{}; {} belong here, in {}", in_double_quotes(lines_.text()),
                             quantity(ids + values, "number"), quantity(announced_, "line"));
        }
        const auto [row, column] = next_place();
        bool is_zero = values > 0;
        for (std::size_t i = ids; i < words.size(); ++i) {
            is_zero = number_at(i) == 0 && is_zero;
        }
        if (is_zero) {
            ++zeros_;
            return;
        }
        if (values == 2 && row != column && !file_->options.is("weights", "ignore")) {
            file_->fail(words[ids], "a complex value; weights=ignore");
        }
        const std::string_view value = values == 0 ? std::string_view{} : words[ids];
        file_->add(row, column, words[0], is_array_ ? words[0] : words[1], {value, value, "value"},
                   is_general_ ? link_ways::one : link_ways::both);
    }

    // Values of an array come by columns: whole ones, or those from the diagonal or below it down.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> next_place() {
        if (!is_array_) {
            const std::uint64_t row = file_->numbered(lines_.words()[0], "row");
            return {row, file_->numbered(lines_.words()[1], "column")};
        }
        const std::pair place{row_, column_};
        if (++row_ == file_->nodes) {
            ++column_;
            row_ = is_general_ ? 0 : column_ + (is_skew_ ? 1 : 0);
        }
        return place;
    }

    [[nodiscard]] double number_at(std::size_t i) const {
        const std::string_view word = lines_.words()[i];
        const auto value = decimal_value(word);
        const bool is_whole = field_.ends_with("integer");
        if (!value || (is_whole && word.find_first_of(".eEdD") != std::string_view::npos) ||
            (field_ == "unsigned-integer" && word.starts_with('-'))) {
            file_->fail(word, "{} is no {}number", in_double_quotes(word),
                        is_whole ? "whole " : "");
        }
        return *value;
    }

    file_entries* file_;
    text_lines lines_;
    bool is_array_ = false;
    bool is_general_ = false;
    bool is_skew_ = false;
    std::string field_;
    std::uint64_t size_line_ = 0;
    std::uint64_t announced_ = 0;
    std::uint64_t read_ = 0;
    std::uint64_t zeros_ = 0;
    std::uint64_t row_ = 0;
    std::uint64_t column_ = 0;
};

}  // namespace

void read_matrix_market(file_entries& file) { matrix_reader{file}.read(); }

}  // namespace tutti
