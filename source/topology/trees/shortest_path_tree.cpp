#include "shortest_path_tree.hpp"

#include <algorithm>
#include <variant>

#include "topology/networks/breadth_first.hpp"

namespace tutti {

shortest_path_tree::shortest_path_tree(const network& net, node_id root)
    : distances_{std::visit([&](const auto& shape) { return distances_by_search(shape, root); },
                            net)},
      towards_(distances_.size(), none),
      height_{std::ranges::max(distances_)} {
    std::visit(
        [&](const auto& shape) {
            // The first port to a nearer node, so that the tree does not depend on the search.
            for_each_link(shape, [&](node_id node, port through, node_id next) {
                if (towards_[node] == none && distances_[next] < distances_[node]) {
                    towards_[node] = through;
                }
            });
        },
        net);
}

}  // namespace tutti
