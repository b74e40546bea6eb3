/// @file
/// Program of broadcasts whose packets have numbers, by a schedule.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "collectives/input/initial_messages.hpp"
#include "node/mark.hpp"
#include "node/node_buffer.hpp"
#include "node/pieces.hpp"
#include "node/schedule.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Pieces of a message at a node as what a schedule sends, by number. The message is delivered when
/// it is complete, if the node takes part.
class numbered_packets {
public:
    numbered_packets(std::size_t count, bool delivers) : packets_{count}, delivers_{delivers} {
        std::ranges::fill(packets_.values(), short_packet::none());
    }

    template <node_at_work Node>
    void take(Node& node, const short_packet& packet) {
        packets_.values()[packet.part().index] = packet;
        if (!delivers_) {
            return;
        }
        if (const auto complete = pieces_.add(packet.content(), packet.part())) {
            node.deliver(*complete);
        }
    }
    template <node_at_work Node>
    void send(Node& node, port through, std::uint64_t number) {
        node.send(through, packets_.values()[number]);
    }
    template <node_at_work Node>
    void receive(Node& node) {
        for_each_arrival(
            node, [&](port /*through*/, const short_packet& arrived) { take(node, arrived); });
    }

private:
    node_buffer<short_packet> packets_;
    assembly pieces_;
    bool delivers_;
};

/// Node's part in a broadcast by schedule: it sends the scheduled packets, and keeps what comes.
/// All nodes mark "broadcast".
///
/// Time: exactly the slots of the schedule.
/// @param pieces of the root's message, each a packet
/// @param sends outlives the task
/// @param delivers whether the node takes part
template <node_interface Node>
    requires carries<Node, short_packet>
task<> broadcast_by_schedule(Node& self, initial_messages messages, std::uint8_t pieces,
                             node_id root, const schedule& sends, slot slots, bool delivers) {
    numbered_packets store{pieces, delivers};
    for (std::size_t i = 0; i < messages.size(); ++i) {
        for (std::uint8_t index = 0; index < pieces; ++index) {
            store.take(self,
                       short_packet::of_piece(messages[i], {.index = index, .count = pieces}));
        }
    }
    co_await play(self, sends, {.node = self.id(), .root = root}, slots, store);
    self.mark("broadcast");
}

}  // namespace tutti
