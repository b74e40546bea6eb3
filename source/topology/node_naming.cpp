#include "node_naming.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "tutti/topology/graph.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// 2^30 is the largest number of nodes of any network.
constexpr std::uint64_t most_id = (std::uint64_t{1} << 30U) - 1;

std::span<const std::string> names_of(const network& net) {
    const auto* const links = std::get_if<graph>(&net);
    return links == nullptr ? std::span<const std::string>{} : links->names();
}

constexpr std::size_t most_name_bytes = 200;

/// Numbers before a place in a text, as far as they tell what the next one is.
class place_in_text {
public:
    /// @param between text from the number before
    void pass(std::string_view between) noexcept {
        is_list_ = between.ends_with("nodes:") || (is_list_ && (between == "," || between == "-"));
        const bool is_word =
            between.size() == noun.size() || !is_letter_or_digit(last_of(between, noun.size() + 1));
        is_node_ = (between.ends_with(noun) && is_word) || (is_list_ && !between.ends_with('-')) ||
                   (is_port_ && between == " to ");
        is_port_ = between.ends_with("port ");
    }
    /// True if the number is a node, and no end of a range. @param rest what follows it
    [[nodiscard]] bool is_node(std::string_view rest) const noexcept {
        return is_node_ && !(is_list_ && rest.starts_with('-'));
    }

private:
    static constexpr std::string_view noun = "node ";

    static char last_of(std::string_view text, std::size_t from_end) noexcept {
        return text.size() < from_end ? ' ' : text[text.size() - from_end];
    }

    bool is_list_ = false;
    bool is_port_ = false;
    bool is_node_ = false;
};

}  // namespace

node_naming::node_naming(const network& net)
    : count_{tutti::node_count(net)}, names_{names_of(net)} {}

std::string node_naming::text(node_id node) const {
    return name(node).empty() ? fmt::format("{}", node) : fmt::format("{} ({})", node, name(node));
}

std::size_t node_naming::width() const {
    constexpr std::size_t least = 8;
    std::size_t width = least;
    for (node_id node = 0; node < names_.size(); ++node) {
        width = std::max(width, text(node).size());
    }
    return width;
}

std::optional<node_id> node_naming::find_name(std::string_view name) const {
    if (names_.empty()) {
        return std::nullopt;
    }
    const auto name_of = [this](node_id node) -> std::string_view { return names_[node]; };
    if (by_name_.empty()) {
        by_name_.resize(names_.size());
        std::iota(by_name_.begin(), by_name_.end(), node_id{0});
        std::ranges::sort(by_name_, {}, name_of);
    }
    const auto position = std::ranges::lower_bound(by_name_, name, {}, name_of);
    return position != by_name_.end() && name_of(*position) == name ? std::optional{*position}
                                                                    : std::nullopt;
}

std::optional<node_id> node_naming::find(std::string_view text) const {
    const auto id = number_between<node_id>(text, 0, count_ - 1);
    return id ? id : find_name(text);
}

node_id node_naming::parse(std::string_view text) const {
    if (!has_names()) {
        return parse_number<node_id>(text, 0, count_ - 1);
    }
    const auto node = find(text);
    if (!node) {
        refuse("{} is not a node id or name{}", in_quotes(text), hint(text));
    }
    return *node;
}

std::string node_naming::id_range() const {
    return count_ == 1 ? std::string{"the only id is 0"}
                       : fmt::format("ids run from 0 to {}", count_ - 1);
}

std::string node_naming::hint(std::string_view text) const {
    const std::vector<std::string_view> names{names_.begin(), names_.end()};
    const auto meant = is_plain_number(text) ? std::nullopt : nearest(text, names);
    return meant ? fmt::format("; did you mean {}?", in_quotes(*meant))
                 : fmt::format("; {}", id_range());
}

std::optional<std::pair<node_id, node_id>> node_naming::find_range(std::string_view item) const {
    const std::size_t dash = item.find('-');
    const auto first = number_between<node_id>(item.substr(0, dash), 0, most_id);
    const auto last =
        dash == item.npos ? first : number_between<node_id>(item.substr(dash + 1), 0, most_id);
    if (!first || !last) {
        return std::nullopt;
    }
    if (*last < *first) {
        refuse("has the range {}, which ends before it begins; write {}-{}", in_quotes(item), *last,
               *first);
    }
    if (*last >= count_) {
        refuse("names node {}, which the network does not have; {}",
               std::max<std::uint64_t>(*first, count_), id_range());
    }
    return std::pair{*first, *last};
}

std::optional<std::pair<node_id, node_id>> node_naming::find_item(std::string_view item) const {
    if (const auto node = find_name(item)) {
        return std::pair{*node, *node};
    }
    return find_range(item);
}

void node_naming::for_each_item(
    std::string_view items, detail::function_ref<void(node_id first, node_id last)> visit) const {
    for (std::size_t begin = 0; begin <= items.size();) {
        std::size_t end = std::min(items.find(',', begin), items.size());
        const std::string_view item = items.substr(begin, end - begin);
        auto nodes = find_item(item);
        // Names may have commas.
        while (!nodes && has_names() && end < items.size()) {
            end = std::min(items.find(',', end + 1), items.size());
            if (const auto node = find_name(items.substr(begin, end - begin))) {
                nodes.emplace(*node, *node);
            }
        }
        if (!nodes) {
            refuse("has the item {}, which is not a node id{}", in_quotes(item),
                   has_names() ? " or name" + hint(item)
                               : "; an id is " + whole_number_from(0, most_id));
        }
        visit(nodes->first, nodes->second);
        begin = end + 1;
    }
}

std::vector<node_id> node_naming::parse_list(std::string_view items) const {
    std::vector<node_id> nodes;
    for_each_item(items, [&](node_id first, node_id last) {
        for (node_id node = first; node <= last; ++node) {
            nodes.push_back(node);
        }
    });
    return nodes;
}

bool is_node_name(std::string_view text) {
    return !text.empty() && text.size() <= most_name_bytes && printable(text) == text;
}

std::string with_node_names(const std::string& text, const network& net) {
    const node_naming nodes{net};
    if (!nodes.has_names()) {
        return text;
    }
    constexpr std::string_view digits = "0123456789";
    std::string named;
    place_in_text place;
    for (std::size_t end = 0;;) {
        const std::size_t begin = std::min(text.find_first_of(digits, end), text.size());
        named.append(text, end, begin - end);
        place.pass(std::string_view{text}.substr(end, begin - end));
        if (begin == text.size()) {
            return named;
        }
        end = std::min(text.find_first_not_of(digits, begin), text.size());
        named.append(text, begin, end - begin);
        const auto node = number_between<node_id>(std::string_view{text}.substr(begin, end - begin),
                                                  0, nodes.node_count() - 1);
        const std::string_view rest = std::string_view{text}.substr(end);
        if (node && place.is_node(rest)) {
            const std::string name = fmt::format(" ({})", nodes.name(*node));
            named += name;
            end += rest.starts_with(name) ? name.size() : 0;
        }
    }
}

}  // namespace tutti
