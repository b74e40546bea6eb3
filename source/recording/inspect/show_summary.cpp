#include <optional>
#include <span>
#include <string>

#include <boost/json.hpp>

#include "experiment/result_json.hpp"
#include "recording/plan_text.hpp"
#include "show.hpp"
#include "shown_list.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"

namespace tutti {
namespace {

constexpr int summary_width = 14;

// Null if the recording was cut short; an untrusted file may hold anything else.
boost::json::value result_in(const recording& from) {
    boost::json::error_code wrong;
    const std::optional<std::string>& text = from.result();
    const auto value = text ? boost::json::parse(*text, wrong) : nullptr;
    return wrong ? nullptr : value;
}

std::string text_in(const boost::json::value* any) {
    if (any == nullptr || any->is_null()) {
        return "-";
    }
    const auto* const text = any->if_string();
    return text != nullptr ? printable(std::string_view{text->data(), text->size()})
                           : serialized(*any);
}

void add_plan(listing& out, const recorded_plan& plan, const network& net) {
    out.heading(record::heading_of(plan), printable(plan.source));
    out.line("recorded by", "{}", printable(plan.program));
    if (plan.root) {
        out.line("root", "{}", node_naming{net}.text(*plan.root));
    }
    if (const auto participants = plan.fields.value("participants")) {
        out.line("participants", "{}", with_node_names(printable(*participants), net));
    }
    out.line("broadcasters", "{}: {}, {}, seed {}",
             with_node_names(printable(plan.broadcasters), net),
             quantity(plan.broadcaster_nodes, "node"), quantity(plan.packets, "packet"), plan.seed);
    for (const auto& [name, value] : plan.parameters) {
        out.line("parameter", "{} = {}", printable(name), printable(value));
    }
    if (!plan.knowledge.empty()) {
        out.line("told", "{}", printable(fmt::format("{}", fmt::join(plan.knowledge, ", "))));
    }
}

// Names and expectations come from the plan, lengths from the result, which may have fewer.
void add_recorded_phases(listing& out, const recorded_plan& plan, const boost::json::value& ran) {
    const auto* const value = part_of(ran, {"phases"});
    const auto* const phases = value == nullptr ? nullptr : value->if_array();
    out.line("phase", "{:>12} {:>12} {:>12}", "slots", "expected", "slot length");
    for (std::size_t i = 0; i < plan.phases.size(); ++i) {
        const phase& each = plan.phases[i];
        const auto* const one = phases == nullptr ? nullptr : phases->if_contains(i);
        const std::string slots = one == nullptr ? "-" : text_in(part_of(*one, {"slots"}));
        const std::string expected =
            or_dash(each.expected_slots, [](slot number) { return fmt::format("{}", number); });
        out.line("  " + printable(each.name), "{:>12} {:>12} {:>12}", slots, expected,
                 to_string(each.slot_length));
    }
}

// Of a number as text.
std::string counted_text(const std::string& number, std::string_view thing) {
    return fmt::format("{} {}{}", number, thing, number == std::string_view{"1"} ? "" : "s");
}

void add_time_and_bound(listing& out, const recorded_plan& plan, const boost::json::value& ran) {
    std::string text =
        fmt::format("{}, {}", counted_text(text_in(part_of(ran, {"time", "slots"})), "slot"),
                    counted_text(text_in(part_of(ran, {"time", "units"})), "unit"));
    if (plan.expected_units) {
        text += fmt::format("; {} {} = {}", printable(plan.expected_kind),
                            to_string(*plan.expected_units), printable(plan.time_formula));
    }
    out.line("time", "{}; lower bound {}", text, to_string(plan.lower_bound));
}

// Each part ends with a separator, of which the last is cut off. The caller has excluded an open
// filter, which has no part.
std::string filter_in_words(const recording_filter& only) {
    std::string text;
    if (only.first != 0 || only.last != never) {
        text += only.last == never ? fmt::format("slots from {} on; ", only.first)
                                   : fmt::format("slots {} to {}; ", only.first, only.last);
    }
    if (!only.nodes.empty()) {
        text += fmt::format("events at {}; ", quantity(only.nodes.size(), "node"));
    }
    text += only.has_control ? "" : "no control packets; ";
    return text.substr(0, text.size() - 2);
}

std::string contents_of(const recorded_kind& kind) {
    return kind.is_control             ? "control"
           : !kind.has_message         ? "without a message"
           : kind.share == rational{1} ? "a message"
                                       : fmt::format("{} of a message", to_string(kind.share));
}

/// @param packets of each kind
void add_events(listing& out, const recording& from, std::span<const std::uint64_t> packets) {
    const recorded_counts counts = from.counts();
    out.line("packets", "{:>12}  in all, {} of them control", grouped(counts.sent),
             grouped(counts.control));
    for (std::size_t i = 0; i < packets.size(); ++i) {
        const recorded_kind& kind = from.kinds()[i];
        out.line("  " + record::kind_text(kind), "{:>12}  {}", grouped(packets[i]),
                 contents_of(kind));
    }
    out.line("events", "{}, {}, {} done; the last in slot {}",
             quantity(counts.delivered, "delivery"), quantity(counts.marked, "mark"),
             quantity(counts.done, "node"), from.last_slot());
}

void add_verdict_of(listing& out, const recording& from, const boost::json::value& ran) {
    out.plain("");
    // A recording that was cut short has no verdict, even where a result can be read.
    if (!from.damage().empty()) {
        out.plain("no verdict: {}", printable(from.damage()));
        return;
    }
    out.plain("{}", judged(text_in(part_of(ran, {"verdict"})), out.style()));
    const auto* const checks = part_of(ran, {"checks"});
    if (checks == nullptr || !checks->is_array()) {
        return;
    }
    for (const boost::json::value& each : checks->get_array()) {
        if (const auto* const text = part_of(each, {"text"})) {
            out.line(text_in(part_of(each, {"name"})), "{}", text_in(text));
        }
    }
}

double bytes_a_packet(const recording& from) { return ratio(from.bytes(), from.counts().sent); }

}  // namespace

// One pass without payloads suffices; the kinds grow while chunks are read, hence the resizing.
recording_summary::recording_summary(const recording& from) : from_{&from} {
    link_loads loads{from.where()};
    from.visit(0, never, payload_use::none, [&](const recorded_slot& record) {
        packets_.resize(from.kinds().size());
        for (const recorded_transmission& each : record.sent) {
            ++packets_[each.kind];
            loads.add(each.from, each.through);
        }
    });
    packets_.resize(from.kinds().size());
    loads_ = loads.sum_up();
}

std::string recording_summary::text(table_style style) const {
    const recorded_plan& plan = from_->plan();
    const boost::json::value ran = result_in(*from_);
    listing out{summary_width, style};
    add_plan(out, plan, from_->where());
    add_recorded_phases(out, plan, ran);
    add_time_and_bound(out, plan, ran);
    add_events(out, *from_, packets_);
    out.line("link load", "{:.1f} packets on average, {} at most; {} idle",
             loads_.mean_load.to_double(), grouped(loads_.largest_load()),
             quantity(loads_.idle, "link"));
    out.line(
        "size", "{}{}", quantity(from_->bytes(), "byte"),
        from_->counts().sent == 0 ? "" : fmt::format(", {:.2f} a packet", bytes_a_packet(*from_)));
    if (!plan.filter.is_open()) {
        out.line("recorded", "{}", filter_in_words(plan.filter));
    }
    add_verdict_of(out, *from_, ran);
    return out.text();
}

std::string recording_summary::json() const {
    namespace json = boost::json;
    const recorded_counts counts = from_->counts();
    json::array kinds;
    for (std::size_t i = 0; i < packets_.size(); ++i) {
        const recorded_kind& kind = from_->kinds()[i];
        kinds.push_back(json::object{{"name", kind.name},
                                     {"control", kind.is_control},
                                     {"has_message", kind.has_message},
                                     {"has_piece", kind.has_piece},
                                     {"share", to_string(kind.share)},
                                     {"packets", packets_[i]}});
    }
    // The facts of the run stand beside the fields of its plan, none of which has the same name.
    json::object head = json::parse(record::plan_text(from_->plan())).as_object();
    json::object plan = head.at("plan").as_object();
    head.stable_erase("plan");
    plan.insert(head.begin(), head.end());
    json::object object{
        {"schema", "tutti.recording/2"},
        {"plan", plan},
        {"counts", json::object{{"transmissions", counts.sent},
                                {"control_transmissions", counts.control},
                                {"deliveries", counts.delivered},
                                {"marks", counts.marked},
                                {"done", counts.done}}},
        {"last_slot", from_->last_slot()},
        {"kinds", kinds},
        {"link_load", json_of(loads_)},
        {"bytes", from_->bytes()},
        {"bytes_per_packet_hop",
         counts.sent == 0 ? json::value(nullptr) : json::value(rounded(bytes_a_packet(*from_), 4))},
        {"damage", or_null(from_->damage())},
        {"result", result_in(*from_)}};
    if (const auto* const links = std::get_if<graph>(&from_->where());
        links != nullptr && !links->names().empty()) {
        object["node_names"] = json::array(links->names().begin(), links->names().end());
    }
    return serialized(object);
}

}  // namespace tutti
