/// @file
/// Writer of a node's packets to mailboxes.
///
/// In slot t a packet goes to side t+1 of the receiver's mailbox, which this sender alone writes,
/// and the receiver is made runnable in slot t+1.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "engine/engine.hpp"
#include "engine/exchange/send_buffer.hpp"
#include "engine/executor/activity.hpp"
#include "engine/mailbox/mailbox.hpp"
#include "engine/partition/node_partition.hpp"
#include "node/violation.hpp"
#include "node_state.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

template <packet Packet>
class packets_by_port;

/// Sends packets of a slot, of one node after the other. What that takes is looked up once, and
/// the packets are counted in the end.
template <topology Network, packet Packet>
class sender {
    using engine_type = engine<Network, Packet>;
    using state_type = node_state<Network, Packet>;

public:
    explicit sender(engine_type& shared) noexcept
        : is_restricted_{shared.is_restricted()},
          may_cross_{shared.parts->nodes().processes() > 1},
          network_{*shared.network},
          links_{shared.mail, shared.now},
          receivers_{shared.awake, shared.now + 1},
          free_ports_{shared.free_ports} {}

    /// Sets the node of the sends that follow.
    void for_node(state_type& self) noexcept {
        self_ = &self;
        id_ = self.id;
        sent_before_ = sent_ - (self.has_sent ? 1 : 0);
    }

    /// Notes at the node whether it has sent.
    void leave() const noexcept {
        if (has_sent()) {
            self_->has_sent = true;
        }
    }

    /// Like `node::send`.
    void send(port through, const Packet& content) {
        if (!network_.has_port(id_, through)) [[unlikely]] {
            self_->fail(violation_kind::no_such_port, through);
        }
        put<true>(through, content);
    }

    /// Sends `packet_of(port)` through the ports whose bits are set, by increasing port: equivalent
    /// to one `send` for each.
    template <class PacketOf>
    void send_each(std::uint64_t ports, const PacketOf& packet_of) {
        if (!may_use(ports) || has_sent()) [[unlikely]] {
            for (; ports != 0; ports &= ports - 1) {
                const port through = std::countr_zero(ports);
                send(through, packet_of(through));
            }
        } else if (may_cross_) [[unlikely]] {
            send_across(ports, packet_of);
        } else if ((ports & (ports + 1)) == 0) {
            send_through_first(std::countr_one(ports), packet_of);
        } else {
            for (; ports != 0; ports &= ports - 1) {
                const port through = std::countr_zero(ports);
                put<false>(through, packet_of(through));
            }
        }
    }

    /// Packet that a node has sent through a port in this slot, or, where that is on its way to
    /// another process, the latest that it sent there.
    [[nodiscard]] static Packet sent_through(const state_type& self, port through) {
        engine_type& shared = *self.home->shared;
        const node_id to = shared.network->neighbour(self.id, through);
        const port far = shared.network->far_port(self.id, through);
        const node_partition& nodes = nodes_of(self);
        if (is_elsewhere(nodes, to)) {
            return self.home->counts->outbound.template latest_to<Packet>(nodes.owner_of(to));
        }
        return departures{shared.mail, shared.now}.content(to, far);
    }

    /// Has the mailbox fetched from memory that a node may send to through a port.
    void prefetch(node_id from, port through) const noexcept {
        if (network_.has_port(from, through)) {
            links_.prefetch(network_.neighbour(from, through), network_.far_port(from, through));
        }
    }

    /// Makes the node run in the next slot.
    void wake() noexcept { receivers_.wake(id_); }

    /// Adds the sends to the counts.
    void add_to(slot_counts& counts) const noexcept {
        counts.sent += sent_;
        counts.control += control_;
    }

private:
    using departures = typename mailboxes<Network, Packet>::departures;

    [[nodiscard]] static const node_partition& nodes_of(const state_type& self) noexcept {
        return self.home->shared->parts->nodes();
    }
    [[nodiscard]] static bool is_elsewhere(const node_partition& nodes, node_id to) noexcept {
        const auto [first, last] = nodes.own_places();
        return place_in<Network>(nodes, to) - first >= last - first;
    }

    // True if the node certainly has these ports, and may send through them all.
    [[nodiscard]] bool may_use(std::uint64_t ports) const noexcept {
        if constexpr (regular_topology<Network>) {
            return (ports & ~free_ports_) == 0 && network_.degree(id_) == network_.uniform_ports();
        } else {
            return false;
        }
    }

    // Here, or before it came here.
    [[nodiscard]] bool has_sent() const noexcept { return sent_ != sent_before_; }

    // Through a port that the node has.
    template <bool MayBeSpecial>
    void put(port through, const Packet& content) {
        refuse_empty(through, content);
        const node_id to = network_.neighbour(id_, through);
        const port far = network_.far_port(id_, through);
        if constexpr (MayBeSpecial) {
            if (may_cross_ && is_elsewhere(nodes_of(*self_), to)) [[unlikely]] {
                cross(through, to, far, content);
                count(content);
                return;
            }
        }
        refuse_busy(through, to, far);
        if constexpr (MayBeSpecial) {
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

    // Forwards the packet that was written. If the node has sent after all, here or on its own, it
    // did so to make the packets.
    void pass_on_first(port end) {
        const bool may_be_busy = has_sent() || self_->has_sent;
        for (port through = 0; through < end; ++through) {
            const node_id to = network_.neighbour(id_, through);
            const port far = network_.far_port(id_, through);
            if (may_be_busy) [[unlikely]] {
                refuse_busy(through, to, far);
            }
            pass_on(to, far);
        }
    }

    // Where packets may cross to other processes: see crossing_packets.hpp.
    template <class PacketOf>
    void send_across(std::uint64_t ports, const PacketOf& packet_of);
    void pass_on_across(port end, const packets_by_port<Packet>& crossing);
    void cross(port through, node_id to, port far, const Packet& content);
    static void add_outbound(state_type& self, port through, node_id to, port far,
                             const Packet& content);
    [[nodiscard]] bool leads_elsewhere(port through) const noexcept;

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

    // Writes to the mailbox that the receiver will read.
    void write(node_id to, port far, const Packet& content) {
        links_.write(to, far, content);
        count(content);
    }

    void count(const Packet& content) {
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
    using closed_form_network =
        std::conditional_t<std::is_trivially_copyable_v<Network> && sizeof(Network) <= small,
                           Network, const Network&>;

    state_type* self_ = nullptr;
    node_id id_ = 0;
    bool is_restricted_;
    bool may_cross_;
    closed_form_network network_;  // NOLINT(cppcoreguidelines-avoid-const-or-ref-data-members)
    departures links_;
    activity::waker receivers_;
    std::uint64_t free_ports_;
    std::uint64_t sent_ = 0;
    std::uint64_t sent_before_ = 0;  // by other nodes; one less if the node had sent elsewhere
    std::uint64_t control_ = 0;
};

}  // namespace tutti::detail

#include "crossing_packets.hpp"
