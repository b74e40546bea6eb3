/// @file
/// Common parts of the descriptions of algorithms for any connected network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "algorithms/entry.hpp"
#include "topology/participant_set.hpp"
#include "topology/trees/spanning_tree.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Largest number of directed links of a network whose trees are searched: more take seconds each.
inline constexpr std::size_t most_searched_links = std::size_t{1} << 25U;
/// Limit of searches for distances that are to be exact.
inline constexpr std::uint64_t any_number_of_links = std::numeric_limits<std::uint64_t>::max();
/// `algorithm::most_chosen_nodes` of algorithms with tables whose time is a formula, or is needed.
inline constexpr std::uint64_t any_number_of_nodes = std::numeric_limits<std::uint64_t>::max();

/// Why an algorithm for connected networks cannot run on `net`, or an empty text.
[[nodiscard]] inline std::string connectivity_mismatch(const network& net) {
    return is_connected(net) ? "" : "runs on connected networks only";
}

/// The same for one that works trees out.
[[nodiscard]] inline std::string tree_search_mismatch(const network& net) {
    const std::size_t links = link_count(net);
    return links > most_searched_links
               ? fmt::format("works trees out for {} directed links at most, not {}",
                             most_searched_links, links)
               : connectivity_mismatch(net);
}

/// Table of programs: those that take part.
[[nodiscard]] inline participant_set participants_of(const setting& setting) {
    return setting.participants;
}

/// Table of programs: one that follows from the network and the participants.
template <class Table>
[[nodiscard]] std::shared_ptr<const Table> table_for_participants(const setting& setting) {
    return std::make_shared<const Table>(setting.network, setting.participants);
}

/// The most nodes that schedules for any network are made for, and for those that have a node in
/// their middle, which is searched for.
inline constexpr std::size_t most_scheduled_nodes = 4096;
inline constexpr std::size_t most_centred_nodes = 1024;

/// The same for one by a schedule.
template <std::size_t MostNodes = most_scheduled_nodes>
[[nodiscard]] std::string schedule_mismatch(const network& net) {
    const std::size_t nodes = node_count(net);
    return nodes > MostNodes
               ? fmt::format("has timetables for {} nodes at most, not {}", MostNodes, nodes)
               : connectivity_mismatch(net);
}

/// `phase::markers` where nodes that take no part do not see the end.
[[nodiscard]] inline std::vector<node_id> participating_markers(const setting& setting) {
    return setting.participants.is_everyone()
               ? std::vector<node_id>{}
               : std::vector<node_id>{setting.participants.nodes(node_count(setting.network))};
}

/// Common part of the descriptions of algorithms for connected networks.
inline void describe_for_connected(algorithm& entry) {
    entry.source = "not in the papers";
    entry.networks = "any connected";
    entry.inapplicable_reason = tree_search_mismatch;
}

/// The same for those that play a table, which is made for the links that a network has.
inline void describe_for_tables(algorithm& entry) {
    describe_for_connected(entry);
    entry.runs_on_array = true;
    entry.most_chosen_nodes = 64;
}

}  // namespace tutti
