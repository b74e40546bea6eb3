#include "process_group.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "bytes.hpp"
#include "interned_name.hpp"
#include "packet_exchange.hpp"
#include "slot_bytes.hpp"

namespace tutti::detail {
namespace {

using bytes = transport::bytes;

// An exception cannot cross processes: its text is sent in its place.
void append_fault(bytes& to, const fault& fault) {
    append(to, fault.place);
    append(to, fault.cause.index());
    if (const auto* const kind = std::get_if<violation_kind>(&fault.cause)) {
        append(to, *kind);
    } else {
        append_text(to, message_of(std::get<std::exception_ptr>(fault.cause)));
    }
}

fault take_fault(byte_reader& from) {
    fault taken{.place = from.take<fault_place>(), .cause = {}};
    if (from.take<std::size_t>() == 0) {
        taken.cause = from.take<violation_kind>();
    } else {
        taken.cause = std::make_exception_ptr(error{from.take_text()});
    }
    return taken;
}

}  // namespace

void append_counts(bytes& data, const slot_counts& counts, std::size_t ahead) {
    // The number of bytes in front of the counts comes last, since a receiver that reads from the
    // end finds both parts. It includes the bytes that were sent ahead.
    const std::size_t packets = ahead + data.size();
    append(data, static_cast<const slot_sums&>(counts));
    append(data, counts.marks.size());
    for (const marks_made& made : counts.marks) {
        marks_made nameless = made;
        nameless.name = {};
        append(data, nameless);
        append_text(data, made.name);
    }
    append(data, counts.smallest_fault.has_value());
    if (counts.smallest_fault) {
        append_fault(data, *counts.smallest_fault);
    }
    append(data, packets);
}

namespace {

slot_counts take_counts(byte_reader& from) {
    slot_counts counts{from.take<slot_sums>(), {}, {}};
    for (auto left = from.take<std::size_t>(); left != 0; --left) {
        auto& made = counts.marks.emplace_back(from.take<marks_made>());
        made.name = interned_name(from.take_text());
    }
    if (from.take<bool>()) {
        counts.smallest_fault = take_fault(from);
    }
    return counts;
}

}  // namespace

told_of_slot read_slot(std::span<const std::byte> data) {
    byte_reader end{data.last(sizeof(std::size_t))};
    const auto packets = end.take<std::size_t>();
    byte_reader from{data.subspan(packets)};
    return {.packets = data.first(packets), .counts = take_counts(from)};
}

process_group::process_group(transport* carrier)
    : carrier_{carrier},
      begun_(static_cast<std::size_t>(count())),
      out_(begun_.size()),
      in_(begun_.size()) {}

// All processes receive the same.
void process_group::exchange(const bytes& own_bytes) {
    std::ranges::fill(out_, own_bytes);
    meet();
}

// The buffers keep their capacity: the traffic of one slot is like that of the last.
void process_group::meet() {
    timer_.time([&] { carrier_->exchange(out_, in_); });
    std::ranges::for_each(out_, [](bytes& each) { each.clear(); });
    std::ranges::fill(begun_, 0);
}

void process_group::begin(const packet_exchange& packets) {
    packets.serialise_directly(out_);
    // The transport takes what it can send at once, and leaves the rest for the next exchange.
    for (std::size_t to = 0; to < out_.size(); ++to) {
        begun_[to] = out_[to].size();
    }
    carrier_->begin(out_);
    for (std::size_t to = 0; to < out_.size(); ++to) {
        begun_[to] -= out_[to].size();
    }
}

void process_group::add_up(slot_counts& counts, packet_exchange* packets) {
    if (carrier_ == nullptr) {
        return;
    }
    const std::optional<fault> own_fault = counts.smallest_fault;
    if (packets != nullptr) {
        packets->serialise(out_);
        most_crossed_ = 0;
    }
    for (std::size_t to = 0; to < out_.size(); ++to) {
        most_crossed_ = std::max(most_crossed_, begun_[to] + out_[to].size());
        append_counts(out_[to], counts, begun_[to]);
    }
    meet();
    // The own counts come back with those of the others, so that all processes add up the same
    // numbers in the same order.
    counts = {};
    packets_.clear();
    for (const bytes& each : in_) {
        const told_of_slot announced = read_slot(each);
        counts.add(announced.counts);
        packets_.push_back(announced.packets);
    }
    if (packets != nullptr) {
        packets->take_in(packets_);
    }
    // Process-local exceptions are more precise than the text that the others receive.
    if (own_fault && counts.smallest_fault && own_fault->place == counts.smallest_fault->place) {
        counts.smallest_fault = own_fault;
    }
}

void process_group::add_up_waiting(run_report& report) {
    if (carrier_ == nullptr) {
        return;
    }
    bytes data;
    append(data, report.waiting_count);
    for (const waiting_node& each : report.waiting) {
        append(data, each.node);
        append_text(data, each.what);
        append(data, each.since);
    }
    exchange(data);
    report.waiting_count = 0;
    report.waiting.clear();
    for (const bytes& each : in_) {
        byte_reader from{each};
        report.waiting_count += from.take<std::uint64_t>();
        while (!from.is_at_end()) {
            report.waiting.push_back({.node = from.take<node_id>(),
                                      .what = from.take_text(),
                                      .since = from.take<slot>()});
        }
    }
    std::ranges::sort(report.waiting, {}, &waiting_node::node);
    report.waiting.resize(std::min(report.waiting.size(), most_waiting_named));
}

void process_group::gather_in_order(const node_partition& nodes,
                                    function_ref<std::uint64_t(node_id)> value_of,
                                    function_ref<void(std::span<const std::uint64_t>)> take) {
    // A piece has 2^20 values of 8 bytes: the memory of process 0 does not depend on the size of
    // the network.
    constexpr std::size_t most_at_once = std::size_t{1} << 20U;
    const bool is_alone = carrier_ == nullptr || nodes.has_single_node();
    std::vector<std::uint64_t> values;
    std::size_t own = 0;
    for (std::size_t first = 0; first < nodes.node_count(); first += most_at_once) {
        const std::size_t last = std::min(first + most_at_once, nodes.node_count());
        values.clear();
        for (; own < nodes.own_count() && nodes.own_node(own) < last; ++own) {
            values.push_back(value_of(nodes.own_node(own)));
        }
        if (!is_alone) {
            exchange_values(nodes, first, last, values);
        }
        take(values);
    }
}

// Process 0 gets those of all of these nodes, and the others none.
void process_group::exchange_values(const node_partition& nodes, std::size_t first,
                                    std::size_t last, std::vector<std::uint64_t>& values) {
    append_values<std::uint64_t>(out_.front(), values);
    meet();
    values.clear();
    if (self() != 0) {
        return;
    }
    std::vector<byte_reader> from(in_.begin(), in_.end());
    // The values of each process arrive in the order of its nodes; the table says whose is next.
    if (nodes.is_by_table()) {
        for (auto node = static_cast<node_id>(first); node < last; ++node) {
            values.push_back(from[nodes.owner_of(node)].take<std::uint64_t>());
        }
        return;
    }
    for (byte_reader& each : from) {
        while (!each.is_at_end()) {
            values.push_back(each.take<std::uint64_t>());
        }
    }
}

std::uint64_t process_group::broadcast_from_first(std::uint64_t own) {
    if (carrier_ == nullptr) {
        return own;
    }
    bytes data;
    append(data, own);
    exchange(data);
    return byte_reader{in_.front()}.take<std::uint64_t>();
}

void process_group::abandon() noexcept {
    if (carrier_ != nullptr) {
        carrier_->abandon();
    }
}

}  // namespace tutti::detail
