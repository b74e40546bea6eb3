#include "event_gatherer.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/exchange/gather.hpp"
#include "engine/exchange/interned_name.hpp"

namespace tutti {
namespace {

using detail::append;
using detail::append_text;
using detail::byte_reader;
using detail::interned_name;

// The views of a transmission would point into another process: the struct is sent without them,
// and what they view is appended.
void append_transmission(transport::bytes& to, const transmission& sent) {
    transmission textless = sent;
    textless.kind = {};
    textless.packet = {};
    append(to, textless);
    append_text(to, sent.kind);
    append(to, sent.packet.size());
    to.insert(to.end(), sent.packet.begin(), sent.packet.end());
}

// Names are interned, since views of them outlive the message.
transmission take_transmission(byte_reader& from) {
    auto sent = from.take<transmission>();
    sent.kind = interned_name(from.take_text());
    const auto size = from.take<std::size_t>();
    sent.packet = from.take_bytes(size);
    return sent;
}

template <class Event>
void append_all(transport::bytes& to, std::span<const Event> events) {
    append(to, events.size());
    for (const Event& each : events) {
        append(to, each);
    }
}

template <class Event>
void take_all(byte_reader& from, std::vector<Event>& events) {
    for (auto left = from.take<std::size_t>(); left != 0; --left) {
        events.push_back(from.take<Event>());
    }
}

// The order is that of `take_in`.
transport::bytes bytes_of(const slot_record& record) {
    transport::bytes data;
    append(data, record.packets);
    append(data, record.deliveries);
    append(data, record.marks);
    append(data, record.sent.size());
    for (const transmission& each : record.sent) {
        append_transmission(data, each);
    }
    append_all(data, record.delivered);
    append(data, record.marked.size());
    for (const mark& each : record.marked) {
        append(data, each.node);
        append(data, each.at);
        append_text(data, each.name);
    }
    append_all(data, record.ended);
    return data;
}

}  // namespace

event_gatherer::event_gatherer(transport& carrier, std::vector<sink*> sinks)
    : carrier_{&carrier}, sinks_{std::move(sinks)}, wishes_(sinks_.size(), interest::nothing) {}

interest event_gatherer::wants(tutti::slot at) noexcept {
    for (std::size_t i = 0; i < sinks_.size(); ++i) {
        wishes_[i] = sinks_[i]->wants(at);
    }
    // Of events nothing goes ahead: that would come with what `slot` gathers.
    return interest::events;
}

// All processes call this once a slot: gathering is collective, and process 0 passes the events to
// its sinks.
void event_gatherer::slot(const slot_record& record) {
    const std::vector<transport::bytes> messages = gather_at_first(carrier_, bytes_of(record));
    if (carrier_->self() != 0) {
        return;
    }
    record_ = {.at = record.at};
    sent_.clear();
    delivered_.clear();
    marked_.clear();
    ends_.clear();
    for (const transport::bytes& each : messages) {
        take_in(each);
    }
    sort_events();
    record_.sent = sent_;
    record_.delivered = delivered_;
    record_.marked = marked_;
    record_.ended = ends_;
    for (std::size_t i = 0; i < sinks_.size(); ++i) {
        if (wishes_[i] != interest::nothing) {
            sinks_[i]->slot(record_);
        }
    }
}

namespace {

// Stability keeps the order of events at the same node.
template <class Event, class Node>
void order_by(std::vector<Event>& events, Node Event::*node) {
    if (!std::ranges::is_sorted(events, {}, node)) {
        std::ranges::stable_sort(events, {}, node);
    }
}

}  // namespace

// Each process's are. What happens at a node is all of one process.
void event_gatherer::sort_events() {
    order_by(sent_, &transmission::from);
    order_by(delivered_, &delivery::to);
    order_by(marked_, &mark::node);
    order_by(ends_, &program_end::node);
}

void event_gatherer::take_in(std::span<const std::byte> data) {
    byte_reader from{data};
    record_.packets += from.take<std::uint64_t>();
    record_.deliveries += from.take<std::uint64_t>();
    record_.marks += from.take<std::uint64_t>();
    for (auto left = from.take<std::size_t>(); left != 0; --left) {
        sent_.push_back(take_transmission(from));
    }
    take_all(from, delivered_);
    for (auto left = from.take<std::size_t>(); left != 0; --left) {
        mark made{.node = from.take<node_id>(), .name = {}, .at = from.take<tutti::slot>()};
        made.name = interned_name(from.take_text());
        marked_.push_back(made);
    }
    take_all(from, ends_);
}

void event_gatherer::end(const run_report& report) {
    for (sink* const each : sinks_) {
        each->end(report);
    }
}

}  // namespace tutti
