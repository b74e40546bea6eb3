#include <array>

#include <boost/json.hpp>

#include "shown_list.hpp"
#include "util/json_values.hpp"

namespace tutti {
namespace {

// Lists are limited by default, because a slot may have a packet on every link; the last line
// counts what is left out.
std::string shown_packets(const recorded_slot& recorded, const recorded_names& names,
                          list_length shown) {
    constexpr std::size_t most = 20;
    record::shown_list list{shown, most};
    for (const recorded_transmission& each : recorded.sent) {
        if (list.has_room()) {
            const recorded_kind& kind = names.kinds[each.kind];
            list.add(fmt::format("  {:>8} {:>5} {:>8}  {:<12}  {}\n", each.from, each.through,
                                 each.to, record::kind_text(kind),
                                 record::content_text(each, kind)));
        }
    }
    const std::string heading =
        fmt::format("  {:>8} {:>5} {:>8}  {:<12}  {}\n", "node", "port", "to", "kind", "message");
    return recorded.sent.empty() ? "" : heading + list.text();
}

std::string shown_deliveries(const recorded_slot& recorded, list_length shown) {
    constexpr std::size_t most = 8;
    record::shown_list list{shown, most};
    for (const recorded_delivery& each : recorded.delivered) {
        if (list.has_room()) {
            list.add(fmt::format("  {:>8}  {}\n", each.to, record::message_text(each.content)));
        }
    }
    return list.text();
}

std::string shown_marks(const recorded_slot& recorded, const recorded_names& names,
                        list_length shown) {
    constexpr std::size_t most = 8;
    record::shown_list list{shown, most};
    for (const recorded_mark& each : recorded.marked) {
        if (list.has_room()) {
            list.add(fmt::format("  {:>8}  {}\n", each.node, printable(names.marks[each.name])));
        }
    }
    return list.text();
}

std::string shown_ends(const recorded_slot& recorded, list_length shown) {
    constexpr std::size_t most = 8;
    record::shown_list list{shown, most};
    for (const node_id each : recorded.done) {
        if (list.has_room()) {
            list.add(fmt::format("  {:>8}\n", each));
        }
    }
    return list.text();
}

// Nouns with another plural than by an s are given in both numbers.
std::string shown_count(std::size_t count, std::string_view one, std::string_view several) {
    return fmt::format("{} {}", grouped(count), count == 1 ? one : several);
}

}  // namespace

std::string text_of(const recorded_slot& record, const recorded_names& names, list_length shown) {
    return fmt::format("slot {}: {} sent, {} delivered, {} marked, {} done\n", record.at,
                       shown_count(record.sent.size(), "packet", "packets"),
                       shown_count(record.delivered.size(), "message", "messages"),
                       shown_count(record.marked.size(), "end of a phase", "ends of phases"),
                       shown_count(record.done.size(), "node", "nodes")) +
           (record.sent.empty() ? "" : "\nsent\n" + shown_packets(record, names, shown)) +
           (record.delivered.empty() ? "" : "\ndelivered\n" + shown_deliveries(record, shown)) +
           (record.marked.empty() ? "" : "\nmarked\n" + shown_marks(record, names, shown)) +
           (record.done.empty() ? "" : "\ndone\n" + shown_ends(record, shown));
}

std::string json_of(const recorded_slot& record, const recorded_names& names) {
    namespace json = boost::json;
    // The JSON form has all events, without a limit.
    const auto sent_of = [&](const recorded_transmission& each) {
        const recorded_kind& kind = names.kinds[each.kind];
        json::object object{{"node", each.from},
                            {"port", each.through},
                            {"to", each.to},
                            {"kind", kind.name},
                            {"control", kind.is_control}};
        if (kind.has_message) {
            object["origin"] = each.content.origin;
            object["number"] = each.content.number;
        }
        if (kind.has_piece) {
            object["piece"] = each.piece;
            object["share"] = to_string(kind.share);
        }
        return object;
    };
    const auto delivery_of = [](const recorded_delivery& each) {
        return json::object{
            {"node", each.to}, {"origin", each.content.origin}, {"number", each.content.number}};
    };
    const auto mark_of = [&](const recorded_mark& each) {
        return json::object{{"node", each.node}, {"name", names.marks[each.name]}};
    };
    return serialized(json::object{{"slot", record.at},
                                   {"sent", array_of(record.sent, sent_of)},
                                   {"delivered", array_of(record.delivered, delivery_of)},
                                   {"marks", array_of(record.marked, mark_of)},
                                   {"done", json::array(record.done.begin(), record.done.end())}});
}

}  // namespace tutti
