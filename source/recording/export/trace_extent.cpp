#include <algorithm>
#include <array>

#include "trace_sizes.hpp"
#include "traces.hpp"

namespace tutti {
namespace {

// Notes the nodes at which something happened.
void note_nodes(std::vector<bool>& is_seen, const recorded_slot& record) {
    for (const recorded_transmission& each : record.sent) {
        is_seen[each.from] = true;
        is_seen[each.to] = true;
    }
    for (const recorded_delivery& each : record.delivered) {
        is_seen[each.to] = true;
    }
    for (const recorded_mark& each : record.marked) {
        is_seen[each.node] = true;
    }
    for (const node_id each : record.done) {
        is_seen[each] = true;
    }
}

// A trace without events still has one node, on which estimates of sizes rely.
std::vector<node_id> nodes_in(const std::vector<bool>& is_seen) {
    std::vector<node_id> nodes;
    for (node_id node = 0; node < is_seen.size(); ++node) {
        if (is_seen[node]) {
            nodes.push_back(node);
        }
    }
    return nodes.empty() ? std::vector<node_id>{0} : nodes;
}

// The largest values determine how many bytes numbers take; a pause, a gap between two slots,
// costs additional lines or a time.
void count(trace_extent& to, const recorded_slot& record, std::span<const recorded_kind> kinds) {
    to.packets_of_kind.resize(kinds.size());
    for (const recorded_transmission& each : record.sent) {
        ++to.packets_of_kind[each.kind];
        to.counts.control += kinds[each.kind].is_control ? 1U : 0U;
        to.largest_number = std::max(to.largest_number, each.content.number);
        to.largest_piece = std::max(to.largest_piece, each.piece);
        to.largest_port = std::max(to.largest_port, each.through);
    }
    for (const recorded_delivery& each : record.delivered) {
        to.largest_number = std::max(to.largest_number, each.content.number);
    }
    to.counts.sent += record.sent.size();
    to.counts.delivered += record.delivered.size();
    to.counts.marked += record.marked.size();
    to.counts.done += record.done.size();
    to.pauses += to.slots > 0 && record.at != to.end + 1 ? 1U : 0U;
    to.end = record.at;
    ++to.slots;
}

constexpr std::array formats{trace_format{.name = "perfetto",
                                          .readers = "ui.perfetto.dev and chrome://tracing",
                                          .most_events = 1'000'000,
                                          .bytes = record::perfetto_bytes},
                             trace_format{.name = "otf2",
                                          .readers = "Vampir and otf2-print",
                                          .most_events = 10'000'000,
                                          .bytes = record::otf2_bytes},
                             trace_format{.name = "paje",
                                          .readers = "ViTE and pj_dump",
                                          .most_events = 4'000'000,
                                          .bytes = record::paje_bytes}};

}  // namespace

trace_extent extent_of(const recording& from, const recorded_part& part,
                       std::uint64_t most_events) {
    // Packets of the first slot are sent at its begin, one slot before their arrival.
    const slot before = std::max<slot>(part.first, 1) - 1;
    trace_extent extent{.part = part, .begin = before, .end = before, .fits_until = part.first - 1};
    std::vector<bool> is_seen(from.plan().nodes);
    from.visit(part.first, part.last, payload_use::none, [&](const recorded_slot& record) {
        count(extent, record, from.kinds());
        note_nodes(is_seen, record);
        // The last slot up to which events fit is kept for the message that asks for a shorter
        // part.
        if (extent.events() <= most_events) {
            extent.fits_until = record.at;
        }
    });
    extent.packets_of_kind.resize(from.kinds().size());
    extent.nodes = nodes_in(is_seen);
    return extent;
}

std::span<const trace_format> trace_formats() noexcept { return formats; }

}  // namespace tutti
