/// @file
/// Who watches a run.
#pragma once

#include <concepts>
#include <span>

#include "tutti/model/message.hpp"
#include "tutti/model/packet.hpp"
#include "tutti/model/slot.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// A transmission: `from` sent `content` through `through` in clock slot `at`.
template <packet Packet>
struct transmission {
    slot at = 0;
    node_id from = 0;
    port through = 0;
    Packet content{};
};

/// A delivery: the program of `to` handed `content` to its host in clock slot `at`.
struct delivery {
    slot at = 0;
    node_id to = 0;
    message content{};
};

/// Is told every transmission and delivery of a run after the slot in which they happened: first
/// the slot's transmissions by node and port, then its deliveries by node and in the order in which
/// the program made them. The order is the same for every thread count and executor. Called from
/// one thread.
template <class T, class Packet>
concept observer = requires(T watcher, const transmission<Packet>& sent, const delivery& done) {
    watcher.sent(sent);
    watcher.delivered(done);
};

/// Watches nothing and costs nothing.
struct no_observer {
    template <class Packet>
    static void sent(const transmission<Packet>& /*sent*/) noexcept {}
    static void delivered(const delivery& /*done*/) noexcept {}
};

/// The host of every node: is handed the messages that programs deliver.
///
/// They come in the order in which the node's program made them, when it does. Thread safety:
/// `accept` is called at the same time for different nodes, never for one.
///
/// A host may offer more members, all noexcept. `notes()` gives an object whose `accept(message)`
/// is called in place of the above, for messages of the node that its `stand_at(node)` was told
/// last; several may live at the same time, so it keeps nothing to itself. `prefetch(node, count)`
/// is told how many messages will be handed over soon, and says whether `prefetch(node, message)`
/// is to be told each of them.
template <class T>
concept host = requires(T receiver, node_id node, std::span<const message> contents) {
    { receiver.accept(node, contents) } noexcept;
};

/// Takes every message and asks nothing.
struct no_host {
    static void accept(node_id /*node*/, std::span<const message> /*contents*/) noexcept {}
};

static_assert(host<no_host>);

}  // namespace tutti
