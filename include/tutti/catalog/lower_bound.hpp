/// @file
/// Lower bound on a time, with its assumptions and proof.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "collectives/packet_size.hpp"
#include "tutti/node/rational.hpp"

namespace tutti {

/// Lower bound on the time of any algorithm for its problem, under an assumption about packets.
struct lower_bound {
    rational units = 0;  ///< of whole packets
    packet_size assumes = packet_size::whole();
    std::string proof = "none is known";  ///< a phrase that says why
    std::string name = "none";            ///< of the kind of bound, for example "quickest flow"
    /// Numbers that a reader checks the proof by; empty where there are none, or too many.
    std::string certificate{};

    friend bool operator==(const lower_bound&, const lower_bound&) = default;
};

/// The largest of them; of equals, the first. @pre there is one
[[nodiscard]] lower_bound strongest(std::initializer_list<lower_bound> bounds);

/// Makes `least` the smaller of the two: the rest holds for all that it was made from.
void weaken(std::optional<lower_bound>& least, const lower_bound& other);

/// "16 for whole packets: the farthest node is 16 links away"
[[nodiscard]] std::string to_string(const lower_bound& bound);

}  // namespace tutti
