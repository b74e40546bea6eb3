#include "both_ways.hpp"

#include "algorithms/mesh/mesh_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

std::string inapplicable_reason(const network& net) {
    const auto* const shape = std::get_if<grid>(&net);
    if (shape == nullptr || shape->edge() != grid_edge::closed || shape->dimensions() != 1) {
        return "runs on rings only";
    }
    return line_mismatch(net);
}

}  // namespace

algorithm describe(standard_name<"multinode-broadcast/both-ways"> /*name*/) {
    algorithm entry = mesh_entry("multinode-broadcast", "both-ways");
    entry.source = "Varvarigos & Bertsekas 1994, section 2";
    entry.idea =
        "Every message goes around the ring both ways at once, about half of the nodes each way, "
        "and what comes to a node goes on in the next slot. So nodes hear from both sides at once.";
    entry.rule = "ring_mnb_whole";
    entry.networks = "ring";
    entry.uses_links_alike = true;
    entry.time = "floor(p/2)";
    entry.inapplicable_reason = inapplicable_reason;
    entry.phases = [](const problem& input) {
        return std::vector{synchronous_phase("broadcast", farthest_on_line(grid_of(input)))};
    };
    entry.transmissions = [](const problem& input) -> std::optional<std::uint64_t> {
        const std::uint64_t nodes = node_count(input.network);
        return nodes * (nodes - 1);
    };
    entry.program =
        mesh_programs::on_any([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return multinode_both_ways(self, std::move(input.messages));
        });
    return entry;
}

}  // namespace tutti
