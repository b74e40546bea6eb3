#include "tutti/experiment/event_file.hpp"

#include <fmt/ostream.h>

#include "json.hpp"

namespace tutti {
namespace {

// Programs call their packets and milestones what they like.
std::string in_json(std::string_view name) {
    return serialized(boost::json::string_view{name.data(), name.size()});
}

}  // namespace

event_file::event_file(const std::string& path, std::vector<phase> phases, message_renaming name)
    : file_{path}, phases_{std::move(phases)}, name_{std::move(name)} {}

// What is delivered belongs to the end of the slot before, what is sent to the end of this one, and
// marks to either.
void event_file::slot(const slot_record& what) {
    if (what.at == 0) {
        places_.clear();
    }
    for (const delivery& one : what.delivered) {
        begin_line("delivered", one.at, one.to);
        write_message(one.content);
        file_.content() << "}\n";
    }
    const auto write_marks = [&](tutti::slot at) {
        for (const mark& one : what.marked) {
            if (one.at == at) {
                write_mark(one);
            }
        }
    };
    write_marks(what.at);
    std::ranges::for_each(what.sent, [this](const transmission& one) { write_sent(one); });
    write_marks(what.at + 1);
}

void event_file::write_sent(const transmission& what) {
    begin_line("sent", what.at + 1, what.from);
    fmt::print(file_.content(), R"(,"port":{},"to":{},"kind":{})", what.through, what.to,
               in_json(what.kind));
    if (what.content) {
        write_message(name_ ? name_(*what.content) : *what.content);
    }
    if (what.piece) {
        fmt::print(file_.content(), R"(,"piece":{})", *what.piece);
    }
    file_.content() << "}\n";
}

void event_file::write_mark(const mark& what) {
    place& where = place_of(what.node);
    const auto ended = std::ranges::find(phases_, what.name, &phase::name);
    begin_line("mark", what.at, what.node);
    fmt::print(file_.content(), ",\"name\":{}}}\n", in_json(what.name));
    if (ended != phases_.end()) {
        const std::size_t next =
            next_phase(phases_, static_cast<std::size_t>(ended - phases_.begin()),
                       [](const phase& each) { return each.most_rounds > 1; });
        where = {.phase = next, .since = what.at, .time = time_at(where, what.at)};
    }
}

void event_file::begin_line(std::string_view event, tutti::slot at, node_id node) {
    const place& where = place_of(node);
    fmt::print(file_.content(), R"({{"event":"{}","slot":{},"time":"{}")", event, at,
               to_string(time_at(where, at)));
    if (!phases_.empty()) {
        fmt::print(file_.content(), R"(,"phase":{})", in_json(phases_[where.phase].name));
    }
    fmt::print(file_.content(), R"(,"node":{})", node);
}

void event_file::write_message(const message& content) {
    fmt::print(file_.content(), R"(,"origin":{},"number":{},"payload":"{:016x}")", content.origin,
               content.number, content.payload);
}

rational event_file::time_at(const place& where, tutti::slot at) const {
    const rational length = phases_.empty() ? rational{1} : phases_[where.phase].slot_length;
    return where.time + rational{at - where.since} * length;
}

event_file::place& event_file::place_of(node_id node) {
    if (node >= places_.size()) {
        places_.resize(std::size_t{node} + 1);
    }
    return places_[node];
}

bool event_file::close() { return file_.finish(); }

}  // namespace tutti
