#include "network_summary.hpp"

#include <algorithm>

#include "topology/embeddings/hamiltonian_cycle.hpp"
#include "topology/networks/each_link.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

network_summary describe(std::string_view text, const network& net) {
    const hamiltonian_answer answer = find_hamiltonian_cycle(net);
    const std::size_t nodes = node_count(net);
    const auto* const links = std::get_if<graph>(&net);
    const bool has_switches = links != nullptr && !links->switches().empty();
    return {.text = printable(text),
            .nodes = nodes,
            .links = link_count(net),
            .switches = has_switches ? links->switches().size() : 0,
            .diameter = diameter_of(net),
            .host_diameter = has_switches ? host_diameter_of(*links) : diameter_bound{},
            .properties = properties_of(net),
            .is_hamiltonian = answer.exists,
            .cycle = answer.at ? std::optional{answer.first(
                                     std::min(nodes, network_summary::most_cycle_nodes))}
                               : std::nullopt,
            .why_no_cycle = answer.inapplicable_reason,
            .left_out = links != nullptr ? std::string{links->left_out()} : ""};
}

std::string to_dot(const network& net) {
    const std::size_t links = link_count(net) / 2;
    if (links > most_drawn_links) {
        refuse("{} links are too many to draw; at most {} can be", grouped(links),
               grouped(most_drawn_links));
    }
    return links_for_graphviz(net);
}

std::string links_for_graphviz(const network& net) {
    std::string text = "graph G {\n";
    for (std::size_t node = 0; node < node_count(net); ++node) {
        text += fmt::format("{};\n", node);
    }
    for_each_link(net, [&](node_id from, port /*through*/, node_id to) {
        if (from < to) {
            text += fmt::format("{}--{} ;\n", from, to);
        }
    });
    text += "}\n";
    return text;
}

}  // namespace tutti
