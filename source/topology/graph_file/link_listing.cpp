#include "link_listing.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <string>

#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "util/decimal_parts.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::string_view market_mark = "%%MatrixMarket";

/// The words of a line; the last takes all that is left.
using words = std::array<std::string_view, 6>;

words words_of(std::string_view text) {
    words arguments;
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
        const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
        arguments.at(i) = text.substr(0, end);
        text = trimmed(text.substr(end));
    }
    arguments.back() = text;
    return arguments;
}

/// Numbering of nodes in a file, for errors.
struct numbering {
    std::uint64_t least;
    std::uint64_t most;
};

// Ids are stored from 0; errors name them as the file does.
node_id read_id(const line& from, std::string_view word, const numbering& ids) {
    if (const auto id = number_between(word, ids.least, ids.most)) {
        return static_cast<node_id>(*id - ids.least);
    }
    if (is_plain_number(word)) {
        constexpr std::size_t most_shown = 20;
        refuse("has the id {}{} in line {}; ids run from {} to {}", word.substr(0, most_shown),
               word.size() > most_shown ? "..." : "", from.number, ids.least, ids.most);
    }
    refuse("has {} in line {}, where two ids belong", in_quotes(from.text), from.number);
}

link_entry read_ends(const line& from, const words& read, const numbering& ids) {
    const link_entry ends{.from = read_id(from, read[0], ids),
                          .to = read_id(from, read[1], ids),
                          .line = static_cast<std::uint32_t>(from.number)};
    if (ends.from == ends.to) {
        refuse("has the self-loop {0}-{0} in line {1}; a link joins two nodes", read[0],
               from.number);
    }
    return ends;
}

constexpr std::string_view comment_symbols = "#%";

/// The length of what `text` begins with up to the end of its braces: a dictionary as Python writes
/// it, whose quotes may hold braces, comment symbols and escaped quotes. Null if they do not close.
/// @pre it begins with a brace
std::optional<std::size_t> length_of_braces(std::string_view text) noexcept {
    std::size_t depth = 0;
    char quote = '\0';  // that is open
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (quote != '\0') {
            if (text[i] == '\\') {
                ++i;
            } else if (text[i] == quote) {
                quote = '\0';
            }
        } else if (text[i] == '\'' || text[i] == '"') {
            quote = text[i];
        } else if (text[i] == '{') {
            ++depth;
        } else if (text[i] == '}' && --depth == 0) {
            return i + 1;
        }
    }
    return std::nullopt;
}

/// Reads a list of links. Attributes in braces, as NetworkX writes them, do not count.
class list_reader {
public:
    explicit list_reader(std::string_view content) : content_{content}, lines_{content, '\0'} {}

    [[nodiscard]] link_listing read() {
        for (line next; lines_.read(next);) {
            if (comment_symbols.find(next.text.front()) == std::string_view::npos) {
                take(next);
            }
        }
        if (listing_.entries.empty()) {
            refuse("{}; it takes two node ids a line",
                   content_.empty() ? "is empty" : "has no link");
        }
        return std::move(listing_);
    }

private:
    void take(const line& from) {
        const std::size_t brace = from.text.find('{');
        const std::size_t comment = from.text.find_first_of(comment_symbols);
        // A comment symbol in front of the brace makes the brace part of the comment.
        if (brace < comment) {
            check_attributes(from, from.text.substr(brace));
        }
        const words read = words_of(trimmed(from.text.substr(0, std::min(brace, comment))));
        if (!read[2].empty()) {
            refuse("has {} in line {}, where two ids belong{}", in_quotes(from.text), from.number,
                   split_decimal(read[2], "eE") ? "; a weight is not read" : "");
        }
        const link_entry next = read_ends(from, read, ids);
        listing_.entries.push_back(next);
        listing_.nodes = std::max(listing_.nodes, std::uint64_t{1} + std::max(next.from, next.to));
    }

    static void check_attributes(const line& from, std::string_view attributes) {
        const auto length = length_of_braces(attributes);
        if (!length) {
            refuse("has {} in line {}, whose braces or quotes do not close", in_quotes(from.text),
                   from.number);
        }
        const std::string_view rest = trimmed(attributes.substr(*length));
        if (!rest.empty() && comment_symbols.find(rest.front()) == std::string_view::npos) {
            refuse("has {} behind the attributes in line {}, where the line or a comment belongs",
                   in_quotes(rest), from.number);
        }
    }

    static constexpr numbering ids{.least = 0, .most = grid::most_nodes - 1};

    std::string_view content_;
    lines lines_;
    link_listing listing_;
};

std::string lower(std::string_view text) {
    std::string small{text};
    std::ranges::transform(small, small.begin(), lower_case);
    return small;
}

/// Reads a Matrix Market file.
class market_reader {
public:
    /// @param header the line that says what `content` is, of which it is a comment
    market_reader(std::string_view content, const line& header)
        : header_{header}, lines_{content, '%'} {}

    [[nodiscard]] link_listing read() {
        read_header();
        read_size();
        for (line next; lines_.read(next);) {
            if (listing_.entries.size() == declared_) {
                refuse("has more entries than the {} that line {} declares: {} in line {}",
                       declared_, size_line_, in_quotes(next.text), next.number);
            }
            listing_.entries.push_back(read_entry(next));
        }
        if (listing_.entries.size() < declared_) {
            refuse("is truncated: it has {} of the {} entries that line {} declares",
                   listing_.entries.size(), declared_, size_line_);
        }
        return std::move(listing_);
    }

private:
    void read_header() {
        const std::string header = lower(header_.text);
        const words read = words_of(header);
        const auto is_one_of = [&](std::size_t i, std::initializer_list<std::string_view> names) {
            return std::ranges::find(names, read.at(i)) != names.end();
        };
        const bool is_known = read[0] == lower(market_mark) && is_one_of(1, {"matrix"}) &&
                              is_one_of(2, {"coordinate"}) &&
                              is_one_of(3, {"pattern", "real", "integer", "unsigned-integer"}) &&
                              is_one_of(4, {"symmetric", "general"}) && read[5].empty();
        if (!is_known) {
            refuse(
                "has the header {} in line {}; expected {} matrix coordinate, then pattern, real, "
                "integer or unsigned-integer, then symmetric or general",
                in_quotes(header_.text), header_.number, market_mark);
        }
        if (read[3] != "pattern") {
            field_ = read[3];
        }
        // A general matrix has an entry for each direction, a symmetric one has one for each link.
        // Matrix Market counts from 1.
        listing_.has_both_directions = read[4] == "general";
        listing_.least_id = 1;
    }

    void read_size() {
        line next;
        if (!lines_.read(next)) {
            refuse("is truncated: it ends before the line of rows, columns and entries");
        }
        const words read = words_of(next.text);
        const auto number = [&](std::size_t i, std::uint64_t most) {
            return number_between(read.at(i), 0, most);
        };
        const auto rows = number(0, grid::most_nodes);
        const auto columns = number(1, grid::most_nodes);
        const auto entries = number(2, graph::most_links);
        if (!rows || !columns || !entries || !read[3].empty()) {
            refuse(
                "has {} in line {}, where rows, columns and entries belong, of which "
                "there are at most {}, {} and {}",
                in_quotes(next.text), next.number, grid::most_nodes, grid::most_nodes,
                graph::most_links);
        }
        if (*rows != *columns || *rows == 0) {
            refuse(
                "has {} rows and {} columns in line {}; the matrix of a graph has as "
                "many of both, one at least",
                *rows, *columns, next.number);
        }
        listing_.nodes = *rows;
        declared_ = *entries;
        size_line_ = next.number;
    }

    [[nodiscard]] link_entry read_entry(const line& from) const {
        const words read = words_of(from.text);
        const bool has_value = !field_.empty();
        if (!read[has_value ? 3 : 2].empty() || (has_value && !is_value(read[2]))) {
            refuse("has {} in line {}, where two ids{}", in_quotes(from.text), from.number,
                   has_value ? fmt::format(" and {} other than 0 belong, for line {} says {}",
                                           value_in_words(), header_.number, field_)
                             : " belong");
        }
        return read_ends(from, read, {.least = 1, .most = listing_.nodes});
    }

    [[nodiscard]] std::string_view value_in_words() const {
        return field_ == "integer"            ? "a whole number"
               : field_ == "unsigned-integer" ? "a whole number without a minus sign"
                                              : "a value";
    }

    // Explicit entries of a matrix are links, and 0 would be none. The exponents of Fortran begin
    // with D; how large a value is does not matter.
    [[nodiscard]] bool is_value(std::string_view word) const {
        const bool is_real = field_ == "real";
        const auto value = split_decimal(word, is_real ? "eEdD" : "");
        return value && !value->is_zero() && (is_real || !value->has_point) &&
               (field_ != "unsigned-integer" || value->sign != "-");
    }

    line header_;
    lines lines_;
    link_listing listing_;
    std::uint64_t declared_ = 0;
    std::size_t size_line_ = 0;
    std::string field_;  // of values; empty if there are none
};

/// The line that says that a file is a matrix; null if none does.
/// @throws std::invalid_argument if it lacks a percent sign
std::optional<line> market_header(std::string_view content) {
    lines rest{content, '\0'};
    line first;
    if (!rest.read(first)) {
        return std::nullopt;
    }
    const std::string text = lower(first.text);
    if (text.starts_with(lower(market_mark))) {
        return first;
    }
    std::string_view rest_of_line{text};
    rest_of_line.remove_prefix(std::min(text.find_first_not_of('%'), text.size()));
    const words read = words_of(trimmed(rest_of_line));
    if (read[0] == "matrixmarket" && read[1] == "matrix") {
        refuse("has the header {} in line {}, which has to begin with {}", in_quotes(first.text),
               first.number, market_mark);
    }
    return std::nullopt;
}

}  // namespace

link_listing read_links(std::string_view content) {
    const auto header = market_header(content);
    return header ? market_reader{content, *header}.read() : list_reader{content}.read();
}

}  // namespace tutti
