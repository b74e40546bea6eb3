#include "matching_broadcast.hpp"

#include "algorithms/mesh/mesh_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

// All links of a torus bring a node one packet a slot.
std::vector<phase> matching_broadcast_phases(const problem& problem) {
    const grid& torus = grid_of(problem);
    const auto others = static_cast<slot>(torus.node_count()) - 1;
    const slot links = torus.uniform_ports();
    return {synchronous_phase("broadcast", (others + links - 1) / links)};
}

any_program matching_broadcast_program(const setting& setting, idle_node idle) {
    return any_program::on_any<mesh_packet>(
        grid_of(setting), [table = matching_table{grid_of(setting)}, idle](
                              auto& self, node_input input, const knowledge& /*knowledge*/) {
            return broadcast_by_matching(self, std::move(input.messages), table, idle);
        });
}

std::uint64_t packets_kept(const network& net, std::uint64_t /*message_count*/) {
    return bounded_product(node_count(net), node_count(net));
}

algorithm matching_entry(std::string task, std::string name) {
    algorithm entry = mesh_entry(std::move(task), std::move(name));
    entry.source = "Varvarigos & Bertsekas 1994, section 4";
    entry.networks = "torus";
    entry.time = "ceil((N-1)/(2d))";
    entry.inapplicable_reason = torus_mismatch;
    entry.phases = matching_broadcast_phases;
    entry.memory_use = packets_kept;
    return entry;
}

}  // namespace

algorithm describe(standard_name<"multinode-broadcast/matching"> /*name*/) {
    algorithm entry = matching_entry("multinode-broadcast", "matching");
    entry.rule = "mnb_whole";
    entry.idea =
        "A table that fits every node says which message comes in over which port in each slot: a "
        "matching of ports with messages that a neighbour has already. So few ports stay idle that "
        "it takes the least time.";
    entry.uses_links_alike = true;
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        const std::uint64_t nodes = node_count(problem.network);
        return packet_hops{nodes * (nodes - 1)};
    };
    entry.program = [](const setting& setting) {
        return matching_broadcast_program(setting, idle_node::is_silent);
    };
    return entry;
}

algorithm describe(standard_name<"simultaneous-broadcast/as-multinode"> /*name*/) {
    algorithm entry = matching_entry("simultaneous-broadcast", "as-multinode");
    entry.rule = "pmnb_dummy";
    entry.idea =
        "The timetable of multinode-broadcast/matching, made for a message of every node. Nodes "
        "without one send empty packets or stay silent, so that it takes as long for one message "
        "as for all.";
    entry.parameters = {{.name = "dummy",
                         .default_value = true,
                         .meaning = "whether nodes without a message broadcast empty packets",
                         .range = boolean_range{}}};
    entry.limits = one_per_node;
    entry.transmissions = [](const problem& problem) -> std::optional<packet_hops> {
        const std::uint64_t others = node_count(problem.network) - 1;
        const std::uint64_t idle = node_count(problem.network) - problem.message_count();
        const bool is_dummy = problem.parameter<bool>("dummy");
        return packet_hops{problem.message_count() * others, is_dummy ? idle * others : 0};
    };
    entry.program = [](const setting& setting) {
        return matching_broadcast_program(setting, setting.parameter<bool>("dummy")
                                                       ? idle_node::sends_dummies
                                                       : idle_node::is_silent);
    };
    return entry;
}

}  // namespace tutti
