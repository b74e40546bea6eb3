#include "mirror_windows.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "common/bit_set.hpp"
#include "common/receiver_matcher.hpp"
#include "receiver_matching.hpp"

namespace tutti {
namespace {

/// Sends that a node's links can carry in a window beside what it has to receive; none below zero.
class send_budgets {
public:
    send_budgets(const link_table& links, std::span<const node_id> sources, std::uint32_t slots)
        : left_(links.node_count()) {
        std::vector<std::int64_t> own(links.node_count());
        for (const node_id source : sources) {
            ++own[source];
        }
        for (node_id node = 0; node < links.node_count(); ++node) {
            left_[node] =
                std::int64_t{links.degree(node)} * slots - (std::ssize(sources) - own[node]);
            suffice_ = suffice_ && (own[node] == 0 || left_[node] >= own[node]);
        }
    }

    /// True if every source can send its own packets.
    [[nodiscard]] bool suffice() const noexcept { return suffice_; }
    [[nodiscard]] std::int64_t left(node_id node) const { return left_[node]; }
    void spend(node_id node) { --left_[node]; }

private:
    std::vector<std::int64_t> left_;
    bool suffice_ = true;
};

/// Packets that nodes that take no part may take: those that some participant lacks.
class useful_packets {
public:
    useful_packets(const link_table& links, std::uint32_t packets,
                   const participant_set& participants)
        : links_{&links}, participants_{&participants}, missing_(1, packets) {}

    void begin_slot(const packet_possession& packets) {
        if (participants_->is_everyone()) {
            return;
        }
        const bit_set missing = missing_[0];
        std::ranges::fill(missing, bit_word{0});
        for (const node_id node : participants_->nodes(links_->node_count())) {
            const const_bit_set own = packets.packets_of(node);
            std::ranges::transform(missing, own, missing.begin(),
                                   [](bit_word some, bit_word has) { return some | ~has; });
        }
    }

    void narrow(receiver_matcher& receivers, node_id receiver) const {
        for (std::uint32_t i = 0;
             !participants_->contains(receiver) && i < links_->degree(receiver); ++i) {
            const bit_set candidates = receivers.candidates(i);
            std::ranges::transform(candidates, missing_[0], candidates.begin(), std::bit_and{});
        }
    }

private:
    const link_table* links_;
    const participant_set* participants_;
    bit_matrix missing_;
};

/// A receiver's links by the budgets of the other ends, the largest first.
void order_by_budget(std::vector<std::uint32_t>& order, const link_table& links, node_id receiver,
                     const send_budgets& budgets) {
    order.resize(links.degree(receiver));
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t i) {
        return budgets.left(links[links.first(receiver) + i].to);
    });
}

/// The tables of one size of chunk: the slots of a window are 0 if none fits.
mirror_windows windows_of(const link_table& links, std::uint32_t chunk_values, bool needs_window,
                          const participant_set& participants) {
    mirror_windows made;
    made.chunk_values = chunk_values;
    made.ends =
        receiver_matching(links, packets_in_turn(links, chunk_values, participants), participants);
    const std::uint32_t ends = slots_of(made.ends);
    const std::uint64_t others = participants.size(links.node_count()) - 1;
    const std::uint64_t sends = 2 * others * chunk_values;
    const auto least = sends == 0 ? 0 : (sends - 1) / links.link_count() + 1;
    for (auto slots = std::max(ends, static_cast<std::uint32_t>(least));
         needs_window && slots < 2 * ends; ++slots) {
        if (auto window = mirror_window(links, chunk_values, slots, participants)) {
            made.window = *std::move(window);
            made.window_slots = slots;
            return made;
        }
    }
    return made;
}

void append_chunk(send_table& sends, const send_table& chunk, std::uint32_t delay,
                  std::uint32_t first_value, std::uint32_t values) {
    for (const auto& [now, link, packet] : chunk) {
        if (first_value + packet < values) {
            sends.push_back({.slot = now + delay, .link = link, .packet = first_value + packet});
        }
    }
}

}  // namespace

std::optional<send_table> mirror_window(const link_table& links, std::uint32_t packets,
                                        std::uint32_t slots, const participant_set& participants) {
    const std::vector<node_id> sources = packets_in_turn(links, packets, participants);
    send_budgets budgets{links, sources, slots};
    if (!budgets.suffice()) {
        return std::nullopt;
    }
    receiver_matcher receivers{links, packets, participants};
    std::uint32_t packet = 0;
    for (const node_id source : sources) {
        receivers.packets().place(source, packet++);
    }
    bit_matrix is_used(std::size_t{slots} + 1, links.link_count());
    std::vector<std::uint32_t> order;
    send_table sends;
    useful_packets useful{links, packets, participants};
    for (std::uint32_t now = 1; now <= slots && !receivers.packets().is_complete(); ++now) {
        useful.begin_slot(receivers.packets());
        const auto mirror_slot = std::as_const(is_used)[slots + 1 - now];
        for (node_id receiver = 0; receiver < links.node_count(); ++receiver) {
            receivers.begin_turn(receiver);
            useful.narrow(receivers, receiver);
            order_by_budget(order, links, receiver, budgets);
            std::erase_if(order, [&](std::uint32_t i) {
                const link_id outgoing = links.first(receiver) + i;
                return contains(mirror_slot, outgoing) || budgets.left(links[outgoing].to) <= 0;
            });
            receivers.match_in_order(order);
            receivers.end_turn([&](link_id link, std::uint32_t received) {
                insert(is_used[now], link);
                budgets.spend(links[link].from);
                sends.push_back({.slot = now, .link = link, .packet = received});
            });
        }
        receivers.packets().end_slot();
    }
    if (!receivers.packets().is_complete()) {
        return std::nullopt;
    }
    std::ranges::sort(sends);
    return pruned(links, std::move(sends), packets, participants);
}

std::uint32_t mirror_windows::slots() const {
    return 2 * slots_of(ends) + (chunks - 1) * window_slots;
}

mirror_windows find_mirror_windows(const link_table& links, std::uint32_t values,
                                   const participant_set& participants) {
    mirror_windows best = windows_of(links, values, false, participants);
    for (const std::uint32_t chunks : {2U, 3U, 4U, 6U, 8U, 12U, 16U}) {
        const std::uint32_t chunk_values = (values - 1) / chunks + 1;
        if (chunk_values < 4) {
            break;
        }
        mirror_windows next = windows_of(links, chunk_values, true, participants);
        next.chunks = chunks;
        if (next.window_slots > 0 && next.slots() < best.slots()) {
            best = std::move(next);
        }
    }
    return best;
}

std::optional<mirror_windows> find_mirror_windows(const link_table& links, std::uint32_t values,
                                                  std::uint32_t chunks,
                                                  const participant_set& participants) {
    mirror_windows made = windows_of(links, (values - 1) / chunks + 1, chunks > 1, participants);
    made.chunks = chunks;
    if (chunks > 1 && made.window_slots == 0 && !made.ends.empty()) {
        return std::nullopt;
    }
    return made;
}

allreduce_sends sends_of(const link_table& links, const mirror_windows& windows,
                         std::uint32_t values) {
    const std::uint32_t size = windows.chunk_values;
    const std::uint32_t ends = slots_of(windows.ends);
    const send_table window_back = reversed(links, windows.window, windows.window_slots);
    allreduce_sends sends;
    append_chunk(sends.partial_sums, reversed(links, windows.ends), 0, 0, values);
    for (std::uint32_t chunk = 1; chunk < windows.chunks; ++chunk) {
        const std::uint32_t begin = ends + (chunk - 1) * windows.window_slots;
        append_chunk(sends.partial_sums, window_back, begin, chunk * size, values);
        append_chunk(sends.results, windows.window, begin, (chunk - 1) * size, values);
    }
    append_chunk(sends.results, windows.ends, windows.slots() - ends, (windows.chunks - 1) * size,
                 values);
    return sends;
}

schedule_cost find_mirror_windows_cost(std::uint64_t nodes, std::uint64_t links,
                                       std::uint64_t values) {
    const auto [bytes, operations] = receiver_matching_cost(nodes, links, values);
    return {.bytes = bytes * 2 + values * nodes / 4, .operations = operations * 30};
}

}  // namespace tutti
