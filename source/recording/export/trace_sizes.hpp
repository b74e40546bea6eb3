/// @file
/// Sizes of traces.
#pragma once

#include <algorithm>
#include <cstdint>

#include "traces.hpp"

namespace tutti::record {

[[nodiscard]] std::uint64_t perfetto_bytes(const recording& from, const trace_extent& what);
[[nodiscard]] std::uint64_t otf2_bytes(const recording& from, const trace_extent& what);
[[nodiscard]] std::uint64_t paje_bytes(const recording& from, const trace_extent& what);

/// The lines of one slot of a trace that holds no other.
template <class Make>
[[nodiscard]] std::uint64_t length_of_slot(const recording& from, const Make& make,
                                           const recorded_slot& one) {
    const auto lines = make();
    fmt::memory_buffer text;
    lines->begin(text);
    text.clear();
    lines->add(one, names_in(from), text);
    return text.size();
}

/// Length of the beginning and end of a trace.
template <class Make>
[[nodiscard]] std::uint64_t length_of_frame(const Make& make) {
    const auto lines = make();
    fmt::memory_buffer text;
    lines->begin(text);
    lines->end(text);
    return text.size();
}

/// Upper bound on the length of a trace's lines: every event is the longest of its kind, in the
/// last slot, at the last node, with the last message.
/// @param make what writes its lines
template <class Make>
[[nodiscard]] std::uint64_t most_bytes_of_lines(const recording& from, const trace_extent& what,
                                                const Make& make) {
    const node_id node = what.nodes.back();
    const message content{.origin = static_cast<node_id>(from.plan().nodes - 1),
                          .number = what.largest_number};
    const auto length = [&](const recorded_slot& one) { return length_of_slot(from, make, one); };
    const std::uint64_t empty = length({.at = what.end});
    // Sums over slots may have as many digits more.
    const std::uint64_t digits = 2 * fmt::format_int{what.events()}.size();
    std::uint64_t sum = length_of_frame(make) + (what.slots + what.pauses) * (empty + digits);
    for (std::uint32_t kind = 0; kind < what.packets_of_kind.size(); ++kind) {
        const recorded_transmission sent{.from = node,
                                         .through = what.largest_port,
                                         .to = node,
                                         .kind = kind,
                                         .content = content,
                                         .piece = what.largest_piece};
        sum += what.packets_of_kind[kind] * (length({.at = what.end, .sent = {&sent, 1}}) - empty);
    }
    const recorded_delivery delivered{.to = node, .content = content};
    sum += what.counts.delivered * (length({.at = what.end, .delivered = {&delivered, 1}}) - empty);
    std::uint64_t longest = 0;
    for (std::uint32_t name = 0; name < from.mark_names().size(); ++name) {
        const recorded_mark marked{.node = node, .name = name};
        longest = std::max(longest, length({.at = what.end, .marked = {&marked, 1}}) - empty);
    }
    return sum + what.counts.marked * longest;
}

}  // namespace tutti::record
