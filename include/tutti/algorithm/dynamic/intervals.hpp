/// @file
/// Broadcasts that arrive at random times, one partial multinode broadcast after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "tutti/collective/arrival_queue.hpp"
#include "tutti/collective/arrivals.hpp"
#include "tutti/collective/interval_record.hpp"
#include "tutti/collective/own_messages.hpp"
#include "tutti/model/face.hpp"
#include "tutti/model/rational.hpp"
#include "tutti/model/task.hpp"

namespace tutti {

/// What all nodes know of the intervals beforehand.
struct interval_plan {
    std::uint64_t intervals = 0;
    /// For 0 to N broadcasting nodes, how long an interval is; outlives the program.
    std::span<const rational> lengths;
};

/// Time is a sequence of intervals, each a broadcast of the nodes whose queues were not empty at
/// its start, a message each. Messages arrive at a node as its source has them, and wait in its
/// queue, first come, first served. Every node learns in the broadcast how many took part, and with
/// it when the interval ends: it keeps the time itself.
///
/// Varvarigos and Bertsekas, partial multinode broadcast, section 6.
/// @param record where the node notes its delays; its own
/// @param broadcast `broadcast(self, messages)` is a task that ends in the same slot at all nodes
///   and gives the number of messages that were broadcast
template <node_face Node, class Broadcast>
task<> broadcast_intervals(Node& self, arrival_source arrivals, interval_plan plan,
                           interval_record& record, Broadcast broadcast) {
    arrival_queue queue{arrivals};
    rational begin = 0;
    for (std::uint64_t i = 0; i < plan.intervals; ++i) {
        queue.advance(instant_at(begin));
        record.begin(queue.size(), instant_at(begin));
        const bool takes_part = !queue.empty();
        const timed_message first = queue.front().value_or(timed_message{});
        own_messages mine;
        if (takes_part) {
            mine = own_messages{first.content};
        }
        const std::uint64_t active = co_await broadcast(self, std::move(mine));
        begin += plan.lengths[static_cast<std::size_t>(active)];
        if (takes_part) {
            record.served(instant_at(begin) - first.at);
            queue.pop();
        }
        record.end(active, begin);
    }
}

}  // namespace tutti
