#include "event_lines.hpp"

#include <iterator>

#include "util/json_values.hpp"

namespace tutti {
event_lines::event_lines(std::vector<phase> phases) : clock_{std::move(phases)} {
    for (const phase& each : clock_.phases()) {
        phase_names_.push_back(serialized_text(each.name));
    }
}

void event_lines::add_sent(const transmission& transmission) {
    // Times are those at the end of the slot, since a packet arrives then.
    begin_line("sent", transmission.at + 1, transmission.from);
    fmt::format_to(std::back_inserter(lines_), R"(,"port":{},"to":{},"kind":{})",
                   transmission.through, transmission.to, in_json(transmission.kind));
    if (transmission.content) {
        add_message(*transmission.content);
    }
    if (transmission.piece) {
        fmt::format_to(std::back_inserter(lines_), R"(,"piece":{})", *transmission.piece);
    }
    lines_.append(std::string_view{"}\n"});
}

void event_lines::add_delivered(const delivery& delivery) {
    begin_line("delivered", delivery.at, delivery.to);
    add_message(delivery.content);
    lines_.append(std::string_view{"}\n"});
}

// The line belongs to the phase that ends, so that the clock advances after it.
void event_lines::add_mark(const mark& mark) {
    begin_line("mark", mark.at, mark.node);
    fmt::format_to(std::back_inserter(lines_), ",\"name\":{}}}\n", in_json(mark.name));
    clock_.mark(mark.node, mark.name, mark.at);
}

void event_lines::begin_line(std::string_view event, slot at, node_id node) {
    fmt::format_to(std::back_inserter(lines_), R"({{"event":"{}","slot":{},"time":"{}")", event, at,
                   clock_.time_text(node, at));
    if (!phase_names_.empty()) {
        fmt::format_to(std::back_inserter(lines_), R"(,"phase":{})",
                       phase_names_[clock_.phase_of(node)]);
    }
    fmt::format_to(std::back_inserter(lines_), R"(,"node":{})", node);
}

// Payloads are hexadecimal text: readers of JSON may not keep 64 bits of a number.
void event_lines::add_message(const message& content) {
    fmt::format_to(std::back_inserter(lines_), R"(,"origin":{},"number":{},"payload":"{:016x}")",
                   content.origin, content.number, content.payload);
}

// The same few names recur in every line, and are escaped once.
std::string_view event_lines::in_json(std::string_view name) {
    auto entry = names_.find(name);
    if (entry == names_.end()) {
        entry = names_.emplace(name, serialized_text(name)).first;
    }
    return entry->second;
}

}  // namespace tutti
