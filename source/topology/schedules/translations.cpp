#include "translations.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>

#include "common/distance_matrix.hpp"
#include "topology/trees/candidate_matching.hpp"

namespace tutti {
namespace {

/// The link by which a breadth-first search from node 0 reaches a node.
struct tree_link {
    node_id from = 0;
    node_id to = 0;
    std::uint32_t label = 0;
};

std::vector<tree_link> breadth_first_tree(const link_table& links, const link_labels& labels) {
    std::vector<tree_link> tree{{}};
    std::vector<bool> is_reached(links.node_count());
    is_reached[0] = true;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const node_id node = tree[i].to;
        for (std::uint32_t label = 0; label < labels.count(); ++label) {
            const node_id to = links[labels.link_of(node, label)].to;
            if (!is_reached[to]) {
                is_reached[to] = true;
                tree.push_back({.from = node, .to = to, .label = label});
            }
        }
    }
    tree.erase(tree.begin());
    return tree;
}

/// Labels of the first node, sorted, if they are those of all nodes, each once.
std::vector<std::uint32_t> common_labels(const link_table& links, const auto& label) {
    std::vector<std::uint32_t> common;
    std::vector<std::uint32_t> own;
    for (node_id node = 0; node < links.node_count(); ++node) {
        own.clear();
        for (const link_table::link& link : links.links_of(node)) {
            own.push_back(label(link));
        }
        std::ranges::sort(own);
        if (node == 0) {
            common = own;
        }
        if (own != common || std::ranges::adjacent_find(own) != own.end()) {
            return {};
        }
    }
    return common;
}

/// Image of every node under the map that takes node 0 to `image` and keeps the labels of a tree.
std::vector<node_id> translated(const link_table& links, const link_labels& labels,
                                const std::vector<tree_link>& tree, node_id image) {
    std::vector<node_id> images(links.node_count());
    images[0] = image;
    for (const tree_link& link : tree) {
        images[link.to] = links[labels.link_of(images[link.from], link.label)].to;
    }
    return images;
}

bool keeps_labels(const link_table& links, const link_labels& labels,
                  const std::vector<node_id>& images) {
    for (node_id node = 0; node < links.node_count(); ++node) {
        for (std::uint32_t label = 0; label < labels.count(); ++label) {
            if (images[links[labels.link_of(node, label)].to] !=
                links[labels.link_of(images[node], label)].to) {
                return false;
            }
        }
    }
    return true;
}

// The translations that take node 0 to its neighbours generate all others.
bool have_translations(const link_table& links, const link_labels& labels) {
    const std::vector<tree_link> tree = breadth_first_tree(links, labels);
    return std::ranges::all_of(links.links_of(0), [&](const link_table::link& link) {
        return keeps_labels(links, labels, translated(links, labels, tree, link.to));
    });
}

using label_rule = std::function<std::uint32_t(const link_table::link&)>;

std::array<label_rule, 3> label_rules(node_id nodes) {
    return {[](const auto& link) { return static_cast<std::uint32_t>(link.through); },
            [nodes](const auto& link) {
                return link.to >= link.from ? link.to - link.from : link.to + (nodes - link.from);
            },
            [](const auto& link) { return link.to ^ link.from; }};
}

/// The nodes that are reached from node 0, and those that a label can reach next.
class translation_frontier {
public:
    translation_frontier(const link_table& links, const link_labels& labels)
        : labels_{&labels},
          before_(std::size_t{links.node_count()} * labels.count()),
          is_reached_(links.node_count()),
          unreached_(links.node_count()) {
        for (node_id node = 0; node < links.node_count(); ++node) {
            for (std::uint32_t label = 0; label < labels.count(); ++label) {
                const node_id to = links[labels.link_of(node, label)].to;
                before_[std::size_t{to} * labels.count() + label] = node;
            }
        }
        std::iota(unreached_.begin(), unreached_.end(), node_id{0});
        const std::vector<std::uint16_t> distances = distances_from(links, 0);
        std::ranges::stable_sort(unreached_, {}, [&](node_id node) { return distances[node]; });
        is_reached_[0] = true;
    }

    /// The node whose link of a label leads to `node`.
    [[nodiscard]] node_id before(node_id node, std::uint32_t label) const {
        return before_[std::size_t{node} * labels_->count() + label];
    }
    void reach(node_id node) { is_reached_[node] = true; }

    /// For every label the nodes that it can reach, the nearest to node 0 first. Empty if all nodes
    /// are reached.
    [[nodiscard]] std::vector<std::vector<node_id>> candidates() {
        std::erase_if(unreached_, [this](node_id node) { return is_reached_[node]; });
        if (unreached_.empty()) {
            return {};
        }
        std::vector<std::vector<node_id>> lists(labels_->count());
        for (const node_id node : unreached_) {
            for (std::uint32_t label = 0; label < labels_->count(); ++label) {
                if (is_reached_[before(node, label)]) {
                    lists[label].push_back(node);
                }
            }
        }
        return lists;
    }

private:
    const link_labels* labels_;
    std::vector<node_id> before_;  // by node and label
    std::vector<bool> is_reached_;
    std::vector<node_id> unreached_;
};

}  // namespace

std::optional<link_labels> link_labels::of(const link_table& links) {
    for (const label_rule& label : label_rules(links.node_count())) {
        const std::vector<std::uint32_t> common = common_labels(links, label);
        if (common.empty() && links.node_count() > 1) {
            continue;
        }
        link_labels labels;
        labels.count_ = links.degree(0);
        labels.link_of_.resize(links.link_count());
        for (const link_id id : links.ids()) {
            const auto place = std::ranges::lower_bound(common, label(links[id])) - common.begin();
            const auto row = labels.link_of_.begin() + links.first(links[id].from);
            row[place] = id;
        }
        if (have_translations(links, labels)) {
            return labels;
        }
    }
    return std::nullopt;
}

std::optional<translation_schedule> translation_schedule::of(const link_table& links) {
    auto labels = link_labels::of(links);
    if (!labels) {
        return std::nullopt;
    }
    translation_schedule schedule{*std::move(labels)};
    translation_frontier reached{links, schedule.labels_};
    for (std::uint32_t now = 1;; ++now) {
        const auto lists = reached.candidates();
        if (lists.empty()) {
            return schedule;
        }
        const std::size_t first = schedule.hops_.size();
        std::uint32_t label = 0;
        for (const std::optional<node_id>& node : matched(lists)) {
            if (node) {
                schedule.hops_.push_back({.slot = now,
                                          .label = label,
                                          .from = reached.before(*node, label),
                                          .to = *node});
            }
            ++label;
        }
        for (const hop& hop : std::span{schedule.hops_}.subspan(first)) {
            reached.reach(hop.to);
        }
    }
}

send_table translation_schedule::sends(const link_table& links) const {
    constexpr node_id nothing = ~node_id{0};
    const std::size_t nodes = links.node_count();
    std::vector<node_id> images(nodes * nodes);  // by node and source
    std::iota(images.begin(), images.begin() + links.node_count(), node_id{0});
    std::vector<node_id> carried(links.link_count(), nothing);
    send_table table;
    table.reserve(hops_.size() * nodes);
    // Slot by slot and in the order of links, each of which carries one packet at most.
    for (auto next = hops_.begin(); next != hops_.end();) {
        const std::uint32_t now = next->slot;
        for (; next != hops_.end() && next->slot == now; ++next) {
            for (node_id source = 0; source < nodes; ++source) {
                const link_id link =
                    labels_.link_of(images[next->from * nodes + source], next->label);
                images[next->to * nodes + source] = links[link].to;
                carried[link] = source;
            }
        }
        for (const link_id link : links.ids()) {
            if (const node_id source = std::exchange(carried[link], nothing); source != nothing) {
                table.push_back({.slot = now, .link = link, .packet = source});
            }
        }
    }
    return table;
}

schedule_cost translation_schedule_cost(std::uint64_t nodes, std::uint64_t links) {
    const std::uint64_t degree = links / nodes + 1;
    return {.bytes = links * 8 + nodes * 64,
            .operations = links * degree * 4 + (nodes / degree + 1) * links};
}

}  // namespace tutti
