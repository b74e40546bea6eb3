/// @file
/// Matching of senders and receivers that have one full-duplex port, in a slot.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "augmenting_matching.hpp"
#include "link_table.hpp"

namespace tutti {

/// Matches the nodes of one side, in order of priority, over their links with nodes of the other.
class link_matching {
public:
    /// @param partner the end of a link that is of the other side
    link_matching(const link_table& links, node_id link_table::link::*partner)
        : links_{&links},
          partner_{partner},
          choices_(links.node_count()),
          order_(links.node_count()),
          pairs_{links.node_count(), links.node_count()} {}

    /// Links of a node of the first side that may be used, the best first.
    [[nodiscard]] std::vector<link_id>& choices(node_id node) { return choices_[node]; }

    /// The links that are used, by the node of the first side; as many as possible.
    /// @param priority `priority(node)`: the least first, of several the smallest id
    [[nodiscard]] std::vector<link_id> match(const auto& priority) {
        pairs_.clear();
        std::iota(order_.begin(), order_.end(), node_id{0});
        std::ranges::stable_sort(order_, {}, priority);
        const auto candidate = [this](node_id node, std::uint32_t i) {
            return i < choices_[node].size() ? partner_of(choices_[node][i])
                                             : augmenting_matching::nothing;
        };
        for (const node_id node : order_) {
            (void)pairs_.augment(node, candidate);
        }
        std::vector<link_id> used;
        for (node_id node = 0; node < links_->node_count(); ++node) {
            const std::uint32_t partner = pairs_.right_of(node);
            if (partner != augmenting_matching::nothing) {
                used.push_back(*std::ranges::find(choices_[node], partner,
                                                  [this](link_id id) { return partner_of(id); }));
            }
        }
        return used;
    }

private:
    [[nodiscard]] node_id partner_of(link_id id) const { return (*links_)[id].*partner_; }

    const link_table* links_;
    node_id link_table::link::*partner_;
    std::vector<std::vector<link_id>> choices_;
    std::vector<node_id> order_;
    augmenting_matching pairs_;
};

}  // namespace tutti
