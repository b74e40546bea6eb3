#include "telephone.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <utility>

#include "util/bits.hpp"
#include "util/counts.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

/// One network with its root.
class telephone {
public:
    telephone(const all_links& links, node_id root, participant_set participants)
        : links_{&links},
          root_{root},
          participants_{std::move(participants)},
          distances_{distances_from(links, root)} {
        for (node_id node = 0; node < links.node_count(); ++node) {
            if (participants_.contains(node)) {
                farthest_ = std::max(farthest_, slot{distances_[node]});
            }
        }
    }

    [[nodiscard]] std::vector<telephone_bound> all_rules() const {
        const std::vector<slot> distances(distances_.begin(), distances_.end());
        std::vector<telephone_bound> rules;
        if (!links_->has_switches()) {
            rules.push_back({root_, width_of(size() - 1), telephone_rule::doubling});
        }
        rules.push_back({root_, farthest_, telephone_rule::distance, distances});
        if (!links_->has_switches()) {
            rules.push_back({root_, slots_by_degrees(size(), links_->degree(root_), most_degree()),
                             telephone_rule::degrees});
            rules.push_back({root_, slots_of_layers(), telephone_rule::layers, distances});
            if (is_bipartite()) {
                rules.push_back(of_sides());
            }
        }
        if (links_->links().size() == 2 * (links_->node_count() - 1)) {
            rules.push_back(of_tree());
        }
        for (telephone_bound& rule : rules) {
            rule.participants = participants_;
        }
        return rules;
    }

private:
    [[nodiscard]] slot side_of(std::size_t node) const { return distances_[node] % 2; }
    [[nodiscard]] std::size_t size() const { return participants_.size(links_->node_count()); }
    [[nodiscard]] bool is_bipartite() const {
        return std::ranges::none_of(links_->links(), [this](const directed_link& link) {
            return side_of(link.from) == side_of(link.to);
        });
    }
    [[nodiscard]] std::size_t most_degree() const {
        std::size_t most = 0;
        for (node_id node = 0; node < links_->node_count(); ++node) {
            most = std::max(most, links_->degree(node));
        }
        return most;
    }

    // I_k(t) = min(n_k, I_k(t-1) + I_(k-1)(t-1)), n_k the nodes at distance k or more, until that
    // is no less than the participants there.
    [[nodiscard]] slot slots_of_layers() const {
        indexed_vector<slot, std::uint64_t> nodes{farthest_ + 1};
        indexed_vector<slot, std::uint64_t> needed{farthest_ + 1};
        for (node_id node = 0; node < distances_.size(); ++node) {
            for (slot k = 0; k <= std::min(farthest_, slot{distances_[node]}); ++k) {
                ++nodes[k];
                needed[k] += participants_.contains(node) ? 1U : 0U;
            }
        }
        indexed_vector<slot, std::uint64_t> knowing{farthest_ + 1};
        knowing[0] = 1;
        slot slots = 0;
        for (; !std::ranges::equal(knowing, needed, std::greater_equal{}); ++slots) {
            for (slot k = farthest_ + 1; k-- > 0;) {
                knowing[k] = std::min(nodes[k], knowing[k] + knowing[k == 0 ? 0 : k - 1]);
            }
        }
        return slots;
    }

    [[nodiscard]] telephone_bound of_sides() const {
        telephone_bound bound{.root = root_, .rule = telephone_rule::sides};
        indexed_array<slot, std::uint64_t, 2> nodes{};
        indexed_array<slot, std::uint64_t, 2> needed{};
        for (node_id node = 0; node < distances_.size(); ++node) {
            bound.labels.push_back(side_of(node));
            ++nodes[side_of(node)];
            needed[side_of(node)] += participants_.contains(node) ? 1U : 0U;
        }
        for (auto knowing = std::to_array<std::uint64_t>({1, 0});
             knowing[0] < needed[0] || knowing[1] < needed[1]; ++bound.slots) {
            const std::uint64_t all = knowing[0] + knowing[1];
            knowing = {std::min(nodes[0], all), std::min(nodes[1], all)};
        }
        return bound;
    }

    // The most of i + b(c_i) for the children c_1, c_2, .. by falling b, of those that lead to
    // participants; a switch tells all in its first slot.
    [[nodiscard]] telephone_bound of_tree() const {
        telephone_bound bound{.root = root_,
                              .rule = telephone_rule::tree,
                              .labels = std::vector<slot>(links_->node_count())};
        std::vector<node_id> nodes(links_->node_count());
        for (node_id node = 0; node < nodes.size(); ++node) {
            nodes[node] = node;
        }
        std::ranges::sort(nodes, std::greater{}, [this](node_id node) { return distances_[node]; });
        for (const node_id node : nodes) {
            const std::vector<slot> below = labels_below(node, bound.labels);
            bound.labels[node] = below.empty() && !participants_.contains(node) ? -1 : 0;
            slot i = 0;
            for (const slot slots : below) {
                i += i == 0 || !links_->is_switch(node) ? 1 : 0;
                bound.labels[node] = std::max(bound.labels[node], i + slots);
            }
        }
        bound.slots = bound.labels[root_];
        return bound;
    }

    // Of the children that lead to participants, falling.
    [[nodiscard]] std::vector<slot> labels_below(node_id node,
                                                 const std::vector<slot>& labels) const {
        std::vector<slot> below;
        for (const directed_link& link : links_->links_of(node)) {
            if (distances_[link.to] > distances_[node] && labels[link.to] >= 0) {
                below.push_back(labels[link.to]);
            }
        }
        std::ranges::sort(below, std::greater{});
        return below;
    }

    const all_links* links_;
    node_id root_;
    participant_set participants_;
    std::vector<int> distances_;
    slot farthest_ = 0;  ///< participant
};

}  // namespace

std::string_view reason_of(telephone_rule rule) noexcept {
    constexpr indexed_array<telephone_rule, std::string_view, 6> reasons{
        "with one port those who know at most double in a slot",
        "the farthest node is so many links away",
        "with one port a node tells one neighbour in a slot, and never the one it heard from",
        "with one port as many hear in a slot from each distance as know there",
        "with one port as many on one side of the bipartite network hear as know on the other",
        "on a tree a node tells one child in a slot, the one with the longest way below it first"};
    return reasons[rule];
}

telephone_bound slots_of_telephone(const all_links& links, node_id root,
                                   const participant_set& participants) {
    std::vector<telephone_bound> rules = telephone{links, root, participants}.all_rules();
    return std::move(*std::ranges::max_element(rules, {}, &telephone_bound::slots));
}

// Those who heard in slot t tell one node in each of the slots after it, all of their neighbours
// but one.
slot slots_by_degrees(std::size_t nodes, std::size_t degree_of_root, std::size_t most_degree) {
    std::vector<std::size_t> hearing{1};
    for (std::size_t knowing = 1; knowing < nodes; knowing += hearing.back()) {
        const std::size_t t = hearing.size();
        std::size_t told = t <= degree_of_root ? 1 : 0;
        for (std::size_t since = 1; since < t && since < most_degree; ++since) {
            told += hearing[t - since];
        }
        hearing.push_back(told);
    }
    return std::ssize(hearing) - 1;
}

}  // namespace tutti
