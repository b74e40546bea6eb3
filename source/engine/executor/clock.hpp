/// @file
/// Barrier clock: advances a network of programs from slot to slot.
///
/// Slot t: the shards run their nodes, which read side t of the mailboxes and write side t+1; a
/// barrier follows. Then the driving thread alone adds up the counters, passes the events to the
/// sinks and exchanges packets with other processes. The last change between two slots is that of
/// the slot number.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/engine.hpp"
#include "executor.hpp"
#include "slot_counters.hpp"
#include "thread_choice.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/engine/sink.hpp"
#include "util/pinned.hpp"

namespace tutti::detail {

/// One of several even parts of some work; by default all of it.
struct even_part {
    int number = 0;
    int count = 1;

    /// First number of this part, and the one after its last.
    [[nodiscard]] std::pair<std::size_t, std::size_t> of(std::size_t total) const noexcept {
        const auto index = static_cast<std::size_t>(number);
        const auto parts = static_cast<std::size_t>(count);
        return {total * index / parts, total * (index + 1) / parts};
    }
};

/// Observer of a slot in which each shard sweeps the blocks at its border, those from which links
/// lead to other processes, before the others.
///
/// Thread safety: the shards call it at the same time.
class slot_watcher : polymorphic {
public:
    virtual void border_is_swept(int shard) = 0;
    virtual void inner_block_is_swept(int shard) = 0;
};

/// The nodes that a clock takes through a run, whatever their network and packets are.
class clocked_nodes : polymorphic {
public:
    /// Runs the nodes of one shard that can run in this slot. Called for all shards, at the same
    /// time. What the machine itself lacks memory for ends the sweep and is the tally's `failure`;
    /// so is what the watcher throws.
    /// @param watcher null: none is called, and the blocks are swept in order
    virtual void sweep(int shard, slot_watcher* watcher, slot_counters& counts) noexcept = 0;

    /// The earliest slot that a node waits for.
    [[nodiscard]] virtual earliest_timer next_alarm() = 0;

    /// Smallest violation on the receive side of this slot, if no node broke a rule before it. What
    /// was sent is looked at, though no node will run any more.
    [[nodiscard]] virtual std::optional<fault> smallest_reception_fault() = 0;

    /// Lists the nodes that are not done, with the reason for waiting.
    virtual void list_waiting(run_report& report) const = 0;

    /// Appends the transmissions of this slot to own nodes to `sent`, by node and port, or by the
    /// receivers, where that is faster for small numbers. The packets are those in the mailboxes.
    virtual void list_by_senders(std::vector<transmission>& sent) const = 0;
    virtual void list_by_receivers(std::vector<transmission>& sent) const = 0;
    /// Appends the transmissions to other processes to `sent`. The packets stay where they are.
    virtual void list_outbound(const send_buffer& outbound,
                               std::vector<transmission>& sent) const = 0;
    /// Of the whole network.
    [[nodiscard]] virtual std::size_t link_count() const = 0;

    /// Writes the packets that other processes sent in this slot to the mailboxes of their
    /// receivers. Parts may be called at the same time.
    virtual void take_in(even_part part, std::span<const std::span<const std::byte>> parts) = 0;
    /// Bytes of a packet there.
    [[nodiscard]] virtual std::size_t crossing_bytes() const noexcept = 0;
};

class process_group;

/// Components that the clock drives; none is null.
struct clock_components {
    executor* team = nullptr;
    thread_choice* choice = nullptr;
    process_group* processes = nullptr;
};

/// Runs nodes from slot to slot until the run is over, and reports its end: all but the sums over
/// the nodes and the text. Their programs were made and have not started.
///
/// In a slot every shard sweeps its own blocks and touches nothing else but its tally and the next
/// slot's side of its neighbours' mailboxes. Between two slots the driving thread alone adds up
/// what they counted, and what was counted in other processes. What crosses to these it may send
/// ahead, in between the blocks that it sweeps.
[[nodiscard]] run_report run_clock(run_state& shared, clocked_nodes& nodes,
                                   const clock_components& component, const run_options& options);

}  // namespace tutti::detail
