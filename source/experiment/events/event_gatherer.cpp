#include "event_gatherer.hpp"

#include <algorithm>
#include <utility>

#include "engine/exchange/gather.hpp"
#include "experiment/processes/value_bytes.hpp"

namespace tutti {
namespace {

// Names outlive the message, and packets' bytes are a part of it.
template <class Event>
void take_all(detail::byte_reader& from, std::vector<Event>& events) {
    const auto taken = take_value<std::vector<Event>>(from);
    events.insert(events.end(), taken.begin(), taken.end());
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
    // The order is that of `take_in`.
    const std::vector<transport::bytes> messages = gather_at_first(
        carrier_, bytes_of(record.packets, record.deliveries, record.marks, record.sent,
                           record.delivered, record.marked, record.ended));
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
    detail::byte_reader from{data};
    record_.packets += from.take<std::uint64_t>();
    record_.deliveries += from.take<std::uint64_t>();
    record_.marks += from.take<std::uint64_t>();
    take_all(from, sent_);
    take_all(from, delivered_);
    take_all(from, marked_);
    take_all(from, ends_);
}

void event_gatherer::end(const run_report& report) {
    for (sink* const each : sinks_) {
        each->end(report);
    }
}

}  // namespace tutti
