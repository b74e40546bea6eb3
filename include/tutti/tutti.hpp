/// @file
/// All that a node program is written with; tutti/engine/run.hpp runs it.
#pragma once

#include "tutti/node/node_interface.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"
