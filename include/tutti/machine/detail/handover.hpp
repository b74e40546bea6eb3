/// @file
/// How a node's deliveries come to its host.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "tutti/machine/detail/engine.hpp"
#include "tutti/machine/digest.hpp"
#include "tutti/machine/message.hpp"
#include "tutti/machine/observer.hpp"
#include "tutti/machine/packet.hpp"
#include "tutti/machine/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Hands the messages that a node delivers in a slot to its host, and adds up their digest.
template <topology Network, packet Packet, host Host, observer<Packet> Observer>
class handover {
    using engine_type = engine<Network, Packet, Host, Observer>;

public:
    handover(const engine_type& shared, node_id at) noexcept
        : receiver_{shared.receiver},
          now_{shared.now},
          id_{at},
          notes_{notes_of(*shared.receiver, at)} {}

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

    /// The sum of the messages' `delivery_digest`.
    [[nodiscard]] std::uint64_t digest() const noexcept { return digest_; }
    [[nodiscard]] std::uint64_t count() const noexcept { return count_; }

private:
    static constexpr bool takes_notes = requires(Host all, node_id at, const message content) {
        { all.noting(at).accept(content) } noexcept;
    };
    struct nothing {};

    [[nodiscard]] static auto notes_of(Host& receiver, node_id at) noexcept {
        if constexpr (takes_notes) {
            return receiver.noting(at);
        } else {
            return nothing{};
        }
    }

    Host* receiver_;
    slot now_;
    node_id id_;
    decltype(notes_of(std::declval<Host&>(), node_id{})) notes_;
    std::uint64_t digest_ = 0;
    std::uint64_t count_ = 0;
};

}  // namespace tutti::detail
