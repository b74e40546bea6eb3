/// @file
/// Node interface: the concepts that the engine's nodes and views model and node programs use.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "node/mark.hpp"
#include "node/misuse.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The packet that came through a port at the start of a slot, or nothing: a pointer that may be
/// tested, and that is safe to follow. It holds for this slot.
///
///     if (const auto heard = self.received(2)) { self.send(3, *heard); }
template <packet Packet>
class received_packet {
public:
    /// Nothing.
    received_packet(std::nullptr_t /*none*/ = nullptr) noexcept {}
    /// @param packet null if nothing came; outlives the slot
    received_packet(const Packet* packet, port through) noexcept
        : packet_{packet}, through_{through} {}

    /// The same packet for a view, whose program knows the port by another number.
    [[nodiscard]] received_packet seen_at(port through) const noexcept {
        return {packet_, through};
    }

    [[nodiscard]] explicit operator bool() const noexcept { return packet_ != nullptr; }
    [[nodiscard]] friend bool operator==(received_packet one, std::nullptr_t /*none*/) noexcept {
        return one.packet_ == nullptr;
    }

    /// @throws error if nothing came
    [[nodiscard]] const Packet& operator*() const {
        if (packet_ == nullptr) [[unlikely]] {
            detail::refuse_missing_packet(through_);
        }
        return *packet_;
    }
    /// @throws error if nothing came
    [[nodiscard]] const Packet* operator->() const { return &**this; }

private:
    const Packet* packet_ = nullptr;
    port through_ = -1;
};

namespace detail {

/// Why a node sleeps; `nothing` while its program runs.
enum class wait_kind : std::uint8_t {
    returned,
    next_slot,
    mail,
    mail_or,
    until,
    relay,
    loop,
    nothing
};

}  // namespace detail

/// Wait of a node after a slot's work in `each_slot`, in the terms of `node_interface`.
class wait_for {
public:
    [[nodiscard]] static constexpr wait_for next_slot() noexcept {
        return {detail::wait_kind::next_slot, never};
    }
    [[nodiscard]] static constexpr wait_for mail() noexcept {
        return {detail::wait_kind::mail, never};
    }
    /// Until mail or slot `at`. If that is not in the future, the body is called again at once.
    [[nodiscard]] static constexpr wait_for mail_or(slot at) noexcept {
        return {detail::wait_kind::mail_or, at};
    }
    /// The loop is over: the program goes on in this slot.
    [[nodiscard]] static constexpr wait_for nothing() noexcept {
        return {detail::wait_kind::nothing, never};
    }

    [[nodiscard]] constexpr detail::wait_kind kind() const noexcept { return kind_; }
    /// The slot of `mail_or`.
    [[nodiscard]] constexpr slot wake() const noexcept { return wake_; }

private:
    constexpr wait_for(detail::wait_kind kind, slot wake) noexcept : kind_{kind}, wake_{wake} {}

    detail::wait_kind kind_;
    slot wake_;
};

/// The packets that a node sends and receives.
template <class Node>
using packet_of = typename Node::packet_type;

/// Network of a node.
template <class Node>
using network_of = typename Node::network_type;

template <class Node>
concept knows_its_place = requires(const Node& self, port through) {
    { self.id() } -> std::same_as<node_id>;
    { self.degree() } -> std::same_as<int>;
    { self.has(through) } -> std::same_as<bool>;
    { self.network() } -> std::convertible_to<const network_of<Node>&>;
    { self.slot() } -> std::same_as<slot>;
};

template <class Node>
concept sends_packets =
    packet<packet_of<Node>> &&
    requires(Node& self, port through, packet_of<Node> content) { self.send(through, content); };

template <class Node>
concept reads_its_mail = requires(Node& self, port through) {
    self.inbox().begin();
    self.inbox().end();
    { self.inbox().empty() } -> std::same_as<bool>;
    { self.inbox().front().through } -> std::convertible_to<port>;
    { self.inbox().front().packet } -> std::convertible_to<packet_of<Node>>;
    { self.received(through) } -> std::same_as<received_packet<packet_of<Node>>>;
};

template <class Node>
concept waits_for_slots_and_mail = requires(Node& self, slot at) {
    self.next_slot();
    self.mail();
    self.mail_or(at);
    self.until(at);
    self.relay();
};

template <class Node>
concept delivers_and_marks = requires(Node& self, message content, milestone end) {
    self.deliver(content);
    self.mark(end);
    { self.random() } -> std::same_as<std::uint64_t>;
};

/// A node that works in a slot: all of `node_interface` but the waits.
template <class Node>
concept node_at_work = knows_its_place<Node> && sends_packets<Node> && reads_its_mail<Node> &&
                       delivers_and_marks<Node>;

/// A node as its program sees it. Slots are clock slots, counted from 0.
///
/// - `id()`, `degree()`, `has(port)`, `network()`, `slot()`: own id and ports, the network's
///   parameters, the current slot
/// - `send(port, packet)`: transmit in this slot; the neighbour sees it in the next one
/// - `inbox()`, `received(port)`: what arrived at the start of this slot, by increasing port;
///   `received` is false if nothing did. What it points to stays as it is until the slot is over
/// - `co_await next_slot()`: sleep until the next slot
/// - `co_await mail()`: sleep until a later slot in which a packet arrives
/// - `co_await mail_or(t)`: sleep until a later slot with mail, or until slot t
/// - `co_await until(t)`: sleep until slot t, before which no mail may come
/// - `co_await relay()`: done, but goes on forwarding: like `mail()`, and the run may end meanwhile
/// - `deliver(message)`: this node has this message
/// - `mark(milestone)`: say that this node has itself detected a phase's end
/// - `random()`: the next number of this node's own stream
///
/// `mail()` never returns at once, `mail_or(t)` and `until(t)` do if slot t is not in the future.
template <class Node>
concept node_interface = node_at_work<Node> && waits_for_slots_and_mail<Node>;

/// Sends `packet_of(port)` through every port whose bit is set in `ports`, by increasing port:
/// equivalent to one `self.send` for each, and faster.
/// @param packet_of must not itself send or mark anything
template <class Node, class PacketOf>
void send_each(Node& self, std::uint64_t ports, const PacketOf& packet_of) {
    static_assert(!narrows_to<std::remove_cvref_t<std::invoke_result_t<const PacketOf&, port>>,
                              tutti::packet_of<Node>>,
                  "a packet cannot hold this number");
    if constexpr (requires { self.send_each(ports, packet_of); }) {
        self.send_each(ports, packet_of);
    } else {
        for (; ports != 0; ports &= ports - 1) {
            const port through = std::countr_zero(ports);
            self.send(through, packet_of(through));
        }
    }
}

/// Calls `visit(port, packet)` for every packet that arrived at the start of this slot, by
/// increasing port. Faster than a loop over the inbox in a coroutine, whose variables live in its
/// frame. The packets are those that `received` points to.
template <node_at_work Node, class Visit>
void for_each_arrival(Node& self, const Visit& visit) {
    if constexpr (requires { self.visit_arrivals(visit); }) {
        self.visit_arrivals(visit);
    } else {
        for (const auto& arrived : self.inbox()) {
            visit(arrived.through, *self.received(arrived.through));
        }
    }
}

/// Store of a program that can be fetched from memory some time before it is used (`port_queues`):
/// `prefetch` changes nothing.
template <class T>
concept prefetchable = requires(const T& store) { store.prefetch(); };

/// Store whose `prefetch` is a function: for what depends on the slot which part will be used.
template <class Prefetch>
struct look_ahead {
    Prefetch prefetch;
};
template <class Prefetch>
look_ahead(Prefetch) -> look_ahead<Prefetch>;

namespace detail {

/// Store of a loop that names none.
struct no_store {
    static void prefetch() noexcept {}
};
inline constexpr no_store nothing_kept;

template <node_interface Node, class Body>
task<> loop_as_program(Node& self, Body body) {
    for (;;) {
        const wait_for next = body(self);
        switch (next.kind()) {
            case wait_kind::next_slot:
                co_await self.next_slot();
                break;
            case wait_kind::mail:
                co_await self.mail();
                break;
            case wait_kind::mail_or:
                co_await self.mail_or(next.wake());
                break;
            default:
                co_return;
        }
    }
}

}  // namespace detail

/// Calls `body(node)` at once and then in every slot that it has waited for, until it waits for
/// nothing:
///
///     co_await each_slot(self, queues, [&](auto& node) {
///         for_each_arrival(node, [&](port, const auto& packet) { take(node, packet); });
///         queues.drain(node);
///         return queues.empty() ? wait_for::mail() : wait_for::next_slot();
///     });
///
/// Equivalent to a loop in the coroutine that awaits between calls, and a few times faster, because
/// the engine calls the body itself and the compiler sees both. `node` is the program's node as
/// `node_at_work`: good for this call, and the only one that the body may use. What leaves the body
/// is thrown here.
/// @param store what the body works with: fetched from memory ahead of the call, where that pays.
///   It and the variables that the body refers to live as long as the expression
template <node_interface Node, prefetchable Store, class Body>
[[nodiscard]] auto each_slot(Node& self, const Store& store, Body body) {
    if constexpr (requires { self.loop(store, std::move(body)); }) {
        return self.loop(store, std::move(body));
    } else {
        return detail::loop_as_program(self, std::move(body));
    }
}
/// The same without a store.
template <node_interface Node, class Body>
[[nodiscard]] auto each_slot(Node& self, Body body) {
    return each_slot(self, detail::nothing_kept, std::move(body));
}

template <class Node, class Network>
concept stands_in = std::same_as<network_of<Node>, Network>;

template <class Node, class Packet>
concept carries = std::same_as<packet_of<Node>, Packet>;

/// Node of a `Network`, with any packet type: the requirements of a program on its node.
template <class Node, class Network>
concept node_of = node_interface<Node> && stands_in<Node, Network>;

/// Requirements of a body of `each_slot` on its node.
template <class Node, class Network>
concept node_at_work_of = node_at_work<Node> && stands_in<Node, Network>;

}  // namespace tutti
