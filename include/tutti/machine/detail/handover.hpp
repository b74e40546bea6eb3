/// @file
/// How a node's deliveries come to its host.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "tutti/machine/detail/engine.hpp"
#include "tutti/machine/digest.hpp"
#include "tutti/machine/observer.hpp"
#include "tutti/model/message.hpp"
#include "tutti/model/packet.hpp"
#include "tutti/model/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Hands the messages that nodes deliver in a slot to their host, one node after the other, and
/// adds up each node's digest. What that takes is looked up once.
template <topology Network, packet Packet, host Host, observer<Packet> Observer>
class handover {
    using engine_type = engine<Network, Packet, Host, Observer>;

public:
    explicit handover(const engine_type& shared) noexcept
        : receiver_{shared.receiver}, now_{shared.now}, notes_{notes_of(*shared.receiver)} {}

    /// What is delivered from now on is delivered at `node`.
    void stand_at(node_id node) noexcept {
        id_ = node;
        digest_ = 0;
        if constexpr (takes_notes) {
            notes_.stand_at(node);
        }
    }

    void deliver(const message& content, tally<Packet>& counts) {
        digest_ += delivery_digest(id_, content, now_);
        ++count_;
        if constexpr (takes_notes) {
            notes_.accept(content);
        } else {
            receiver_->accept(id_, std::span{&content, 1});
        }
        if constexpr (engine_type::is_observed) {
            counts.deliveries.push_back({.at = now_, .to = id_, .content = content});
        }
    }

    /// The sum of the `delivery_digest` of the node's messages.
    [[nodiscard]] std::uint64_t digest() const noexcept { return digest_; }
    /// Messages of all nodes.
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

private:
    static constexpr bool takes_notes = requires(Host all, node_id at, const message content) {
        { all.notes().stand_at(at) } noexcept;
        { all.notes().accept(content) } noexcept;
    };
    struct nothing {};

    [[nodiscard]] static auto notes_of(Host& receiver) noexcept {
        if constexpr (takes_notes) {
            return receiver.notes();
        } else {
            return nothing{};
        }
    }

    Host* receiver_;
    slot now_;
    decltype(notes_of(std::declval<Host&>())) notes_;
    node_id id_ = 0;
    std::uint64_t digest_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace tutti::detail
