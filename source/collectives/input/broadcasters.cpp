#include "broadcasters.hpp"

#include <cmath>
#include <numeric>

#include <boost/unordered/unordered_flat_map.hpp>
#include <fmt/ranges.h>

#include "node/exact_number.hpp"
#include "topology/random.hpp"
#include "util/counts.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// 2^30 is the largest number of nodes of any network.
constexpr std::uint64_t most_nodes = std::uint64_t{1} << 30U;
constexpr file_kind id_files{.content = "one node id a line",
                             .most_bytes = std::uint64_t{64} << 20U};

/// Result of `read`; a clause that it throws is prefixed with the specification.
template <class Read>
auto about(std::string_view text, const Read& read) {
    try {
        return read();
    } catch (const std::invalid_argument& why) {
        refuse("{} {}", in_quotes(text), why.what());
    }
}

std::vector<node_id> ids_in(std::string_view text, std::string_view content,
                            const node_naming& nodes) {
    about(text, [&] { check_is_text(content, id_files); });
    std::vector<node_id> ids;
    lines rest{without_byte_order_mark(content), '#'};
    for (line next; rest.read(next);) {
        const auto id = nodes.find(next.text);
        if (!id) {
            refuse("{} has {} in line {}, which is not a node id{}{}", in_quotes(text),
                   in_quotes(next.text), next.number, nodes.has_names() ? " or name" : "",
                   nodes.hint(next.text));
        }
        ids.push_back(*id);
    }
    return ids;
}

/// A probability as `toss()` takes it: the exact number of the 2^53 draws that are below it, times
/// 2^-53.
/// @throws std::invalid_argument with a clause
double read_probability(std::string_view text) {
    const exact_number probability = parse_exact_number(text);
    if (probability > 1) {
        refuse("is out of range");
    }
    // The number is rounded up to a multiple of 2^-53: exactly the draws below the probability
    // count.
    const auto numerator = boost::multiprecision::numerator(probability) << 53U;
    const auto denominator = boost::multiprecision::denominator(probability);
    return std::ldexp(((numerator + denominator - 1) / denominator).convert_to<double>(), -53);
}

void check_ids(std::string_view text, const std::vector<node_id>& mentions,
               const node_naming& nodes) {
    const auto outside =
        std::ranges::find_if(mentions, [&](node_id node) { return node >= nodes.node_count(); });
    if (outside != mentions.end()) {
        refuse("{} names node {}, which the network does not have; {}", in_quotes(text), *outside,
               nodes.id_range());
    }
}

void check_count(std::string_view text, std::uint64_t count, std::size_t node_count) {
    if (count > node_count) {
        refuse("{} asks for more nodes than there are; K is from 0 to {}", in_quotes(text),
               node_count);
    }
}

std::vector<node_id> toss(double probability, std::size_t node_count, std::uint64_t seed) {
    const double expected = product(probability, node_count);
    std::vector<node_id> heads;
    heads.reserve(whole_part(expected + 6 * std::sqrt(expected)) + 1);
    // Both sides are exact: 53 bits fit a double, and a power of two only moves the exponent.
    const double threshold = std::ldexp(probability, 53);
    split_mix random{seed};
    for (node_id node = 0; node < node_count; ++node) {
        if (static_cast<double>(random.next() >> 11U) < threshold) {
            heads.push_back(node);
        }
    }
    return heads;
}

}  // namespace

std::vector<node_id> pick(std::size_t node_count, std::size_t count, std::uint64_t seed) {
    // From the array 0..N-1 puts the cell `first` in the place of the one that was drawn.
    const auto pick_by = [&](const auto& take) {
        split_mix random{seed};
        std::vector<node_id> picked(count);
        for (node_id first = 0; first < count; ++first) {
            picked[first] = take(first, first + node_below(random.next(), node_count - first));
        }
        return picked;
    };
    // A hash table takes several times the memory of an array of as many cells.
    constexpr std::size_t map_cost = 8;
    if (count >= node_count / map_cost) {
        std::vector<node_id> cells(node_count);
        std::iota(cells.begin(), cells.end(), node_id{0});
        return pick_by([&](node_id first, node_id drawn) {
            return std::exchange(cells[drawn], cells[first]);
        });
    }
    boost::unordered_flat_map<node_id, node_id> cells;  // that hold other numbers than their places
    cells.reserve(count);
    return pick_by([&](node_id first, node_id drawn) {
        const auto changed = cells.find(first);
        const node_id from_first = changed == cells.end() ? first : changed->second;
        return std::exchange(cells.try_emplace(drawn, drawn).first->second, from_first);
    });
}

std::uint64_t broadcaster_set::packet_count() const noexcept { return packets.sum(); }

std::uint32_t broadcaster_set::packets_of(node_id node) const noexcept {
    // Distinct ids in ascending order are all from 0 if the last is their number less one.
    if (!nodes.empty() && nodes.back() == nodes.size() - 1) {
        return node < nodes.size() ? packets[node] : 0;
    }
    const auto position = std::ranges::lower_bound(nodes, node);
    return position != nodes.end() && *position == node ? packets[position_at(nodes, position)] : 0;
}

broadcaster_set broadcasters_at(std::vector<node_id> mentions) {
    std::ranges::sort(mentions);
    std::vector<std::uint32_t> packets;
    packets.reserve(mentions.size());
    auto end_of_nodes = mentions.begin();
    for (const node_id node : mentions) {
        if (!packets.empty() && *std::prev(end_of_nodes) == node) {
            ++packets.back();
        } else {
            *end_of_nodes++ = node;
            packets.push_back(1);
        }
    }
    mentions.erase(end_of_nodes, mentions.end());
    return {.nodes = std::move(mentions), .packets = std::move(packets)};
}

broadcaster_set every_node(std::size_t node_count, std::uint64_t packets,
                           std::optional<node_id> but) {
    if (packets == 0) {
        return {};
    }
    broadcaster_set everyone{.nodes = number_sequence::ascending(node_count, but), .packets = {}};
    everyone.packets =
        number_sequence::repeated(everyone.nodes.size(), static_cast<std::uint32_t>(packets));
    return everyone;
}

struct broadcaster_specification::parser {
    using value = std::optional<std::string_view>;

    // A name before the colon, and what reads the value after it from the whole text.
    struct rule {
        std::string_view name;
        choice (*read)(std::string_view text, value setting);
    };

    template <class Choice>
    static choice alone(std::string_view text, value setting) {
        if (setting) {
            refuse("{} has a value, but takes none", in_quotes(text));
        }
        return Choice{};
    }

    static choice random(std::string_view text, value setting) {
        const auto count = number_between(setting.value_or(""), 0, most_nodes);
        if (!count) {
            refuse("{} lacks a number of nodes; write random:K, K {}", in_quotes(text),
                   whole_number_from(0, most_nodes));
        }
        return drawn_nodes{*count};
    }

    static choice bernoulli(std::string_view text, value setting) {
        if (!setting || setting->empty()) {
            refuse("{} lacks a probability; write bernoulli:P, P from 0 to 1 as 0.25 or 1/4",
                   in_quotes(text));
        }
        try {
            return tossed_nodes{read_probability(*setting)};
        } catch (const std::invalid_argument& why) {
            refuse(
                "{} has the probability {}, which {}; write a number from 0 to 1, as 0.25 or 1/4",
                in_quotes(text), in_quotes(*setting), why.what());
        }
    }

    // Names and ranges wait for the network. Names of digits are ids wherever there are any.
    static choice nodes(std::string_view text, value setting) {
        std::vector<node_id> mentions;
        bool has_words = false;
        for (const std::string_view item : split(setting.value_or(""), ',')) {
            if (item.empty()) {
                refuse("{} has an empty item; write the ids with commas between, as nodes:3,5,9",
                       in_quotes(text));
            }
            const auto id = number_between<node_id>(item, 0, most_nodes - 1);
            if (!id && is_plain_number(item)) {
                refuse("{} has the item {}, which is not a node id; an id is {}", in_quotes(text),
                       in_quotes(item), whole_number_from(0, most_nodes - 1));
            }
            has_words = has_words || !id;
            mentions.push_back(id.value_or(0));
        }
        return has_words ? choice{worded_nodes{std::string{*setting}}}
                         : listed_nodes{std::move(mentions)};
    }

    static choice adversarial(std::string_view text, value setting) {
        if (!setting) {
            return worst_nodes{};
        }
        const auto [algorithm, number] = split_specification(*setting);
        const std::string_view last = number.value_or(algorithm);
        const auto count = number_between(last, 0, most_nodes);
        const bool is_number = last.find_first_not_of("0123456789") == std::string_view::npos;
        // A last part of digits alone is K, and anything else names an algorithm.
        if (last.empty() || algorithm.empty() || (number && !count) || (is_number && !count)) {
            refuse(
                "{} is none of adversarial, adversarial:K, adversarial:ALGORITHM and "
                "adversarial:ALGORITHM:K, K {}",
                in_quotes(text), whole_number_from(0, most_nodes));
        }
        return worst_nodes{.algorithm = std::string{number || !count ? algorithm : ""},
                           .count = count};
    }

    static choice file(std::string_view text, value setting) {
        if (!setting || setting->empty() || setting->find('\0') != std::string_view::npos) {
            refuse("{} lacks a path; write file:PATH", in_quotes(text));
        }
        return nodes_in_file{std::string{*setting}};
    }

    static constexpr std::array<rule, 7> rules{{{"all", alone<every_node>},
                                                {"none", alone<no_node>},
                                                {"random", random},
                                                {"bernoulli", bernoulli},
                                                {"nodes", nodes},
                                                {"adversarial", adversarial},
                                                {"file", file}}};
};

struct broadcaster_specification::drawing {
    std::string_view text;
    const node_naming* naming;
    std::uint64_t seed;
    std::size_t node_count = naming->node_count();

    broadcaster_set operator()(const every_node& /*nodes*/) const {
        return tutti::every_node(node_count);
    }
    broadcaster_set operator()(const no_node& /*none*/) const { return {}; }
    broadcaster_set operator()(const drawn_nodes& drawn) const {
        check_count(text, drawn.count, node_count);
        return broadcasters_at(pick(node_count, drawn.count, seed));
    }
    broadcaster_set operator()(const tossed_nodes& tossed) const {
        return broadcasters_at(toss(tossed.probability, node_count, seed));
    }
    broadcaster_set operator()(const listed_nodes& listed) const {
        check_ids(text, listed.mentions, *naming);
        return broadcasters_at(listed.mentions);
    }
    broadcaster_set operator()(const worded_nodes& worded) const {
        return broadcasters_at(about(text, [&] { return naming->parse_list(worded.items); }));
    }
    broadcaster_set operator()(const worst_nodes& /*worst*/) const {
        throw std::logic_error{"an adversarial set needs a catalogue"};
    }
    broadcaster_set operator()(const nodes_in_file& named) const {
        const std::string content =
            about(text, [&] { return content_of_file(named.path, id_files); });
        return broadcasters_at(ids_in(text, content, *naming));
    }
};

broadcaster_specification broadcaster_specification::parse(std::string_view text) {
    const auto [name, value] = split_specification(text);
    const auto* const entry = std::ranges::find(parser::rules, name, &parser::rule::name);
    if (entry == parser::rules.end()) {
        refuse("{} is an unknown set of broadcasters{}", in_quotes(text),
               did_you_mean(name, parser::rules, &parser::rule::name));
    }
    return {text, entry->read(text, value)};
}

broadcaster_specification broadcaster_specification::at(std::vector<node_id> mentions) {
    if (mentions.empty()) {
        return {"none", no_node{}};
    }
    const std::string text = fmt::format("nodes:{}", fmt::join(mentions, ","));
    return {text, listed_nodes{std::move(mentions)}};
}

broadcaster_specification broadcaster_specification::random(std::uint64_t count) {
    return parse(fmt::format("random:{}", count));
}

std::optional<broadcaster_specification::worst_set_request> broadcaster_specification::adversary()
    const noexcept {
    const auto* const worst = std::get_if<worst_nodes>(&choice_);
    return worst == nullptr ? std::nullopt
                            : std::optional{worst_set_request{.algorithm = worst->algorithm,
                                                              .count = worst->count}};
}

bool broadcaster_specification::names_nodes() const noexcept {
    return std::holds_alternative<listed_nodes>(choice_) ||
           std::holds_alternative<worded_nodes>(choice_) ||
           std::holds_alternative<nodes_in_file>(choice_);
}

void broadcaster_specification::check_names(const node_naming& nodes) const {
    if (const auto* const worded = std::get_if<worded_nodes>(&choice_)) {
        about(text_, [&] { nodes.for_each_item(worded->items, [](node_id, node_id) {}); });
    }
}

// This is an upper bound without drawing: memory is estimated from it.
std::uint64_t broadcaster_specification::most_packets(const node_naming& nodes) const {
    const std::size_t node_count = nodes.node_count();
    if (const auto* const drawn = std::get_if<drawn_nodes>(&choice_)) {
        check_count(text_, drawn->count, node_count);
        return drawn->count;
    }
    if (const auto* const listed = std::get_if<listed_nodes>(&choice_)) {
        check_ids(text_, listed->mentions, nodes);
        return listed->mentions.size();
    }
    if (const auto* const worded = std::get_if<worded_nodes>(&choice_)) {
        std::uint64_t count = 0;
        about(text_, [&] {
            nodes.for_each_item(worded->items, [&](node_id first, node_id last) {
                count += std::uint64_t{last} - first + 1;
            });
        });
        return count;
    }
    if (const auto* const named = std::get_if<nodes_in_file>(&choice_)) {
        // An id takes a digit and the end of its line, which the last line may lack.
        return (about(text_, [&] { return size_of_file(named->path, id_files); }) + 1) / 2;
    }
    if (const auto* const worst = std::get_if<worst_nodes>(&choice_);
        worst != nullptr && worst->count) {
        check_count(text_, *worst->count, node_count);
        return *worst->count;
    }
    const auto* const tossed = std::get_if<tossed_nodes>(&choice_);
    const bool is_nobody =
        std::holds_alternative<no_node>(choice_) || (tossed != nullptr && tossed->probability <= 0);
    return is_nobody ? 0 : node_count;
}

broadcaster_set broadcaster_specification::draw(const node_naming& nodes,
                                                std::uint64_t seed) const {
    return std::visit(drawing{.text = text_, .naming = &nodes, .seed = seed}, choice_);
}

}  // namespace tutti
