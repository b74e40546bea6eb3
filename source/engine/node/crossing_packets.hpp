/// @file
/// Packets of a sender to nodes of other processes.
///
/// A packet to another process goes into the send buffer of the shard, which is exchanged by the
/// end of the slot, in place of a mailbox.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/exchange/send_buffer.hpp"
#include "engine/partition/node_partition.hpp"
#include "node/violation.hpp"
#include "sender.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// Room for a packet a port, of which none is there at first.
template <packet Packet>
class packets_by_port {
public:
    packets_by_port() noexcept = default;
    void keep(port through, const Packet& content) noexcept {
        std::memcpy(&bytes_[place_of(through)], &content, sizeof content);
    }
    [[nodiscard]] Packet operator[](port through) const noexcept {
        Packet content{};
        std::memcpy(&content, &bytes_[place_of(through)], sizeof content);
        return content;
    }

private:
    [[nodiscard]] static std::size_t place_of(port through) noexcept {
        return port_index(through) * sizeof(Packet);
    }
    std::array<std::byte, word_ports * sizeof(Packet)> bytes_;  // most are never written
};

template <topology Network, packet Packet>
void sender<Network, Packet>::cross(port through, node_id to, port far, const Packet& content) {
    leave();
    add_outbound(*self_, through, to, far, content);
    ++sent_;
}

// A function that does not know the sender, which so stays in registers.
template <topology Network, packet Packet>
[[gnu::noinline]] void sender<Network, Packet>::add_outbound(state_type& self, port through,
                                                             node_id to, port far,
                                                             const Packet& content) {
    send_buffer& outbound = self.home->counts->outbound;
    if (outbound.has_sent(self.id, through)) {
        self.fail(violation_kind::link_busy, through);
    }
    const std::size_t process = nodes_of(self).owner_of(to);
    outbound.make_room(process, outbound_packet<Packet>::size, self.id, through);
    if (self.home->shared->is_restricted()) {
        self.check_restrictions(through, content);
    }
    outbound.add(process, through,
                 outbound_packet<Packet>{.to = to, .far = far, .content = content});
}

// Through the first ports, as in one process, and through other ports one after the other. What
// goes to other processes is kept until the node has made all packets.
template <topology Network, packet Packet>
template <class PacketOf>
void sender<Network, Packet>::send_across(std::uint64_t ports, const PacketOf& packet_of) {
    if ((ports & (ports + 1)) != 0) {
        for (; ports != 0; ports &= ports - 1) {
            const port through = std::countr_zero(ports);
            put<true>(through, packet_of(through));
        }
        return;
    }
    packets_by_port<Packet> crossing;  // NOLINT(*-member-init): most of it is never used
    port end = 0;
    try {
        for (; end < std::countr_one(ports); ++end) {
            const Packet& content = packet_of(end);
            refuse_empty(end, content);
            if (leads_elsewhere(end)) {
                count(content);
                crossing.keep(end, content);
            } else {
                write(network_.neighbour(id_, end), network_.far_port(id_, end), content);
            }
        }
    } catch (...) {
        pass_on_across(end, crossing);
        throw;
    }
    pass_on_across(end, crossing);
}

template <topology Network, packet Packet>
void sender<Network, Packet>::pass_on_across(port end, const packets_by_port<Packet>& crossing) {
    const bool may_be_busy = has_sent() || self_->has_sent;
    for (port through = 0; through < end; ++through) {
        const node_id to = network_.neighbour(id_, through);
        const port far = network_.far_port(id_, through);
        if (leads_elsewhere(through)) {
            cross(through, to, far, crossing[through]);
            continue;
        }
        if (may_be_busy) [[unlikely]] {
            refuse_busy(through, to, far);
        }
        pass_on(to, far);
    }
}

template <topology Network, packet Packet>
bool sender<Network, Packet>::leads_elsewhere(port through) const noexcept {
    const engine_type& shared = *self_->home->shared;
    return through >= shared.inner_ports &&
           is_elsewhere(shared.parts->nodes(), network_.neighbour(id_, through));
}

}  // namespace tutti::detail
