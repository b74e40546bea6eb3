/// @file
/// Broadcasts that arrive at random times, one partial multinode broadcast after the other.
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/program_part.hpp"
#include "collectives/input/arrival_queue.hpp"
#include "collectives/input/initial_messages.hpp"
#include "collectives/input/interval_record.hpp"
#include "tutti/catalog/arrivals.hpp"
#include "tutti/node/rational.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"

namespace tutti {

/// Length of an interval by the number of broadcasting nodes, 0 to N: known to all nodes from the
/// start.
struct interval_lengths {
    std::vector<slot> slots;      ///< of the clock
    std::vector<slot> pads;       ///< of the clock, for which nodes wait then; empty: none
    std::vector<rational> units;  ///< of the nodes' own time, with that
};

/// Dynamic broadcast in a sequence of intervals, each a broadcast of the nodes whose queues were
/// not empty at its start, a message each. Messages arrive at a node as its source has them, and
/// wait in its queue, first come, first served. Every node learns in the broadcast how many took
/// part, and with it when the interval ends: it keeps the time itself. Padded intervals end when
/// the analysis has them end: all nodes mark "settle" when the broadcast is over everywhere, and
/// "pad" then.
///
/// Two intervals by partial_multinode_broadcast.hpp on the 2 x 2 array with rows 0 1 and 2 3. + is
/// a sum. No message has come when the first begins, in slot 1, and it ends after slot 6; b, in the
/// pieces b0 and b1, waits at node 1 for the second:
///
///     slot 1    0-+->1   0-+->2   1-+->3   2-+->3
///     slot 2    1-+->3   2-+->3
///     slot 3    3-+->2   3-+->1
///     slot 4    1-+->0   2-+->0   3-+->2   3-+->1
///     slot 5    -
///     slot 6    -
///     slot 7    0-+->1   0-+->2   1-+->3   2-+->3
///     slot 8    1-+->3   2-+->3
///     slot 9    3-+->2   3-+->1
///     slot 10   1-+->0   2-+->0   3-+->2   3-+->1
///     slot 11   1-b0->0
///     slot 12   1-b1->0
///     slot 13   0-b1->1  0-b0->2
///     slot 14   0-b0->1  0-b1->2  1-b1->3  2-b0->3
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 6.
/// @param broadcast gives the number of messages that were broadcast; outlives the task
/// @param record where the node notes its delays; its own
/// @param lengths outlive the task
inline task<> broadcast_intervals(program_part& broadcast, arrival_queue queue,
                                  interval_record& record, std::uint64_t intervals,
                                  const interval_lengths& lengths) {
    record.reset(intervals, intervals / 10);
    rational begin = 0;
    for (std::uint64_t i = 0; i < intervals; ++i) {
        queue.take_in();
        record.begin(queue.size(), instant_at(begin));
        const slot began = broadcast.slot();
        const std::optional<timed_message> first = queue.front();
        // Not made inside of the co_await: g++ 12.2 destroys such aggregates twice.
        node_input input;
        if (first) {
            input.messages = initial_messages{first->content};
        }
        const std::any heard = co_await broadcast.start(std::move(input), knowledge{});
        const auto active = static_cast<std::size_t>(std::any_cast<std::uint64_t>(heard));
        co_await broadcast.until(began + lengths.slots[active]);
        if (!lengths.pads.empty()) {
            broadcast.mark("settle");
            co_await broadcast.until(broadcast.slot() + lengths.pads[active]);
            broadcast.mark("pad");
        }
        begin += lengths.units[active];
        if (first) {
            record.served(instant_at(begin) - first->at);
            queue.pop();
        }
        record.end(active, begin);
    }
}

}  // namespace tutti
