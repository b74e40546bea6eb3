/// @file
/// Requirement of a collective: the deliveries that it needs, and their counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <variant>
#include <vector>

#include "collectives/input/broadcasters.hpp"
#include "reduction.hpp"
#include "topology/participant_set.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Every message of every broadcaster at every participant, its origin included.
struct all_messages_everywhere {
    std::size_t node_count = 0;
    broadcaster_set senders;
    participant_set receivers{};  ///< the nodes that get them
};

/// Each message at the nodes that it is for: multicast, groups. Verified one by one, so that
/// messages times nodes are at most the bits of the verifier's budget.
struct messages_for_some {
    std::size_t node_count = 0;
    broadcaster_set senders;
    /// Whether a node gets a message; asked once for each of both.
    std::function<bool(node_id origin, std::uint32_t number, node_id node)> is_for;
};

/// One message at each node: `expected[x]` at node x.
struct one_message_each {
    std::vector<message> expected;
    participant_set receivers{};  ///< the others get none
};

/// Requirement of prefix sums: at each node the sum, mod 2^64, of the payloads of the messages of
/// the nodes from its own id upwards, as its own message.
struct sums_upwards {
    std::size_t node_count = 0;
    broadcaster_set senders;
    participant_set receivers{};  ///< the nodes that get one
};

/// Every message at one node, which its origin and number determine: scatter, gather, exchange.
struct addressed_messages {
    std::size_t node_count = 0;
    broadcaster_set senders;
    std::function<node_id(node_id origin, std::uint32_t number)> destination;

    /// Memory of the senders, at most one a node, and of their check.
    [[nodiscard]] static constexpr std::uint64_t bytes(std::uint64_t node_count,
                                                       std::uint64_t message_count) noexcept {
        constexpr std::uint64_t index_bytes = 2 * sizeof(std::uint32_t);  // where an origin's begin
        return node_count * (broadcaster_set::bytes_each + index_bytes) + message_count;
    }
};

/// Messages of these origins at every node, in this order. Where an origin occurs again, it is its
/// next message that is meant.
struct ordered_everywhere {
    std::size_t node_count = 0;
    std::vector<node_id> order;
};

/// Messages that become known as they come: those of every origin at every node, in the order of
/// their numbers. What one node has, all must have in the end.
struct streamed_everywhere {
    std::size_t node_count = 0;
};

/// Deliveries that a collective requires.
using requirement =
    std::variant<all_messages_everywhere, messages_for_some, one_message_each, sums_upwards,
                 addressed_messages, ordered_everywhere, streamed_everywhere, folded_values>;

/// Counts of the deliveries, compared with the requirement.
struct delivery_counts {
    std::uint64_t required = 0;
    std::uint64_t delivered = 0;      ///< required, and delivered with the right payload
    std::uint64_t missing = 0;        ///< required, and not delivered with the right payload
    std::uint64_t duplicate = 0;      ///< delivered again
    std::uint64_t unexpected = 0;     ///< delivered where it does not belong, or unknown
    std::uint64_t wrong_payload = 0;  ///< those of the unexpected that differ in the payload alone

    [[nodiscard]] bool hold() const noexcept {
        return missing == 0 && duplicate == 0 && unexpected == 0;
    }
    friend bool operator==(const delivery_counts&, const delivery_counts&) = default;
};

}  // namespace tutti
