/// @file
/// Common parts of the descriptions of algorithms for any connected network.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "algorithms/entry.hpp"
#include "any_theory.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/properties.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/message_program.hpp"

namespace tutti {

/// The beginning of a description, with all ports. What it lacks still is to be filled in.
[[nodiscard]] inline algorithm any_entry(std::string task, std::string name) {
    return {.collective = std::move(task),
            .name = std::move(name),
            .source = "not in the papers",
            .networks = "any connected",
            .ports = {port_model::all_port},
            .time = {},
            .inapplicable_reason = connectivity_mismatch};
}

/// The same for programs that work trees out.
[[nodiscard]] inline algorithm any_tree_entry(std::string task, std::string name) {
    algorithm entry = any_entry(std::move(task), std::move(name));
    entry.inapplicable_reason = [connected = entry.inapplicable_reason](const network& net) {
        const std::string inapplicable_reason = search_obstacle(net);
        return inapplicable_reason.empty() ? connected(net) : inapplicable_reason;
    };
    return entry;
}

/// Steps that `farthest_from_broadcasters` takes: where no closed form has the distances, a search
/// from each broadcaster, which passes some nodes and links in a step.
[[nodiscard]] inline std::uint64_t steps_to_farthest(const problem& problem) {
    constexpr std::uint64_t passed_in_a_step = 4;
    const auto* const links = std::get_if<graph>(&problem.network);
    const number_sequence& from = problem.broadcasters.nodes;
    const bool looks_alike = links != nullptr &&
                             !std::holds_alternative<listed_shape>(links->shape()) &&
                             properties_of(problem.network).vertex_transitive == answer::yes;
    if (links == nullptr || looks_alike ||
        (from.is_all_below(links->node_count()) && diameter_of(problem.network).is_exact)) {
        return 0;
    }
    return bounded_product(from.size(),
                           (links->node_count() + links->link_count()) / passed_in_a_step);
}

/// A node program for the network of a problem, whichever it is; see `any_program` for what `body`
/// is.
template <class Body>
[[nodiscard]] any_program program_on_any(const network& net, Body body) {
    return std::visit(
        [&](const auto& shape) {
            return any_program::on_any<message_packet>(shape, std::move(body));
        },
        net);
}

/// The description of scatter or gather, of which one phase has the name: what both have in common.
[[nodiscard]] inline algorithm shortest_paths_entry(const std::string& task) {
    algorithm entry = any_tree_entry(task, "shortest-paths");
    entry.time = "the most nodes beyond a neighbour of the root, itself included";
    entry.phases = [task](const problem& input) {
        return std::vector<phase>{
            {.name = task, .expected_slots = slots_over_shortest_paths(input.network, input.root)}};
    };
    entry.transmissions = [](const problem& input) -> packet_hops {
        return distances_to(input.network, input.root);
    };
    return entry;
}

}  // namespace tutti
