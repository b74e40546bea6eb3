#include "flooding.hpp"

#include "any_entry.hpp"
#include "any_theory.hpp"

namespace tutti {

algorithm describe(standard_name<"broadcast/flooding"> /*name*/) {
    algorithm entry = any_entry("broadcast", "flooding");
    entry.idea =
        "A node that hears the message for the first time passes it on over all links but those it "
        "came through. It spreads like a wave: after as many slots as a node is links away, the "
        "node has it.";
    entry.time =
        "E, the distance of the farthest node, or E + 1 if two nodes as far are neighbours";
    entry.phases = [](const problem& input) {
        const auto flooding = flood_from(input.network, input.root);
        return std::vector<phase>{
            {.name = "broadcast",
             .expected_slots = flooding ? std::optional{flooding->slots} : std::nullopt}};
    };
    entry.transmissions = [](const problem& input) {
        const auto flooding = flood_from(input.network, input.root);
        return flooding ? std::optional<packet_hops>{flooding->transmissions} : std::nullopt;
    };
    entry.program = [](const setting& setting) {
        return program_on_any(setting.network,
                              [](auto& self, node_input input, const knowledge& /*knowledge*/) {
                                  return flooded_broadcast(self, std::move(input.messages));
                              });
    };
    return entry;
}

}  // namespace tutti
