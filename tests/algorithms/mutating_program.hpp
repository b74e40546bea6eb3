/// @file
/// Programs of the catalogue on tampered nodes.
#pragma once

#include <utility>
#include <variant>

#include "collectives/input/node_input.hpp"
#include "mutating_node.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/catalog/problem.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/hypercube.hpp"

namespace support {

/// The same algorithm, with tampering between its programs and their nodes: each node's is what
/// `between` returns for the setting and all that the node knows.
template <tutti::topology Network = tutti::hypercube, tutti::packet Packet = tutti::short_packet,
          class Between>
[[nodiscard]] tutti::algorithm with_tampering(tutti::algorithm algorithm, Between between) {
    algorithm.program = [inner = algorithm.program, between](const tutti::setting& setting) {
        return tutti::any_program::on<Packet>(
            std::get<Network>(setting.network),
            [program = inner(setting), setting, between](
                auto& self, tutti::node_input input, tutti::knowledge knowledge) -> tutti::task<> {
                const packet_tampering<Packet> changes = between(setting, knowledge);
                co_await run_tampered(self, program, std::move(input), knowledge, changes);
            });
    };
    return algorithm;
}

}  // namespace support
