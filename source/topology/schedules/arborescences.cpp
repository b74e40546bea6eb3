#include "arborescences.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <queue>
#include <utility>

#include "common/flow_network.hpp"

namespace tutti {
namespace {

/// Trees under construction, and the links that none of them has.
class tree_packing {
public:
    tree_packing(const link_table& links, node_id root)
        : links_{&links}, root_{root}, is_free_(links.link_count()) {
        for (const link_id id : links.ids()) {
            is_free_[id] = links[id].to != root;
        }
    }

    /// The number of trees that there can be.
    [[nodiscard]] std::uint32_t tree_count() const {
        std::uint32_t least = links_->degree(root_);
        for (node_id node = 0; node < links_->node_count(); ++node) {
            if (node != root_) {
                least = flow_to(node, least);
            }
        }
        return least;
    }

    /// Grows a tree and takes its links. @param later the trees to come after it
    [[nodiscard]] arborescence grow(std::uint32_t later) {
        arborescence tree{.link_into = std::vector<link_id>(links_->node_count(), no_link)};
        std::priority_queue<candidate, std::vector<candidate>, std::greater<>> candidates;
        add_candidates(candidates, root_, 1);
        for (node_id left = links_->node_count() - 1; left > 0;) {
            const auto [depth, id] = candidates.top();
            candidates.pop();
            const node_id to = (*links_)[id].to;
            if (tree.link_into[to] != no_link) {
                continue;
            }
            is_free_[id] = false;
            if (later > 0 && flow_to(to, later) < later) {
                is_free_[id] = true;
                continue;
            }
            tree.link_into[to] = id;
            tree.height = std::max(tree.height, depth);
            add_candidates(candidates, to, depth + 1);
            --left;
        }
        return tree;
    }

private:
    using candidate = std::pair<std::uint32_t, link_id>;  // by depth of its end

    void add_candidates(auto& candidates, node_id node, std::uint32_t depth) const {
        for (const link_id id : links_->ids_of(node)) {
            if (is_free_[id]) {
                candidates.emplace(depth, id);
            }
        }
    }

    // Units that flow from the root to a node over free links, up to `limit`.
    [[nodiscard]] std::uint32_t flow_to(node_id node, std::uint32_t limit) const {
        flow_network flow{links_->node_count(), [this](const auto& add) {
                              for (const link_id id : links_->ids()) {
                                  if (is_free_[id]) {
                                      add((*links_)[id].from, (*links_)[id].to, 1);
                                  }
                              }
                          }};
        return flow.send(root_, node, limit);
    }

    const link_table* links_;
    node_id root_;
    std::vector<bool> is_free_;
};

std::vector<std::uint32_t> depths_in(const link_table& links, const arborescence& tree) {
    std::vector<std::uint32_t> depths(tree.link_into.size());
    for (node_id node = 0; node < depths.size(); ++node) {
        for (node_id above = node; tree.link_into[above] != no_link;
             above = links[tree.link_into[above]].from) {
            ++depths[node];
        }
    }
    return depths;
}

}  // namespace

std::vector<arborescence> arborescences(const link_table& links, node_id root) {
    tree_packing packing{links, root};
    std::vector<arborescence> trees;
    for (std::uint32_t later = packing.tree_count(); later > 0; --later) {
        trees.push_back(packing.grow(later - 1));
    }
    return trees;
}

send_table broadcast_over(const link_table& links, const std::vector<arborescence>& trees,
                          std::uint32_t pieces) {
    std::vector<std::vector<std::uint32_t>> depths;
    std::vector<std::uint32_t> ends;  // of the next piece of each tree
    for (const arborescence& tree : trees) {
        depths.push_back(depths_in(links, tree));
        ends.push_back(tree.height);
    }
    send_table sends;
    for (std::uint32_t piece = 0; piece < pieces && !trees.empty(); ++piece) {
        const auto first = std::ranges::min_element(ends);
        const auto i = static_cast<std::size_t>(first - ends.begin());
        const std::uint32_t sent = (*first)++ - trees[i].height;
        for (node_id node = 0; node < links.node_count(); ++node) {
            if (const link_id link = trees[i].link_into[node]; link != no_link) {
                sends.push_back({.slot = sent + depths[i][node], .link = link, .packet = piece});
            }
        }
    }
    std::ranges::sort(sends);
    return sends;
}

schedule_cost arborescences_cost(std::uint64_t nodes, std::uint64_t links,
                                 std::uint64_t least_degree) {
    const std::uint64_t flows = 2 * nodes * least_degree;
    return {.bytes = links * 32 + nodes * (32 + 4 * least_degree),
            .operations = flows * links * (least_degree + 4)};
}

}  // namespace tutti
