/// @file
/// Matcher of a receiver's ports with the packets that they bring in a slot.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "augmenting_matching.hpp"
#include "bit_set.hpp"
#include "link_table.hpp"
#include "packet_possession.hpp"
#include "wanted_packets.hpp"

namespace tutti {

/// Decides the receptions of one node after the other, slot by slot. A turn of a node is
/// `begin_turn()`, perhaps `exclude()`, one of the two ways to match, `end_turn()`. Receptions of a
/// turn count from its end on for the preferences of later receivers, and from the next slot on as
/// possession. No two receivers use the same link, so the turns do not conflict.
class receiver_matcher {
public:
    receiver_matcher(const link_table& links, std::uint32_t packets, wanted_packets wanted = {});

    [[nodiscard]] packet_possession& packets() noexcept { return packets_; }

    /// The candidates of each link become those packets that its other end has and the node lacks.
    void begin_turn(node_id receiver);
    /// The candidates of the receiver's i-th link, which may be narrowed; it brings one of them.
    [[nodiscard]] bit_set candidates(std::uint32_t i) { return candidates_[i]; }
    /// The receiver's i-th link brings nothing.
    void exclude(std::uint32_t i);

    /// Gives as many links as possible a packet: links with the fewest candidates first, each with
    /// the packet that the receiver prefers, by an augmenting path if the others have all of its.
    void match();
    /// Gives links in this order the packet that the receiver prefers of those that are left.
    void match_in_order(std::span<const std::uint32_t> order);

    /// Notes the receptions; calls `received(id, packet)` for each, with the link *from* the
    /// sender.
    template <class Visit>
    void end_turn(const Visit& received) {
        const auto own = links_->links_of(receiver_);
        for (std::uint32_t i = 0; i < own.size(); ++i) {
            const std::uint32_t packet = matching_.right_of(i);
            if (packet != augmenting_matching::nothing) {
                packets_.receive(receiver_, packet);
                received(own[i].reverse, packet);
            }
        }
        matching_.clear();
    }

private:
    [[nodiscard]] bool take_preferred(std::uint32_t i);

    const link_table* links_;
    packet_possession packets_;
    node_id receiver_ = 0;
    bit_matrix candidates_;  // of each link of the receiver
    bit_matrix sets_;        // those left for a link, and those taken
    augmenting_matching matching_;
    std::vector<std::uint64_t> order_;
};

}  // namespace tutti
