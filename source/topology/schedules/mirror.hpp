/// @file
/// Schedule of allreduce on irregular networks, all ports: reduction and broadcast as mirror
/// images.
#pragma once

#include <cstdint>
#include <optional>

#include "common/distance_matrix.hpp"
#include "common/link_table.hpp"
#include "common/send_table.hpp"
#include "topology/participant_set.hpp"

namespace tutti {

/// Size of a mirror schedule.
struct mirror_shape {
    std::uint32_t slots = 0;
    std::uint32_t owners = 1;  ///< nodes, the most central ones, at which the values get complete
    std::uint32_t spread = 4;  ///< quarters of the slots in which values get complete, 1 to 4
};

struct mirror_schedule {
    mirror_shape shape;
    send_table results;
};

/// Sends of the results in an allreduce that is its own mirror image: a result that crosses u->v in
/// slot s stands for a partial sum of value `values` - 1 - p that crosses v->u in slot `slots` + 1
/// - s, so no link carries a result if its reverse carries one in the mirror slot. Both values have
/// one owner, and get complete at times that add up to `slots`; from there each spreads by receiver
/// matching, and is pruned to what participants need. Null if the results do not fit into the
/// slots.
///
/// O(slots * links * values / 64) time; 2 * nodes * values and slots * links bits, and 12 bytes a
/// send.
/// @pre a connected network, at least one value
[[nodiscard]] std::optional<send_table> mirrored_results(const link_table& links,
                                                         const distance_matrix& distances,
                                                         std::uint32_t values,
                                                         const mirror_shape& shape,
                                                         const participant_set& participants = {});

/// The first shape that fits, by slots, owners (1, 2, 4, 8, 16) and spread; with more values than
/// participants, 1, 4 or 16 owners and a spread from 2 on. The search takes seconds at 64 nodes and
/// 4 * N values, and refuses nothing: for long vectors `mirror_windows` has better schedules.
[[nodiscard]] mirror_schedule find_mirror(const link_table& links, const distance_matrix& distances,
                                          std::uint32_t values,
                                          const participant_set& participants = {});

/// Both halves: twice the sends of one, 2 * `values` * (N-1) if all nodes take part.
[[nodiscard]] allreduce_sends with_mirror_image(const link_table& links,
                                                const mirror_schedule& schedule,
                                                std::uint32_t values);

/// The least slots of an allreduce: a participant's contributions leave it over its links, and the
/// last goes to the farthest other; and there are 2 * `values` * (k-1) sends at least.
[[nodiscard]] std::uint32_t allreduce_slots_bound(const link_table& links,
                                                  const distance_matrix& distances,
                                                  std::uint32_t values,
                                                  const participant_set& participants = {});

[[nodiscard]] schedule_cost find_mirror_cost(std::uint64_t nodes, std::uint64_t links,
                                             std::uint64_t values);

}  // namespace tutti
