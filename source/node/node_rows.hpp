/// @file
/// Schedule for any network as rows of its nodes, and the table that the nodes of a process share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "topology/participant_set.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Rows by node: what each sends, by slot and port. 12 bytes a row, 4 a node.
class node_rows {
public:
    struct row {
        std::uint32_t at = 0;  ///< the slot, from 0
        port through = 0;      ///< of the node
        std::uint32_t number = 0;
    };

    node_rows(const link_table& links, const send_table& sends);

    /// Number of slots until the last packet has come.
    [[nodiscard]] slot slots() const noexcept { return slots_; }
    [[nodiscard]] std::uint64_t count() const noexcept { return rows_.size(); }
    /// Rows of values, results or not, with numbers below `limit`.
    [[nodiscard]] std::uint64_t count_below(std::uint64_t limit) const;
    [[nodiscard]] std::span<const row> of(node_id node) const {
        return std::span{rows_}.subspan(first_[node], first_[node + 1] - first_[node]);
    }
    [[nodiscard]] std::size_t bytes() const noexcept {
        return rows_.size() * sizeof(row) + first_.size() * sizeof(first_[0]);
    }

private:
    slot slots_;
    std::vector<std::uint32_t> first_;  // row of each node, and their number
    std::vector<row> rows_;
};

/// Rows for the parts of a schedule, one after the other.
struct scheduled_parts {
    std::vector<node_rows> parts;

    [[nodiscard]] std::size_t bytes() const noexcept;
};

/// A multinode broadcast of `packets` packets, of which number p begins at the participant of rank
/// p mod k; the sends have in place of the packet its place among those of the sender: its own come
/// first, if it has some, then those that come. Those of a slot come by increasing port. Nodes so
/// store packets one behind the other, and mostly send what came last.
///
/// O(slots * links) time; 4 bytes a pair of a node and a packet.
[[nodiscard]] send_table with_places(const link_table& links, send_table sends, std::size_t packets,
                                     const participant_set& participants);

}  // namespace tutti
