/// @file
/// Numbers of the packets of a collective in the rows of a schedule.
#pragma once

#include <cstdint>

#include "collectives/destination.hpp"
#include "schedule/foreign_schedule.hpp"
#include "topology/embeddings/gray_code.hpp"
#include "topology/participant_set.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Numbers of messages, by their origins and destinations, with the pieces of one behind each
/// other.
struct packet_numbering {
    schedule_collective collective = schedule_collective::allgather;
    bool is_hypercube = false;  ///< whose messages are for nodes at a difference
    std::uint64_t nodes = 1;
    std::uint32_t pieces = 1;  ///< of a message
    node_id root = 0;
    participant_set participants{};

    /// @param destination of a message that has a single one
    [[nodiscard]] std::uint64_t number_of(node_id origin, node_id destination,
                                          std::uint32_t piece) const noexcept {
        const std::uint64_t message = collective == schedule_collective::broadcast ? 0
                                      : collective == schedule_collective::scatter ? destination
                                      : collective == schedule_collective::alltoall
                                          ? origin * nodes + destination
                                          : std::uint64_t{origin};
        return message * pieces + piece;
    }
    [[nodiscard]] std::uint64_t number_of(const message& content,
                                          std::uint32_t piece) const noexcept {
        return number_of(content.origin, has_destination() ? destination(content) : 0, piece);
    }
    /// True if nodes deliver messages in the order of the collective.
    [[nodiscard]] bool is_in_order() const noexcept {
        return collective == schedule_collective::successive_broadcasts;
    }
    /// Place of a node's message in that order.
    [[nodiscard]] node_id place_of(node_id origin) const noexcept {
        return is_hypercube ? gray_code::index(origin) : origin;
    }
    /// True if a node needs a message.
    [[nodiscard]] bool is_for(node_id node, const message& content) const noexcept {
        return has_destination()                           ? destination(content) == node
               : collective == schedule_collective::gather ? node == root
                                                           : participants.contains(node);
    }
    /// True if a node needs a value of a reduction.
    [[nodiscard]] bool is_for(node_id node, std::uint32_t value) const noexcept {
        return collective == schedule_collective::reduce ? node == root
               : collective == schedule_collective::reduce_scatter
                   ? participants.at(value % participants.size(nodes)) == node
                   : participants.contains(node);
    }

private:
    [[nodiscard]] bool has_destination() const noexcept {
        return collective == schedule_collective::scatter ||
               collective == schedule_collective::alltoall;
    }
    [[nodiscard]] node_id destination(const message& content) const noexcept {
        return destination_of(is_hypercube, participants, content.origin, content.number);
    }
};

}  // namespace tutti
