/// @file
/// Program of collectives whose messages have one destination each and go there by a schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "algorithms/any/destination.hpp"
#include "collectives/input/initial_messages.hpp"
#include "node/mark.hpp"
#include "node/schedule.hpp"
#include "node_rows.hpp"
#include "topology/schedules/common/duplex_mode.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Number of a message in a schedule, and its destination.
struct message_address {
    std::uint32_t number = 0;
    node_id destination = 0;
};

/// Addresses in a schedule with number s N + d for the message of node s for node d.
template <topology Network>
struct exchange_address {
    const Network* net;

    explicit exchange_address(const Network& on) : net{&on} {}
    [[nodiscard]] message_address operator()(const message& content) const {
        const node_id to = destination_of(*net, content.origin, content.number);
        return {.number = static_cast<std::uint32_t>(content.origin * net->node_count() + to),
                .destination = to};
    }
};

/// Addresses with number d for the root's message for node d.
template <topology Network>
struct scatter_address {
    const Network* net;

    explicit scatter_address(const Network& on) : net{&on} {}
    [[nodiscard]] message_address operator()(const message& content) const {
        const node_id to = destination_of(*net, content.origin, content.number);
        return {.number = to, .destination = to};
    }
};

/// Addresses with number s for the message of node s for the root.
struct gather_address {
    node_id root = 0;

    [[nodiscard]] message_address operator()(const message& content) const {
        return {.number = content.origin, .destination = root};
    }
};

/// Mode of the schedules that obey `ports` with one port.
[[nodiscard]] constexpr duplex_mode duplex_mode_of(port_model ports) noexcept {
    return duplex_of(ports) == duplex::full ? duplex_mode::full : duplex_mode::half;
}

/// Messages that a node still has to send, by their numbers in a schedule, from which `play` sends.
/// @tparam AddressOf `address_of(message)` gives a `message_address`
/// @tparam Arrive `arrive(node, message)` takes a message for the node
template <class AddressOf, class Arrive>
class transit_messages {
public:
    transit_messages(AddressOf address_of, Arrive arrive)
        : address_of_{std::move(address_of)}, arrive_{std::move(arrive)} {}

    template <node_at_work Node>
    void take(Node& node, const short_packet& packet) {
        const message content = packet.as_message();
        const auto [number, destination] = address_of_(content);
        if (destination == node.id()) {
            arrive_(node, content);
        } else {
            waiting_.emplace(number, packet);
        }
    }
    /// Sends the message of a row, if it has come.
    template <node_at_work Node>
    void send(Node& node, port through, std::uint64_t number) {
        if (const auto entry = waiting_.extract(static_cast<std::uint32_t>(number))) {
            node.send(through, entry.mapped());
        }
    }
    template <node_at_work Node>
    void receive(Node& node) {
        for_each_arrival(node, [&](port, const short_packet& packet) { take(node, packet); });
    }

private:
    AddressOf address_of_;
    Arrive arrive_;
    std::unordered_map<std::uint32_t, short_packet> waiting_;
};

/// Node's part in a schedule of messages with one destination each: it sends what its rows say, and
/// delivers the messages that are for it. All nodes mark the end in the last slot.
/// @param address_of as `transit_messages` has it
template <node_interface Node, class AddressOf>
    requires carries<Node, short_packet>
task<> deliver_by_schedule(Node& self, initial_messages messages, AddressOf address_of,
                           std::shared_ptr<const scheduled_parts> table, milestone end) {
    transit_messages store{std::move(address_of),
                           [](auto& node, const message& content) { node.deliver(content); }};
    for (std::size_t m = 0; m < messages.size(); ++m) {
        store.take(self, short_packet::of(messages[m]));
    }
    const slot slots = table->parts.front().slots();
    const schedule rows = schedule_of(std::move(table));
    co_await play(self, rows, {.node = self.id()}, slots, store);
    self.mark(end);
}

}  // namespace tutti
