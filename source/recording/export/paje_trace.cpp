#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/compile.h>
#include <fmt/ranges.h>

#include "recording/phase_walk.hpp"
#include "topology/node_naming.hpp"
#include "trace_sizes.hpp"
#include "traces.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Meaning of the lines of a kind: its event, and the fields that follow its number.
struct line_kind {
    std::string_view event;
    std::string_view fields;  // with their types, a comma between two
};

// Lines begin with the number of their kind.
constexpr std::array line_kinds{
    line_kind{"DefineContainerType", "Alias string,Type string,Name string"},
    line_kind{"DefineStateType", "Alias string,Type string,Name string"},
    line_kind{"DefineEventType", "Alias string,Type string,Name string"},
    line_kind{"DefineLinkType",
              "Alias string,Type string,StartContainerType string,"
              "EndContainerType string,Name string"},
    line_kind{"DefineVariableType", "Alias string,Type string,Name string,Color color"},
    line_kind{"DefineEntityValue", "Alias string,Type string,Name string,Color color"},
    line_kind{"CreateContainer", "Time date,Alias string,Type string,Container string,Name string"},
    line_kind{"DestroyContainer", "Time date,Type string,Name string"},
    line_kind{"PushState", "Time date,Type string,Container string,Value string"},
    line_kind{"PopState", "Time date,Type string,Container string"},
    line_kind{"StartLink",
              "Time date,Type string,Container string,StartContainer string,"
              "Value string,Key string,Port int,Kind string"},
    line_kind{"EndLink",
              "Time date,Type string,Container string,EndContainer string,"
              "Value string,Key string"},
    line_kind{"NewEvent", "Time date,Type string,Container string,Value string"},
    line_kind{"SetVariable", "Time date,Type string,Container string,Value double"}};

constexpr std::string_view paje_types = R"(0 N 0 "network"
0 n N "node"
1 p n "phase"
2 d n "delivery"
2 m n "mark"
3 k N n n "packet"
4 f N "packets in flight" "0.2 0.4 0.7"
)";

std::string paje_head() {
    std::string head;
    for (std::size_t number = 0; number < line_kinds.size(); ++number) {
        const auto& [event, fields] = line_kinds.at(number);
        head += fmt::format("%EventDef Paje{} {}\n%  {}\n%EndEventDef\n", event, number,
                            fmt::join(split(fields, ','), "\n%  "));
    }
    return head.append(paje_types);
}

// Colours that colour-blind readers can distinguish, too (Okabe and Ito, 2008).
constexpr std::array<std::string_view, 8> paje_colours{
    "0.34 0.71 0.91", "0.90 0.62 0.00", "0.00 0.62 0.45", "0.94 0.89 0.26",
    "0.00 0.45 0.70", "0.84 0.37 0.00", "0.80 0.47 0.65", "0.60 0.60 0.60"};

// In quotes, which the format knows no escape for.
std::string paje_text(std::string_view text) {
    std::string plain = printable(text);
    std::ranges::replace(plain, '"', '\'');
    return fmt::format(R"("{}")", plain);
}

// Times are in slots, and lines in the order of their times.
class paje_events final : public slot_lines {
public:
    paje_events(const recording& from, const trace_extent& extent)
        : nodes_{from.where()}, extent_{&extent}, walk_{from.plan()}, at_{extent.begin} {}

    void pass(const recorded_slot& record, const recorded_names& names) override {
        (void)walk_.take(record, names);
    }

    void begin(fmt::memory_buffer& to) override {
        to.append(paje_head());
        for (std::size_t i = 0; i < walk_.phases(); ++i) {
            add(to, FMT_COMPILE("5 p{} p {} \"{}\"\n"), i, paje_text(walk_[i].name),
                paje_colours[i % paje_colours.size()]);
        }
        add(to, FMT_COMPILE("6 {} N N 0 \"network\"\n"), extent_->begin);
        for (const node_id node : extent_->nodes) {
            add(to, FMT_COMPILE("6 {} n{} n N {}\n"), extent_->begin, node,
                paje_text("node " + nodes_.text(node)));
        }
        for (const node_id node : extent_->nodes) {
            if (const auto phase = walk_.phase_of(node)) {
                enter(to, node, *phase, extent_->begin);
            }
        }
    }

    void add(const recorded_slot& recorded, const recorded_names& names,
             fmt::memory_buffer& to) override {
        // No packets moved in a gap between recorded slots, where the counter is 0.
        const slot begin = std::max<slot>(recorded.at, 1) - 1;
        if (at_ < begin) {
            set_in_flight(to, at_, 0);
        }
        set_in_flight(to, begin, recorded.sent.size());
        add_packets(to, recorded, names, begin);
        for (const recorded_delivery& each : recorded.delivered) {
            add(to, FMT_COMPILE("12 {} d n{} {}:{}\n"), recorded.at, each.to, each.content.origin,
                each.content.number);
        }
        for (const recorded_mark& each : recorded.marked) {
            add(to, FMT_COMPILE("12 {} m n{} {}\n"), recorded.at, each.node,
                paje_text(names.marks[each.name]));
        }
        for (const record::phase_change& each : walk_.take(recorded, names)) {
            if (each.left) {
                leave(to, each.node, recorded.at);
            }
            if (each.entered) {
                enter(to, each.node, *each.entered, recorded.at);
            }
        }
        at_ = recorded.at;
    }

    // Containers last a slot longer: of what happens as they end, pj_dump shows a part.
    void end(fmt::memory_buffer& to) override {
        const slot gone = extent_->end + 1;
        set_in_flight(to, at_, 0);
        for (const node_id node : extent_->nodes) {
            if (walk_.phase_of(node)) {
                leave(to, node, extent_->end);
            }
            add(to, FMT_COMPILE("7 {} n n{}\n"), gone, node);
        }
        add(to, FMT_COMPILE("7 {} N N\n"), gone);
    }

private:
    template <class Format, class... Parts>
    static void add(fmt::memory_buffer& to, const Format& format, const Parts&... parts) {
        fmt::format_to(std::back_inserter(to), format, parts...);
    }

    // The leading numbers and the names of types are those that `line_kinds` and `paje_types`
    // define.
    static void set_in_flight(fmt::memory_buffer& to, slot at, std::size_t packets) {
        add(to, FMT_COMPILE("13 {} f N {}\n"), at, packets);
    }
    static void enter(fmt::memory_buffer& to, node_id node, std::size_t phase, slot at) {
        add(to, FMT_COMPILE("8 {} p n{} p{}\n"), at, node, phase);
    }
    static void leave(fmt::memory_buffer& to, node_id node, slot at) {
        add(to, FMT_COMPILE("9 {} p n{}\n"), at, node);
    }

    // Kinds are numbered by first occurrence, and each title is quoted once.
    const std::string& title_of(std::uint32_t kind, const recorded_names& names) {
        while (titles_.size() <= kind) {
            titles_.push_back(paje_text(record::title_of(names.kinds[titles_.size()])));
        }
        return titles_[kind];
    }
    static void add_value(fmt::memory_buffer& to, const recorded_transmission& each,
                          const recorded_kind& kind, std::string_view title) {
        if (!kind.has_message) {
            to.append(title);
        } else if (kind.has_piece) {
            add(to, FMT_COMPILE("{}:{}.{}"), each.content.origin, each.content.number, each.piece);
        } else {
            add(to, FMT_COMPILE("{}:{}"), each.content.origin, each.content.number);
        }
    }

    // All begin before any ends: a reader wants lines by time.
    void add_packets(fmt::memory_buffer& to, const recorded_slot& record,
                     const recorded_names& names, slot begin) {
        for (std::size_t i = 0; i < record.sent.size(); ++i) {
            const recorded_transmission& each = record.sent[i];
            const std::string& title = title_of(each.kind, names);
            add(to, FMT_COMPILE("10 {} k N n{} "), begin, each.from);
            add_value(to, each, names.kinds[each.kind], title);
            add(to, FMT_COMPILE(" {} {} {}\n"), next_key_ + i, each.through, title);
        }
        for (const recorded_transmission& each : record.sent) {
            add(to, FMT_COMPILE("11 {} k N n{} "), record.at, each.to);
            add_value(to, each, names.kinds[each.kind], title_of(each.kind, names));
            add(to, FMT_COMPILE(" {}\n"), next_key_++);
        }
    }

    node_naming nodes_;
    const trace_extent* extent_;
    record::phase_walk walk_;
    slot at_;
    // All keys of a trace have equally many digits, which the estimate of its size relies on.
    std::uint64_t next_key_ = record::first_key(extent_->counts.sent);
    std::vector<std::string> titles_;  // of kinds
};

}  // namespace

std::unique_ptr<slot_lines> paje_lines(const recording& from, const trace_extent& extent) {
    return std::make_unique<paje_events>(from, extent);
}

std::uint64_t record::paje_bytes(const recording& from, const trace_extent& extent) {
    return most_bytes_of_lines(from, extent, [&] { return paje_lines(from, extent); });
}

}  // namespace tutti
