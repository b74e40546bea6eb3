/// @file
/// Packets that nodes want in the end, and the pruning of schedules that take more to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "bit_set.hpp"
#include "link_table.hpp"
#include "send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// Which packets each node wants; the others it only passes on. Default: every node wants all.
class wanted_packets {
public:
    wanted_packets() = default;
    /// Implicit conversion: participants want all packets, other nodes none.
    // NOLINTNEXTLINE(google-explicit-constructor)
    wanted_packets(participant_set nodes) : nodes_{std::move(nodes)} {}
    /// @param of_node the packets that each node wants, by its id
    explicit wanted_packets(bit_matrix of_node) : of_node_{std::move(of_node)} {}

    [[nodiscard]] bool is_everything() const noexcept { return !of_node_ && nodes_.is_everyone(); }
    [[nodiscard]] bool contains(node_id node, std::uint32_t packet) const {
        return of_node_ ? tutti::contains(std::as_const(*of_node_)[node], packet)
                        : nodes_.contains(node);
    }
    /// Pairs of a node and a packet that it wants, of these numbers of nodes and packets.
    [[nodiscard]] std::uint64_t count(std::size_t nodes, std::uint32_t packets) const;

private:
    participant_set nodes_;
    std::optional<bit_matrix> of_node_;  // in place of `nodes_`
};

/// The schedule without the receptions of no use: one is kept if the node wants the packet, or
/// sends it in a row that is kept. Slots, possession and the receptions of wanted packets stay.
///
/// A bit for each node and packet.
/// @pre each node receives a packet once at most, and has the packets that it sends
[[nodiscard]] send_table pruned(const link_table& links, send_table sends, std::uint32_t packets,
                                const wanted_packets& wanted);

}  // namespace tutti
