#include "telephone.hpp"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "common/distance_matrix.hpp"
#include "topology/random.hpp"
#include "util/bits.hpp"

namespace tutti {
namespace {

/// Quality of a tree: the slots that its root needs, and then how many nodes have no or few slots
/// to spare.
struct tree_cost {
    std::uint32_t slots = 0;
    std::uint64_t urgency = 0;

    friend auto operator<=>(const tree_cost&, const tree_cost&) = default;
};

enum class change_rule : std::uint8_t { strict, loose };

/// Spanning tree in which nodes call their children by falling slots that these need.
class calling_tree {
public:
    /// Begins with a tree of calls: in every slot each node calls the neighbour that has the most
    /// others to call.
    calling_tree(const link_table& links, node_id root, const participant_set& participants)
        : links_{&links},
          participants_{&participants},
          root_{root},
          from_parent_(links.node_count(), no_link),
          first_child_(links.node_count() + std::size_t{1}),
          children_(links.node_count()),
          order_(links.node_count()),
          needs_(links.node_count()),
          called_(links.node_count()) {
        call_greedily();
        cost_ = evaluate();
    }

    [[nodiscard]] const tree_cost& cost() const noexcept { return cost_; }

    /// Hangs a node on the other end of a link to it, unless that makes the tree worse; `loose`
    /// changes may cost spare slots.
    void try_link(link_id into, change_rule rule) {
        const node_id node = (*links_)[into].to;
        if (node == root_ || from_parent_[node] == into || is_below(node, (*links_)[into].from)) {
            return;
        }
        const link_id before = std::exchange(from_parent_[node], into);
        const tree_cost changed = evaluate();
        const bool is_good =
            rule == change_rule::loose ? changed.slots <= cost_.slots : changed <= cost_;
        if (is_good) {
            cost_ = changed;
        } else {
            from_parent_[node] = before;
        }
    }

    [[nodiscard]] send_table calls() {
        (void)evaluate();
        send_table sends;
        for (const node_id node : order_) {
            if (node != root_ && needs_[node] > 0) {
                sends.push_back({.slot = called_[node], .link = from_parent_[node]});
            }
        }
        std::ranges::sort(sends);
        return sends;
    }

private:
    void call_greedily() {
        std::vector<node_id> informed{root_};
        while (informed.size() < links_->node_count()) {
            const std::size_t callers = informed.size();
            for (std::size_t i = 0; i < callers; ++i) {
                while (call_from(informed[i], informed) && links_->is_switch(informed[i])) {
                }
            }
        }
    }

    // False if the caller has no neighbour to call.
    bool call_from(node_id caller, std::vector<node_id>& informed) {
        const link_id best = most_promising(caller);
        if (best != no_link) {
            from_parent_[(*links_)[best].to] = best;
            informed.push_back((*links_)[best].to);
        }
        return best != no_link;
    }

    [[nodiscard]] bool is_new(node_id node) const {
        return node != root_ && from_parent_[node] == no_link;
    }
    // The link to the new neighbour with the most new neighbours of its own.
    [[nodiscard]] link_id most_promising(node_id caller) const {
        const auto others_of = [&](link_id id) {
            return std::ranges::count_if(links_->links_of((*links_)[id].to),
                                         [&](const auto& link) { return is_new(link.to); });
        };
        link_id best = no_link;
        for (const link_id id : links_->ids_of(caller)) {
            if (is_new((*links_)[id].to) && (best == no_link || others_of(id) > others_of(best))) {
                best = id;
            }
        }
        return best;
    }

    [[nodiscard]] bool is_below(node_id ancestor, node_id node) const {
        while (node != root_ && node != ancestor) {
            node = (*links_)[from_parent_[node]].from;
        }
        return node == ancestor;
    }

    [[nodiscard]] auto children_of(node_id node) {
        return std::span{children_}.subspan(first_child_[node],
                                            first_child_[node + 1] - first_child_[node]);
    }

    void list_children() {
        std::ranges::fill(first_child_, 0U);
        for (const link_id id : from_parent_) {
            if (id != no_link) {
                ++first_child_[(*links_)[id].from];
            }
        }
        std::partial_sum(first_child_.begin(), first_child_.end(), first_child_.begin());
        for (node_id node = 0; node < from_parent_.size(); ++node) {
            if (node != root_) {
                children_[--first_child_[(*links_)[from_parent_[node]].from]] = node;
            }
        }
    }

    /// Slots from a node's first call to that of a child, by the child's place.
    [[nodiscard]] std::uint32_t wait_for(node_id caller, std::uint32_t place) const {
        return links_->is_switch(caller) ? 0 : place;
    }

    /// Orders the children of a node by their calls, those that need none last, and works out what
    /// the node needs.
    void work_out(node_id node) {
        const auto children = children_of(node);
        std::ranges::sort(children, std::greater{}, [this](node_id child) {
            return std::pair{needs_[child], ~child};
        });
        std::uint32_t slots = 0;
        for (std::uint32_t k = 0; k < children.size() && needs_[children[k]] > 0; ++k) {
            slots = std::max(slots, needs_[children[k]] + wait_for(node, k));
        }
        needs_[node] = slots > 0 || participants_->contains(node) ? slots + 1 : 0;
    }

    /// Lists the children of all nodes in the order of their calls, and works out the calls.
    [[nodiscard]] tree_cost evaluate() {
        list_children();
        order_.assign(1, root_);
        for (std::size_t i = 0; i < order_.size(); ++i) {
            const auto children = children_of(order_[i]);
            order_.insert(order_.end(), children.begin(), children.end());
        }
        for (std::size_t i = order_.size(); i > 0; --i) {
            work_out(order_[i - 1]);
        }
        tree_cost cost{.slots = std::max(needs_[root_], 1U) - 1};
        called_[root_] = 0;
        for (const node_id node : order_) {
            const auto children = children_of(node);
            for (std::uint32_t k = 0; k < children.size() && needs_[children[k]] > 0; ++k) {
                const node_id child = children[k];
                const std::uint32_t call = called_[node] + wait_for(node, k) + 1;
                called_[child] = call;
                constexpr std::uint32_t most_spare = 8;
                const std::uint32_t spare =
                    std::min(most_spare, cost.slots + 1 - needs_[child] - call);
                cost.urgency += std::uint64_t{1} << (2 * (most_spare - spare));
            }
        }
        return cost;
    }

    const link_table* links_;
    const participant_set* participants_;
    node_id root_;
    std::vector<link_id> from_parent_;
    std::vector<std::uint32_t> first_child_;  // in `children_`, of each node; and their number
    std::vector<node_id> children_;
    std::vector<node_id> order_;  // parents before children
    // Slots from a node's call on, this one included, until all below it are called; 0 if no
    // participant is there or below.
    std::vector<std::uint32_t> needs_;
    std::vector<std::uint32_t> called_;  // slot, from 1
    tree_cost cost_;
};

/// Fewest slots in which the classes of a line grow to their sizes, if each that is called has a
/// caller in its class or the one before.
std::uint32_t slots_to_grow(const std::vector<std::uint64_t>& sizes, auto callers_of) {
    std::vector<std::uint64_t> called(sizes.size());
    called[0] = 1;
    std::uint32_t slots = 0;
    for (; called != sizes; ++slots) {
        std::vector<std::uint64_t> next(sizes.size());
        for (std::size_t k = 0; k < sizes.size(); ++k) {
            next[k] = std::min(sizes[k], called[k] + callers_of(called, k));
        }
        called = std::move(next);
    }
    return slots;
}

}  // namespace

std::uint32_t telephone_slots_bound(const link_table& links, node_id root,
                                    const participant_set& participants) {
    const std::vector<std::uint16_t> distances = distances_from(links, root);
    if (links.has_switches() || !participants.is_everyone()) {
        const std::uint32_t count = participants.size(links.node_count());
        std::uint32_t bound = links.has_switches() ? 0 : width_of(count - 1);
        for (std::size_t rank = 0; rank < count; ++rank) {
            bound = std::max<std::uint32_t>(bound, distances[participants.at(rank)]);
        }
        return bound;
    }
    std::vector<std::uint64_t> beyond(std::ranges::max(distances) + std::size_t{1});
    std::vector<std::uint64_t> sides(2);
    for (const std::uint16_t distance : distances) {
        ++sides[distance % 2];
        ++beyond[distance];
    }
    std::partial_sum(beyond.rbegin(), beyond.rend(), beyond.rbegin());
    std::uint32_t bound = slots_to_grow(
        beyond, [](const auto& called, std::size_t k) { return called[k > 0 ? k - 1 : 0]; });
    const bool is_bipartite = std::ranges::none_of(links.links(), [&](const auto& link) {
        return distances[link.from] == distances[link.to];
    });
    if (is_bipartite && links.node_count() > 1) {
        bound = std::max(bound, slots_to_grow(sides, [](const auto& called, std::size_t k) {
                             return called[1 - k];
                         }));
    }
    return bound;
}

send_table telephone_calls(const link_table& links, node_id root,
                           const participant_set& participants) {
    calling_tree tree{links, root, participants};
    if (links.link_count() == 2 * (links.node_count() - 1)) {
        return tree.calls();
    }
    const std::uint32_t bound = telephone_slots_bound(links, root, participants);
    constexpr std::uint64_t most_steps = std::uint64_t{1} << 24U;
    constexpr std::uint64_t loose_changes = 32;  // at the end of each period, to leave a dead end
    const std::uint64_t period = loose_changes * links.node_count();
    split_mix random{1};
    for (std::uint64_t i = 0; i < most_steps / links.node_count() && tree.cost().slots > bound;
         ++i) {
        tree.try_link(
            static_cast<link_id>(random.next() % links.link_count()),
            i % period + loose_changes >= period ? change_rule::loose : change_rule::strict);
    }
    return tree.calls();
}

schedule_cost telephone_calls_cost(std::uint64_t nodes) {
    return {.bytes = nodes * 64, .operations = std::uint64_t{1} << 27U};
}

}  // namespace tutti
