/// @file
/// What a node program for hypercubes is written for.
#pragma once

#include "collectives/input/initial_messages.hpp"
#include "tutti/catalog/cube_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// A node of a hypercube whose packets are `cube_packet`s.
template <class Node>
concept cube_node = node_of<Node, hypercube> && carries<Node, cube_packet>;

}  // namespace tutti
