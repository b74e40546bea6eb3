/// @file
/// Generators of stars, wheels, complete bipartite graphs, trees and random graphs.

#include <algorithm>
#include <utility>

#include "families.hpp"
#include "topology/random.hpp"

namespace tutti::families {
namespace {

network_listing star_links(std::uint64_t nodes) {
    network_listing listing{.nodes = nodes};
    for (std::uint64_t rim = 1; rim < nodes; ++rim) {
        add(listing, 0, rim);
    }
    return listing;
}

network_listing wheel_links(std::uint64_t nodes) {
    network_listing listing = star_links(nodes);
    for (std::uint64_t rim = 1; rim < nodes; ++rim) {
        add(listing, rim, rim + 1 == nodes ? 1 : rim + 1);
    }
    return listing;
}

network_listing bipartite_links(std::uint64_t first, std::uint64_t second) {
    network_listing listing{.nodes = first + second};
    for (std::uint64_t one = 0; one < first; ++one) {
        for (std::uint64_t other = first; other < first + second; ++other) {
            add(listing, one, other);
        }
    }
    return listing;
}

// A ring of five, a star of five within it, and the links between them.
network_listing petersen_links() {
    network_listing listing{.nodes = 10};
    for (node_id i = 0; i < 5; ++i) {
        add(listing, i, (i + 1) % 5);
        add(listing, i, 5 + i);
        add(listing, 5 + i, 5 + (i + 2) % 5);
    }
    return listing;
}

network_listing tree_links(std::uint64_t nodes) {
    network_listing listing{.nodes = nodes};
    for (std::uint64_t node = 1; node < nodes; ++node) {
        add(listing, (node - 1) / 2, node);
    }
    return listing;
}

// A random tree, and links that are drawn, as many as given; those that exist already, or that join
// a node to itself, are ignored.
network_listing drawn_links(std::uint64_t nodes, std::uint64_t extra, std::uint64_t seed) {
    split_mix random{seed};
    network_listing listing{.nodes = nodes};
    listing.links.reserve(nodes - 1 + extra);
    for (std::uint64_t node = 1; node < nodes; ++node) {
        add(listing, random.next() % node, node);
    }
    for (std::uint64_t i = 0; i < extra; ++i) {
        const auto one = node_below(random.next(), nodes);
        const auto other = node_below(random.next(), nodes);
        if (one != other) {
            add(listing, std::min(one, other), std::max(one, other));
        }
    }
    const auto ends = [](const listed_link& link) { return std::pair{link.from, link.to}; };
    std::ranges::sort(listing.links, {}, ends);
    const auto twice = std::ranges::unique(listing.links, {}, ends);
    listing.links.erase(twice.begin(), twice.end());
    return listing;
}

}  // namespace

network_outline star(numbers size) {
    return listed_network{.size = size_with(size[0], size[0] - 1),
                          .links = [nodes = size[0]] { return star_links(nodes); }};
}

network_outline wheel(numbers size) {
    return listed_network{.size = size_with(size[0], 2 * (size[0] - 1)),
                          .links = [nodes = size[0]] { return wheel_links(nodes); }};
}

network_outline bipartite(numbers halves) {
    return listed_network{.size = size_with(halves[0] + halves[1], halves[0] * halves[1]),
                          .links = [first = halves[0], second = halves[1]] {
                              return bipartite_links(first, second);
                          }};
}

network_outline petersen(numbers /*none*/) {
    return listed_network{.size = size_with(10, 15), .links = petersen_links};
}

network_outline tree(numbers height) {
    const std::uint64_t nodes = (std::uint64_t{1} << height[0]) - 1;
    return listed_network{.size = size_with(nodes, nodes - 1),
                          .links = [nodes] { return tree_links(nodes); }};
}

network_outline random_graph(numbers drawn) {
    return listed_network{.size = size_with(drawn[0], drawn[0] - 1 + drawn[1]),
                          .links = [nodes = drawn[0], extra = drawn[1], seed = drawn[2]] {
                              return drawn_links(nodes, extra, seed);
                          }};
}

}  // namespace tutti::families
