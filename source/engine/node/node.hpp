/// @file
/// Node of the emulated network. In slot t it reads side t of mailboxes and writes side t+1.
#pragma once

#include <cstdint>
#include <utility>

#include "delivery_writer.hpp"
#include "engine/engine.hpp"
#include "inbox_view.hpp"
#include "node_awaitable.hpp"
#include "node_state.hpp"
#include "sender.hpp"
#include "tutti/node/node_interface.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// Engine's own node, the first model of `node_interface`, which documents the calls.
///
/// What does something must be called by the node's own program while that runs, and throws `error`
/// elsewhere: before the first slot, or in another node's program. A call that breaks the model
/// throws `model_violation`; the machine remembers it, so that catching it hides nothing.
template <topology Network, packet Packet>
class node : pinned {
public:
    using network_type = Network;
    using packet_type = Packet;
    using inbox_view = tutti::inbox_view<Network, Packet>;

    using wait = detail::node_wait<Network, Packet>;
    template <class Store, class Body>
    using loop_wait = detail::loop_wait<Network, Packet, Store, Body>;

    [[nodiscard]] node_id id() const noexcept { return state_.id; }
    [[nodiscard]] int degree() const noexcept { return network().degree(state_.id); }
    [[nodiscard]] bool has(port through) const noexcept {
        return network().has_port(state_.id, through);
    }
    [[nodiscard]] const Network& network() const noexcept { return *state_.engine().network; }
    [[nodiscard]] tutti::slot slot() const noexcept { return state_.now(); }

    /// Transmits `content` through `through` in this slot.
    /// @throws model_violation if the node lacks the port, the link already carries a packet in
    ///   this slot, the packet is the empty one, or the port model forbids it
    void send(port through, const Packet& content) {
        transmit([&](sender& links) { links.send(through, content); });
    }
    /// A number that the packet cannot hold.
    template <narrows_to<Packet> Number>
    void send(port through, Number does_not_fit_into_a_packet) = delete;

    /// Implements `send_each`.
    template <class PacketOf>
    void send_each(std::uint64_t ports, const PacketOf& packet_of) {
        transmit([&](sender& links) { links.send_each(ports, packet_of); });
    }

    /// Packets that arrived at the start of this slot, by increasing port. The view holds for this
    /// slot.
    [[nodiscard]] inbox_view inbox() {
        (void)state_.has_turn("inbox");
        state_.has_taken_inbox = true;
        return inbox_view{state_.engine(), state_.id};
    }

    /// Implements `for_each_arrival`.
    template <class Visit>
    void visit_arrivals(const Visit& visit) {
        (void)state_.has_turn("for_each_arrival");
        state_.has_taken_inbox = true;
        arrivals().visit_arrivals(state_.id, visit);
    }

    /// The packet that arrived through `through`, or none. Valid in this slot.
    /// @throws model_violation if the node lacks the port
    [[nodiscard]] received_packet<Packet> received(port through) {
        if (!state_.has_turn("received")) {
            return nullptr;
        }
        if (!has(through)) {
            state_.fail(violation_kind::no_such_port, through);
        }
        auto mail = arrivals();
        if (!mail.has_arrived(state_.id, through)) {
            return {nullptr, through};
        }
        mail.mark_read(state_.id, through);
        return {&mail.arrival(state_.id, through), through};
    }

    [[nodiscard]] wait next_slot() noexcept {
        return wait{state_, detail::wait_kind::next_slot, slot() + 1};
    }
    [[nodiscard]] wait mail() noexcept { return wait{state_, detail::wait_kind::mail, never}; }
    [[nodiscard]] wait mail_or(tutti::slot at) noexcept {
        return wait{state_, detail::wait_kind::mail_or, at};
    }
    [[nodiscard]] wait until(tutti::slot at) noexcept {
        return wait{state_, detail::wait_kind::until, at};
    }
    [[nodiscard]] wait relay() noexcept { return wait{state_, detail::wait_kind::relay, never}; }

    /// Awaitable of `each_slot`.
    template <class Store, class Body>
    [[nodiscard]] loop_wait<Store, Body> loop(const Store& store, Body body) {
        return {state_, store, std::move(body)};
    }

    void deliver(const message& content) {
        if (!state_.has_turn("deliver")) {
            return;
        }
        auto& counts = *state_.home->counts;
        detail::delivery_writer<Network> one{state_.engine(), network()};
        one.for_node(state_.id);
        one.deliver(content, counts);
        counts.delivered += one.count();
        state_.deliveries += one.digest();
    }

    void mark(milestone end) {
        if (state_.has_turn("mark")) {
            state_.keep_mark(end);
        }
    }

    /// Time passed, in slots that carry a whole message, by the phases whose ends the node has
    /// marked. The clock's slots where the run keeps no time (`run_options::keeps_time`).
    [[nodiscard]] rational time() const {
        return state_.engine().times.empty() ? rational{slot()} : state_.time_at(slot());
    }

    [[nodiscard]] std::uint64_t random() { return state_.has_turn("random") ? state_.draw() : 0; }

private:
    friend class detail::slot_executor<Network, Packet>;

    using sender = detail::sender<Network, Packet>;

    [[nodiscard]] auto arrivals() const noexcept {
        return typename mailboxes<Network, Packet>::arrivals{state_.engine().mail, slot()};
    }

    // Counts the packets that were sent before a violation, too.
    template <class Send>
    void transmit(const Send& send) {
        if (!state_.has_turn("send")) {
            return;
        }
        sender links{state_.engine()};
        links.for_node(state_);
        const auto leave = [&] {
            links.leave();
            links.add_to(*state_.home->counts);
        };
        try {
            send(links);
        } catch (...) {
            leave();
            throw;
        }
        leave();
    }

    detail::node_state<Network, Packet> state_;
};

}  // namespace tutti
