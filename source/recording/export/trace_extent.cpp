#include <algorithm>
#include <array>

#include "trace_sizes.hpp"
#include "traces.hpp"

namespace tutti {
namespace {

/// Nodes at which something happened.
class node_set {
public:
    explicit node_set(std::uint64_t nodes) : is_seen_(nodes) {}

    void look_at(const recorded_slot& record) {
        for (const recorded_transmission& each : record.sent) {
            is_seen_[each.from] = true;
            is_seen_[each.to] = true;
        }
        for (const recorded_delivery& each : record.delivered) {
            is_seen_[each.to] = true;
        }
        for (const recorded_mark& each : record.marked) {
            is_seen_[each.node] = true;
        }
        for (const node_id each : record.done) {
            is_seen_[each] = true;
        }
    }
    [[nodiscard]] std::vector<node_id> in_order() const {
        std::vector<node_id> nodes;
        for (std::size_t node = 0; node < is_seen_.size(); ++node) {
            if (is_seen_[node]) {
                nodes.push_back(static_cast<node_id>(node));
            }
        }
        // A trace without events still has one node, on which estimates of sizes rely.
        return nodes.empty() ? std::vector<node_id>{0} : nodes;
    }

private:
    std::vector<bool> is_seen_;
};

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
    node_set seen{from.plan().nodes};
    from.visit(part.first, part.last, payload_use::none, [&](const recorded_slot& record) {
        count(extent, record, from.kinds());
        seen.look_at(record);
        // The last slot up to which events fit is kept for the message that asks for a shorter
        // part.
        if (extent.events() <= most_events) {
            extent.fits_until = record.at;
        }
    });
    extent.packets_of_kind.resize(from.kinds().size());
    extent.nodes = seen.in_order();
    return extent;
}

std::span<const trace_format> trace_formats() noexcept { return formats; }

}  // namespace tutti
