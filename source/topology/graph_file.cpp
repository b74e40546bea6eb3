#include "tutti/topology/graph_file.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

#include <boost/pending/disjoint_sets.hpp>

#include "tutti/topology/file_content.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

constexpr std::string_view market_mark = "%%MatrixMarket";
constexpr file_kind graph_files{.content = "two node ids a line, or a Matrix Market matrix",
                                .most_bytes = most_graph_file_bytes};

/// The words of a line; the last takes all that is left.
using words = std::array<std::string_view, 6>;

words words_of(std::string_view text) {
    words all;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
        const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
        all.at(i) = text.substr(0, end);
        text = trimmed(text.substr(end));
    }
    all.back() = text;
    return all;
}

/// A link as a file names it.
struct entry {
    node_id from = 0;
    node_id to = 0;
    std::uint32_t line = 0;  // files are not longer than 2^30 bytes
};

/// How a file counts its nodes, for errors.
struct numbering {
    std::uint64_t least;
    std::uint64_t most;
};

node_id read_id(const line& from, std::string_view word, const numbering& ids) {
    if (const auto id = number_between(word, ids.least, ids.most)) {
        return static_cast<node_id>(*id - ids.least);
    }
    if (is_plain_number(word)) {
        refuse("has the id {} in line {}; ids run from {} to {}", word.substr(0, 20), from.number,
               ids.least, ids.most);
    }
    refuse("has {} in line {}, where two ids belong", in_quotes(from.text), from.number);
}

entry read_ends(const line& from, const words& read, const numbering& ids) {
    const entry ends{.from = read_id(from, read[0], ids),
                     .to = read_id(from, read[1], ids),
                     .line = static_cast<std::uint32_t>(from.number)};
    if (ends.from == ends.to) {
        refuse("has the self-loop {0}-{0} in line {1}; a link joins two nodes", read[0],
               from.number);
    }
    return ends;
}

/// What a file says.
struct listing {
    std::uint64_t nodes = 0;
    std::vector<entry> entries;
    std::uint64_t least_id = 0;
    bool has_both_directions = false;
};

// Attributes as NetworkX writes them do not count.
listing read_list(std::string_view content) {
    constexpr numbering ids{.least = 0, .most = grid::most_nodes - 1};
    listing all;
    lines rest{content, '#'};
    for (line next; rest.read(next);) {
        const words read = words_of(next.text);
        const bool has_attributes = read[2].starts_with('{') && next.text.ends_with('}');
        if (!read[2].empty() && !has_attributes) {
            refuse("has {} in line {}, where two ids belong", in_quotes(next.text), next.number);
        }
        all.entries.push_back(read_ends(next, read, ids));
        all.nodes = std::max<std::uint64_t>({all.nodes, std::uint64_t{all.entries.back().from} + 1,
                                             std::uint64_t{all.entries.back().to} + 1});
    }
    if (all.entries.empty()) {
        refuse("{}; it takes two node ids a line", content.empty() ? "is empty" : "has no link");
    }
    return all;
}

std::string lower(std::string_view text) {
    std::string small{text};
    std::ranges::transform(small, small.begin(), lower_case);
    return small;
}

/// Reads a Matrix Market file.
class market_reader {
public:
    explicit market_reader(std::string_view content)
        : header_{trimmed(content.substr(0, content.find('\n')))}, lines_{content, '%'} {}

    [[nodiscard]] listing read() {
        read_header();
        read_size();
        for (line next; lines_.read(next);) {
            if (all_.entries.size() == declared_) {
                refuse("has more entries than the {} that line {} declares: {} in line {}",
                       declared_, size_line_, in_quotes(next.text), next.number);
            }
            all_.entries.push_back(read_entry(next));
        }
        if (all_.entries.size() < declared_) {
            refuse("is truncated: it has {} of the {} entries that line {} declares",
                   all_.entries.size(), declared_, size_line_);
        }
        return std::move(all_);
    }

private:
    void read_header() {
        const std::string header = lower(header_);
        const words read = words_of(header);
        const bool is_known = read[1] == "matrix" && read[2] == "coordinate" &&
                              (read[3] == "pattern" || read[3] == "real" || read[3] == "integer") &&
                              (read[4] == "symmetric" || read[4] == "general") && read[5].empty();
        if (!is_known) {
            refuse(
                "has the header {} in line 1; {} matrix coordinate, then pattern, "
                "real or integer, then symmetric or general is right",
                in_quotes(header_), market_mark);
        }
        has_values_ = read[3] != "pattern";
        all_.has_both_directions = read[4] == "general";
        all_.least_id = 1;
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
        all_.nodes = *rows;
        declared_ = *entries;
        size_line_ = next.number;
    }

    [[nodiscard]] entry read_entry(const line& from) const {
        const words read = words_of(from.text);
        if (!read[has_values_ ? 3 : 2].empty() || (has_values_ && !is_value(read[2]))) {
            refuse("has {} in line {}, where two ids{} belong", in_quotes(from.text), from.number,
                   has_values_ ? " and a value other than 0" : "");
        }
        return read_ends(from, read, {.least = 1, .most = all_.nodes});
    }

    // What a matrix holds explicitly is a link, and 0 would be none.
    static bool is_value(std::string_view word) {
        double value = 0;
        const char* const end = std::to_address(word.end());
        const auto outcome = std::from_chars(std::to_address(word.begin()), end, value);
        return outcome.ec == std::errc{} && outcome.ptr == end && std::isfinite(value) &&
               value != 0;
    }

    std::string_view header_;
    lines lines_;
    listing all_;
    std::uint64_t declared_ = 0;
    std::size_t size_line_ = 0;
    bool has_values_ = false;
};

/// Both ends, the smaller first.
std::pair<node_id, node_id> ends_of(const entry& each) { return std::minmax({each.from, each.to}); }

[[noreturn]] void refuse_link(const listing& all, std::span<const entry> same) {
    const auto from = [&](const entry& each) { return each.from + all.least_id; };
    const auto to = [&](const entry& each) { return each.to + all.least_id; };
    const entry& first = same[0];
    if (same.size() == 1) {
        refuse(
            "has the link {0}-{1} in line {2} and not {1}-{0}: it is directed, and "
            "links have both directions",
            from(first), to(first), first.line);
    }
    const entry& again = same.size() > 2 && same[1].from != first.from && all.has_both_directions
                             ? same[2]
                             : same[1];
    const entry& before = again.from == first.from || !all.has_both_directions ? first : same[1];
    refuse("has the link {}-{} in line {}, and in line {} already; once is right", from(again),
           to(again), again.line, before.line);
}

/// The undirected links of a file; `entries` get another order.
/// @throws std::invalid_argument for the first line with a link that is there too often or not
/// often enough
std::vector<graph::link> links_of(listing& all) {
    std::ranges::sort(all.entries, {}, [](const entry& each) {
        return std::pair{ends_of(each), each.line};
    });
    std::vector<graph::link> links;
    links.reserve(all.entries.size());
    std::span<const entry> wrong;
    for (auto rest = std::span<const entry>{all.entries}; !rest.empty();) {
        const auto end = std::ranges::find_if(
            rest, [&](const entry& each) { return ends_of(each) != ends_of(rest.front()); });
        const auto same = rest.first(static_cast<std::size_t>(end - rest.begin()));
        links.push_back(ends_of(same.front()));
        const bool is_once = all.has_both_directions
                                 ? same.size() == 2 && same[0].from != same[1].from
                                 : same.size() == 1;
        if (!is_once && (wrong.empty() || same.front().line < wrong.front().line)) {
            wrong = same;
        }
        rest = rest.subspan(same.size());
    }
    if (!wrong.empty()) {
        refuse_link(all, wrong);
    }
    return links;
}

/// The number of parts. Takes memory for the links, not for nodes that have none.
std::uint64_t count_parts(std::uint64_t nodes, std::span<const graph::link> links) {
    std::vector<node_id> linked;
    linked.reserve(2 * links.size());
    for (const auto& [a, b] : links) {
        linked.push_back(a);
        linked.push_back(b);
    }
    std::ranges::sort(linked);
    const auto repeated = std::ranges::unique(linked);
    linked.erase(repeated.begin(), repeated.end());
    const auto place = [&](node_id node) {
        return static_cast<std::size_t>(std::ranges::lower_bound(linked, node) - linked.begin());
    };
    boost::disjoint_sets_with_storage<> parts{linked.size()};
    std::uint64_t count = nodes;
    for (const auto& [a, b] : links) {
        const std::size_t one = parts.find_set(place(a));
        const std::size_t other = parts.find_set(place(b));
        count -= one == other ? 0U : 1U;
        parts.link(one, other);
    }
    return count;
}

}  // namespace

graph parse_graph(std::string_view content) {
    check_is_text(content, graph_files);
    content = without_byte_order_mark(content);
    const bool is_market = lower(content.substr(0, market_mark.size())) == lower(market_mark);
    listing all = is_market ? market_reader{content}.read() : read_list(content);
    const std::vector<graph::link> links = links_of(all);
    all.entries = {};
    const std::uint64_t parts = count_parts(all.nodes, links);
    if (parts != 1) {
        refuse("has {} nodes in {} parts; a network is one part", all.nodes, parts);
    }
    return {all.nodes, links};
}

graph read_graph_file(const std::string& path, std::uint64_t most_bytes) {
    constexpr std::uint64_t bytes_for_each = 20;
    const std::uint64_t needed = bytes_for_each * size_of_file(path, graph_files);
    if (needed > most_bytes) {
        refuse("takes {} bytes to read, and there are {}; a smaller file is right", grouped(needed),
               grouped(most_bytes));
    }
    return parse_graph(content_of_file(path, graph_files));
}

}  // namespace tutti
