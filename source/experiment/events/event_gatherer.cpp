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

void append_transmission(transport::bytes& to, const transmission& one) {
    transmission textless = one;
    textless.kind = {};
    textless.packet = {};
    append(to, textless);
    append_text(to, one.kind);
    append(to, one.packet.size());
    to.insert(to.end(), one.packet.begin(), one.packet.end());
}

transmission take_transmission(byte_reader& from) {
    auto one = from.take<transmission>();
    one.kind = interned_name(from.take_text());
    const auto size = from.take<std::size_t>();
    one.packet = from.take_bytes(size);
    return one;
}

template <class Event>
void append_all(transport::bytes& to, std::span<const Event> all) {
    append(to, all.size());
    for (const Event& each : all) {
        append(to, each);
    }
}

template <class Event>
void take_all(byte_reader& from, std::vector<Event>& all) {
    for (auto left = from.take<std::size_t>(); left != 0; --left) {
        all.push_back(from.take<Event>());
    }
}

transport::bytes bytes_of(const slot_record& what) {
    transport::bytes told;
    append(told, what.packets);
    append(told, what.deliveries);
    append(told, what.marks);
    append(told, what.sent.size());
    for (const transmission& each : what.sent) {
        append_transmission(told, each);
    }
    append_all(told, what.delivered);
    append(told, what.marked.size());
    for (const mark& each : what.marked) {
        append(told, each.node);
        append(told, each.at);
        append_text(told, each.name);
    }
    append_all(told, what.ended);
    return told;
}

}  // namespace

event_gatherer::event_gatherer(transport& carrier, std::vector<sink*> told)
    : carrier_{&carrier}, told_{std::move(told)}, wishes_(told_.size(), interest::nothing) {}

interest event_gatherer::wants(tutti::slot at) noexcept {
    for (std::size_t i = 0; i < told_.size(); ++i) {
        wishes_[i] = told_[i]->wants(at);
    }
    // Of events nothing goes ahead: that would come with what `slot` gathers.
    return interest::events;
}

void event_gatherer::slot(const slot_record& what) {
    const std::vector<transport::bytes> all = gather_at_first(carrier_, bytes_of(what));
    if (carrier_->self() != 0) {
        return;
    }
    record_ = {.at = what.at};
    sent_.clear();
    delivered_.clear();
    marked_.clear();
    ended_.clear();
    for (const transport::bytes& each : all) {
        take_in(each);
    }
    sort_events();
    record_.sent = sent_;
    record_.delivered = delivered_;
    record_.marked = marked_;
    record_.ended = ended_;
    for (std::size_t i = 0; i < told_.size(); ++i) {
        if (wishes_[i] != interest::nothing) {
            told_[i]->slot(record_);
        }
    }
}

namespace {

template <class Event, class Node>
void order_by(std::vector<Event>& all, Node Event::*node) {
    if (!std::ranges::is_sorted(all, {}, node)) {
        std::ranges::stable_sort(all, {}, node);
    }
}

}  // namespace

// Each process's are. What happens at a node is all of one process.
void event_gatherer::sort_events() {
    order_by(sent_, &transmission::from);
    order_by(delivered_, &delivery::to);
    order_by(marked_, &mark::node);
    order_by(ended_, &program_end::node);
}

void event_gatherer::take_in(std::span<const std::byte> told) {
    byte_reader from{told};
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
    take_all(from, ended_);
}

void event_gatherer::end(const run_report& what) {
    for (sink* const each : told_) {
        each->end(what);
    }
}

}  // namespace tutti
