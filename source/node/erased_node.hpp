/// @file
/// Type-erased node: the node interface with virtual calls, for kinds that are known at run time
/// only.
#pragma once

#include <cstdint>
#include <span>

#include "tutti/node/node_interface.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/topology.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// The face of a node (`node_interface`) for programs that are compiled once for all kinds of
/// nodes: the machine's, views, and nodes that tests tamper with.
template <topology Network, packet Packet>
class erased_node : polymorphic {
public:
    using network_type = Network;
    using packet_type = Packet;

    [[nodiscard]] virtual node_id id() const noexcept = 0;
    [[nodiscard]] virtual const Network& network() const noexcept = 0;
    [[nodiscard]] virtual tutti::slot slot() const noexcept = 0;
    [[nodiscard]] int degree() const noexcept { return network().degree(id()); }
    [[nodiscard]] bool has(port through) const noexcept {
        return network().has_port(id(), through);
    }

    virtual void send(port through, const Packet& content) = 0;
    [[nodiscard]] virtual std::span<const arrival<Packet>> inbox() = 0;
    [[nodiscard]] virtual received_packet<Packet> received(port through) = 0;

    [[nodiscard]] virtual task<> next_slot() = 0;
    [[nodiscard]] virtual task<> mail() = 0;
    [[nodiscard]] virtual task<> mail_or(tutti::slot at) = 0;
    [[nodiscard]] virtual task<> until(tutti::slot at) = 0;
    [[nodiscard]] virtual task<> relay() = 0;

    virtual void deliver(const message& content) = 0;
    virtual void mark(milestone end) = 0;
    [[nodiscard]] virtual std::uint64_t random() = 0;
};

}  // namespace tutti
