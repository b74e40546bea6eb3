/// @file
/// Node of the node programs for hypercubes.
#pragma once

#include "collectives/input/initial_messages.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// Node of a hypercube whose packets are `short_packet`s.
template <class Node>
concept cube_node = node_of<Node, hypercube> && carries<Node, short_packet>;

}  // namespace tutti
