/// @file
/// Network as a list of its links: what readers of files and families produce.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shape.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The most parallel links between two nodes.
inline constexpr int most_copies = 64;

/// Parallel links between two nodes, each of which becomes two directed ones.
struct listed_link {
    node_id from = 0;
    node_id to = 0;
    int copies = 1;  ///< 1 to `most_copies`
};

/// Nodes and links of a network, with what is known of its nodes.
struct network_listing {
    std::uint64_t nodes = 0;
    std::vector<listed_link> links{};  ///< each pair of nodes once, in either order
    std::vector<node_id> switches{};   ///< rising; nodes that only forward
    std::vector<std::string> names{};  ///< one for each node, or none at all
    /// For each link its places in the orders of the ports of `from` and `to`, which come before
    /// the ids of neighbours; empty: ports are in the order of these ids.
    std::vector<std::pair<port, port>> places{};
    std::string left_out{};  ///< what a file holds besides, for people; may be empty
};

/// True of the name of a node that lists of nodes take for ids: digits that are not the node's own
/// id, or a range of ids that is not this node alone.
[[nodiscard]] bool reads_as_other_ids(std::string_view name, node_id node, std::size_t node_count);

/// @throws std::invalid_argument for the first link, switch or name that is wrong, or the number of
/// names
void check_listing(const network_listing& listing);

/// Number of nodes and of directed links, each copy one.
[[nodiscard]] graph_size size_of(const network_listing& listing);

/// The ends of listed links, those of a node by port. Link i has the ends 2i and 2i + 1.
class listing_ends {
public:
    /// @pre `check_listing(listing)`. The listing outlives it.
    /// @throws std::invalid_argument if two nodes are listed twice
    explicit listing_ends(const network_listing& listing);

    [[nodiscard]] std::span<const std::size_t> of(node_id node) const {
        return std::span{ends_}.subspan(first_[node], first_[node + 1] - first_[node]);
    }
    [[nodiscard]] int copies(std::size_t end) const { return listing_->links[end / 2].copies; }
    /// The node at the other end of the link.
    [[nodiscard]] node_id neighbour(std::size_t end) const { return node(end ^ 1U); }

private:
    [[nodiscard]] node_id node(std::size_t end) const {
        const listed_link& link = listing_->links[end / 2];
        return end % 2 == 0 ? link.from : link.to;
    }
    [[nodiscard]] port place(std::size_t end) const {
        if (listing_->places.empty()) {
            return 0;
        }
        const auto& [at_from, at_to] = listing_->places[end / 2];
        return end % 2 == 0 ? at_from : at_to;
    }
    void sort(std::span<std::size_t> row) const;

    const network_listing* listing_;
    std::vector<std::size_t> first_;  // of each node, and the end
    std::vector<std::size_t> ends_;
};

}  // namespace tutti
