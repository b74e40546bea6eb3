/// @file
/// What a node program sees of its node: the face that the machine's nodes and views share.
#pragma once

#include <bit>
#include <concepts>
#include <coroutine>
#include <cstdint>
#include <type_traits>

#include "tutti/machine/mark.hpp"
#include "tutti/machine/message.hpp"
#include "tutti/machine/packet.hpp"
#include "tutti/machine/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The packets that a node sends and receives.
template <class Node>
using packet_of = typename Node::packet_type;

/// The network that a node stands in.
template <class Node>
using network_of = typename Node::network_type;

template <class Node>
concept knows_its_place = requires(const Node self, port through) {
    { self.id() } -> std::same_as<node_id>;
    { self.degree() } -> std::same_as<int>;
    { self.has(through) } -> std::same_as<bool>;
    { self.network() } -> std::convertible_to<const network_of<Node>&>;
    { self.slot() } -> std::same_as<slot>;
};

template <class Node>
concept sends_packets =
    packet<packet_of<Node>> &&
    requires(Node self, port through, packet_of<Node> content) { self.send(through, content); };

template <class Node>
concept reads_its_mail = requires(Node self, port through) {
    self.inbox().begin();
    self.inbox().end();
    { self.inbox().empty() } -> std::same_as<bool>;
    { self.inbox().front().through } -> std::convertible_to<port>;
    { self.inbox().front().packet } -> std::convertible_to<packet_of<Node>>;
    { self.received(through) } -> std::convertible_to<const packet_of<Node>*>;
};

template <class Node>
concept waits_for_slots_and_mail = requires(Node self, slot at) {
    self.next_slot();
    self.mail();
    self.mail_or(at);
    self.until(at);
    self.relay();
};

template <class Node>
concept serves_its_host = requires(Node self, message content, milestone end) {
    self.deliver(content);
    self.mark(end);
    { self.random() } -> std::same_as<std::uint64_t>;
};

/// A node as its program sees it. Slots are clock slots, counted from 0.
///
/// | call | meaning |
/// | --- | --- |
/// | `id()`, `degree()`, `has(port)`, `network()`, `slot()` | own id and ports, the network's
/// parameters, the current slot | | `send(port, packet)` | transmit in this slot; the neighbour
/// sees it in the next one | | `inbox()`, `received(port)` | what arrived at the start of this
/// slot, by increasing port; null if nothing did | | `co_await next_slot()` | sleep until the next
/// slot | | `co_await mail()` | sleep until a later slot in which a packet arrives | | `co_await
/// mail_or(t)` | sleep until a later slot with mail, or until slot t | | `co_await until(t)` |
/// sleep until slot t, before which no mail may come | | `co_await relay()` | done, but goes on
/// forwarding: like `mail()`, and the run may end meanwhile | | `deliver(message)` | hand a message
/// to the node's own host | | `mark(milestone)` | say that this node has itself detected a phase's
/// end | | `random()` | the next number of this node's own stream |
///
/// `mail()` never returns at once, `mail_or(t)` and `until(t)` do if slot t is not in the future.
template <class Node>
concept node_face = knows_its_place<Node> && sends_packets<Node> && reads_its_mail<Node> &&
                    waits_for_slots_and_mail<Node> && serves_its_host<Node>;

/// Sends by its node's own `send`.
template <node_face Node>
class plain_sender {
public:
    explicit plain_sender(Node& self) noexcept : self_{&self} {}
    void send(port through, const packet_of<Node>& content) { self_->send(through, content); }
    template <class PacketOf>
    void send_each(std::uint64_t ports, const PacketOf& content_of) {
        for (; ports != 0; ports &= ports - 1) {
            const port through = std::countr_zero(ports);
            self_->send(through, content_of(through));
        }
    }

private:
    Node* self_;
};

/// What sends several packets of a slot: `sending(self).send(port, packet)` does what
/// `self.send(port, packet)` does, and is faster from the second packet on; `send_each(ports, of)`
/// sends `of(port)` through every port whose bit is set in the 64-bit word, by increasing port. It
/// counts when it ends, which it must before the program sleeps: else that throws.
template <node_face Node>
[[nodiscard]] auto sending(Node& self) {
    if constexpr (requires { self.begin_sending(); }) {
        return self.begin_sending();
    } else {
        return plain_sender<Node>{self};
    }
}

/// `co_await fetched(self)` lets other nodes run while memory comes that was prefetched, and goes
/// on in the same slot; once a slot, and at once where all programs together keep little. Of
/// different phases, mark no two in a slot around it: their order, which tells where one ends and
/// the next begins, is that in which the nodes come to it.
template <node_face Node>
[[nodiscard]] auto fetched(Node& self) {
    if constexpr (requires { self.memory(); }) {
        return self.memory();
    } else {
        return std::suspend_never{};
    }
}

/// Calls `visit(port, packet)` for every packet that arrived at the start of this slot, by
/// increasing port. Faster than a loop over the inbox in a coroutine, whose variables live in its
/// frame.
template <node_face Node, class Visit>
void for_each_arrival(Node& self, const Visit& visit) {
    if constexpr (requires { self.visit_arrivals(visit); }) {
        self.visit_arrivals(visit);
    } else {
        for (const auto& [through, packet] : self.inbox()) {
            visit(through, packet);
        }
    }
}

template <class Node, class Network>
concept stands_in = std::same_as<network_of<Node>, Network>;

template <class Node, class Packet>
concept carries = std::same_as<packet_of<Node>, Packet>;

/// A node of a `Network`, with any packet type: what a program asks of its node.
template <class Node, class Network>
concept node_of = node_face<Node> && stands_in<Node, Network>;

}  // namespace tutti
