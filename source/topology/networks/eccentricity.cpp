#include "eccentricity.hpp"

#include <algorithm>
#include <variant>
#include <vector>

#include "breadth_first.hpp"
#include "diameter.hpp"
#include "properties.hpp"

namespace tutti {
namespace {

// The farthest node of an array is a corner.
int links_to_corner(const grid& shape, node_id from) {
    int links = 0;
    for (int i = 0; i < shape.dimensions(); ++i) {
        const int digit = shape.digit(from, i);
        links += std::max(digit, shape.side(i) - 1 - digit);
    }
    return links;
}

bool looks_alike(const graph& links) {
    return !std::holds_alternative<listed_shape>(links.shape()) &&
           properties_of(links).vertex_transitive == answer::yes;
}

/// One function for each topology, given at least one node.
struct farthest_search {
    std::span<const node_id> from;
    std::uint64_t most_links;

    int operator()(const hypercube& cube) const { return cube.diameter(); }
    int operator()(const grid& shape) const {
        const int most = shape.diameter();
        int farthest = shape.edge() == grid_edge::closed ? most : 0;
        for (std::size_t i = 0; i < from.size() && farthest < most; ++i) {
            farthest = std::max(farthest, links_to_corner(shape, from[i]));
        }
        return farthest;
    }
    int operator()(const graph& links) const {
        if (looks_alike(links) || from.size() == links.node_count()) {
            const diameter_bound diameter = diameter_of(links);
            if (diameter.is_exact) {
                return diameter.links;
            }
        }
        // The number of searches is limited; fewer searches yield a lower value, which is a bound
        // still.
        const std::uint64_t a_search = links.node_count() + links.link_count();
        const std::uint64_t searches = std::max<std::uint64_t>(1, most_links / a_search);
        const graph built = links.built();
        int farthest = 0;
        for (const node_id start : from.first(std::min<std::size_t>(from.size(), searches))) {
            farthest = std::max(farthest, std::ranges::max(distances_by_search(built, start)));
        }
        return farthest;
    }
};

}  // namespace

int farthest_from(const network& any, std::span<const node_id> from, std::uint64_t most_links) {
    return from.empty() ? 0 : std::visit(farthest_search{from, most_links}, any);
}

int farthest_from_sequence(const network& any, const number_sequence& from,
                           std::uint64_t most_links) {
    if (from.is_all_below(node_count(any))) {
        if (const diameter_bound diameter = diameter_of(any); diameter.is_exact) {
            return diameter.links;
        }
    }
    return farthest_from(any, std::vector<node_id>(from), most_links);
}

}  // namespace tutti
