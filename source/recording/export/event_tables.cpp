#include "event_tables.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>

#include <fmt/compile.h>

#include "experiment/events/event_lines.hpp"
#include "experiment/events/link_load.hpp"
#include "experiment/events/phase_clock.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

bool is_formula(std::string_view text) noexcept { return text.find_first_of("=+-@") == 0; }

/// Text that programs choose: the name of a phase, a mark or a kind of packets.
struct text_field {
    std::string_view text;
};

/// Payload of a message, written in 16 hexadecimal digits.
struct payload_field {
    std::uint64_t payload;
};

// Fields of a row of CSV, of which those without a value are empty.
void add_field(fmt::memory_buffer& to, std::string_view field) { to.append(field); }
// Most texts are written as they are, and millions of rows have the same few.
void add_field(fmt::memory_buffer& to, const text_field& field) {
    const bool is_plain = std::ranges::all_of(field.text, [](char letter) {
        return letter >= ' ' && letter <= '~' && letter != ',' && letter != '"';
    });
    if (is_plain && !is_formula(field.text)) {
        to.append(field.text);
    } else {
        to.append(csv_field(field.text));
    }
}
void add_field(fmt::memory_buffer& to, const payload_field& field) {
    fmt::format_to(std::back_inserter(to), FMT_COMPILE("{:016x}"), field.payload);
}
template <whole_number T>
void add_field(fmt::memory_buffer& to, T value) {
    const fmt::format_int digits{value};
    to.append(std::string_view{digits.data(), digits.size()});
}
template <class T>
void add_field(fmt::memory_buffer& to, const std::optional<T>& maybe) {
    if (maybe) {
        add_field(to, *maybe);
    }
}

template <class First, class... Fields>
void add_row(fmt::memory_buffer& to, const First& first, const Fields&... fields) {
    add_field(to, first);
    ((to.push_back(','), add_field(to, fields)), ...);
    to.append(std::string_view{"\r\n"});
}

template <class T>
std::optional<T> value_if(bool is_there, T value) {
    return is_there ? std::optional{value} : std::nullopt;
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? "" : fmt::format("{:.6f}", ratio(part, whole));
}

// Side by side if a broken file has two packets of one.
std::uint64_t busy_links(std::span<const recorded_transmission> sent) {
    std::uint64_t links = 0;
    for (std::size_t i = 0; i < sent.size(); ++i) {
        const bool is_same =
            i > 0 && sent[i].from == sent[i - 1].from && sent[i].through == sent[i - 1].through;
        links += is_same ? 0 : 1;
    }
    return links;
}

/// Writer of a table of events or of slots, which have a time.
class event_rows final : public slot_lines {
public:
    using row_adder = void (event_rows::*)(const recorded_slot&, const recorded_names&,
                                           fmt::memory_buffer&);

    event_rows(const recorded_plan& plan, const network& net, row_adder add_rows)
        : clock_{plan.phases}, links_{link_count(net)}, add_rows_{add_rows} {}

    void add(const recorded_slot& record, const recorded_names& names,
             fmt::memory_buffer& to) override {
        (this->*add_rows_)(record, names, to);
        pass(record, names);
    }
    void pass(const recorded_slot& record, const recorded_names& names) override {
        for (const recorded_mark& each : record.marked) {
            clock_.mark(each.node, names.marks[each.name], record.at);
        }
    }

    void add_transmissions(const recorded_slot& record, const recorded_names& names,
                           fmt::memory_buffer& to) {
        for (const recorded_transmission& each : record.sent) {
            const recorded_kind& kind = names.kinds[each.kind];
            const message& content = each.content;
            add_event(to, record.at, each.from, each.through, each.to, text_field{kind.name},
                      value_if(kind.has_message, content.origin),
                      value_if(kind.has_message, content.number),
                      value_if(kind.has_piece, each.piece),
                      value_if(kind.has_message, payload_field{content.payload}),
                      kind.is_control ? 1 : 0, to_string(kind.share));
        }
    }
    void add_deliveries(const recorded_slot& record, const recorded_names& /*names*/,
                        fmt::memory_buffer& to) {
        for (const recorded_delivery& each : record.delivered) {
            add_event(to, record.at, each.to, each.content.origin, each.content.number,
                      payload_field{each.content.payload});
        }
    }
    void add_marks(const recorded_slot& record, const recorded_names& names,
                   fmt::memory_buffer& to) {
        for (const recorded_mark& each : record.marked) {
            add_event(to, record.at, each.node, text_field{names.marks[each.name]});
        }
    }
    void add_slot(const recorded_slot& record, const recorded_names& names,
                  fmt::memory_buffer& to) {
        const std::uint64_t packets = record.sent.size();
        const std::uint64_t busy = busy_links(record.sent);
        const std::size_t control = count_where(
            record.sent, [&](const auto& each) { return names.kinds[each.kind].is_control; });
        add_row(to, record.at, to_string(latest(record)), packets, busy, share_text(busy, links_),
                control, share_text(control, packets), record.delivered.size(),
                record.marked.size());
    }

private:
    template <class... Fields>
    void add_event(fmt::memory_buffer& to, slot at, node_id node, const Fields&... fields) {
        add_row(to, at, clock_.time_text(node, at), text_field{clock_.phase_name(node)}, node,
                fields...);
    }

    // Nodes may be in phases of other lengths.
    rational latest(const recorded_slot& record) {
        rational latest_time = 0;
        const auto look_at = [&](const auto& events, auto node) {
            for (const auto& each : events) {
                const rational time = clock_.time_of(std::invoke(node, each), record.at);
                latest_time = time == latest_time ? latest_time : std::max(latest_time, time);
            }
        };
        look_at(record.sent, &recorded_transmission::from);
        look_at(record.delivered, &recorded_delivery::to);
        look_at(record.marked, &recorded_mark::node);
        look_at(record.done, std::identity{});
        return latest_time;
    }

    phase_clock clock_;
    std::uint64_t links_;
    row_adder add_rows_;
};

class link_rows final : public slot_lines {
public:
    explicit link_rows(const network& net) : loads_{net}, control_{net} {}

    void add(const recorded_slot& record, const recorded_names& names,
             fmt::memory_buffer& /*to*/) override {
        for (const recorded_transmission& each : record.sent) {
            loads_.add(each.from, each.through);
            if (names.kinds[each.kind].is_control) {
                control_.add(each.from, each.through);
            }
        }
    }
    void end(fmt::memory_buffer& to) override {
        loads_.visit([&](const loaded_link& each) {
            add_row(to, each.node, each.through, each.to, each.packets,
                    control_.load(each.node, each.through));
        });
    }

private:
    link_loads loads_;
    link_loads control_;
};

class json_rows final : public slot_lines {
public:
    explicit json_rows(const recorded_plan& plan) : lines_{plan.phases} {}

    void pass(const recorded_slot& record, const recorded_names& names) override {
        add_marks(record, names);
        lines_.clear();
    }
    void add(const recorded_slot& record, const recorded_names& names,
             fmt::memory_buffer& to) override {
        for (const recorded_transmission& each : record.sent) {
            add_sent(each, names.kinds[each.kind], record.at);
        }
        for (const recorded_delivery& each : record.delivered) {
            lines_.add_delivered({.at = record.at, .to = each.to, .content = each.content});
        }
        add_marks(record, names);
        to.append(lines_.text());
        lines_.clear();
    }

private:
    void add_marks(const recorded_slot& record, const recorded_names& names) {
        for (const recorded_mark& each : record.marked) {
            lines_.add_mark({.node = each.node, .name = names.marks[each.name], .at = record.at});
        }
    }
    void add_sent(const recorded_transmission& each, const recorded_kind& kind, slot at) {
        transmission transmission{.at = at - 1,
                                  .from = each.from,
                                  .through = each.through,
                                  .to = each.to,
                                  .kind = kind.name,
                                  .is_control = kind.is_control};
        if (kind.has_message) {
            transmission.content = each.content;
        }
        if (kind.has_piece) {
            transmission.piece = each.piece;
        }
        lines_.add_sent(transmission);
    }

    event_lines lines_;
};

template <event_rows::row_adder AddRows>
std::unique_ptr<slot_lines> rows_by(const recorded_plan& plan, const network& net) {
    return std::make_unique<event_rows>(plan, net, AddRows);
}

std::unique_ptr<slot_lines> rows_of_links(const recorded_plan& /*plan*/, const network& net) {
    return std::make_unique<link_rows>(net);
}

constexpr std::array tables{
    record_table{.name = "transmissions",
                 .meaning = "a packet that crossed a link",
                 .columns = "slot,time,phase,node,port,to,kind,origin,number,piece,payload,control,"
                            "share",
                 .rows = rows_by<&event_rows::add_transmissions>},
    record_table{.name = "links",
                 .meaning = "a directed link",
                 .columns = "node,port,to,packets,control",
                 .rows = rows_of_links},
    record_table{.name = "slots",
                 .meaning = "a slot in which something happened",
                 .columns = "slot,time,packets,busy_links,busy_share,control,control_share,"
                            "deliveries,marks",
                 .rows = rows_by<&event_rows::add_slot>},
    record_table{.name = "deliveries",
                 .meaning = "a message that a node said it had",
                 .columns = "slot,time,phase,node,origin,number,payload",
                 .rows = rows_by<&event_rows::add_deliveries>},
    record_table{.name = "marks",
                 .meaning = "the end of a phase, as a node detected it",
                 .columns = "slot,time,phase,node,name",
                 .rows = rows_by<&event_rows::add_marks>}};

}  // namespace

std::string csv_field(std::string_view text) {
    std::string plain = printable(text);
    if (is_formula(plain)) {
        plain.insert(plain.begin(), '\'');
    }
    std::string quoted;
    for (const char symbol : plain) {
        quoted.append(symbol == '"' ? 2 : 1, symbol);
    }
    return plain.find_first_of(",\"") == std::string::npos ? plain : '"' + quoted + '"';
}

std::span<const record_table> record_tables() noexcept { return tables; }

const record_table& record_table_named(std::string_view name) {
    const auto* const table = std::ranges::find(tables, name, &record_table::name);
    if (table == tables.end()) {
        refuse("{} is not a table{}", in_quotes(name),
               did_you_mean(name, tables, &record_table::name));
    }
    return *table;
}

std::unique_ptr<slot_lines> json_lines(const recorded_plan& plan) {
    return std::make_unique<json_rows>(plan);
}

void visit_before(const recording& from, const recorded_part& part,
                  const std::function<void(const recorded_slot&)>& visit) {
    if (part.first > 0 && !from.plan().phases.empty()) {
        from.visit(0, part.first - 1, payload_use::none, visit);
    }
}

void write_lines(const recording& from, slot_lines& lines, const text_sink& take,
                 const recorded_part& part) {
    constexpr std::size_t enough = std::size_t{1} << 20U;
    fmt::memory_buffer text;
    const auto flush = [&] {
        take({text.data(), text.size()});
        text.clear();
    };
    visit_before(from, part,
                 [&](const recorded_slot& record) { lines.pass(record, names_in(from)); });
    lines.begin(text);
    from.visit(part.first, part.last, payload_use::all, [&](const recorded_slot& record) {
        lines.add(record, names_in(from), text);
        if (text.size() >= enough) {
            flush();
        }
    });
    lines.end(text);
    flush();
}

}  // namespace tutti
