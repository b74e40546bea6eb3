/// @file
/// Common parts of the descriptions of algorithms for any connected network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "algorithms/entry.hpp"
#include "topology/trees/spanning_tree.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Largest number of directed links of a network whose trees are searched: more take seconds each.
inline constexpr std::size_t most_searched_links = std::size_t{1} << 25U;
/// Limit of searches for distances that are to be exact.
inline constexpr std::uint64_t any_number_of_links = std::numeric_limits<std::uint64_t>::max();

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

/// Common part of the descriptions of algorithms for connected networks.
inline void describe_for_connected(algorithm& entry) {
    entry.source = "not in the papers";
    entry.networks = "any connected";
    entry.inapplicable_reason = tree_search_mismatch;
}

}  // namespace tutti
