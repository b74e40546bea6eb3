/// @file
/// Dense rows and columns of a matrix: the entries that move when it is transposed.
#pragma once

#include <cstdint>
#include <vector>

#include "collectives/input/broadcasters.hpp"
#include "delivery_verifier.hpp"
#include "packet_size.hpp"
#include "tutti/catalog/lower_bound.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The dense columns and rows of an N x N matrix, of which node x of N has column x and is to have
/// row x, in increasing order. Its dense entries off the diagonal are the messages: a node with a
/// dense column has one for every other node, any other has one for each dense row but its own,
/// both by increasing destination.
///
/// A partial exchange is a matrix without dense rows, a partial gather one without dense columns.
/// Varvarigos and Bertsekas, partial multinode broadcast, section 1; what is in a dense column and
/// in a dense row is one entry.
struct dense_lines {
    std::vector<node_id> columns{};
    std::vector<node_id> rows{};
};

/// Of some nodes: how many they are, and how many of the dense columns and rows are theirs.
struct dense_counts {
    std::uint64_t nodes = 0;
    std::uint64_t columns = 0;
    std::uint64_t rows = 0;
};

/// Messages that leave some nodes, and that come in to them.
struct dense_crossings {
    std::uint64_t out = 0;
    std::uint64_t in = 0;
};

/// Of `inside`, which are some of `counts` nodes.
[[nodiscard]] constexpr dense_crossings crossings(const dense_counts& counts,
                                                  const dense_counts& inside) noexcept {
    const dense_counts outside{.nodes = counts.nodes - inside.nodes,
                               .columns = counts.columns - inside.columns,
                               .rows = counts.rows - inside.rows};
    const auto from_to = [](const dense_counts& from, const dense_counts& to) {
        return from.columns * to.nodes + (from.nodes - from.columns) * to.rows;
    };
    return {.out = from_to(inside, outside), .in = from_to(outside, inside)};
}

/// Lines named by the parameters "columns" and "rows".
[[nodiscard]] dense_lines dense_lines_of(const setting& setting);

/// Number of messages of each of `node_count` nodes.
[[nodiscard]] broadcaster_set senders_of(std::uint64_t node_count, const dense_lines& dense);

/// Requirement of all messages at their destinations, for the given number of nodes.
[[nodiscard]] addressed_messages required_of(std::uint64_t node_count, dense_lines dense);

/// Time that it takes to move the messages: the way of a message, flows to every node and from it,
/// and weights. On arrays and tori of p x p nodes also, whatever the ports, what a node, and what a
/// box of nodes, must let in or out over its links. All boxes up to p = 32;
/// beyond, the bands of whole rows or columns along an edge and the squares in a corner. Varvarigos
/// and Bertsekas, partial multinode broadcast, section 5.
[[nodiscard]] lower_bound dense_lines_bound(const problem& problem, packet_size packets,
                                            const dense_lines& dense);

}  // namespace tutti
