/// @file
/// Descriptions of algorithms that play a table of sends, which nodes and runs share.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/any/any_entry.hpp"
#include "node/node_rows.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "topology/schedules/common/send_table.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Maker of the tables of one rule.
struct schedule_rule {
    std::string_view name;      ///< a literal
    std::uint32_t version = 1;  ///< of the rows, in caches: a new one for every change of them
    /// The multinode broadcast of packets of all participants, or the broadcast of those of the
    /// root, to the participants of the setting.
    send_table (*make)(const link_table& links, const setting& setting, std::uint32_t packets,
                       node_id root);
    /// Work of that.
    schedule_cost (*cost)(std::uint64_t nodes, std::uint64_t links, std::uint64_t packets);
    /// Largest number of packets in a table, for reductions of more values in rounds; a table has a
    /// packet of each participant if this is null.
    std::uint64_t (*most_packets)(std::uint64_t nodes) = nullptr;
    bool is_rooted = false;  ///< all packets begin at the root
    double nanoseconds = 1;  ///< that an operation of `cost` takes, as measured
};
extern const schedule_rule receiver_rule;
extern const schedule_rule matching_rule;

/// The sends of a rule, as the user's cache has them or as it makes them.
/// @throws memory_limit_exceeded before that
[[nodiscard]] send_table sends_of(const link_table& links, const setting& setting,
                                  const schedule_rule& rule, std::uint64_t packets,
                                  node_id root = 0);

/// Largest number of packets whose tables take seconds and some hundred megabytes.
[[nodiscard]] std::uint64_t most_scheduled_packets(std::uint64_t nodes);

/// The parameter `pieces` of broadcasts.
[[nodiscard]] parameter pieces_of_a_message();

/// Has the nodes run a multinode broadcast, reduce-scatter or allreduce by the tables of a rule:
/// backwards for reductions, and then forwards for their results. Any participants.
void run_by_rule(algorithm& entry, const schedule_rule& rule);

/// Likewise a broadcast of the pieces of a message of the root, which is known to all nodes, or
/// backwards a reduction of values to it.
void run_by_rooted_rule(algorithm& entry, const schedule_rule& rule);

/// Has the nodes run an allreduce by tables that have partial values and results in the same slots.
/// @param make the sends of as many values as it says
struct allreduce_rule {
    std::string_view name;
    std::uint32_t version = 1;
    allreduce_sends (*make)(const link_table& links, const setting& setting, std::uint32_t values);
    schedule_cost (*cost)(std::uint64_t nodes, std::uint64_t links, std::uint64_t values);
    std::uint64_t (*most_values)(const setting& setting);
    /// Of the tables of as many values, one for each number here; null: there is one.
    std::uint64_t (*variant)(const setting& setting) = nullptr;
    double nanoseconds = 1;
};
void run_by_rule(algorithm& entry, const allreduce_rule& rule);

}  // namespace tutti
