/// @file
/// Table of the sends of a schedule by slot.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "link_table.hpp"

namespace tutti {

/// A packet that crosses a link in a slot.
struct timed_send {
    std::uint32_t slot = 1;  ///< from 1
    link_id link = 0;        ///< gives the sender and its port
    std::uint32_t packet = 0;

    friend auto operator<=>(const timed_send&, const timed_send&) = default;
};

/// Sorted by slot, sender, port and packet. 12 bytes a send.
using send_table = std::vector<timed_send>;

/// The partial sums and the results of an allreduce; the two may share slots, but no link in one.
struct allreduce_sends {
    send_table partial_sums;  ///< folded in by their receiver before it sends its own
    send_table results;
};

/// Mark of the numbers of results in `merged`.
inline constexpr std::uint32_t result_flag = std::uint32_t{1} << 31U;

/// Both in one table.
/// @pre fewer than 2^31 values
[[nodiscard]] send_table merged(allreduce_sends sends);

/// The last slot; 0 if nothing is sent.
[[nodiscard]] inline std::uint32_t slots_of(const send_table& sends) {
    return sends.empty() ? 0 : sends.back().slot;
}

/// The same `slots` later.
[[nodiscard]] send_table delayed(send_table sends, std::uint32_t slots);

/// Reversal in time of a schedule of `slots` slots: a packet that crosses u->v in slot s crosses
/// v->u in slot `slots` + 1 - s. That of a table in which every packet reaches every node once is a
/// reduction of as many slots, and that of a scatter a gather.
/// @pre `slots` is at least `slots_of(sends)`
[[nodiscard]] send_table reversed(const link_table& links, send_table sends, std::uint32_t slots);
[[nodiscard]] send_table reversed(const link_table& links, send_table sends);

/// Reduce-scatter backwards from a multinode broadcast of the same sources, and then that: an
/// allreduce of as many values as the table has packets.
[[nodiscard]] allreduce_sends reduced_and_spread(const link_table& links, const send_table& sends);

/// Estimate of the work of making a table, from the sizes alone, for refusals beforehand.
struct schedule_cost {
    std::uint64_t bytes = 0;       ///< of memory at the most, the table included
    std::uint64_t operations = 0;  ///< elementary ones, about a nanosecond each
};

}  // namespace tutti
