/// @file
/// Lower bound on the packets that move in a run that delivers what a collective requires.
#pragma once

#include <cstdint>

#include "collectives/input/broadcasters.hpp"
#include "collectives/requirement.hpp"
#include "tutti/topology/network.hpp"

namespace tutti {

/// Crossings of links that deliveries away from the origins of messages need.
struct journeys {
    /// In whole messages: a packet that carries 1/m of a message counts as 1/m.
    std::uint64_t messages = 0;
    /// True if packets that carry no message count, too: sums are none.
    bool counts_control = false;
};

/// The least number that any algorithm needs. A node that is delivered a message of another one has
/// received it over a link, and a message for one node alone crosses as many links as their
/// distance, where the network has a closed form of distances. Of m values that k participants sum
/// up, m(k-1) contributions are sent, and as many results again where all of them get these.
/// @param broadcasters number of messages of each node at the start
/// @throws std::overflow_error if it does not fit 64 bits
[[nodiscard]] journeys least_journeys(const requirement& required, const network& net,
                                      const broadcaster_set& broadcasters);

/// Likewise for messages that came while the run went on. @param nodes that take part
/// @param delivered at all of these
[[nodiscard]] journeys journeys_of_streams(std::uint64_t nodes, std::uint64_t delivered) noexcept;

}  // namespace tutti
