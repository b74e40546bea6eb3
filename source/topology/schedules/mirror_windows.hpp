/// @file
/// Schedule of allreduce of long vectors on irregular networks, all ports: windows in which one
/// part is reduced while another is broadcast.
#pragma once

#include <cstdint>
#include <optional>

#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// A multinode broadcast of `packets` packets (packet p begins at rank p mod k) in `slots` slots
/// that leaves room for its mirror image, a reduce-scatter: a link that is used in slot t excludes
/// its reverse in slot `slots` + 1 - t. By receiver matching without augmenting paths; links from
/// senders with the largest rest of their budget first. Nodes that take no part leave packets that
/// all participants have, and the table is pruned. Null if it does not fit.
///
/// Time and memory of `receiver_matching`, and slots * links bits.
/// @pre a connected network
[[nodiscard]] std::optional<send_table> mirror_window(const link_table& links,
                                                      std::uint32_t packets, std::uint32_t slots,
                                                      const participant_set& participants = {});

/// Tables of an allreduce in chunks of the vector: the first chunk is reduced by the reversal of
/// `ends`, in each window one chunk is reduced and the one before is broadcast, and `ends`
/// broadcasts the last. The tables do not grow with the vector.
struct mirror_windows {
    std::uint32_t chunks = 1;
    std::uint32_t chunk_values = 0;
    std::uint32_t window_slots = 0;  ///< 0 if there is one chunk
    send_table ends;
    send_table window;

    /// Exact: 2 * (slots of `ends`) + (`chunks` - 1) * `window_slots`.
    [[nodiscard]] std::uint32_t slots() const;
};

/// The number of chunks (1, 2, 3, 4, 6, 8, 12 or 16, of at least 4 values) with the fewest slots,
/// and of these the least. For every size of chunk the window is the shortest that fits below twice
/// the slots of `ends`; without one that number of chunks is out.
/// @pre a connected network, at least one value
[[nodiscard]] mirror_windows find_mirror_windows(const link_table& links, std::uint32_t values,
                                                 const participant_set& participants = {});

/// The tables of so many chunks of equal size, of which the last ones may have fewer values. Null
/// if no window fits. @param chunks from 1 to `values`
[[nodiscard]] std::optional<mirror_windows> find_mirror_windows(
    const link_table& links, std::uint32_t values, std::uint32_t chunks,
    const participant_set& participants = {});

/// All sends; those of values that the last chunk does not have are left out.
[[nodiscard]] allreduce_sends sends_of(const link_table& links, const mirror_windows& windows,
                                       std::uint32_t values);

[[nodiscard]] schedule_cost find_mirror_windows_cost(std::uint64_t nodes, std::uint64_t links,
                                                     std::uint64_t values);

}  // namespace tutti
