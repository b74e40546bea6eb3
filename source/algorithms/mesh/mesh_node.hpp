/// @file
/// What a node program for arrays and tori is written for.
#pragma once

#include "collectives/input/initial_messages.hpp"
#include "mesh_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/grid.hpp"

namespace tutti {

/// A node of an array or torus whose packets are `mesh_packet`s.
template <class Node>
concept mesh_node = node_of<Node, grid> && carries<Node, mesh_packet>;

}  // namespace tutti
