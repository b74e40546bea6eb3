#include <algorithm>
#include <utility>
#include <variant>

#include <boost/json.hpp>

#include "shown_list.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"

namespace tutti {
namespace {

// Arrivals are shown with the receiver's port, which a recording does not contain.
port shown_far_port(const network& net, node_id node, port through) {
    return std::visit([&](const auto& far_port) { return far_port.far_port(node, through); }, net);
}

std::string shown_or_blank(const auto& maybe) { return maybe ? fmt::format("{}", *maybe) : ""; }

}  // namespace

// Events of one slot are in this order: packets sent, packets that came, deliveries, marks, end.
void node_life::add(const recorded_slot& record, const recorded_names& names) {
    for (const recorded_transmission& each : record.sent) {
        if (each.from == node_) {
            add_packet(
                {.at = record.at, .action = "sent", .through = each.through, .beyond = each.to},
                each, names);
        }
    }
    for (const recorded_transmission& each : record.sent) {
        if (each.to == node_) {
            add_packet({.at = record.at,
                        .action = "came",
                        .through = shown_far_port(*network_, each.from, each.through),
                        .beyond = each.from},
                       each, names);
        }
    }
    for (const recorded_delivery& each : record.delivered) {
        if (each.to == node_) {
            events_.push_back({.at = record.at, .action = "delivered", .content = each.content});
        }
    }
    for (const recorded_mark& each : record.marked) {
        if (each.node == node_) {
            events_.push_back({.at = record.at, .action = "mark", .name = names.marks[each.name]});
        }
    }
    if (std::ranges::find(record.done, node_) != record.done.end()) {
        events_.push_back({.at = record.at, .action = "done"});
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
    const node_naming nodes{*network_};
    const std::size_t width = nodes.width();
    const auto line_of = [&](const event& each) {
        std::string content = each.content ? text_of(*each.content) : "";
        content += each.piece ? " piece " + record::piece_text(each.piece, each.share) : "";
        std::string line =
            fmt::format("  {:>8}  {:<9} {:>5} {:>{}}  {:<12}  {}", each.at, each.action,
                        shown_or_blank(each.through), each.beyond ? nodes.text(*each.beyond) : "",
                        width, printable(each.name), content);
        // Columns without a value at the end would leave trailing blanks.
        line.erase(line.find_last_not_of(' ') + 1);
        return line + "\n";
    };
    const auto count = [&](std::string_view role) {
        return count_of(events_, role, &event::action);
    };
    return fmt::format("node {}: {} came, {} sent, {} delivered\n", nodes.text(node_),
                       quantity(count("came"), "packet"), grouped(count("sent")),
                       quantity(count("delivered"), "message")) +
           fmt::format("  {:>8}  {:<9} {:>5} {:>{}}  {:<12}  {}\n", "slot", "event", "port", "node",
                       width, "kind", "message") +
           record::shown_lines(events_, shown, most, line_of);
}

std::string node_life::json() const {
    namespace json = boost::json;
    const auto object_of = [](const event& each) {
        json::object object{{"slot", each.at}, {"event", each.action}};
        // Fields of packets are absent from other events, instead of null.
        if (each.through) {
            object["port"] = *each.through;
            object[each.action == "sent" ? "to" : "from"] = *each.beyond;
            object["kind"] = each.name;
        }
        if (each.content) {
            object["origin"] = each.content->origin;
            object["number"] = each.content->number;
        }
        if (each.piece) {
            object["piece"] = *each.piece;
            object["share"] = to_string(each.share);
        }
        if (each.action == "mark") {
            object["name"] = each.name;
        }
        return object;
    };
    json::object object{{"node", node_}};
    if (const std::string_view name = node_naming{*network_}.name(node_); !name.empty()) {
        object["name"] = name;
    }
    object["events"] = array_of(events_, object_of);
    return serialized(object);
}

}  // namespace tutti
