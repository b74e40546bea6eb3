/// @file
/// Assignment of messages to nodes at the start of a run.
#pragma once

#include <cstdint>
#include <utility>

#include "broadcasters.hpp"
#include "initial_messages.hpp"
#include "payloads.hpp"
#include "tutti/catalog/arrivals.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Hands every node its own messages, and those alone.
class assignment {
public:
    assignment(broadcaster_set senders, payloads contents)
        : senders_{std::move(senders)}, contents_{contents} {}

    /// The messages of `node`; none if it has nothing to send.
    [[nodiscard]] initial_messages given_to(node_id node) const;

    /// Sum of the messages of `node`, mod 2^64: a number that no other node can guess.
    [[nodiscard]] std::uint64_t value_of(node_id node) const;

    /// Source of the messages that arrive at `node` during the run. @param rate messages a slot
    [[nodiscard]] arrival_source arrivals_at(node_id node, const rational& rate) const {
        return {node, rate, contents_};
    }

private:
    broadcaster_set senders_;
    payloads contents_;
};

}  // namespace tutti
