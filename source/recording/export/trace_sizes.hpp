/// @file
/// Sizes of traces, and what they depend on: names and numbers of packets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "traces.hpp"

namespace tutti::record {

[[nodiscard]] std::uint64_t perfetto_bytes(const recording& from, const trace_extent& extent);
[[nodiscard]] std::uint64_t otf2_bytes(const recording& from, const trace_extent& extent);
[[nodiscard]] std::uint64_t paje_bytes(const recording& from, const trace_extent& extent);

/// The number of the first packet: those of all are as long as each other.
[[nodiscard]] constexpr std::uint64_t first_key(std::uint64_t packets) noexcept {
    std::uint64_t first = 10;
    while (first <= packets) {
        first *= 10;
    }
    return first;
}

/// Of a kind without messages.
[[nodiscard]] inline std::string_view title_of(const recorded_kind& kind) noexcept {
    if (!kind.name.empty()) {
        return kind.name;
    }
    return kind.is_control ? "control" : "packet";
}

/// Upper bound on the length of a trace's lines: every event is the longest of its kind, in the
/// last slot, at the last node, with the last message.
/// @param make extent writes its lines
template <class Make>
[[nodiscard]] std::uint64_t most_bytes_of_lines(const recording& from, const trace_extent& extent,
                                                const Make& make) {
    const node_id node = extent.nodes.back();
    const message content{.origin = static_cast<node_id>(from.plan().nodes - 1),
                          .number = extent.largest_number};
    // The lines of one slot of a trace that holds no other.
    const auto length = [&](const recorded_slot& record) {
        const auto lines = make();
        fmt::memory_buffer text;
        lines->begin(text);
        text.clear();
        lines->add(record, names_in(from), text);
        return text.size();
    };
    fmt::memory_buffer frame;
    const auto empty_trace = make();
    empty_trace->begin(frame);
    empty_trace->end(frame);
    const std::uint64_t empty = length({.at = extent.end});
    // Sums over slots may have as many digits more.
    const std::uint64_t digits = 2 * fmt::format_int{extent.events()}.size();
    std::uint64_t sum = frame.size() + (extent.slots + extent.pauses) * (empty + digits);
    for (std::uint32_t kind = 0; kind < extent.packets_of_kind.size(); ++kind) {
        const recorded_transmission sent{.from = node,
                                         .through = extent.largest_port,
                                         .to = node,
                                         .kind = kind,
                                         .content = content,
                                         .piece = extent.largest_piece};
        sum +=
            extent.packets_of_kind[kind] * (length({.at = extent.end, .sent = {&sent, 1}}) - empty);
    }
    const recorded_delivery delivered{.to = node, .content = content};
    sum += extent.counts.delivered *
           (length({.at = extent.end, .delivered = {&delivered, 1}}) - empty);
    std::uint64_t longest = 0;
    for (std::uint32_t name = 0; name < from.mark_names().size(); ++name) {
        const recorded_mark marked{.node = node, .name = name};
        longest = std::max(longest, length({.at = extent.end, .marked = {&marked, 1}}) - empty);
    }
    return sum + extent.counts.marked * longest;
}

}  // namespace tutti::record
