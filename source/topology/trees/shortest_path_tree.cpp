#include "shortest_path_tree.hpp"

#include <algorithm>
#include <variant>

#include "topology/networks/breadth_first.hpp"

namespace tutti {

shortest_path_tree::shortest_path_tree(const network& net, node_id root,
                                       const participant_set& participants)
    : distances_{std::visit([&](const auto& shape) { return distances_by_search(shape, root); },
                            net)},
      towards_(distances_.size(), none),
      height_{std::ranges::max(distances_)},
      link_count_{distances_.size() - 1} {
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
    if (!participants.is_everyone()) {
        cut_back(net, participants);
    }
}

void shortest_path_tree::cut_back(const network& net, const participant_set& participants) {
    leads_.resize(distances_.size());
    height_ = 0;
    link_count_ = 0;
    const auto mark_paths = [&](const auto& shape) {
        for (node_id node : participants.nodes(distances_.size())) {
            height_ = std::max(height_, distances_[node]);
            for (; !leads_[node]; node = shape.neighbour(node, towards_[node])) {
                leads_[node] = true;
                if (towards_[node] == none) {
                    break;
                }
                ++link_count_;
            }
        }
    };
    std::visit(mark_paths, net);
}

tree_totals totals_of_trees(const network& net, const number_sequence& roots,
                            const number_sequence& weights, const participant_set& participants) {
    tree_totals totals;
    for (std::size_t i = 0; i < roots.size(); ++i) {
        const shortest_path_tree tree{net, roots[i], participants};
        totals.height = std::max(totals.height, tree.height());
        totals.links += weights[i] * tree.link_count();
    }
    return totals;
}

}  // namespace tutti
