/// @file
/// Schedule of sends that is a pure function of the network, and the loop that plays it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "node_rows.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"
#include "util/function_ref.hpp"

namespace tutti {

/// Position of a node in a schedule.
struct schedule_step {
    node_id node = 0;
    node_id root = 0;        ///< where the schedule has one
    std::size_t part = 0;    ///< of a schedule of several parts, from 0
    slot at = 0;             ///< slots since the part began
    std::uint64_t rows = 0;  ///< rows of the node in earlier slots of the part
};

/// Called for each row of a node and slot: the port, and the number of the message, or value, that
/// goes through it.
using schedule_row = detail::function_ref<void(port through, std::uint64_t number)>;

/// Schedule: calls `send` for the rows of one node and slot. A pure function of the step and the
/// network, root and sizes that it was made for: a node reads its own rows only, and what it has
/// received decides nothing. All nodes share one.
using schedule = std::function<void(const schedule_step& now, const schedule_row& send)>;

/// Calls `send` for the rows of a node and slot.
void send_rows(const node_rows& rows, const schedule_step& now, const schedule_row& send);

/// The schedule that has these rows: each node reads its own ones, in the order of the table.
[[nodiscard]] schedule schedule_of(std::shared_ptr<const scheduled_parts> table);

/// Takes a node through `slots` slots of a schedule: sends the rows of each slot, waits for the
/// next, and takes what has come.
/// @param begin the first slot's step
/// @param store has `send(node, port, number)` for a row, which may send nothing, and
///   `receive(node)` for the packets of a slot. Outlives the wait, like `rows`
template <node_interface Node, class Store>
[[nodiscard]] auto play(Node& self, const schedule& rows, schedule_step begin, slot slots,
                        Store& store) {
    return each_slot(self, [&rows, &store, now = begin, slots](auto& node) mutable {
        if (now.at > 0) {
            store.receive(node);
        }
        if (now.at == slots) {
            return wait_for::nothing();
        }
        std::uint64_t count = 0;
        rows(now, [&](port through, std::uint64_t number) {
            store.send(node, through, number);
            ++count;
        });
        now.rows += count;
        ++now.at;
        return wait_for::next_slot();
    });
}

}  // namespace tutti
