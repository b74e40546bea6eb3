/// @file
/// Destinations of messages in collectives where every node has one message for each other node.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "topology/participant_set.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Destination of message `number` of `origin` in scatter and total exchange: the numbers go
/// through all other nodes, on a hypercube by the difference of the ids, elsewhere by their own.
template <topology Network>
[[nodiscard]] node_id destination_of(const Network& /*network*/, node_id origin,
                                     std::uint32_t number) noexcept {
    if constexpr (std::same_as<Network, hypercube>) {
        return origin ^ (number + 1);
    } else {
        return number < origin ? number : number + 1;
    }
}

/// The same among participants: unless all nodes are some, their numbers go through the others by
/// their ids.
[[nodiscard]] inline node_id destination_of(bool is_hypercube, const participant_set& participants,
                                            node_id origin, std::uint32_t number) noexcept {
    if (is_hypercube && participants.is_everyone()) {
        return origin ^ (number + 1);
    }
    return participants.at(number < participants.rank_of(origin) ? number
                                                                 : number + std::size_t{1});
}
template <topology Network>
[[nodiscard]] node_id destination_of(const Network& /*network*/,
                                     const participant_set& participants, node_id origin,
                                     std::uint32_t number) noexcept {
    return destination_of(std::same_as<Network, hypercube>, participants, origin, number);
}

/// Destination of a packet with such a message.
template <topology Network, class Packet>
[[nodiscard]] node_id destination_of(const Network& net, const Packet& packet) noexcept {
    const message content = packet.as_message();
    return destination_of(net, content.origin, content.number);
}

}  // namespace tutti
