#include "event_tables.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <vector>

#include "experiment/events/event_lines.hpp"
#include "experiment/events/link_load.hpp"
#include "experiment/events/phase_clock.hpp"
#include "recording/timed_phases.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

bool is_formula(std::string_view text) noexcept { return text.find_first_of("=+-@") == 0; }

// Most fields of text are written as they are.
bool is_plain_field(std::string_view text) noexcept {
    const auto is_plain = [](char letter) {
        return letter >= ' ' && letter <= '~' && letter != ',' && letter != '"';
    };
    return !is_formula(text) && std::ranges::all_of(text, is_plain);
}

/// Fields of lines of CSV, with commas between.
class csv_line {
public:
    explicit csv_line(fmt::memory_buffer& to) noexcept : to_{&to} {}

    template <whole_number T>
    csv_line& number(T value) {
        const fmt::format_int digits{value};
        return plain({digits.data(), digits.size()});
    }
    template <whole_number T>
    csv_line& number_if(bool is_there, T value) {
        return is_there ? number(value) : plain({});
    }
    csv_line& payload_if(bool is_there, std::uint64_t value) {
        std::array<char, 16> digits{};
        for (char& digit : digits) {
            digit = "0123456789abcdef"[value >> 60U];
            value <<= 4U;
        }
        return plain(is_there ? std::string_view{digits.data(), digits.size()}
                              : std::string_view{});
    }
    csv_line& share(std::uint64_t part, std::uint64_t whole) {
        const double value = static_cast<double>(part) / static_cast<double>(whole);
        return whole == 0 ? plain({}) : plain(fmt::format("{:.6f}", value));
    }
    // Programs call their phases and packets what they like.
    csv_line& text(std::string_view field) {
        return is_plain_field(field) ? plain(field) : plain(csv_field(field));
    }
    csv_line& plain(std::string_view field) {
        if (!is_first_) {
            to_->push_back(',');
        }
        is_first_ = false;
        to_->append(field);
        return *this;
    }
    void end() {
        to_->append(std::string_view{"\r\n"});
        is_first_ = true;
    }

private:
    fmt::memory_buffer* to_;
    bool is_first_ = true;
};

/// Lines of events, which have a time and a phase.
class event_rows : public slot_lines {
public:
    explicit event_rows(const recorded_plan& plan) : clock_{record::timed_phases_of(plan)} {}

    void add(const recorded_slot& record, const recorded_names& names,
             fmt::memory_buffer& to) final {
        csv_line line{to};
        add_events(record, names, line);
        pass(record, names);
    }
    void pass(const recorded_slot& record, const recorded_names& names) final {
        for (const recorded_mark& each : record.marked) {
            clock_.mark(each.node, names.marks[each.name], record.at);
        }
    }

protected:
    virtual void add_events(const recorded_slot& record, const recorded_names& names,
                            csv_line& line) = 0;

    csv_line& begin_row(csv_line& line, slot at, node_id node) {
        return line.number(at)
            .plain(clock_.time_text(node, at))
            .text(clock_.phase_name(node))
            .number(node);
    }
    [[nodiscard]] phase_clock& clock() noexcept { return clock_; }

private:
    phase_clock clock_;
};

class transmission_rows final : public event_rows {
public:
    using event_rows::event_rows;

private:
    void add_events(const recorded_slot& record, const recorded_names& names,
                    csv_line& line) override {
        for (const recorded_transmission& each : record.sent) {
            const recorded_kind& kind = names.kinds[each.kind];
            begin_row(line, record.at, each.from)
                .number(each.through)
                .number(each.to)
                .text(kind.name)
                .number_if(kind.has_message, each.content.origin)
                .number_if(kind.has_message, each.content.number)
                .number_if(kind.has_piece, each.piece)
                .payload_if(kind.has_message, each.content.payload)
                .number(kind.is_control ? 1 : 0)
                .plain(to_string(kind.share))
                .end();
        }
    }
};

class delivery_rows final : public event_rows {
public:
    using event_rows::event_rows;

private:
    void add_events(const recorded_slot& record, const recorded_names& /*names*/,
                    csv_line& line) override {
        for (const recorded_delivery& each : record.delivered) {
            begin_row(line, record.at, each.to)
                .number(each.content.origin)
                .number(each.content.number)
                .payload_if(true, each.content.payload)
                .end();
        }
    }
};

class mark_rows final : public event_rows {
public:
    using event_rows::event_rows;

private:
    void add_events(const recorded_slot& record, const recorded_names& names,
                    csv_line& line) override {
        for (const recorded_mark& each : record.marked) {
            begin_row(line, record.at, each.node).text(names.marks[each.name]).end();
        }
    }
};

class slot_rows final : public event_rows {
public:
    slot_rows(const recorded_plan& plan, const network& net)
        : event_rows{plan}, links_{link_count(net)} {}

private:
    void add_events(const recorded_slot& record, const recorded_names& names,
                    csv_line& line) override {
        const std::uint64_t packets = record.sent.size();
        const std::uint64_t busy = busy_links(record.sent);
        const auto control = static_cast<std::uint64_t>(std::ranges::count_if(
            record.sent, [&](const auto& each) { return names.kinds[each.kind].is_control; }));
        line.number(record.at)
            .plain(to_string(latest(record)))
            .number(packets)
            .number(busy)
            .share(busy, links_)
            .number(control)
            .share(control, packets)
            .number(record.delivered.size())
            .number(record.marked.size())
            .end();
    }

    // Nodes may be in phases of other lengths.
    rational latest(const recorded_slot& record) {
        rational latest_time = 0;
        const auto look_at = [&](const auto& events, auto node) {
            for (const auto& each : events) {
                const rational time = clock().time_of(std::invoke(node, each), record.at);
                latest_time = time == latest_time ? latest_time : std::max(latest_time, time);
            }
        };
        look_at(record.sent, &recorded_transmission::from);
        look_at(record.delivered, &recorded_delivery::to);
        look_at(record.marked, &recorded_mark::node);
        look_at(record.done, std::identity{});
        return latest_time;
    }

    // Side by side if a broken file has two packets of one.
    static std::uint64_t busy_links(std::span<const recorded_transmission> sent) {
        std::uint64_t links = 0;
        for (std::size_t i = 0; i < sent.size(); ++i) {
            const bool is_same =
                i > 0 && sent[i].from == sent[i - 1].from && sent[i].through == sent[i - 1].through;
            links += is_same ? 0 : 1;
        }
        return links;
    }

    std::uint64_t links_;
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
        csv_line line{to};
        loads_.visit([&](const loaded_link& each) {
            line.number(each.node)
                .number(each.through)
                .number(each.to)
                .number(each.packets)
                .number(control_.load(each.node, each.through))
                .end();
        });
    }

private:
    link_loads loads_;
    link_loads control_;
};

class json_rows final : public slot_lines {
public:
    explicit json_rows(const recorded_plan& plan) : lines_{record::timed_phases_of(plan)} {}

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

template <class Rows>
std::unique_ptr<slot_lines> rows_of_plan(const recorded_plan& plan, const network& /*network*/) {
    return std::make_unique<Rows>(plan);
}

std::unique_ptr<slot_lines> rows_of_links(const recorded_plan& /*plan*/, const network& net) {
    return std::make_unique<link_rows>(net);
}

std::unique_ptr<slot_lines> rows_of_slots(const recorded_plan& plan, const network& net) {
    return std::make_unique<slot_rows>(plan, net);
}

constexpr std::array tables{
    record_table{.name = "transmissions",
                 .meaning = "a packet that crossed a link",
                 .columns = "slot,time,phase,node,port,to,kind,origin,number,piece,payload,control,"
                            "share",
                 .rows = rows_of_plan<transmission_rows>},
    record_table{.name = "links",
                 .meaning = "a directed link",
                 .columns = "node,port,to,packets,control",
                 .rows = rows_of_links},
    record_table{.name = "slots",
                 .meaning = "a slot in which something happened",
                 .columns = "slot,time,packets,busy_links,busy_share,control,control_share,"
                            "deliveries,marks",
                 .rows = rows_of_slots},
    record_table{.name = "deliveries",
                 .meaning = "a message that a node said it had",
                 .columns = "slot,time,phase,node,origin,number,payload",
                 .rows = rows_of_plan<delivery_rows>},
    record_table{.name = "marks",
                 .meaning = "the end of a phase, as a node detected it",
                 .columns = "slot,time,phase,node,name",
                 .rows = rows_of_plan<mark_rows>}};

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

void visit_part(const recording& from, const recorded_part& part, payload_use payloads,
                const std::function<void(const recorded_slot&)>& pass,
                const std::function<void(const recorded_slot&)>& visit) {
    const slot begin = from.plan().phases.empty() ? part.first : 0;
    from.visit(begin, part.last, payloads, [&](const recorded_slot& record) {
        (record.at < part.first ? pass : visit)(record);
    });
}

void write_lines(const recording& from, slot_lines& lines, const text_sink& take,
                 const recorded_part& part) {
    constexpr std::size_t enough = std::size_t{1} << 20U;
    fmt::memory_buffer text;
    const auto flush = [&] {
        take({text.data(), text.size()});
        text.clear();
    };
    bool has_begun = false;
    const auto begin = [&] {
        if (!has_begun) {
            lines.begin(text);
            has_begun = true;
        }
    };
    visit_part(
        from, part, payload_use::all,
        [&](const recorded_slot& record) { lines.pass(record, names_in(from)); },
        [&](const recorded_slot& record) {
            begin();
            lines.add(record, names_in(from), text);
            if (text.size() >= enough) {
                flush();
            }
        });
    begin();
    lines.end(text);
    flush();
}

}  // namespace tutti
