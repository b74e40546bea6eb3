#include <algorithm>

#include <boost/json.hpp>

#include "shown_list.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"

namespace tutti {

// Other numbers of the origin are noted, too, for the message about one that does not exist.
void message_path::add(const recorded_slot& record, const recorded_names& names) {
    for (const recorded_transmission& each : record.sent) {
        const recorded_kind& kind = names.kinds[each.kind];
        if (kind.has_message && is_followed(each.content)) {
            add_hop(each, kind, record.at);
        }
    }
    for (const recorded_delivery& each : record.delivered) {
        if (is_followed(each.content)) {
            delivered_.emplace_back(each.to, record.at);
            payload_ = payload_.value_or(each.content.payload);
        }
    }
}

bool message_path::is_followed(const message& content) {
    if (content.origin != origin_) {
        return false;
    }
    const std::uint32_t number = content.number;
    auto& [least, most] = numbers_ ? *numbers_ : numbers_.emplace(number, number);
    least = std::min(least, number);
    most = std::max(most, number);
    return number == number_;
}

void message_path::add_hop(const recorded_transmission& each, const recorded_kind& kind, slot at) {
    hop one{.at = at, .from = each.from, .through = each.through, .to = each.to};
    // A packet without a piece has the whole message; pieces are intervals of it, which ends at 1.
    part piece;
    if (kind.has_piece) {
        one.piece = each.piece;
        one.share = kind.share;
        piece = {.begin = kind.share * each.piece, .end = kind.share * (each.piece + 1)};
    }
    if (const auto hops_before = hops_to(each.from, piece, at)) {
        one.hops = *hops_before + 1;
    }
    one.is_first = !has(each.to, piece);
    // The limit bounds the searches for a file that is not of a correct run.
    constexpr std::size_t most_parts = 4096;  // of a message at a node, far more than there are
    if (one.is_first && arrivals_[each.to].size() < most_parts) {
        arrivals_[each.to].push_back({.at = at, .content = piece, .hops = one.hops.value_or(0)});
    }
    hops_.push_back(one);
}

bool message_path::has(node_id node, const part& piece) const {
    const auto position = arrivals_.find(node);
    // A piece counts as present only within one earlier arrival, not in the union of several.
    return node == origin_ ||
           (position != arrivals_.end() &&
            std::ranges::any_of(position->second, [&](const auto& each) {
                return each.content.begin <= piece.begin && piece.end <= each.content.end;
            }));
}

// The farthest way of what it is made of.
std::optional<std::uint64_t> message_path::hops_to(node_id node, const part& piece,
                                                   slot before) const {
    if (node == origin_) {
        return 0;
    }
    std::optional<std::uint64_t> hops;
    if (const auto position = arrivals_.find(node); position != arrivals_.end()) {
        for (const arrival& each : position->second) {
            const bool is_in_it = each.content.begin < piece.end && piece.begin < each.content.end;
            if (each.at < before && is_in_it) {
                hops = std::max(hops.value_or(0), each.hops);
            }
        }
    }
    return hops;
}

// Later rows replace earlier ones: a node has all pieces with the last new one.
std::map<node_id, std::size_t> message_path::last_arrivals() const {
    std::map<node_id, std::size_t> rows;
    for (std::size_t i = 0; i < hops_.size(); ++i) {
        if (hops_[i].is_first) {
            rows[hops_[i].to] = i;
        }
    }
    return rows;
}

std::size_t message_path::repeats() const { return count_of(hops_, false, &hop::is_first); }

std::string message_path::text(list_length shown) const {
    constexpr std::size_t most = 40;
    const std::map<node_id, std::size_t> rows = last_arrivals();
    std::map<std::size_t, slot> delivered_in;  // of rows
    // A delivery is shown with the packet that completed the message. The origin receives none, so
    // that its delivery is in the heading.
    std::string at_origin = "not delivered";
    for (const auto& [node, at] : delivered_) {
        if (node == origin_) {
            at_origin = fmt::format("delivered in slot {}", at);
        } else if (const auto row = rows.find(node); row != rows.end()) {
            delivered_in.emplace(row->second, at);
        }
    }
    const node_naming nodes{*network_};
    const std::size_t width = nodes.width();
    const auto line_of = [&, row = std::size_t{0}](const hop& each) mutable {
        const auto position = delivered_in.find(row++);
        return fmt::format(
            "  {:>8} {:>5} {:>{}} {:>5} {:>{}}  {:<8} {:<7} {:>9}\n", each.at,
            each.hops ? fmt::to_string(*each.hops) : "-", nodes.text(each.from), width,
            each.through, nodes.text(each.to), width, record::piece_text(each.piece, each.share),
            each.is_first ? "first" : "again",
            position == delivered_in.end() ? "-" : fmt::format("{}", position->second));
    };
    return fmt::format(
               "message {}:{}: {}, {} of them to where it had been, {} reached, {}; {} at its "
               "origin\n",
               origin_, number_, quantity(hops_.size(), "packet"), grouped(repeats()),
               quantity(rows.size(), "node"), quantity(delivered_.size(), "delivery"), at_origin) +
           fmt::format("  {:>8} {:>5} {:>{}} {:>5} {:>{}}  {:<8} {:<7} {:>9}\n", "slot", "hops",
                       "from", width, "port", "to", width, "piece", "arrival", "delivered") +
           record::shown_lines(hops_, shown, most, line_of);
}

std::string message_path::json() const {
    namespace json = boost::json;
    const auto hop_of = [](const hop& each) {
        return json::object{{"slot", each.at},
                            {"node", each.from},
                            {"port", each.through},
                            {"to", each.to},
                            {"piece", or_null(each.piece)},
                            {"share", to_string(each.share)},
                            {"first", each.is_first},
                            {"hops", or_null(each.hops)}};
    };
    const auto delivery_of = [](const auto& each) {
        return json::object{{"node", each.first}, {"slot", each.second}};
    };
    const auto in_digits = [](std::uint64_t payload) { return fmt::format("{:016x}", payload); };
    return serialized(json::object{{"origin", origin_},
                                   {"number", number_},
                                   {"payload", or_null(payload_, in_digits)},
                                   {"repeats", repeats()},
                                   {"sent", array_of(hops_, hop_of)},
                                   {"delivered", array_of(delivered_, delivery_of)}});
}

}  // namespace tutti
