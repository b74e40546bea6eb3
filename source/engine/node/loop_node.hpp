/// @file
/// View of a node within a loop over slots.
#pragma once

#include <cstdint>

#include "delivery_writer.hpp"
#include "engine/engine.hpp"
#include "engine/mailbox/mailbox.hpp"
#include "inbox_view.hpp"
#include "node_state.hpp"
#include "sender.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// View of a node within a loop over slots (`each_slot`); the calls and their errors are documented
/// at `node`. One object visits the nodes of a block one after the other, so that
/// what the calls need is looked up once and stays in registers.
template <topology Network, packet Packet>
class loop_node {
public:
    using network_type = Network;
    using packet_type = Packet;
    using inbox_view = tutti::inbox_view<Network, Packet>;

    [[nodiscard]] node_id id() const noexcept { return id_; }
    [[nodiscard]] int degree() const noexcept { return network().degree(id_); }
    [[nodiscard]] bool has(port through) const noexcept { return network().has_port(id_, through); }
    [[nodiscard]] const Network& network() const noexcept { return *shared_->network; }
    [[nodiscard]] tutti::slot slot() const noexcept { return now_; }

    void send(port through, const Packet& content) { links_.send(through, content); }
    /// A number that the packet cannot hold.
    template <narrows_to<Packet> Number>
    void send(port through, Number does_not_fit_into_a_packet) = delete;

    /// Implements `send_each`.
    template <class PacketOf>
    void send_each(std::uint64_t ports, const PacketOf& packet_of) {
        links_.send_each(ports, packet_of);
    }

    [[nodiscard]] inbox_view inbox() noexcept {
        has_taken_inbox_ = true;
        return inbox_view{*shared_, id_};
    }

    /// Implements `for_each_arrival`.
    template <class Visit>
    void visit_arrivals(const Visit& visit) {
        has_taken_inbox_ = true;
        mail_.visit_arrivals(id_, visit);
    }

    [[nodiscard]] received_packet<Packet> received(port through) {
        if (!has(through)) {
            self_->fail(violation_kind::no_such_port, through);
        }
        if (!mail_.has_arrived(id_, through)) {
            return {nullptr, through};
        }
        mail_.mark_read(id_, through);
        return {&mail_.arrival(id_, through), through};
    }

    void deliver(const message& content) { handed_.deliver(content, *counts_); }

    void mark(milestone end) {
        links_.leave();
        self_->keep_mark(end);
    }

    [[nodiscard]] std::uint64_t random() noexcept { return self_->draw(); }

private:
    template <topology, packet, class, class>
    friend class detail::loop_sweep;

    using engine_type = detail::engine<Network, Packet>;
    using state_type = detail::node_state<Network, Packet>;

    loop_node(engine_type& shared, detail::slot_counters& counts) noexcept
        : shared_{&shared},
          counts_{&counts},
          now_{shared.now},
          mail_{shared.mail, shared.now},
          links_{shared},
          handed_{shared, *shared.network} {}

    void for_node(state_type& self) noexcept {
        self_ = &self;
        id_ = self.id;
        has_taken_inbox_ = self.has_taken_inbox;
        links_.for_node(self);
        handed_.for_node(id_);
    }

    // Notes at the node what it did.
    void leave() noexcept {
        links_.leave();
        self_->has_taken_inbox = has_taken_inbox_;
        self_->deliveries += handed_.digest();
    }

    // The node runs in the next slot without mail.
    void stay_awake() noexcept {
        ++awake_;
        links_.wake();
    }

    // Counts what all did.
    void add_up() const noexcept {
        counts_->awake += awake_;
        links_.add_to(*counts_);
        counts_->delivered += handed_.count();
    }

    engine_type* shared_;
    detail::slot_counters* counts_;
    tutti::slot now_;
    typename mailboxes<Network, Packet>::arrivals mail_;
    detail::sender<Network, Packet> links_;
    detail::delivery_writer<Network> handed_;
    state_type* self_ = nullptr;
    node_id id_ = 0;
    bool has_taken_inbox_ = false;
    std::uint64_t awake_ = 0;
};

}  // namespace tutti
