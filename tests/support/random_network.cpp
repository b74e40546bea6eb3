#include "support/random_network.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "topology/random.hpp"
#include "tutti/topology/topology.hpp"

namespace support {
namespace {

tutti::node_id below(tutti::split_mix& random, std::size_t bound) {
    return static_cast<tutti::node_id>(random.next() % bound);
}

}  // namespace

tutti::graph random_graph(std::size_t nodes, std::size_t more_links, std::uint64_t seed) {
    tutti::split_mix random{seed};
    std::set<tutti::graph::link> links;
    for (tutti::node_id node = 1; node < nodes; ++node) {
        links.emplace(below(random, node), node);
    }
    for (std::size_t attempt = 0; attempt < more_links; ++attempt) {
        const auto [low, high] = std::minmax({below(random, nodes), below(random, nodes)});
        if (low != high) {
            links.emplace(low, high);
        }
    }
    return tutti::graph{nodes, std::vector(links.begin(), links.end())};
}

tutti::graph star(std::size_t nodes) {
    std::vector<tutti::graph::link> links;
    for (tutti::node_id leaf = 1; leaf < nodes; ++leaf) {
        links.emplace_back(0, leaf);
    }
    return tutti::graph{nodes, links};
}

tutti::graph circle(std::size_t nodes) {
    std::vector<tutti::graph::link> links;
    for (tutti::node_id node = 0; node < nodes; ++node) {
        links.emplace_back(node, static_cast<tutti::node_id>((node + 1) % nodes));
    }
    return tutti::graph{nodes, links};
}

}  // namespace support
