
#include <boost/json.hpp>

#include "shown_list.hpp"
#include "util/json_values.hpp"

namespace tutti {
namespace {

// Lists are limited by default, because a slot may have a packet on every link.
template <class Events, class LineOf>
std::string section(std::string_view heading, const Events& events, list_length shown,
                    std::size_t most, const LineOf& line_of) {
    return events.empty() ? std::string{}
                          : fmt::format("\n{}\n{}", heading,
                                        record::shown_lines(events, shown, most, line_of));
}

}  // namespace

std::string text_of(const recorded_slot& record, const recorded_names& names, list_length shown,
                    const node_naming& nodes) {
    constexpr std::size_t most_packets = 20;
    constexpr std::size_t most_others = 8;
    const std::size_t width = nodes.width();
    const auto packet_line = [&](const recorded_transmission& each) {
        const recorded_kind& kind = names.kinds[each.kind];
        return fmt::format("  {:>{}} {:>5} {:>{}}  {:<12}  {}\n", nodes.text(each.from), width,
                           each.through, nodes.text(each.to), width, record::kind_text(kind),
                           record::content_text(each, kind));
    };
    const auto end_line = [&](node_id each) {
        return fmt::format("  {:>{}}\n", nodes.text(each), width);
    };
    const auto event_line = [&](node_id node, const std::string& event) {
        return fmt::format("  {:>{}}  {}\n", nodes.text(node), width, event);
    };
    const auto delivery_line = [&](const recorded_delivery& each) {
        return event_line(each.to, text_of(each.content));
    };
    const auto mark_line = [&](const recorded_mark& each) {
        return event_line(each.node, printable(names.marks[each.name]));
    };
    const std::string packet_heading =
        fmt::format("sent\n  {:>{}} {:>5} {:>{}}  {:<12}  {}", "node", width, "port", "to", width,
                    "kind", "message");
    return fmt::format("slot {}: {} sent, {} delivered, {} {} marked, {} done\n", record.at,
                       quantity(record.sent.size(), "packet"),
                       quantity(record.delivered.size(), "message"), grouped(record.marked.size()),
                       record.marked.size() == 1 ? "end of a phase" : "ends of phases",
                       quantity(record.done.size(), "node")) +
           section(packet_heading, record.sent, shown, most_packets, packet_line) +
           section("delivered", record.delivered, shown, most_others, delivery_line) +
           section("marked", record.marked, shown, most_others, mark_line) +
           section("done", record.done, shown, most_others, end_line);
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
