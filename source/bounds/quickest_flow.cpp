#include "quickest_flow.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "max_flow.hpp"
#include "util/counts.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

/// Network expanded over slots: node x in slot t is number t N + x, and the sink is the last.
class expanded_network {
public:
    expanded_network(const all_links& links, const flow_demand& demand, slot slots)
        : links_{&links},
          demand_{&demand},
          slots_{slots},
          sink_{place(0, slots_ + 1)},
          flow_{sink_ + 1} {
        const std::vector<int> distances = distances_from(links, demand.root);
        for (slot t = 1; t <= slots_; ++t) {
            add_slot(t, distances);
        }
        for (node_id node = 0; node < links.node_count(); ++node) {
            flow_.add_arc(place(node, slots_), sink_, demand.amounts[node]);
        }
    }

    /// A cut, without labels if all fits.
    [[nodiscard]] timed_cut cut() {
        if (flow_.augment(place(demand_->root, 0), sink_) == demand_->total()) {
            return {};
        }
        timed_cut cut{.demand = *demand_, .slots = slots_};
        for (node_id node = 0; node < links_->node_count(); ++node) {
            slot t = 0;
            while (t <= slots_ && !flow_.is_source_side(place(node, t))) {
                ++t;
            }
            cut.labels.push_back(t);
        }
        return cut;
    }

private:
    [[nodiscard]] std::size_t place(node_id node, slot t) const {
        return std::size_t(t) * links_->node_count() + node;
    }

    void add_slot(slot t, const std::vector<int>& distances) {
        for (node_id node = 0; node < links_->node_count(); ++node) {
            flow_.add_arc(place(node, t - 1), place(node, t), demand_->total());
        }
        for (const directed_link& link : links_->links()) {
            if (distances[link.from] < t && link.to != demand_->root) {
                flow_.add_arc(place(link.from, t - 1), place(link.to, t), 1);
            }
        }
    }

    const all_links* links_;
    const flow_demand* demand_;
    slot slots_;
    std::size_t sink_;
    max_flow flow_;
};

/// Shortest paths in what links that carry a flow leave over: over such a link backwards, one slot
/// earlier.
class residual_paths {
public:
    explicit residual_paths(const all_links& links)
        : links_{&links}, carries_(links.links().size()), via_(links.node_count()) {}

    /// Slots in which each node is reached at the earliest, if not later than `latest`.
    [[nodiscard]] const std::vector<slot>& search(node_id from, slot latest) {
        labels_.assign(links_->node_count(), latest);
        labels_[from] = 0;
        for (bool is_changed = true; is_changed;) {
            is_changed = false;
            for (std::size_t i = 0; i < carries_.size(); ++i) {
                is_changed |= relax(i);
            }
        }
        return labels_;
    }

    /// Adds the path that was found to the flow.
    void take_path(node_id from, node_id to) {
        for (node_id node = to; node != from;) {
            const std::size_t index = via_[node];
            const directed_link& link = links_->links()[index];
            carries_[index] = link.to == node;
            node = link.to == node ? link.from : link.to;
        }
    }

private:
    [[nodiscard]] bool relax(std::size_t index) {
        const auto [from, to] = links_->links()[index];
        const bool is_back = carries_[index];
        const slot label = is_back ? labels_[to] - 1 : labels_[from] + 1;
        const node_id node = is_back ? from : to;
        if (label >= labels_[node]) {
            return false;
        }
        labels_[node] = label;
        via_[node] = index;
        return true;
    }

    const all_links* links_;
    std::vector<bool> carries_;
    std::vector<std::size_t> via_;
    std::vector<slot> labels_;
};

}  // namespace

std::uint64_t flow_demand::total() const {
    return std::accumulate(amounts.begin(), amounts.end(), std::uint64_t{0});
}

// The cut of the bound lets the root send in all of its slots but the last k-1, and what is nearer
// than k arrive.
flow_bound level_bound(const all_links& links, const flow_demand& demand) {
    const std::vector<int> distances = distances_from(links, demand.root);
    indexed_vector<int, std::uint64_t> farther{std::ranges::max(distances) + 2};  // the last is 0
    for (std::size_t node = 0; node < distances.size(); ++node) {
        farther[std::max(0, distances[node])] += demand.amounts[node];
    }
    std::partial_sum(farther.rbegin(), farther.rend(), farther.rbegin());
    flow_bound bound;
    int level = 0;
    for (int k = 1; farther[k] > 0; ++k) {
        const slot slots = slots_for(divided_up(farther[k], links.degree(demand.root))) + k - 1;
        if (slots > bound.slots) {
            bound.slots = slots;
            level = k;
        }
    }
    if (level > 0) {
        timed_cut cut{.demand = demand, .slots = bound.slots - 1};
        for (const int distance : distances) {
            cut.labels.push_back(distance == 0 ? 0 : bound.slots - level + distance);
        }
        bound.cut = std::move(cut);
    }
    return bound;
}

flow_bound quickest_flow(const all_links& links, const flow_demand& demand, slot known) {
    flow_bound bound = level_bound(links, demand);
    const std::size_t arcs_a_slot = links.node_count() + links.links().size();
    for (slot slots = std::max(known, bound.slots);
         std::cmp_less_equal(slots, most_flow_arcs / arcs_a_slot); ++slots) {
        timed_cut cut = expanded_network{links, demand, slots}.cut();
        if (cut.labels.empty()) {
            break;
        }
        bound = {.slots = slots + 1, .cut = std::move(cut)};
    }
    return bound;
}

// With j paths of lengths d_i, T slots have room for the sum of T - d_i + 1; a longer path than T-1
// would not make T less.
flow_bound quickest_pair(const all_links& links, node_id from, node_id to, std::uint64_t amount) {
    if (amount == 0 || from == to) {
        return {};
    }
    residual_paths paths{links};
    slot slots = std::numeric_limits<slot>::max() / 2;
    slot units = slots_for(amount);
    for (slot count = 1;; ++count) {
        const slot length = paths.search(from, slots)[to];
        if (length >= slots) {
            break;
        }
        paths.take_path(from, to);
        units += length - 1;
        slots = divided_up(units, count);
    }
    timed_cut cut{
        .demand = {.root = from, .amounts = std::vector<std::uint64_t>(links.node_count())},
        .slots = slots - 1,
        .labels = paths.search(from, slots)};
    cut.demand.amounts[to] = amount;
    return {.slots = slots, .cut = std::move(cut)};
}

}  // namespace tutti
