/// @file
/// Writer of a node's deliveries to the sinks that take them.
#pragma once

#include <cstdint>

#include "delivery_sink.hpp"
#include "engine/engine.hpp"
#include "node/digest.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Delivers on the slow path. `is_early`: it came before it can have come.
//
// Of no object, whose members would have to be in memory then, and with no way out but the end: the
// sums of a sweep stay in registers. Without memory for what a sink wants, the tally says so.
void deliver_slow_path(const run_state& shared, slot_counters& counts, node_id node,
                       message content, bool is_early) noexcept;

/// Delivers messages of a slot, of one node after the other, and adds up each node's digest. What
/// that takes is looked up once.
template <topology Network>
class delivery_writer {
public:
    // In a slot that is watched none is usual, nor in one in which some nodes have to be quiet; and
    // in one in which messages may come before they can, each is looked at: that costs the others
    // nothing.
    delivery_writer(const run_state& shared, const Network& net) noexcept
        : shared_{&shared}, network_{&net}, now_{shared.now}, usual_{*shared.receiver} {
        if (shared.is_watched || (now_ < shared.longest_way && !shared.quiet_slots.empty())) {
            usual_ = {};
        } else if (now_ < shared.longest_way) {
            usual_.close();
        }
    }

    /// Sets the node of the deliveries that follow.
    void for_node(node_id node) noexcept {
        id_ = node;
        digest_ = 0;
        position_ = digest_position(node, now_);
        usual_.for_node(node);
    }

    void deliver(const message& content, slot_counters& counts) {
        std::uint64_t key = 0;
        ++count_;
        if (!usual_.accept(content, key)) [[unlikely]] {
            key = digest_key(content.origin, content.number);
            deliver_closely(content, counts);
        }
        digest_ += delivery_digest(position_, content.payload, key);
    }

    /// The sum of the `delivery_digest` of the node's messages.
    [[nodiscard]] std::uint64_t digest() const noexcept { return digest_; }
    /// Messages of all nodes.
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

private:
    // Most messages of a run's first slots end here, without a call.
    void deliver_closely(const message& content, slot_counters& counts) noexcept {
        if (!usual_.accept_closed(content)) [[unlikely]] {
            // What is reduced has no origin that says anything.
            const bool is_early =
                now_ < shared_->longest_way && content.origin < network_->node_count() &&
                (shared_->quiet_slots.empty() ? is_too_far(content.origin) : has_to_be_quiet());
            deliver_slow_path(*shared_, counts, id_, content, is_early);
        } else if (is_too_far(content.origin)) [[unlikely]] {
            counts.note_early(id_);
        }
    }

    // True if fewer slots have passed than the node needs to hear from all nodes whose values it
    // reduces.
    [[nodiscard]] bool has_to_be_quiet() const noexcept {
        return !shared_->quiet_slots.empty() && shared_->quiet_slots[id_] > now_;
    }

    // True if fewer slots have passed than there are links to the origin.
    [[nodiscard]] bool is_too_far(node_id origin) const noexcept {
        if constexpr (measures_distances<Network>) {
            return network_->distance(origin, id_) > now_;
        } else {
            return shared_->distances != nullptr ? shared_->distances->between(origin, id_) > now_
                                                 : now_ == 0 && origin != id_;
        }
    }

    const run_state* shared_;
    const Network* network_;
    slot now_;
    delivery_sink::node_sink usual_;
    node_id id_ = 0;
    std::uint64_t digest_ = 0;
    std::uint64_t position_ = 0;  // `digest_position` of the node
    std::uint64_t count_ = 0;
};

}  // namespace tutti::detail
