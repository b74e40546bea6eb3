#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "otf2_archive.hpp"
#include "recording/phase_walk.hpp"
#include "topology/node_naming.hpp"
#include "trace_sizes.hpp"
#include "traces.hpp"
#include "util/bits.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

using record::check_otf2;

// A slot is a millisecond.
constexpr std::uint64_t ticks_a_slot = 1000;
constexpr std::uint64_t ticks_a_second = 1'000'000;

// The numbers that definitions have in the archive.
constexpr OTF2_CommRef all_links = 0;
constexpr OTF2_ParameterRef mark_parameter = 0;
constexpr OTF2_MetricRef deliveries_metric = 0;
constexpr std::array<std::string_view, 4> attributes{"origin", "number", "piece", "kind"};

std::uint64_t ticks_at(slot time) { return static_cast<std::uint64_t>(time) * ticks_a_slot; }

// A whole message has 64 bits.
std::uint64_t bytes_of(const recorded_kind& kind) {
    return static_cast<std::uint64_t>((kind.share * rational{8}).ceil());
}

/// Attributes of an event beside those of its type.
class event_attributes {
public:
    event_attributes() : list_{record::made(OTF2_AttributeList_New())} {}
    event_attributes(const event_attributes&) = delete;
    event_attributes& operator=(const event_attributes&) = delete;
    ~event_attributes() { (void)OTF2_AttributeList_Delete(list_); }

    void number(OTF2_AttributeRef which, std::uint32_t value) {
        check_otf2(OTF2_AttributeList_AddUint32(list_, which, value));
    }
    void text(OTF2_AttributeRef which, OTF2_StringRef value) {
        check_otf2(OTF2_AttributeList_AddStringRef(list_, which, value));
    }
    void name_of(const message& content) {
        number(0, content.origin);
        number(1, content.number);
    }
    /// Writing an event takes them off the list.
    [[nodiscard]] OTF2_AttributeList* list() const noexcept { return list_; }

private:
    OTF2_AttributeList* list_;
};

// Writer of an archive in one pass over the events. Definitions follow at the end, because they
// contain the number of events of each location.
class otf2_events {
public:
    otf2_events(const recording& from, const trace_extent& extent, const std::string& folder)
        : from_{&from},
          extent_{&extent},
          walk_{from.plan()},
          folder_{folder},
          archive_{folder, extent.nodes.size(), from.plan().program},
          places_(from.plan().nodes),
          delivered_(extent.nodes.size()) {
        // Only nodes with events become locations, numbered by their position in the extent.
        for (std::uint32_t i = 0; i < extent.nodes.size(); ++i) {
            places_[extent.nodes[i]] = i;
        }
    }

    void write() {
        // Slots before the part are read for their marks alone, so that each node begins in its
        // phase.
        visit_before(*from_, extent_->part, [&](const recorded_slot& recorded) {
            (void)walk_.take(recorded, names_in(*from_));
        });
        add_borders<OTF2_EvtWriter_Enter>(extent_->begin);
        from_->visit(extent_->part.first, extent_->part.last, payload_use::none,
                     [&](const recorded_slot& recorded) { add(recorded, names_in(*from_)); });
        // Regions that are open at the end of the extent are left there: enter and leave come in
        // pairs.
        add_borders<OTF2_EvtWriter_Leave>(extent_->end);
        const std::vector<std::uint64_t> counts = archive_.end_events();
        define(counts);
        archive_.close();
        record::check_archive(folder_, counts);
    }

private:
    [[nodiscard]] OTF2_EvtWriter* at(node_id node) const {
        return archive_.events_at(places_[node]);
    }

    // An event at the border of a region, if the node is in a phase: one that enters or leaves it.
    template <auto Event>
    void add_border(node_id node, const std::optional<std::size_t>& phase, slot time) {
        if (phase) {
            check_otf2(
                Event(at(node), nullptr, ticks_at(time), static_cast<OTF2_RegionRef>(*phase)));
        }
    }
    template <auto Event>
    void add_borders(slot time) {
        for (const node_id node : extent_->nodes) {
            add_border<Event>(node, walk_.phase_of(node), time);
        }
    }

    // Those of a location by time: all that leaves before all that arrives.
    void add(const recorded_slot& recorded, const recorded_names& names) {
        const std::uint64_t begin = ticks_at(std::max<slot>(recorded.at, 1) - 1);
        const std::uint64_t end = ticks_at(recorded.at);
        for (const recorded_transmission& each : recorded.sent) {
            const recorded_kind& kind = names.kinds[each.kind];
            describe(each, kind);
            check_otf2(OTF2_EvtWriter_MpiSend(at(each.from), attributes_.list(), begin,
                                              places_[each.to], all_links, tag_of(each),
                                              bytes_of(kind)));
        }
        for (const recorded_transmission& each : recorded.sent) {
            check_otf2(OTF2_EvtWriter_MpiRecv(at(each.to), nullptr, end, places_[each.from],
                                              all_links, tag_of(each),
                                              bytes_of(names.kinds[each.kind])));
        }
        for (const recorded_delivery& each : recorded.delivered) {
            add_delivery(each, end);
        }
        for (const recorded_mark& each : recorded.marked) {
            check_otf2(OTF2_EvtWriter_ParameterString(at(each.node), nullptr, end, mark_parameter,
                                                      text(names.marks[each.name])));
        }
        for (const record::phase_change& each : walk_.take(recorded, names)) {
            add_border<OTF2_EvtWriter_Leave>(each.node, each.left, recorded.at);
            add_border<OTF2_EvtWriter_Enter>(each.node, each.entered, recorded.at);
        }
    }
    // Sender and port identify a link, which carries one packet a slot, so that each send has one
    // matching receive.
    static std::uint32_t tag_of(const recorded_transmission& each) {
        return static_cast<std::uint32_t>(each.through);
    }
    void describe(const recorded_transmission& each, const recorded_kind& kind) {
        if (kind.has_message) {
            attributes_.name_of(each.content);
        }
        if (kind.has_piece) {
            attributes_.number(2, each.piece);
        }
        attributes_.text(3, text(record::title_of(kind)));
    }
    void add_delivery(const recorded_delivery& each, std::uint64_t time) {
        attributes_.name_of(each.content);
        constexpr OTF2_Type type = OTF2_TYPE_UINT64;
        const OTF2_MetricValue count{.unsigned_int = ++delivered_[places_[each.to]]};
        check_otf2(OTF2_EvtWriter_Metric(at(each.to), attributes_.list(), time, deliveries_metric,
                                         1, &type, &count));
    }

    OTF2_StringRef text(std::string_view text_value) { return strings_.of(printable(text_value)); }

    void define(const std::vector<std::uint64_t>& events) {
        OTF2_GlobalDefWriter* const to = archive_.definitions();
        const std::uint64_t begin = ticks_at(extent_->begin);
        check_otf2(OTF2_GlobalDefWriter_WriteClockProperties(
            to, ticks_a_second, begin, ticks_at(extent_->end) - begin, OTF2_UNDEFINED_TIMESTAMP));
        // Strings come before what refers to them.
        const definitions made = define_texts();
        strings_.write(to);
        define_locations(to, made, events);
        define_events(to, made);
    }

    /// The numbers of texts that definitions take.
    struct definitions {
        OTF2_StringRef none;
        OTF2_StringRef network;
        OTF2_StringRef class_of_network;
        OTF2_StringRef links;
        OTF2_StringRef deliveries;
        OTF2_StringRef mark;
        OTF2_StringRef messages;
        std::vector<OTF2_StringRef> nodes{};
        std::vector<OTF2_StringRef> phases{};
        std::vector<OTF2_StringRef> attributes{};
    };
    // Definitions collect their texts before any is written; events have referred to others
    // already.
    definitions define_texts() {
        definitions made{.none = text(""),
                         .network = text(from_->plan().network_in_words()),
                         .class_of_network = text("network"),
                         .links = text("links"),
                         .deliveries = text("deliveries"),
                         .mark = text("mark"),
                         .messages = text("messages")};
        const node_naming nodes{from_->where()};
        made.nodes = vector_of(extent_->nodes,
                               [&](node_id node) { return text("node " + nodes.text(node)); });
        for (std::size_t phase = 0; phase < walk_.phases(); ++phase) {
            made.phases.push_back(text(walk_[phase].name));
        }
        made.attributes = vector_of(attributes, [&](std::string_view each) { return text(each); });
        return made;
    }

    // Nodes are threads of one process, and what communicates.
    static void define_locations(OTF2_GlobalDefWriter* to, const definitions& made,
                                 const std::vector<std::uint64_t>& events) {
        check_otf2(OTF2_GlobalDefWriter_WriteSystemTreeNode(
            to, 0, made.network, made.class_of_network, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
        check_otf2(OTF2_GlobalDefWriter_WriteLocationGroup(to, 0, made.network,
                                                           OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                                           OTF2_UNDEFINED_LOCATION_GROUP));
        std::vector<std::uint64_t> ranks(events.size());
        std::iota(ranks.begin(), ranks.end(), std::uint64_t{0});
        for (const std::uint64_t rank : ranks) {
            check_otf2(OTF2_GlobalDefWriter_WriteLocation(
                to, rank, made.nodes[rank], OTF2_LOCATION_TYPE_CPU_THREAD, events[rank], 0));
        }
        const auto count = size_as<std::uint32_t>(ranks);
        check_otf2(OTF2_GlobalDefWriter_WriteGroup(to, 0, made.none, OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                                   OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, count,
                                                   ranks.data()));
        check_otf2(OTF2_GlobalDefWriter_WriteGroup(to, 1, made.links, OTF2_GROUP_TYPE_COMM_GROUP,
                                                   OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, count,
                                                   ranks.data()));
        check_otf2(OTF2_GlobalDefWriter_WriteComm(to, all_links, made.links, 1, OTF2_UNDEFINED_COMM,
                                                  OTF2_COMM_FLAG_NONE));
    }

    static void define_events(OTF2_GlobalDefWriter* to, const definitions& made) {
        for (std::uint32_t phase = 0; phase < made.phases.size(); ++phase) {
            check_otf2(OTF2_GlobalDefWriter_WriteRegion(
                to, phase, made.phases[phase], made.phases[phase], made.none,
                OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER, OTF2_REGION_FLAG_PHASE, made.none, 0,
                0));
        }
        for (std::uint32_t i = 0; i < made.attributes.size(); ++i) {
            check_otf2(OTF2_GlobalDefWriter_WriteAttribute(
                to, i, made.attributes[i], made.none,
                i == attributes.size() - 1 ? OTF2_TYPE_STRING : OTF2_TYPE_UINT32));
        }
        check_otf2(OTF2_GlobalDefWriter_WriteParameter(to, mark_parameter, made.mark,
                                                       OTF2_PARAMETER_TYPE_STRING));
        constexpr OTF2_MetricMemberRef member = 0;
        check_otf2(OTF2_GlobalDefWriter_WriteMetricMember(
            to, member, made.deliveries, made.none, OTF2_METRIC_TYPE_OTHER,
            OTF2_METRIC_ACCUMULATED_START, OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, 0, made.messages));
        check_otf2(OTF2_GlobalDefWriter_WriteMetricClass(
            to, deliveries_metric, 1, &member, OTF2_METRIC_SYNCHRONOUS, OTF2_RECORDER_KIND_CPU));
    }

    const recording* from_;
    const trace_extent* extent_;
    record::phase_walk walk_;
    std::string folder_;
    record::otf2_archive archive_;
    record::otf2_strings strings_;
    event_attributes attributes_;
    std::vector<std::uint32_t> places_;     // of nodes, among the locations
    std::vector<std::uint64_t> delivered_;  // so far, at each location
};

}  // namespace

bool has_otf2() noexcept { return true; }

void write_otf2(const recording& from, const trace_extent& extent, const std::string& folder) {
    otf2_events{from, extent, folder}.write();
}

// Numbers take a byte for their length, and no more than they need. A time comes before the first
// event of a location that has it. After "Open Trace Format 2 User Manual" 3.0, and what was found
// in archives.
std::uint64_t record::otf2_bytes(const recording& from, const trace_extent& extent) {
    const auto bytes_of_number = [](std::uint64_t largest) {
        return 1 + divided_up(std::uint64_t{width_of(largest)}, 8);
    };
    // Sizes in bytes, from above, so that the estimate is never less than the archive.
    constexpr std::uint64_t of_record = 2;
    constexpr std::uint64_t of_attribute = 3;
    constexpr std::uint64_t of_time = 9;
    constexpr std::uint64_t of_location = 250;
    constexpr std::uint64_t of_frame = 2000;
    const std::uint64_t node = bytes_of_number(from.plan().nodes);
    const std::uint64_t name =
        of_record + 2 * of_attribute + node + bytes_of_number(extent.largest_number);
    const std::uint64_t transfer =
        of_record + node + 3 + bytes_of_number(static_cast<std::uint64_t>(extent.largest_port));
    const std::uint64_t kind =
        of_attribute + bytes_of_number(extent.packets_of_kind.size() + from.mark_names().size());
    const std::uint64_t piece = of_attribute + bytes_of_number(extent.largest_piece);
    const std::uint64_t packet =
        2 * transfer + name + kind + (extent.largest_piece > 0 ? piece : 0);
    const std::uint64_t delivery = 3 + name + bytes_of_number(extent.counts.delivered);
    constexpr std::uint64_t mark = 20;
    const std::uint64_t events =
        2 * extent.counts.sent + extent.counts.delivered + 3 * extent.counts.marked;
    const std::uint64_t times =
        std::min(events, extent.nodes.size() * (extent.slots + extent.pauses + 1));
    return of_frame + extent.nodes.size() * of_location + extent.counts.sent * packet +
           extent.counts.delivered * delivery + extent.counts.marked * mark + times * of_time;
}

}  // namespace tutti
