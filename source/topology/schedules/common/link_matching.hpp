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

/// Matches the nodes of one side, in order of priority, over their links with nodes of the other. A
/// switch counts as a node for each of its links.
class link_matching {
public:
    /// @param partner the end of a link that is of the other side
    link_matching(const link_table& links, node_id link_table::link::*partner)
        : links_{&links},
          partner_{partner},
          choices_(links.node_count()),
          order_(links.node_count()),
          pairs_{place_count(links), place_count(links)} {}

    /// Links of a node of the first side that may be used, the best first.
    [[nodiscard]] std::vector<link_id>& choices(node_id node) { return choices_[node]; }

    /// The links that are used, by the node of the first side; as many as possible.
    /// @param priority `priority(node)`: the least first, of several the smallest id
    [[nodiscard]] std::vector<link_id> match(const auto& priority) {
        pairs_.clear();
        std::iota(order_.begin(), order_.end(), node_id{0});
        std::ranges::stable_sort(order_, {}, priority);
        const auto candidate = [this](std::uint32_t own, std::uint32_t i) {
            if (own >= links_->node_count()) {
                return i == 0 ? partner_of(own - links_->node_count())
                              : augmenting_matching::nothing;
            }
            return i < choices_[own].size() ? partner_of(choices_[own][i])
                                            : augmenting_matching::nothing;
        };
        for (const node_id node : order_) {
            for_each_place(node, [&](std::uint32_t own) { (void)pairs_.augment(own, candidate); });
        }
        std::vector<link_id> used;
        for (node_id node = 0; node < links_->node_count(); ++node) {
            for_each_place(node, [&](std::uint32_t own) { add_match(used, own); });
        }
        return used;
    }

private:
    /// Nodes, then links of switches.
    [[nodiscard]] static std::uint32_t place_count(const link_table& links) {
        return links.node_count() + (links.has_switches() ? links.link_count() : 0);
    }
    [[nodiscard]] std::uint32_t place_of(link_id id, node_id end) const {
        return links_->is_switch(end) ? links_->node_count() + id : end;
    }
    [[nodiscard]] std::uint32_t partner_of(link_id id) const {
        return place_of(id, (*links_)[id].*partner_);
    }
    void for_each_place(node_id node, const auto& action) const {
        if (!links_->is_switch(node)) {
            action(node);
            return;
        }
        for (const link_id id : choices_[node]) {
            action(place_of(id, node));
        }
    }
    void add_match(std::vector<link_id>& used, std::uint32_t own) const {
        const std::uint32_t partner = pairs_.right_of(own);
        if (partner == augmenting_matching::nothing) {
            return;
        }
        used.push_back(own >= choices_.size()
                           ? own - links_->node_count()
                           : *std::ranges::find(choices_[own], partner,
                                                [this](link_id id) { return partner_of(id); }));
    }

    const link_table* links_;
    node_id link_table::link::*partner_;
    std::vector<std::vector<link_id>> choices_;
    std::vector<node_id> order_;
    augmenting_matching pairs_;
};

}  // namespace tutti
