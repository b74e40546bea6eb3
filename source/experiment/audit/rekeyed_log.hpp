/// @file
/// Replacement of the payloads in the log of a node.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "collectives/input/derived_payloads.hpp"
#include "node_log.hpp"

namespace tutti {

/// Log of a node as it would be if messages had other payloads.
struct rekeyed_log {
    node_log log;
    std::string
        inapplicable_reason{};  ///< why that is not known, or empty; then the log is as it was
    std::vector<std::size_t> places{};  ///< of the payloads in packets
};

/// Replaces the payloads of all messages in what the node sent, delivered and got. That takes that
/// all packets say which message they carry, and have its payload at the same place; sums and other
/// values that are made of several payloads are none of a message.
[[nodiscard]] rekeyed_log rekey(const node_log& log, const derived_payloads& old,
                                const derived_payloads& fresh);

}  // namespace tutti
