#include "file_entries.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>

#include "tutti/topology/grid.hpp"
#include "util/counts.hpp"
#include "util/decimal_parts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

void file_entries::add(std::uint64_t from, std::uint64_t to, std::string_view at,
                       std::string_view to_at, const link_weight& weight, link_ways ways) {
    add_copies(from, to, at, to_at, from == to ? 1 : copies_of(weight), ways);
}

void file_entries::add_copies(std::uint64_t from, std::uint64_t to, std::string_view at,
                              std::string_view to_at, int copies, link_ways ways) {
    if (from == to && !options.has("loops")) {
        fail(to_at, "a loop at node {}; loops=drop", label(from));
    }
    if (from == to) {
        ++dropped_loops;
        return;
    }
    require_room(nodes, links.size() + 1);
    links.push_back({static_cast<node_id>(from), static_cast<node_id>(to), this->at(at),
                     static_cast<std::uint8_t>(copies), ways});
}

void file_entries::add_switch(std::uint64_t node) {
    switches.push_back(static_cast<node_id>(node));
}

void file_entries::leave_out(std::uint64_t count, std::string_view thing, std::string_view more) {
    if (count > 0) {
        left_out.push_back(quantity(count, thing) + std::string{more});
    }
}

void file_entries::require_room(std::uint64_t node_count, std::uint64_t link_count) const {
    if (node_count > grid::most_nodes || link_count > most_links) {
        fail({}, "{} nodes and {} links; at most {} and {} can be read here", grouped(node_count),
             grouped(link_count), grouped(grid::most_nodes), grouped(most_links));
    }
}

int file_entries::copies_of(const link_weight& weight) const {
    if (weight.text.data() == nullptr) {
        return 1;
    }
    const auto value = decimal_value(weight.text);
    if (!value) {
        fail(weight.place, "{} is no number", in_double_quotes(weight.text));
    }
    const bool is_parallel = options.is("weights", "parallel");
    if (options.is("weights", "ignore") || (*value == 1 && !is_parallel)) {
        return 1;
    }
    const bool is_whole = *value >= 1 && *value == std::floor(*value);
    const bool is_count = is_whole && *value <= most_copies;
    const std::string text = shown(weight.text);
    if (!is_parallel) {
        const std::string many = weight.noun.ends_with(',') ? fmt::format(" ({} links)", text) : "";
        fail(weight.place, "{} {}; {}weights=ignore", weight.noun, text,
             is_count ? fmt::format("weights=parallel{} or ", many) : "");
    }
    if (is_whole && !is_count) {
        fail(weight.place, "{} links; at most {} between two nodes", text, most_copies);
    }
    if (!is_count) {
        fail(weight.place, "weight {} is no number of links (1 to {}); weights=ignore", text,
             most_copies);
    }
    return static_cast<int>(*value);
}

std::uint64_t file_entries::number(std::string_view word, std::uint64_t low,
                                   std::uint64_t high) const {
    const auto number = number_between(word, low, high);
    if (!number) {
        fail(word, "{} is no number from {} to {}", in_double_quotes(word), low, high);
    }
    return *number;
}

std::uint64_t file_entries::numbered(std::string_view word, std::string_view noun) const {
    const auto number = number_between(word, 1, nodes);
    if (!is_plain_number(word)) {
        fail(word, "{} is no id", in_double_quotes(word));
    }
    if (!number) {
        fail(word, "{} {} of {}; ids run from 1", noun, shown(word), nodes);
    }
    return *number - 1;
}

std::string file_entries::label(std::uint64_t node) const {
    return names.empty() ? fmt::format("{}", node + base) : shown(names[node]);
}

std::uint32_t file_entries::at(std::string_view place) const noexcept {
    return place.data() == nullptr ? no_place
                                   : static_cast<std::uint32_t>(place.data() - content.data());
}

std::uint64_t file_entries::line_of(std::uint64_t at) const {
    return 1 + count_of(content.substr(0, at), '\n');
}

std::string file_entries::place_of(std::uint64_t at) const {
    const std::size_t line_begin = content.substr(0, at).rfind('\n') + 1;
    return fmt::format("line {}, column {}", line_of(at), at - line_begin + 1);
}

void file_entries::throw_fault(std::uint32_t at, const std::string& place,
                               const std::string& text) {
    throw network_file_fault{at, at == no_place ? text : place + ": " + text};
}

std::string in_double_quotes(std::string_view value) {
    std::string text = in_quotes(value);
    text.front() = '"';
    text[text.rfind('\'')] = '"';
    return text;
}

std::string shown(std::string_view value) {
    std::string text = in_quotes(value);
    return text.erase(text.rfind('\''), 1).erase(0, 1);
}

std::optional<double> decimal_value(std::string_view text) {
    const auto parts = split_decimal(text, "eEdD");
    if (!parts || parts->is_zero()) {
        return parts ? std::optional{0.0} : std::nullopt;
    }
    std::string plain = lower(text.substr(text.starts_with('+') ? 1 : 0));
    std::ranges::replace(plain, 'd', 'e');
    double value = 0;
    const auto [end, error] =
        std::from_chars(std::to_address(plain.begin()), std::to_address(plain.end()), value);
    return error == std::errc{} ? value : 0.5;
}

std::string lower(std::string_view text) {
    std::string small{text};
    std::ranges::transform(small, small.begin(), lower_case);
    return small;
}

bool text_lines::next() {
    constexpr std::string_view blanks = " \t";
    words_.clear();
    if (rest_.empty()) {
        return false;
    }
    text_ = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(text_.size() + 1, rest_.size()));
    text_.remove_suffix(text_.ends_with('\r') ? 1 : 0);
    for (std::size_t i = text_.find_first_not_of(blanks); i < text_.size();) {
        words_.push_back(text_.substr(i, text_.find_first_of(blanks, i) - i));
        i = text_.find_first_not_of(blanks, i + words_.back().size());
    }
    return true;
}

bool text_lines::next_of(std::string_view comments) {
    while (next()) {
        if (!words_.empty() && comments.find(words_[0][0]) == std::string_view::npos) {
            return true;
        }
    }
    return false;
}

}  // namespace tutti
