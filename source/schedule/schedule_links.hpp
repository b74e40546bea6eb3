/// @file
/// Directed links that a schedule may use, with their multiplicities.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "topology/networks/network_listing.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Links from one node to another: so many packets a slot.
struct schedule_link {
    node_id from = 0;
    node_id to = 0;
    std::uint32_t capacity = 1;

    friend auto operator<=>(const schedule_link&, const schedule_link&) = default;
};

/// Table of directed links. A pair of nodes occurs once, with the number of its parallel links.
class schedule_links {
public:
    schedule_links() = default;
    /// All links of a network.
    explicit schedule_links(const network& net);
    /// @param links in any order; capacities of pairs that occur again are not added: the largest
    ///   one counts
    schedule_links(std::size_t nodes, std::vector<schedule_link> links);

    [[nodiscard]] std::size_t node_count() const noexcept { return first_.size() - 1; }
    /// Packets that the nodes' links carry in a slot; 0 if there is none.
    [[nodiscard]] std::uint32_t capacity(node_id from, node_id to) const;
    /// In the order of their ends.
    [[nodiscard]] std::span<const schedule_link> all() const noexcept { return links_; }

private:
    std::vector<schedule_link> links_;
    std::vector<std::size_t> first_{0};  // by node, and one behind the last
};

/// The network of these links, each with its reverse, which schedules may lack and networks have.
/// @throws std::invalid_argument if a pair of nodes has more than `most_copies`
[[nodiscard]] network_listing with_reverses(const schedule_links& links);

/// The same as an edge list, which `-n graph:FILE,weights=parallel` names.
[[nodiscard]] std::string edge_list(const schedule_links& links);

}  // namespace tutti
