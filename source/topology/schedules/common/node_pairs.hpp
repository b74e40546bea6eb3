/// @file
/// Pairs of neighbours that communicate in a slot of a network with one half-duplex port.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "link_table.hpp"

namespace tutti {

/// Greedy matching of the nodes of a network, improved by paths of three links. Switches are always
/// free, and two of them use their links both ways.
class node_pairs {
public:
    explicit node_pairs(const link_table& links)
        : links_{&links}, link_at_(links.node_count(), no_link) {}

    /// The links that are used, by receiver. A link of `order` joins its two ends if both are free.
    /// Then each free node a by id looks for the first path a-x-y-b to another free node, x and y
    /// being a pair, whose outer links are of use: then they replace the inner one.
    /// @param useful `useful(id)`: the link could be used in its direction
    /// @param directed `directed(id)`: the link or its reverse, whichever is to be used
    [[nodiscard]] std::vector<link_id> match(std::span<const link_id> order, const auto& useful,
                                             const auto& directed) {
        std::ranges::fill(link_at_, no_link);
        std::vector<link_id> used;
        for (const link_id id : order) {
            const auto& [from, to, through, reverse] = (*links_)[id];
            if (links_->is_switch(from) && links_->is_switch(to)) {
                used.push_back(id);
            } else if (is_free(from) && is_free(to)) {
                join(id);
            }
        }
        for (node_id node = 0; node < links_->node_count(); ++node) {
            if (is_free(node) && !links_->is_switch(node)) {
                augment(node, useful, directed);
            }
        }
        for (node_id node = 0; node < links_->node_count(); ++node) {
            if (!is_free(node) && is_counted_at(node)) {
                used.push_back(link_at_[node]);
            }
        }
        return used;
    }

private:
    // A link counts once: at its receiver, or at the one of its ends that is no switch.
    [[nodiscard]] bool is_counted_at(node_id node) const {
        const node_id to = (*links_)[link_at_[node]].to;
        return to == node || links_->is_switch(to);
    }
    [[nodiscard]] bool is_free(node_id node) const { return link_at_[node] == no_link; }

    void join(link_id id) {
        for (const node_id end : {(*links_)[id].from, (*links_)[id].to}) {
            link_at_[end] = links_->is_switch(end) ? no_link : id;
        }
    }

    void augment(node_id node, const auto& useful, const auto& directed) {
        const auto is_useful = [&](link_id id) {
            return useful(id) || useful((*links_)[id].reverse);
        };
        for (const link_id first : links_->ids_of(node)) {
            const node_id near = (*links_)[first].to;
            if (!is_useful(first) || links_->is_switch(near)) {
                continue;
            }
            const auto& inner = (*links_)[link_at_[near]];
            const node_id far = inner.from != near ? inner.from : inner.to;
            if (links_->is_switch(far)) {
                continue;
            }
            for (const link_id last : links_->ids_of(far)) {
                const node_id end = (*links_)[last].to;
                if (end != node && end != near && is_free(end) && is_useful(last)) {
                    join(directed(first));
                    join(directed(last));
                    return;
                }
            }
        }
    }

    const link_table* links_;
    std::vector<link_id> link_at_;  // of each node that is not free
};

}  // namespace tutti
