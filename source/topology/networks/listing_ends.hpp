/// @file
/// Ends of the links of a listing, by node and port.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "network_listing.hpp"
#include "shape.hpp"

namespace tutti {

/// @throws std::invalid_argument for the first link, switch or number of names that is wrong
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
