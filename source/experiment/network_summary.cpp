#include "network_summary.hpp"

#include <algorithm>
#include <span>
#include <variant>

#include "topology/embeddings/hamiltonian_cycle.hpp"
#include "topology/networks/each_link.hpp"
#include "topology/node_naming.hpp"
#include "util/value_syntax.hpp"

namespace tutti {

namespace {

std::vector<std::string> first_names(const graph& links) {
    const auto names = links.names();
    const auto first = names.first(std::min(names.size(), network_summary::most_cycle_nodes));
    return {first.begin(), first.end()};
}

// Name of a node as Graphviz's language has it: in quotes, in which these are escaped.
std::string dot_word(const node_naming& nodes, node_id node) {
    if (nodes.name(node).empty()) {
        return fmt::to_string(node);
    }
    std::string word = "\"";
    for (const char each : nodes.name(node)) {
        word += each == '"' || each == '\\' ? "\\" : "";
        word += each;
    }
    return word + '"';
}

/// @param switches whose kind is stated, in increasing order
std::string dot_text(const network& net, const node_naming& nodes,
                     std::span<const node_id> switches) {
    std::string text = "graph G {\n";
    for (node_id node = 0; node < node_count(net); ++node) {
        const bool is_switch = std::ranges::binary_search(switches, node);
        text += fmt::format("{}{};\n", dot_word(nodes, node),
                            is_switch ? " [kind=switch shape=square]" : "");
    }
    for_each_link(net, [&](node_id from, port /*through*/, node_id to) {
        if (from < to) {
            text += fmt::format("{}--{} ;\n", dot_word(nodes, from), dot_word(nodes, to));
        }
    });
    return text + "}\n";
}

}  // namespace

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
            .why_no_cycle = with_node_names(answer.inapplicable_reason, net),
            .names = links != nullptr ? first_names(*links) : std::vector<std::string>{},
            .left_out = links != nullptr ? std::string{links->left_out()} : ""};
}

std::string to_dot(const network& net) {
    const std::size_t links = link_count(net) / 2;
    if (links > most_drawn_links) {
        refuse("{} links are too many to draw; at most {} can be", grouped(links),
               grouped(most_drawn_links));
    }
    const auto* const listed = std::get_if<graph>(&net);
    return dot_text(net, net, listed != nullptr ? listed->switches() : std::span<const node_id>{});
}

std::string links_for_graphviz(const network& net) { return dot_text(net, node_count(net), {}); }

}  // namespace tutti
