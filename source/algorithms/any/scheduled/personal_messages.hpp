/// @file
/// Program of collectives whose messages have one destination each and go there by a schedule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "collectives/destination.hpp"
#include "collectives/input/initial_messages.hpp"
#include "node/mark.hpp"
#include "node/node_rows.hpp"
#include "node/schedule.hpp"
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

/// Addresses of the messages in a schedule for an exchange, a scatter or a gather.
template <topology Network>
struct personal_address {
    const Network* net = nullptr;
    const participant_set* participants = nullptr;
    /// N in an exchange: the message of node s for node d has the number s N + d, else d.
    std::uint64_t numbers_an_origin = 0;
    std::optional<node_id> root{};  ///< in a gather, where the message of node s has the number s

    [[nodiscard]] message_address operator()(const message& content) const {
        if (root) {
            return {.number = content.origin, .destination = *root};
        }
        const node_id to = destination_of(*net, *participants, content.origin, content.number);
        return {.number = static_cast<std::uint32_t>(content.origin * numbers_an_origin + to),
                .destination = to};
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
template <node_interface Node>
    requires carries<Node, short_packet>
task<> deliver_by_schedule(Node& self, initial_messages messages,
                           personal_address<network_of<Node>> address,
                           std::shared_ptr<const scheduled_parts> table, milestone end) {
    transit_messages store{address,
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
