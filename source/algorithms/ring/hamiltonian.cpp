/// @file
/// Multinode broadcasts along a Hamiltonian cycle or path, with one port, and prefix sums by
/// allgather.

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/any/spanning_tree/tree_schedule.hpp"
#include "bounds/lower_bounds.hpp"
#include "one_port_entry.hpp"
#include "topology/embeddings/hamiltonian_cycle.hpp"
#include "topology/embeddings/hamiltonian_path.hpp"
#include "topology/trees/spanning_tree.hpp"
#include "tour_broadcast.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "tutti/node/node_interface.hpp"

namespace tutti {

/// Prefix sums by allgather: at every node the sum of the values of the nodes from its own id
/// upwards; every value goes to every node, and each adds up those that it needs.
///
/// On the ring of 4, nodes 0 to 3 with the values a to d; node 1 needs c and d, and adds them up as
/// they come:
///
///     slot 1   0-a->1  1-b->2  2-c->3  3-d->0
///     slot 2   0-d->1  1-a->2  2-b->3  3-c->0
///     slot 3   0-c->1  1-d->2  2-a->3  3-b->0
///
/// Not in the papers. All nodes mark "rank". Time: that of allgather around a Hamiltonian cycle or,
/// without one, over a tree. Transmissions: n(n-1). Ports: one.
/// @param way of the node's network; outlives the task
template <node_interface Node>
    requires carries<Node, short_packet>
task<> prefix_by_allgather(Node& self, const scheduled_broadcast& way, std::uint64_t value) {
    const message own{.origin = self.id(), .number = 0, .payload = value};
    std::uint64_t sum = value;
    co_await way.run(self, short_packet::of(own), [&](auto& node, const short_packet& heard) {
        const message other = heard.as_message();
        sum += other.origin > node.id() ? other.payload : 0;
    });
    self.mark("rank");
    self.deliver({.origin = self.id(), .number = 0, .payload = sum});
}

namespace {

std::string path_or_array_mismatch(const network& net) {
    const auto* const shape = std::get_if<grid>(&net);
    return shape != nullptr && shape->edge() != grid_edge::closed ? ""
                                                                  : "runs on paths and arrays only";
}

slot cycle_slots(const setting& setting) {
    return multinode_slots(node_count(setting.network), duplex_of(setting.ports));
}

slot slots_along_path(const setting& setting) {
    return path_slots(node_count(setting.network), duplex_of(setting.ports));
}

bool has_cycle(const network& net) { return find_hamiltonian_cycle(net).exists == answer::yes; }

scheduled_broadcast along_cycle_or_tree(const setting& setting) {
    if (has_cycle(setting.network)) {
        return along_cycle(setting.network, duplex_of(setting.ports));
    }
    return tree_broadcast{{setting.network, tree_rule::low_degree}, duplex_of(setting.ports)};
}

slot allgather_slots(const problem& problem) {
    return has_cycle(problem.network) ? cycle_slots(problem) : along_cycle_or_tree(problem).slots();
}

}  // namespace

void describe(standard_name<"multinode-broadcast/hamiltonian"> /*name*/, algorithm& entry) {
    describe_one_port(entry, cycle_slots);
    entry.source = "Dimakopoulos 1999, sections 3 and 4";
    entry.idea =
        "Around a cycle through all nodes, every node sends its own message and then passes on "
        "what comes, in the order in which it comes. With half duplex, neighbours on the cycle "
        "send by turns.";
    entry.rule = "ring_mnb, hamiltonian_mnb, sla.mnb.ring";
    entry.networks = "any with a known Hamiltonian cycle";
    entry.time = "n - 1; half duplex 2(n-1) for even n, 2n for odd n";
    entry.inapplicable_reason = [](const network& net) {
        std::string text = cycle_mismatch(net);
        if (!text.empty() && hamiltonian_path(net, 1)) {
            text += "; hamiltonian-path does without";
        }
        return text;
    };
    entry.program = programs_along([](const setting& setting) {
        return along_cycle(setting.network, duplex_of(setting.ports));
    });
}

void describe(standard_name<"multinode-broadcast/hamiltonian-path"> /*name*/, algorithm& entry) {
    describe_one_port(entry, slots_along_path);
    entry.idea =
        "Along a path through all nodes, every node sends its message both ways and passes on "
        "what comes. All work out the same timetable, which gives ports to the sends with the "
        "most left to do.";
    entry.rule = "path_mnb, hamiltonian_path_mnb";
    entry.networks = "path, array";
    entry.time = "ceil(3n/2) - 1; half duplex ceil(5n/2) - 2; as hamiltonian for n <= 2";
    entry.inapplicable_reason = path_or_array_mismatch;
    entry.program = programs_along<grid>([](const setting& setting) {
        return along_path(setting.network, duplex_of(setting.ports));
    });
}

void describe(standard_name<"prefix-sum/allgather"> /*name*/, algorithm& entry) {
    describe_one_port(entry, nullptr);
    entry.idea =
        "Every value goes to every node, around a cycle through all nodes or, if none is known, "
        "over a spanning tree. Each node adds up its own and those of larger ids.";
    entry.time = "that of allgather around a Hamiltonian cycle or, without one, over a tree";
    entry.inapplicable_reason = [](const network& net) {
        return has_cycle(net) ? std::string{} : tree_schedule_mismatch(net);
    };
    entry.phases = one_synchronous_phase("rank", allgather_slots);
    entry.program = network_programs::on(
        [](auto& self, const node_input& input, const scheduled_broadcast& way) {
            return prefix_by_allgather(self, way, input.value);
        },
        along_cycle_or_tree);
}

}  // namespace tutti
