/// @file
/// Inputs of the nodes in one run of a program.
#pragma once

#include <any>
#include <functional>
#include <memory>

#include "collectives/input/node_input.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/node/message.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Mapping of the messages of a program on a view to the messages of the network below.
using origin_mapping = std::function<message(const message& content)>;

/// Inputs of the nodes in one run. All three may be called at the same time for different nodes.
struct run_inputs {
    std::function<node_input(node_id)> input;          ///< each node's own; never null
    std::function<knowledge(node_id)> node_knowledge;  ///< null: nodes have no knowledge
    /// The same for every node, where it is: `node_knowledge` is not asked then, and programs share
    /// this.
    std::shared_ptr<const knowledge> common_knowledge{};
    /// Receiver of the return values of nodes' programs; null: none.
    std::function<void(node_id, std::any)> outcome{};
    /// Mapping of a delivered message to its name outside the run; null: the same name.
    origin_mapping name{};
};

}  // namespace tutti
