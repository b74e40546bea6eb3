/// @file
/// List of the directed links of a network, for lower bounds of any network.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A link in one of its directions.
struct directed_link {
    node_id from = 0;
    node_id to = 0;

    friend auto operator<=>(const directed_link&, const directed_link&) = default;
};

/// All directed links of a network by their ends; parallel links are listed one by one. Every link
/// has one in the other direction, so that collecting at a node takes as long as sending from it.
///
/// Switches are nodes that have all ports whatever the port model.
class all_links {
public:
    all_links(std::size_t nodes, std::vector<directed_link> links,
              std::span<const node_id> switches = {});
    explicit all_links(const network& net);

    [[nodiscard]] std::size_t node_count() const noexcept { return first_.size() - 1; }
    [[nodiscard]] const std::vector<directed_link>& links() const noexcept { return links_; }
    /// Position in `links()` of the first link of a node.
    [[nodiscard]] std::size_t first_of(node_id node) const { return first_[node]; }
    [[nodiscard]] std::span<const directed_link> links_of(node_id node) const {
        return std::span{links_}.subspan(first_[node], degree(node));
    }
    [[nodiscard]] std::size_t degree(node_id node) const {
        return first_[std::size_t{node} + 1] - first_[node];
    }

    [[nodiscard]] bool has_switches() const noexcept { return !is_switch_.empty(); }
    [[nodiscard]] bool is_switch(node_id node) const { return has_switches() && is_switch_[node]; }

    friend bool operator==(const all_links&, const all_links&) = default;

private:
    std::vector<directed_link> links_;
    std::vector<bool> is_switch_;     ///< by node; empty if there is none
    std::vector<std::size_t> first_;  ///< by node, and one behind the last
};

/// The nodes of a network that have all ports whatever the port model, by increasing id.
[[nodiscard]] std::span<const node_id> switches_in(const network& net);

/// Links on the way from a node to each; -1 where there is no way.
/// @param removed links between these two nodes do not count
[[nodiscard]] std::vector<int> distances_from(const all_links& links, node_id node,
                                              const directed_link& removed = {});

/// Links on the shortest way from some nodes to others. @pre there is one
[[nodiscard]] int links_apart(const all_links& links, const std::vector<bool>& from,
                              const std::vector<bool>& to);

}  // namespace tutti
