/// @file
/// Filter of receptions by nodes that take no part, for schedules in which senders are scarce.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "bit_set.hpp"
#include "distance_matrix.hpp"
#include "link_table.hpp"
#include "packet_possession.hpp"
#include "send_table.hpp"
#include "topology/participant_set.hpp"
#include "wanted_packets.hpp"

namespace tutti {

/// Receptions that bring a packet nearer to a participant that lacks it at the beginning of the
/// slot. Participants may receive everything.
///
/// A lacking participant has a nearest node with the packet, and the next node on the way lacks it:
/// while anything is missing, some reception is useful.
class useful_receptions {
public:
    useful_receptions(const link_table& links, const participant_set& participants)
        : participants_{&participants},
          nodes_{participants.nodes(links.node_count())},
          distances_{links} {}

    /// Leaves those packets of a set that are useful, if they cross a link from its other end.
    void narrow(bit_set packets, const link_table::link& over,
                const packet_possession& state) const {
        if (participants_->contains(over.to)) {
            return;
        }
        std::vector<bit_word> rejected(packets.begin(), packets.end());
        for (auto node = nodes_.begin(); node != nodes_.end() && size_of(rejected) > 0; ++node) {
            if (distances_.between(over.to, *node) < distances_.between(over.from, *node)) {
                const const_bit_set has = state.packets_of(*node);
                std::ranges::transform(rejected, has, rejected.begin(), std::bit_and{});
            }
        }
        set_difference(packets, packets, rejected);
    }

private:
    const participant_set* participants_;
    std::vector<node_id> nodes_;
    distance_matrix distances_;
};

/// The table that `make(filter)` gives without a filter or, if that has fewer slots, with one; both
/// pruned, and from the first slot on in which something is left. With everyone there is nothing to
/// filter.
[[nodiscard]] send_table fewer_slots(const link_table& links, const participant_set& participants,
                                     const auto& make) {
    if (participants.is_everyone()) {
        return make(nullptr);
    }
    const std::uint32_t packets = participants.size(links.node_count());
    const auto made = [&](const useful_receptions* filter) {
        send_table sends = pruned(links, make(filter), packets, participants);
        const std::uint32_t empty = sends.empty() ? 0 : sends.front().slot - 1;
        for (timed_send& send : sends) {
            send.slot -= empty;
        }
        return sends;
    };
    const useful_receptions filter{links, participants};
    send_table sends = made(nullptr);
    if (send_table filtered = made(&filter); slots_of(filtered) < slots_of(sends)) {
        return filtered;
    }
    return sends;
}

/// Cost of that: of one table, of its copy and of the filter if not all nodes take part.
[[nodiscard]] inline schedule_cost twice_with_filter(const schedule_cost& once, std::uint64_t nodes,
                                                     std::uint64_t packets) {
    return packets == nodes ? once
                            : schedule_cost{.bytes = 2 * once.bytes + 2 * nodes * nodes,
                                            .operations = 4 * once.operations};
}

}  // namespace tutti
