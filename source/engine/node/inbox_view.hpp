/// @file
/// Range view of the packets that arrived at a node.
///
/// In slot t it reads side t of the mailboxes, which no sender writes before slot t+1.
#pragma once

#include <cstddef>
#include <iterator>

#include "engine/engine.hpp"
#include "engine/mailbox/mailbox.hpp"
#include "node/misuse.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The arrivals of a slot at one node, as a range of `arrival<Packet>` by increasing port.
template <topology Network, packet Packet>
class inbox_view {
    using engine_type = detail::engine<Network, Packet>;
    using arrivals = typename mailboxes<Network, Packet>::arrivals;

public:
    class iterator {
    public:
        using value_type = arrival<Packet>;
        using difference_type = std::ptrdiff_t;

        iterator() = default;
        iterator(engine_type& shared, node_id at) noexcept
            : shared_{&shared},
              slot_{shared.now},
              node_{at},
              ports_{arrivals{shared.mail, shared.now}.ports(at)} {}

        [[nodiscard]] value_type operator*() const noexcept {
            const port through = *ports_;
            return {.through = through,
                    .packet = arrivals{shared_->mail, shared_->now}.arrival(node_, through)};
        }
        /// @throws error if the slot is over: a program that waits here has lost what comes next
        iterator& operator++() {
            if (shared_->now != slot_) [[unlikely]] {
                detail::refuse_old_inbox();
            }
            ++ports_;
            return *this;
        }
        iterator operator++(int) {
            iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const iterator& left, std::default_sentinel_t /*end*/) noexcept {
            return !left.ports_;
        }

    private:
        engine_type* shared_ = nullptr;
        slot slot_ = 0;
        node_id node_ = 0;
        port_scan ports_;
    };

    inbox_view(engine_type& shared, node_id at) noexcept
        : shared_{&shared}, slot_{shared.now}, node_{at} {}

    /// @throws error if the slot is over
    [[nodiscard]] iterator begin() const {
        if (shared_->now != slot_) [[unlikely]] {
            detail::refuse_old_inbox();
        }
        return {*shared_, node_};
    }
    [[nodiscard]] static std::default_sentinel_t end() noexcept { return {}; }
    [[nodiscard]] bool empty() const { return begin() == end(); }
    /// @throws error if nothing came
    [[nodiscard]] arrival<Packet> front() const {
        const iterator first = begin();
        if (first == end()) [[unlikely]] {
            detail::refuse_empty_inbox();
        }
        return *first;
    }

private:
    engine_type* shared_;
    slot slot_;
    node_id node_;
};

}  // namespace tutti
