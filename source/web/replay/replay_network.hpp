/// @file
/// Network of a replay page: positions of nodes, and links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include <boost/json.hpp>

#include "pictures/layout/network_layout.hpp"
#include "tutti/topology/network.hpp"

namespace tutti::picture {

/// A directed link, or all links from the nodes of a group to those of another or the same.
struct replayed_link {
    std::size_t from = 0;  ///< group
    std::size_t to = 0;
    port through = 0;  ///< of its node; means nothing where there are groups
};

/// Numbers the links that a page knows: all, or those that carried something where there are many.
class replay_network {
public:
    /// @param net outlives this
    replay_network(const network& net, network_layout layout);

    [[nodiscard]] bool has_groups() const noexcept { return !layout_.group_in_words.empty(); }
    [[nodiscard]] const network_layout& layout() const noexcept { return layout_; }
    [[nodiscard]] node_id group_of(node_id node) const { return layout_.group_of(node); }
    [[nodiscard]] std::size_t groups() const noexcept { return layout_.size(); }

    /// The number of a link.
    [[nodiscard]] std::int64_t number_of(const replayed_link& link);

    /// Writes the positions of groups, and all links that have a number.
    void write(boost::json::object& to) const;

private:
    [[nodiscard]] boost::json::object nodes() const;
    [[nodiscard]] boost::json::object links() const;

    const network* network_;
    network_layout layout_;
    bool has_all_;
    std::vector<replayed_link> links_;
    std::unordered_map<std::uint64_t, std::int64_t> numbers_;
};

}  // namespace tutti::picture
