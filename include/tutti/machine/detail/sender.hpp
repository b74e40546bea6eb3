/// @file
/// How a node's packets come into the mailboxes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "tutti/machine/detail/activity.hpp"
#include "tutti/machine/detail/engine.hpp"
#include "tutti/machine/mailbox.hpp"
#include "tutti/model/packet.hpp"
#include "tutti/model/port_model.hpp"
#include "tutti/model/violation.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

template <topology Network, packet Packet>
class node;

namespace detail {

/// Sends packets of a slot, of one node after the other. What that takes is looked up once, and
/// the packets are counted in the end.
template <topology Network, packet Packet>
class sender {
    using engine_type = engine<Network, Packet>;
    using node_type = node<Network, Packet>;

public:
    explicit sender(engine_type& shared) noexcept
        : is_restricted_{shared.ports != port_model::all_port || shared.limits_shares},
          network_{*shared.network},
          links_{shared.mail, shared.now},
          receivers_{shared.awake, shared.now + 1},
          free_ports_{free_ports(shared)} {}

    /// What is sent from now on is sent by this node.
    void for_node(node_type& self) noexcept {
        self_ = &self;
        id_ = self.id_;
        sent_before_ = sent_ - (self.has_sent_ ? 1 : 0);
    }

    /// Tells the node if it has sent.
    void leave() const noexcept {
        if (has_sent()) {
            self_->has_sent_ = true;
        }
    }

    /// Like `node::send`.
    void send(port through, const Packet& content) {
        if (!network_.has_port(id_, through)) [[unlikely]] {
            self_->fail(violation_kind::no_such_port, through);
        }
        put<true>(through, content);
    }

    /// Sends `packet_of(port)` through the ports whose bits are set, by increasing port: like
    /// `send` for one after the other.
    template <class PacketOf>
    void send_each(std::uint64_t ports, const PacketOf& packet_of) {
        if (!may_use(ports) || has_sent()) [[unlikely]] {
            for (; ports != 0; ports &= ports - 1) {
                const port through = std::countr_zero(ports);
                send(through, packet_of(through));
            }
        } else if ((ports & (ports + 1)) == 0) {
            send_through_first(std::countr_one(ports), packet_of);
        } else {
            for (; ports != 0; ports &= ports - 1) {
                const port through = std::countr_zero(ports);
                put<false>(through, packet_of(through));
            }
        }
    }

    /// Has the mailbox fetched from memory that a node may send to through a port.
    void prefetch(node_id from, port through) const noexcept {
        if (network_.has_port(from, through)) {
            links_.prefetch(network_.neighbour(from, through), network_.far_port(from, through));
        }
    }

    /// Makes the node run in the next slot.
    void wake() noexcept { receivers_.wake(id_); }

    /// Counts what was sent.
    void add_to(slot_counts& counts) const noexcept {
        counts.sent += sent_;
        counts.control += control_;
    }

private:
    // Whether the node certainly has these ports, and may send through them all.
    [[nodiscard]] bool may_use(std::uint64_t ports) const noexcept {
        if constexpr (regular_topology<Network>) {
            return (ports & ~free_ports_) == 0 && network_.degree(id_) == network_.uniform_ports();
        } else {
            return false;
        }
    }

    [[nodiscard]] static std::uint64_t free_ports(const engine_type& shared) noexcept {
        if constexpr (regular_topology<Network>) {
            const auto count = static_cast<std::size_t>(shared.network->uniform_ports());
            if (shared.ports == port_model::all_port && !shared.limits_shares && count != 0) {
                return ~std::uint64_t{0} >> (word_ports - count);
            }
        }
        return 0;
    }

    // Here, or before it came here.
    [[nodiscard]] bool has_sent() const noexcept { return sent_ != sent_before_; }

    // Through a port that the node has.
    template <bool MayBeRestricted>
    void put(port through, const Packet& content) {
        refuse_empty(through, content);
        const node_id to = network_.neighbour(id_, through);
        const port far = network_.far_port(id_, through);
        refuse_busy(through, to, far);
        if constexpr (MayBeRestricted) {
            if (is_restricted_) [[unlikely]] {
                leave();
                self_->check_restrictions(through, content);
            }
        }
        write(to, far, content);
        pass_on(to, far);
    }

    // Through the first ports, which the node has, if it has sent nothing before. In two loops,
    // each of which needs fewer registers than both in one.
    template <class PacketOf>
    void send_through_first(port end, const PacketOf& packet_of) {
        port written = 0;
        try {
            for (; written < end; ++written) {
                const Packet& content = packet_of(written);
                refuse_empty(written, content);
                write(network_.neighbour(id_, written), network_.far_port(id_, written), content);
            }
        } catch (...) {
            pass_on_first(written);
            throw;
        }
        pass_on_first(written);
    }

    // What was written. If the node has sent after all, here or on its own, it did so to make the
    // packets.
    void pass_on_first(port end) {
        const bool may_be_busy = has_sent() || self_->has_sent_;
        for (port through = 0; through < end; ++through) {
            const node_id to = network_.neighbour(id_, through);
            const port far = network_.far_port(id_, through);
            if (may_be_busy) [[unlikely]] {
                refuse_busy(through, to, far);
            }
            pass_on(to, far);
        }
    }

    void refuse_empty(port through, const Packet& content) const {
        if constexpr (has_an_empty_value<Packet>) {
            if (content == Packet::none()) [[unlikely]] {
                self_->fail(violation_kind::empty_packet, through);
            }
        }
    }

    void refuse_busy(port through, node_id to, port far) const {
        if (links_.is_taken(to, far)) [[unlikely]] {
            self_->fail(violation_kind::link_busy, through);
        }
    }

    // Where the receiver will look.
    void write(node_id to, port far, const Packet& content) {
        links_.write(to, far, content);
        if constexpr (tells_control_from_data<Packet>) {
            if (content.is_control()) [[unlikely]] {
                ++control_;
                // Keeps the branch, without which g++ 12 counts every packet's bit.
                asm volatile("");  // NOLINT(hicpp-no-assembler)
            }
        }
    }

    // Has the receiver find what was written.
    void pass_on(node_id to, port far) {
        links_.mark(to, far);
        receivers_.wake(to);
        ++sent_;
    }

    // Small networks are formulas; others are tables, which are not copied.
    static constexpr std::size_t small = 64;
    using network_known =
        std::conditional_t<std::is_trivially_copyable_v<Network> && sizeof(Network) <= small,
                           Network, const Network&>;

    node_type* self_ = nullptr;
    node_id id_ = 0;
    bool is_restricted_;
    network_known network_;  // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
    typename mailboxes<Network, Packet>::departures links_;
    activity::waker receivers_;
    // Those that a node that has all ports of a regular network may always send through together.
    std::uint64_t free_ports_;
    std::uint64_t sent_ = 0;
    std::uint64_t sent_before_ = 0;  // by other nodes; one less if the node had sent elsewhere
    std::uint64_t control_ = 0;
};

}  // namespace detail
}  // namespace tutti
