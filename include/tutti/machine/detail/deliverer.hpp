/// @file
/// How a node's deliveries come to where they are taken.
#pragma once

#include <cstdint>

#include "tutti/machine/deliveries.hpp"
#include "tutti/machine/detail/engine.hpp"
#include "tutti/machine/digest.hpp"
#include "tutti/model/message.hpp"
#include "tutti/model/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Delivers messages of a slot, of one node after the other, and adds up each node's digest. What
/// that takes is looked up once.
class deliverer {
public:
    // In a slot that is watched, or in which messages may come before they can, none is usual: that
    // costs the others nothing.
    explicit deliverer(const run_state& shared) noexcept
        : shared_{&shared},
          now_{shared.now},
          usual_{shared.is_watched || shared.now < shared.longest_way
                     ? deliveries::intake{}
                     : deliveries::intake{*shared.receiver}} {}

    /// What is delivered from now on is delivered at `node`.
    void for_node(node_id node) noexcept {
        id_ = node;
        digest_ = 0;
        usual_.for_node(node);
    }

    void deliver(const message& content, tally& counts) {
        digest_ += delivery_digest(id_, content, now_);
        ++count_;
        if (!usual_.accept(content)) [[unlikely]] {
            deliver_unusual(*shared_, counts, id_, content);
        }
    }

    /// The sum of the `delivery_digest` of the node's messages.
    [[nodiscard]] std::uint64_t digest() const noexcept { return digest_; }
    /// Messages of all nodes.
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

private:
    // Of no object, whose members would have to be in memory then, and with no way out but the end:
    // the sums of a sweep stay in registers. Without memory for what a sink wants, the tally says
    // so.
    static void deliver_unusual(const run_state& shared, tally& counts, node_id node,
                                message content) noexcept;

    const run_state* shared_;
    slot now_;
    deliveries::intake usual_;
    node_id id_ = 0;
    std::uint64_t digest_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace tutti::detail
