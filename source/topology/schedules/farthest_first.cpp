#include "farthest_first.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

#include "common/distance_matrix.hpp"

namespace tutti {
namespace {

/// Tree of shortest paths from a root, by links from the parents, and the first node that is no
/// switch on the way to each node, or the node itself: its branch.
class scatter_tree {
public:
    /// Parents have the smallest ids or, with half duplex, are in the branches with the fewest
    /// participants so far.
    scatter_tree(const link_table& links, node_id root, duplex_mode mode,
                 const participant_set& participants)
        : distances_{distances_from(links, root)},
          from_parent_(links.node_count(), no_link),
          branch_(links.node_count(), root),
          order_(links.node_count()) {
        std::iota(order_.begin(), order_.end(), node_id{0});
        std::ranges::stable_sort(order_, {}, [this](node_id node) { return distances_[node]; });
        std::vector<std::uint32_t> load(links.node_count());  // by branch
        for (const node_id node : order_) {
            if (node != root) {
                join(links, node, load);
                const bool counts = mode == duplex_mode::half && participants.contains(node);
                load[branch_[node]] += counts ? 1U : 0U;
            }
        }
    }

    [[nodiscard]] std::uint32_t distance(node_id node) const { return distances_[node]; }
    [[nodiscard]] link_id from_parent(node_id node) const { return from_parent_[node]; }
    [[nodiscard]] node_id branch(node_id node) const { return branch_[node]; }
    /// All participants but the root: by falling distance, then by id.
    [[nodiscard]] std::vector<node_id> farthest_first(const participant_set& participants) const {
        std::vector<node_id> nodes = order_;
        nodes.erase(nodes.begin());
        std::erase_if(nodes, [&](node_id node) { return !participants.contains(node); });
        std::ranges::stable_sort(nodes, std::greater{},
                                 [this](node_id node) { return distances_[node]; });
        return nodes;
    }

private:
    void join(const link_table& links, node_id node, const std::vector<std::uint32_t>& load) {
        const auto branch_by = [&](node_id parent) {
            const bool is_free =
                distances_[parent] == 0 || (links.is_switch(parent) && branch_[parent] == parent);
            return is_free ? node : branch_[parent];
        };
        std::optional<node_id> best;
        for (const link_table::link& link : links.links_of(node)) {
            const node_id parent = link.to;
            if (distances_[parent] + 1U == distances_[node] &&
                (!best || std::pair{load[branch_by(parent)], parent} <
                              std::pair{load[branch_by(*best)], *best})) {
                best = parent;
                from_parent_[node] = link.reverse;
            }
        }
        branch_[node] = branch_by(*best);
    }

    std::vector<std::uint16_t> distances_;
    std::vector<link_id> from_parent_;
    std::vector<node_id> branch_;
    std::vector<node_id> order_;  // by distance and id
};

/// Slots, from 1, in which the messages leave the root, by destination.
using departures = std::vector<std::uint32_t>;

/// Order of departures with half duplex: a node that passes a message on cannot receive another in
/// that slot, so no two messages in a row go into one branch, but after the one for its first node
/// itself.
class half_duplex_order {
public:
    /// @param destinations in the order of `scatter_tree::farthest_first`
    half_duplex_order(const scatter_tree& tree, const std::vector<node_id>& destinations,
                      std::size_t nodes)
        : tree_{&tree}, nodes_{nodes}, messages_{destinations.size()} {
        lists_.resize(nodes);
        for (const node_id node : destinations) {
            lists_[tree.branch(node)].push_back(node);
        }
        std::erase_if(lists_, [](const auto& list) { return list.empty(); });
    }

    [[nodiscard]] departures find() const {
        std::size_t slots = messages_;
        for (const auto& list : lists_) {
            slots = std::max(slots, 2 * list.size() - 1);
        }
        for (;; ++slots) {
            if (const auto order = within(slots)) {
                return *order;
            }
        }
    }

private:
    // A branch whose messages need all slots that are left goes first, then the one with the
    // farthest destination. Null if a message comes later than `slots`.
    [[nodiscard]] std::optional<departures> within(std::size_t slots) const {
        departures leaves(nodes_);
        std::vector<std::size_t> sent(lists_.size());
        std::size_t blocked = lists_.size();
        std::size_t missing = messages_;
        for (std::size_t now = 1; missing > 0; ++now) {
            std::size_t best = lists_.size();
            const auto urgency = [&](std::size_t i) {
                const std::size_t left = lists_[i].size() - sent[i];
                const bool is_urgent = 2 * left + now > slots + 1;
                return std::tuple{is_urgent, tree_->distance(lists_[i][sent[i]]), left};
            };
            for (std::size_t i = 0; i < lists_.size(); ++i) {
                if (i != blocked && sent[i] < lists_[i].size() &&
                    (best == lists_.size() || urgency(i) > urgency(best))) {
                    best = i;
                }
            }
            blocked = lists_.size();
            if (best == lists_.size()) {
                continue;
            }
            const node_id to = lists_[best][sent[best]++];
            if (now + tree_->distance(to) > slots + 1) {
                return std::nullopt;
            }
            leaves[to] = static_cast<std::uint32_t>(now);
            --missing;
            blocked = tree_->branch(to) != to ? best : lists_.size();
        }
        return leaves;
    }

    const scatter_tree* tree_;
    std::size_t nodes_;
    std::size_t messages_;
    std::vector<std::vector<node_id>> lists_;  // of each branch, farthest first
};

}  // namespace

send_table farthest_first(const link_table& links, node_id root, duplex_mode mode,
                          const participant_set& participants) {
    const scatter_tree tree{links, root, mode, participants};
    const std::vector<node_id> destinations = tree.farthest_first(participants);
    departures leaves(links.node_count());
    if (mode == duplex_mode::half) {
        leaves = half_duplex_order{tree, destinations, links.node_count()}.find();
    } else {
        for (std::uint32_t i = 0; i < destinations.size(); ++i) {
            leaves[destinations[i]] = i + 1;
        }
    }
    send_table sends;
    for (const node_id destination : destinations) {
        for (node_id node = destination; node != root; node = links[tree.from_parent(node)].from) {
            sends.push_back({.slot = leaves[destination] + tree.distance(node) - 1,
                             .link = tree.from_parent(node),
                             .packet = destination});
        }
    }
    std::ranges::sort(sends);
    return sends;
}

schedule_cost farthest_first_cost(std::uint64_t nodes, std::uint64_t links,
                                  std::uint64_t mean_distance) {
    const std::uint64_t sends = nodes * mean_distance;
    return {.bytes = sends * sizeof(timed_send) + nodes * 24, .operations = links * 4 + sends * 50};
}

}  // namespace tutti
