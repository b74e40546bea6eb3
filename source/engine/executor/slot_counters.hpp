/// @file
/// Counters of a slot.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/exchange/send_buffer.hpp"
#include "node/mark.hpp"
#include "node/violation.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Something that went wrong: a broken rule, or an exception that left a program.
struct fault {
    fault_place place;
    std::variant<violation_kind, std::exception_ptr> cause;
};

/// Text of an exception.
[[nodiscard]] std::string message_of(const std::exception_ptr& thrown);

/// A slot, and how many nodes may run in it by their timers.
struct earliest_timer {
    slot at = never;
    std::uint64_t sleepers = 0;
};

/// Sums of the counts of one slot.
struct slot_sums {
    // Those that a sender adds to are not adjacent: the compiler would add both at once, with one
    // load that waits for two separate stores to leave the store buffer.
    std::uint64_t sent = 0;
    std::uint64_t delivered = 0;
    std::uint64_t control = 0;
    std::uint64_t awake = 0;    ///< nodes that run in the next slot without mail
    std::int64_t finished = 0;  ///< nodes that became done, less those that went on after all
    slot first_done = never;    ///< among the nodes that declared themselves done in this slot
    slot last_done = 0;
    earliest_timer next;      ///< the earliest slot that a node waits for, where that was asked
    std::uint64_t stops = 0;  ///< processes that ask for the end of the run
    std::uint64_t early = 0;  ///< deliveries of what cannot have come yet
    node_id first_early = ~node_id{0};  ///< the smallest node that made one

    void note_early(node_id node) noexcept {
        ++early;
        first_early = std::min(first_early, node);
    }
};

/// Counts of one slot.
struct slot_counts : slot_sums {
    std::vector<marks_made> marks;
    std::optional<fault> smallest_fault;

    /// Adds the counts of other nodes.
    void add(const slot_counts& more);

    void record(const fault& fault) {
        if (!smallest_fault || fault.place < smallest_fault->place) {
            smallest_fault = fault;
        }
    }

    void add(const marks_made& added);
};

/// Counters and working state of one shard in one slot. Aligned to separate cache lines, as a
/// single thread writes it.
struct alignas(128) slot_counters : slot_counts {
    std::vector<delivery> deliveries;  ///< if a sink wants events
    std::vector<tutti::mark> marked;   ///< the same
    std::vector<program_end> ended;    ///< the same
    send_buffer outbound;

    std::vector<node_id> awake_nodes;  ///< of the block that is swept
    bool discards = false;             ///< the run is over: what nodes do counts for nothing
    std::exception_ptr failure;        ///< of the machine, not of a program: it had no memory

    /// Back to nothing, with the memory kept.
    void reset() noexcept;

    /// Counts a mark. Names are in the order in which the nodes, by increasing id, are the first
    /// to mark them, each one's in the order of its marks.
    void mark(node_id node, std::string_view name, slot at);

private:
    node_id last_marker_ = 0;
    std::uint32_t marks_of_last_ = 0;  // in this slot
};

}  // namespace tutti::detail
