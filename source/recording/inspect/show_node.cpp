#include <algorithm>
#include <utility>
#include <variant>

#include <boost/json.hpp>

#include "results/json.hpp"
#include "shown_list.hpp"

namespace tutti {
namespace {

port shown_far_port(const network& where, node_id node, port through) {
    return std::visit([&](const auto& known) { return known.far_port(node, through); }, where);
}

std::string shown_or_blank(const auto& maybe) { return maybe ? fmt::format("{}", *maybe) : ""; }

}  // namespace

void node_life::add(const recorded_slot& what, const recorded_names& names) {
    for (const recorded_transmission& each : what.sent) {
        if (each.from == node_) {
            add_packet({.at = what.at, .what = "sent", .through = each.through, .beyond = each.to},
                       each, names);
        }
    }
    for (const recorded_transmission& each : what.sent) {
        if (each.to == node_) {
            add_packet({.at = what.at,
                        .what = "came",
                        .through = shown_far_port(*where_, each.from, each.through),
                        .beyond = each.from},
                       each, names);
        }
    }
    for (const recorded_delivery& each : what.delivered) {
        if (each.to == node_) {
            events_.push_back({.at = what.at, .what = "delivered", .content = each.content});
        }
    }
    for (const recorded_mark& each : what.marked) {
        if (each.node == node_) {
            events_.push_back({.at = what.at, .what = "mark", .name = names.marks[each.name]});
        }
    }
    if (std::ranges::find(what.done, node_) != what.done.end()) {
        events_.push_back({.at = what.at, .what = "done"});
    }
}

void node_life::add_packet(event one, const recorded_transmission& packet,
                           const recorded_names& names) {
    const recorded_kind& kind = names.kinds[packet.kind];
    one.name = kind.name;
    if (kind.has_message) {
        one.content = packet.content;
    }
    if (kind.has_piece) {
        one.piece = packet.piece;
        one.share = kind.share;
    }
    events_.push_back(std::move(one));
}

std::string node_life::text(list_length shown) const {
    constexpr std::size_t most = 40;
    record::shown_list list{shown, most};
    for (const event& each : events_) {
        if (list.has_room()) {
            std::string content = each.content ? record::message_text(*each.content) : "";
            content += each.piece ? " piece " + record::piece_text(each.piece, each.share) : "";
            std::string line =
                fmt::format("  {:>8}  {:<9} {:>5} {:>8}  {:<12}  {}", each.at, each.what,
                            shown_or_blank(each.through), shown_or_blank(each.beyond),
                            printable(each.name), content);
            line.erase(line.find_last_not_of(' ') + 1);
            list.add(line + "\n");
        }
    }
    const auto count = [&](std::string_view what) {
        return static_cast<std::uint64_t>(std::ranges::count(events_, what, &event::what));
    };
    return fmt::format("node {}: {} came, {} sent, {} delivered\n", node_,
                       quantity(count("came"), "packet"), grouped(count("sent")),
                       quantity(count("delivered"), "message")) +
           fmt::format("  {:>8}  {:<9} {:>5} {:>8}  {:<12}  {}\n", "slot", "event", "port", "node",
                       "kind", "message") +
           list.text();
}

std::string node_life::json() const {
    namespace json = boost::json;
    const auto object_of = [](const event& each) {
        json::object one{{"slot", each.at}, {"event", each.what}};
        if (each.through) {
            one["port"] = *each.through;
            one[each.what == "sent" ? "to" : "from"] = *each.beyond;
            one["kind"] = each.name;
        }
        if (each.content) {
            one["origin"] = each.content->origin;
            one["number"] = each.content->number;
        }
        if (each.piece) {
            one["piece"] = *each.piece;
            one["share"] = to_string(each.share);
        }
        if (each.what == "mark") {
            one["name"] = each.name;
        }
        return one;
    };
    return serialized(json::object{{"node", node_}, {"events", array_of(events_, object_of)}});
}

}  // namespace tutti
