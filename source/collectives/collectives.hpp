/// @file
/// Definitions of the collectives of the papers, for the catalogue.
///
/// Lower bounds hold for the port model of the problem. On hypercubes they are for whole packets,
/// which is what the papers on hypercubes send; elsewhere messages may be cut, unless it says so.
#pragma once

#include <vector>

#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// One message of the root, at every node.
[[nodiscard]] collective broadcast();
/// Any number of messages of any nodes, all at every node.
/// Lower bound on hypercubes: Stamoulis and Tsitsiklis 1991, 3.1; on arrays and tori: Varvarigos
/// and Bertsekas, partial multinode broadcast, (3) and (4).
[[nodiscard]] collective simultaneous_broadcast();
/// A message of every node, all at every node.
[[nodiscard]] collective multinode_broadcast();

/// A message of the root for every other node: on a hypercube, number m is for root ^ (m+1);
/// elsewhere for the m-th other node.
[[nodiscard]] collective scatter();
/// A message of every other node for the root.
[[nodiscard]] collective gather();
/// A message of every node for every other, numbered as in `scatter()`. K is the number of nodes.
[[nodiscard]] collective total_exchange();

/// Reductions of values of every node, as many as the parameter "values" has, each combined with
/// those of the same number of all others by the parameter "operator": the results at the root,
/// number i at node i mod N, or all at every node. Lower bounds are for whole values:
/// spec/reductions.md, 0.3.
[[nodiscard]] collective reduce();
[[nodiscard]] collective reduce_scatter();
[[nodiscard]] collective allreduce();
/// Barrier: no node goes on before every node has called, in slots that are drawn up to the
/// parameter "skew". A node delivers message 0 of node 0, without a payload, when it goes on.
[[nodiscard]] collective barrier();

/// At every node the sum of the counts of the nodes from its own id upwards: a node's count is the
/// number of packets that `--broadcasters` gives it.
[[nodiscard]] collective prefix_sum();
/// A message of every node, all at every node in the order of the Gray code; on networks other than
/// hypercubes, of the ids.
[[nodiscard]] collective successive_broadcasts();

/// A message of each of some nodes of an array, at the first nodes, in the order of their ids.
[[nodiscard]] collective packing();
/// The same at the nodes that the parameter "to" names, by increasing id as the sources.
[[nodiscard]] collective monotone_routing();
/// Destinations of the messages of a routing problem, by the ranks of their nodes: as the parameter
/// "to" says, or the first nodes.
[[nodiscard]] std::vector<node_id> destinations_of(const problem& problem);

/// Dynamic broadcast: messages that arrive at all nodes during the run, at the rate of the
/// parameter "rate", all at every node. What it takes depends on the algorithm.
[[nodiscard]] collective dynamic_broadcast();
/// Torus emulation: messages of every node of an array with sides of three or more, one for each
/// port of the torus that `fold` embeds in the array: number m is for the node that is "steps"
/// links on through port m, after that parameter.
[[nodiscard]] collective torus_emulation();
/// Ring emulation on a path: number 0 goes backwards around the ring and number 1 ahead.
[[nodiscard]] collective ring_emulation();

/// A message of each of some nodes for every other node, by increasing id.
/// Lower bound: `dense_lines_bound`, of a matrix with their columns.
[[nodiscard]] collective partial_exchange();
/// A message of every node for each of some nodes but itself, by increasing id; bounded likewise,
/// with their rows.
[[nodiscard]] collective partial_gather();
/// The entries of the `dense_lines` that the parameters "columns" and "rows" name, at the nodes of
/// their rows; bounded likewise. A node's value is 1 if its own column is dense, else 0.
[[nodiscard]] collective matrix_transposition();

}  // namespace tutti
