/// @file
/// Schedule of multinode broadcast, all ports, on networks with translations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "common/link_table.hpp"
#include "common/send_table.hpp"

namespace tutti {

/// Labels of the links of a network such that, for every node x, the map of the nodes that takes 0
/// to x and keeps labels is an automorphism: a translation. Every node has one link of every label.
class link_labels {
public:
    /// Tries the ports as labels, then the differences of the two ids modulo N, then their
    /// exclusive or; null if none of them has translations. The search visits links * degree links.
    [[nodiscard]] static std::optional<link_labels> of(const link_table& links);

    /// Number of labels, which run from 0 in the order of what they stand for.
    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
    [[nodiscard]] link_id link_of(node_id node, std::uint32_t label) const {
        return link_of_[std::size_t{node} * count_ + label];
    }

private:
    std::uint32_t count_ = 0;
    std::vector<link_id> link_of_;  // by node and label
};

/// The way of the packet of node 0, which all others take translated: in every slot each label is
/// used by one hop at most, hence each link by one packet. Matches in every slot as many labels as
/// possible to nodes that are not reached yet, the nearest first. In all but one of the networks
/// that were tried the slots are ceil((N-1) / degree), the least; no proof is known.
///
/// A generalisation of the matching of offsets on tori of Varvarigos and Bertsekas (1994) to Cayley
/// graphs. O(slots * links) time; 16 bytes a node and 4 a link. Null without translations.
class translation_schedule {
public:
    /// Node `to` is reached over the link of a label of `from`.
    struct hop {
        std::uint32_t slot = 1;
        std::uint32_t label = 0;
        node_id from = 0;
        node_id to = 0;
    };

    [[nodiscard]] static std::optional<translation_schedule> of(const link_table& links);

    [[nodiscard]] std::uint32_t slots() const { return hops_.empty() ? 0 : hops_.back().slot; }
    [[nodiscard]] std::span<const hop> hops() const noexcept { return hops_; }
    [[nodiscard]] const link_labels& labels() const noexcept { return labels_; }

    /// The sends of all packets: N-1 for each node.
    [[nodiscard]] send_table sends(const link_table& links) const;

private:
    explicit translation_schedule(link_labels labels) : labels_{std::move(labels)} {}

    link_labels labels_;
    std::vector<hop> hops_;
};

[[nodiscard]] schedule_cost translation_schedule_cost(std::uint64_t nodes, std::uint64_t links);

}  // namespace tutti
