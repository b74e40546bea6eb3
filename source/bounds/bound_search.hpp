/// @file
/// Searches for bounds of any network: how large a network may be for them, and what they share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "all_links.hpp"
#include "participation.hpp"
#include "topology/networks/properties.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/topology/network.hpp"
#include "util/recent_results.hpp"

namespace tutti {

/// Visits of nodes and links that the searches of one bound make at most, never a time: of bounds
/// that runs on one network share, and of bounds of one run.
inline constexpr std::size_t most_visits_of_all = std::size_t{1} << 20U;
inline constexpr std::size_t most_visits_of_one = std::size_t{1} << 17U;
/// Of a run whose input is drawn, as those of a stress test are, that should take no longer for it.
inline constexpr std::size_t most_visits_of_drawn = std::size_t{1} << 15U;

/// Of the bounds that runs with these participants share.
[[nodiscard]] inline std::size_t most_visits_for(const problem& problem) {
    return has_drawn_participants(problem) ? most_visits_of_drawn : most_visits_of_all;
}

/// The links of a connected network of two nodes or more, if `searches` through it are few enough;
/// else null.
[[nodiscard]] inline std::shared_ptr<const all_links> links_within(
    const network& net, std::size_t searches, std::size_t most = most_visits_of_all) {
    const std::size_t nodes = node_count(net);
    if (nodes < 2 || nodes > most || link_count(net) > most ||
        searches * (nodes + link_count(net)) > most) {
        return nullptr;
    }
    const std::function make = [&] {
        auto links = std::make_shared<const all_links>(net);
        return std::ranges::min(distances_from(*links, 0)) < 0 ? nullptr : std::move(links);
    };
    static recent_results<network, std::shared_ptr<const all_links>> recent;
    return nodes + link_count(net) > most_visits_of_one ? make() : recent.of(net, make);
}

[[nodiscard]] inline bool is_vertex_transitive(const network& net) {
    return properties_of(net).vertex_transitive == answer::yes;
}

/// The numbers of a certificate, if they are not too many for a reader.
[[nodiscard]] std::string listed(std::string_view title, const auto& numbers,
                                 std::string_view between = " ") {
    constexpr std::size_t most_numbers = 4096;
    return numbers.size() > most_numbers
               ? std::string{}
               : fmt::format("{}: {}", title, fmt::join(numbers, between));
}

}  // namespace tutti
