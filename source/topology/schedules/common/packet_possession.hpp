/// @file
/// State of a schedule under construction: which nodes have which packets, and how rare these are.
#pragma once

#include <cstdint>

#include "bit_set.hpp"
#include "counter_planes.hpp"
#include "link_table.hpp"
#include "wanted_packets.hpp"

namespace tutti {

/// Sets of the packets that nodes have at the beginning of a slot and at its end, and the rule by
/// which a receiver prefers packets: first those that most of its neighbours lack at the end of the
/// slot as known so far, then those that the fewest nodes have received, then the first by number,
/// counted cyclically from the receiver's own.
///
/// Memory: 2 * nodes * packets bits.
class packet_possession {
public:
    /// @param wanted packets that count as missing
    packet_possession(const link_table& links, std::uint32_t packets, wanted_packets wanted = {});

    [[nodiscard]] std::uint32_t packet_count() const noexcept { return packets_; }
    /// True if all nodes have the packets that they want, receptions of the slot included.
    [[nodiscard]] bool is_complete() const noexcept { return missing_ == 0; }
    /// Pairs of a node and a packet that it wants and lacks.
    [[nodiscard]] std::uint64_t missing() const noexcept { return missing_; }
    /// Packets of a node at the beginning of the slot.
    [[nodiscard]] const_bit_set packets_of(node_id node) const { return has_[node]; }
    /// Receptions of a packet.
    [[nodiscard]] std::uint32_t receptions(std::uint32_t packet) const {
        return receptions_.value(packet);
    }

    /// Leaves those packets of a set that have been received least.
    void keep_rarest(bit_set set) { receptions_.keep_least(set); }

    /// Places a packet, between slots, at a node that lacks it; no reception.
    void place(node_id node, std::uint32_t packet);
    /// A node that lacks a packet receives it in this slot.
    void receive(node_id node, std::uint32_t packet);
    /// The packets that a node has at the end of the slot as known so far.
    [[nodiscard]] const_bit_set known_packets_of(node_id node) const { return will_have_[node]; }
    void end_slot() { has_ = will_have_; }

    /// Prepares the rule for one receiver, for as long as nothing is received.
    void choose_for(node_id receiver);
    /// The packet that the receiver prefers.
    /// @param candidates a set that is not empty; those that are rejected are taken out
    [[nodiscard]] std::uint32_t preferred(bit_set candidates);

private:
    const link_table* links_;
    std::uint32_t packets_;
    wanted_packets wanted_;
    std::uint64_t missing_;
    bit_matrix has_;
    bit_matrix will_have_;
    counter_planes receptions_;
    counter_planes lacking_;  // neighbours of the receiver, by packet
    node_id receiver_ = 0;
};

}  // namespace tutti
