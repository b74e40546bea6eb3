/// @file
/// Node programs that are verified in place of the catalogue's own.
#pragma once

#include <functional>
#include <type_traits>
#include <utility>

#include "collectives/input/node_input.hpp"
#include "node/erased_node.hpp"
#include "support/erased_node.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// Program of a node of any kind, with its input and knowledge.
template <tutti::topology Network, tutti::packet Packet>
using judged_program = std::function<tutti::task<>(tutti::erased_node<Network, Packet>&,
                                                   tutti::node_input, tutti::knowledge)>;

/// Runs it on a node of the machine.
template <tutti::node_interface Node, class Program>
tutti::task<> run_judged(Node& self, const Program& program, tutti::node_input input,
                         tutti::knowledge knowledge) {
    any_face<Node> any{self};
    co_await program(any, std::move(input), std::move(knowledge));
}

/// As an algorithm holds it.
template <tutti::packet Packet, tutti::topology Network>
[[nodiscard]] tutti::any_program judged(
    const Network& net, std::type_identity_t<judged_program<Network, Packet>> program) {
    return tutti::any_program::on<Packet>(
        net, [program = std::move(program)](auto& self, tutti::node_input input,
                                            const tutti::knowledge& knowledge) {
            return run_judged(self, program, std::move(input), knowledge);
        });
}

}  // namespace support
