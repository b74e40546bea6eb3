#include <algorithm>
#include <iterator>

#include <fmt/compile.h>

#include "recording/phase_spans.hpp"
#include "recording/phase_walk.hpp"
#include "topology/node_naming.hpp"
#include "trace_sizes.hpp"
#include "traces.hpp"
#include "util/json_values.hpp"

namespace tutti {
namespace {

constexpr slot slot_us = 1000;
constexpr slot half_us = slot_us / 2;
// Perfetto shows the thread whose number is its process's above the others.
constexpr int network_group = 1;
constexpr int phase_track = 1;
constexpr int machine_group = 2;

// Nodes begin at track 2; track 1 has the phases of the network.
std::uint64_t track_of(node_id node) { return std::uint64_t{node} + 2; }

/// Events of the format, one a line.
class event_writer {
public:
    explicit event_writer(fmt::memory_buffer& to) : to_{&to} {}

    template <class Format, class... Parts>
    void add(const Format& format, const Parts&... parts) {
        fmt::format_to(std::back_inserter(*to_), format, parts...);
    }
    void name_of_group(int group, std::string_view name) {
        add(FMT_COMPILE(R"(,
{{"ph":"M","name":"process_name","pid":{0},"tid":1,"args":{{"name":{1}}}}},
{{"ph":"M","name":"process_sort_index","pid":{0},"tid":1,"args":{{"sort_index":{0}}}}})"),
            group, serialized_text(name));
    }
    // Tracks are sorted by their numbers, not by their names.
    void name_of_track(int group, std::uint64_t track, std::string_view name) {
        add(FMT_COMPILE(R"(,
{{"ph":"M","name":"thread_name","pid":{0},"tid":{1},"args":{{"name":{2}}}}},
{{"ph":"M","name":"thread_sort_index","pid":{0},"tid":{1},"args":{{"sort_index":{1}}}}})"),
            group, track, serialized_text(name));
    }
    void counter(std::string_view name, slot at, std::uint64_t value) {
        add(FMT_COMPILE(R"(,
{{"ph":"C","name":"{}","pid":{},"tid":{},"ts":{},"args":{{"count":{}}}}})"),
            name, network_group, phase_track, at * slot_us, value);
    }

private:
    fmt::memory_buffer* to_;
};

/// Parts of a run one after the other, on a track of the machine.
/// The engine accumulates times and no time stamps: parts in sequence show how long they took in
/// total, not when.
class machine_track {
public:
    machine_track(event_writer& to, std::uint64_t track, std::string_view name)
        : to_{&to}, track_{track} {
        to.name_of_track(machine_group, track, name);
    }

    void add(std::string_view name, double seconds) {
        constexpr double us = 1e6;
        to_->add(FMT_COMPILE(R"(,
{{"ph":"X","name":"{}","cat":"machine","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f}}})"),
                 name, machine_group, track_, at_ * us, seconds * us);
        at_ += seconds;
    }
    void add_rest(std::string_view name, double until) { add(name, std::max(0.0, until - at_)); }

private:
    event_writer* to_;
    std::uint64_t track_;
    double at_ = 0;
};

void write_machine(event_writer& to, const machine_times& times) {
    const time_account& spent = times.account;
    to.name_of_group(machine_group, "machine: real time, summed up over the run");
    machine_track driving{to, 1, "driving thread"};
    driving.add("slots on one thread", spent.seconds_on_one);
    driving.add("slots on all threads", spent.seconds_on_all);
    driving.add("between slots", spent.between);
    driving.add_rest("rest", times.wall_seconds);
    for (std::size_t i = 0; i < spent.threads.size(); ++i) {
        machine_track thread{to, i + 2, fmt::format("thread {}", i)};
        thread.add("programs", spent.threads[i].programs);
        thread.add("barrier", spent.threads[i].barrier);
        thread.add_rest("idle", times.wall_seconds);
    }
}

// A packet is two slices of half a slot each, at its sender and at its receiver, with a flow
// between them.
class chrome_events final : public slot_lines {
public:
    chrome_events(const recording& from, const trace_extent& extent, const machine_times* machine)
        : from_{&from},
          extent_{&extent},
          machine_{machine},
          walk_{from.plan()},
          ends_{from.plan()},
          next_flow_{record::first_key(extent.counts.sent)},
          at_{extent.begin} {
        for (std::size_t i = 0; i < walk_.phases(); ++i) {
            phase_names_.push_back(serialized_text(walk_[i].name));
        }
    }

    void pass(const recorded_slot& record, const recorded_names& names) override {
        (void)walk_.take(record, names);
        note_ends(record, names);
    }

    void begin(fmt::memory_buffer& to) override {
        event_writer out{to};
        const std::string name = "network: " + from_->plan().network_in_words();
        to.append(std::string_view{"{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n"});
        out.add(FMT_COMPILE(R"({{"ph":"M","name":"process_labels","pid":{},"tid":1,)"
                            R"("args":{{"labels":"a slot is 1,000 us"}}}})"),
                network_group);
        out.name_of_group(network_group, name);
        out.name_of_track(network_group, phase_track, "phases");
        const node_naming nodes{from_->where()};
        for (const node_id node : extent_->nodes) {
            out.name_of_track(network_group, track_of(node), "node " + nodes.text(node));
        }
        for (const node_id node : extent_->nodes) {
            if (const auto phase = walk_.phase_of(node)) {
                enter(out, node, *phase, extent_->begin);
            }
        }
    }

    // By time, so that a reader has little to sort.
    void add(const recorded_slot& recorded, const recorded_names& names,
             fmt::memory_buffer& to) override {
        event_writer out{to};
        // No packets moved in a gap between recorded slots: there the counter is set to 0, as it
        // would keep its last value otherwise.
        const slot begin = std::max<slot>(recorded.at, 1) - 1;
        if (at_ < begin) {
            out.counter("packets in flight", at_, 0);
        }
        out.counter("packets in flight", begin, recorded.sent.size());
        add_sent(out, recorded, names, begin * slot_us);
        add_received(out, recorded, names, begin * slot_us + half_us);
        add_delivered(out, recorded);
        add_marks(out, recorded, names);
        for (const record::phase_change& each : walk_.take(recorded, names)) {
            if (each.left) {
                leave(out, each.node, recorded.at);
            }
            if (each.entered) {
                enter(out, each.node, *each.entered, recorded.at);
            }
        }
        at_ = recorded.at;
    }

    void end(fmt::memory_buffer& to) override {
        event_writer out{to};
        out.counter("packets in flight", at_, 0);
        for (const node_id node : extent_->nodes) {
            if (walk_.phase_of(node)) {
                leave(out, node, extent_->end);
            }
        }
        add_phases(out);
        if (machine_ != nullptr) {
            write_machine(out, *machine_);
        }
        add_plan(out);
    }

private:
    // Common properties of packets of a kind, as JSON.
    struct kind_texts {
        std::string title;
        std::string arguments;
    };

    // Kinds are numbered by first occurrence, hence the table grows at its end.
    const kind_texts& texts_of(std::uint32_t kind, const recorded_names& names) {
        while (kinds_.size() <= kind) {
            const recorded_kind& each = names.kinds[kinds_.size()];
            std::string text = each.name.empty() ? "" : ",\"kind\":" + serialized_text(each.name);
            if (each.share != 1) {
                text += fmt::format(R"(,"share":"{}")", to_string(each.share));
            }
            kinds_.push_back({.title = serialized_text(record::title_of(each)), .arguments = text});
        }
        return kinds_[kind];
    }

    static void add_name(event_writer& out, const recorded_transmission& each,
                         const recorded_kind& kind, const kind_texts& texts) {
        if (kind.has_message) {
            out.add(FMT_COMPILE(R"("message {}:{}")"), each.content.origin, each.content.number);
        } else {
            out.add(FMT_COMPILE("{}"), texts.title);
        }
    }

    // Packets of a node in a slot are nested: all of them take the same time.
    void add_sent(event_writer& out, const recorded_slot& record, const recorded_names& names,
                  slot at_us) {
        for (std::size_t i = 0; i < record.sent.size(); ++i) {
            const recorded_transmission& each = record.sent[i];
            const recorded_kind& kind = names.kinds[each.kind];
            const kind_texts& texts = texts_of(each.kind, names);
            out.add(FMT_COMPILE(",\n{{\"ph\":\"X\",\"name\":"));
            add_name(out, each, kind, texts);
            out.add(FMT_COMPILE(R"(,"cat":"sent","pid":{},"tid":{},"ts":{},"dur":{},"bind_id":{},)"
                                R"("flow_out":true,"args":{{"port":{},"to":{})"),
                    network_group, track_of(each.from), at_us, half_us, next_flow_ + i,
                    each.through, each.to);
            if (kind.has_message) {
                out.add(FMT_COMPILE(R"(,"origin":{},"number":{})"), each.content.origin,
                        each.content.number);
            }
            if (kind.has_piece) {
                out.add(FMT_COMPILE(R"(,"piece":{})"), each.piece);
            }
            out.add(FMT_COMPILE("{}}}}}"), texts.arguments);
        }
    }
    // Flow numbers advance only here: `add_sent` has used the same range in the same order.
    void add_received(event_writer& out, const recorded_slot& record, const recorded_names& names,
                      slot at_us) {
        for (const recorded_transmission& each : record.sent) {
            out.add(FMT_COMPILE(",\n{{\"ph\":\"X\",\"name\":"));
            add_name(out, each, names.kinds[each.kind], texts_of(each.kind, names));
            out.add(
                FMT_COMPILE(R"(,"cat":"received","pid":{},"tid":{},"ts":{},"dur":{},"bind_id":{},)"
                            R"("flow_in":true,"args":{{"from":{}}}}})"),
                network_group, track_of(each.to), at_us, half_us, next_flow_++, each.from);
        }
    }
    void add_delivered(event_writer& out, const recorded_slot& record) {
        for (const recorded_delivery& each : record.delivered) {
            out.add(FMT_COMPILE(R"(,
{{"ph":"i","s":"t","name":"delivered {}:{}","cat":"delivered","pid":{},"tid":{},"ts":{}}})"),
                    each.content.origin, each.content.number, network_group, track_of(each.to),
                    record.at * slot_us);
        }
        delivered_ += record.delivered.size();
        out.counter("deliveries", record.at, delivered_);
    }
    void add_marks(event_writer& out, const recorded_slot& record, const recorded_names& names) {
        for (const recorded_mark& each : record.marked) {
            out.add(FMT_COMPILE(R"(,
{{"ph":"i","s":"t","name":{},"cat":"mark","pid":{},"tid":{},"ts":{}}})"),
                    serialized_text(fmt::format("end of {}", names.marks[each.name])),
                    network_group, track_of(each.node), record.at * slot_us);
        }
        note_ends(record, names);
    }
    void note_ends(const recorded_slot& record, const recorded_names& names) {
        for (const recorded_mark& each : record.marked) {
            ends_.note(record.at, names.marks[each.name]);
        }
    }

    void enter(event_writer& out, node_id node, std::size_t phase, slot at) {
        out.add(FMT_COMPILE(R"(,
{{"ph":"B","name":{},"cat":"phase","pid":{},"tid":{},"ts":{}}})"),
                phase_names_[phase], network_group, track_of(node), at * slot_us);
    }
    static void leave(event_writer& out, node_id node, slot at) {
        out.add(FMT_COMPILE(",\n{{\"ph\":\"E\",\"pid\":{},\"tid\":{},\"ts\":{}}}"), network_group,
                track_of(node), at * slot_us);
    }

    // Of the network, each until the last node marked its end.
    void add_phases(event_writer& out) {
        for (const phase_span& each : ends_.spans(extent_->end)) {
            // Spans count slots from 1 and are clipped to the extent.
            const slot begin = std::max(each.first - 1, extent_->begin);
            if (each.last > begin) {
                out.add(FMT_COMPILE(R"(,
{{"ph":"X","name":{},"cat":"phase","pid":{},"tid":{},"ts":{},"dur":{},)"
                                    R"("args":{{"slot length":"{}"}}}})"),
                        phase_names_[each.phase], network_group, phase_track, begin * slot_us,
                        (std::min(each.last, extent_->end) - begin) * slot_us,
                        to_string(walk_[each.phase].slot_length));
            }
        }
    }

    void add_plan(event_writer& out) {
        const recorded_plan& plan = from_->plan();
        const boost::json::object object{
            {"recorded by", plan.program},
            {"run", fmt::format("{}/{} -n {}", plan.collective, plan.algorithm, plan.network)},
            {"broadcasters", plan.broadcasters},
            {"seed", plan.seed},
            {"time",
             "slot t lasts from (t - 1) ms to t ms; its first half has what nodes send, "
             "its second what comes to them"},
            {"packets", extent_->counts.sent},
            {"deliveries", extent_->counts.delivered}};
        out.add(FMT_COMPILE("\n],\"otherData\":{}}}\n"), serialized(object));
    }

    const recording* from_;
    const trace_extent* extent_;
    const machine_times* machine_;
    record::phase_walk walk_;
    phase_record ends_;
    // All numbers of flows have equally many digits, which the estimate of the size relies on.
    std::uint64_t next_flow_;
    slot at_;
    std::uint64_t delivered_ = 0;
    std::vector<std::string> phase_names_;  // as JSON
    std::vector<kind_texts> kinds_;
};

}  // namespace

std::unique_ptr<slot_lines> perfetto_lines(const recording& from, const trace_extent& extent,
                                           const machine_times* machine) {
    return std::make_unique<chrome_events>(from, extent, machine);
}

std::uint64_t record::perfetto_bytes(const recording& from, const trace_extent& extent) {
    return most_bytes_of_lines(from, extent, [&] { return perfetto_lines(from, extent); });
}

}  // namespace tutti
