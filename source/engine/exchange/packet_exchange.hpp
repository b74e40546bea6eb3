/// @file
/// Exchange of packets between processes.
///
/// Packets that nodes sent in slot t are serialised once their shards have swept them, and those of
/// other processes are written to side t+1 of the mailboxes after the barrier, before a node runs
/// in slot t+1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include "engine/executor/clock.hpp"
#include "engine/executor/executor.hpp"
#include "engine/executor/slot_counters.hpp"
#include "engine/executor/thread_choice.hpp"
#include "tutti/engine/transport.hpp"
#include "util/function_ref.hpp"
#include "util/indexed_vector.hpp"
#include "util/stopwatch.hpp"

namespace tutti::detail {

/// Exchange of packets: collects the packets to each other process in a slot, and writes the
/// arriving ones into the mailboxes; on all threads if there are many, each for some of the
/// processes or of the packets.
class packet_exchange {
public:
    /// All outlive this.
    /// @param shards have what their nodes sent to other processes
    /// @param timer measures the work
    packet_exchange(clocked_nodes& nodes, const clock_components& component,
                    std::span<slot_counters> shards, work_timer timer)
        : nodes_{&nodes},
          team_{component.team},
          choice_{component.choice},
          shards_{shards},
          timer_{timer},
          failures_{team_->threads()} {}

    /// Serialises the packets that own nodes sent to other processes since the last call in this
    /// slot.
    /// @param to for each process; they are put behind what is there
    void serialise(std::span<transport::bytes> to);
    /// The same on the calling thread alone, while others sweep what has nothing for others.
    void serialise_directly(std::span<transport::bytes> to) const { concatenate({}, to); }

    /// Brings what others handed over to where it will be read.
    void take_in(std::span<const std::span<const std::byte>> parts);

    /// Time of the exchange.
    [[nodiscard]] double seconds() const noexcept { return timer_.seconds(); }

private:
    void concatenate(even_part part, std::span<transport::bytes> to) const;
    void share_out(std::size_t packets, function_ref<void(even_part)> work);

    clocked_nodes* nodes_;
    executor* team_;
    const thread_choice* choice_;
    std::span<slot_counters> shards_;
    work_timer timer_;
    indexed_vector<int, std::exception_ptr> failures_;  // of each thread
};

}  // namespace tutti::detail
