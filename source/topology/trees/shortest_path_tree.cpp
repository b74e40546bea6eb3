#include "shortest_path_tree.hpp"

#include <variant>

namespace tutti {
namespace {

// Calls `visit(port, neighbour)` for all neighbours, by increasing port.
template <class Network, class Visit>
void for_each_neighbour(const Network& shape, node_id node, const Visit& visit) {
    for (port through = 0; through < shape.port_limit(node); ++through) {
        if (shape.has_port(node, through)) {
            visit(through, shape.neighbour(node, through));
        }
    }
}

// Of all nodes, by breadth first; -1 for those that cannot be reached.
template <class Network>
std::vector<int> distances_from(const Network& shape, node_id root) {
    std::vector<int> distances(shape.node_count(), -1);
    std::vector<node_id> reached(1, root);
    distances[root] = 0;
    for (std::size_t at = 0; at < reached.size(); ++at) {
        const node_id node = reached[at];
        for_each_neighbour(shape, node, [&](port /*through*/, node_id neighbour) {
            if (distances[neighbour] < 0) {
                distances[neighbour] = distances[node] + 1;
                reached.push_back(neighbour);
            }
        });
    }
    return distances;
}

// The port is the first one to a nearer node, so that the tree does not depend on the search.
template <class Network>
port first_port_nearer(const Network& shape, node_id node, const std::vector<int>& distances) {
    for (port through = 0; through < shape.port_limit(node); ++through) {
        if (shape.has_port(node, through) &&
            distances[shape.neighbour(node, through)] < distances[node]) {
            return through;
        }
    }
    return shortest_path_tree::none;
}

}  // namespace

shortest_path_tree::shortest_path_tree(const network& net, node_id root) {
    std::visit(
        [&](const auto& shape) {
            distances_ = distances_from(shape, root);
            towards_.reserve(distances_.size());
            for (std::size_t id = 0; id < distances_.size(); ++id) {
                towards_.push_back(first_port_nearer(shape, static_cast<node_id>(id), distances_));
            }
        },
        net);
    for (const int distance : distances_) {
        height_ = distance > height_ ? distance : height_;
    }
}

}  // namespace tutti
