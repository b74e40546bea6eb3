#include "exchange_shortest_paths.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "any_entry.hpp"
#include "any_theory.hpp"

namespace tutti {
namespace {

std::uint32_t messages_a_pair(const setting& setting) {
    return static_cast<std::uint32_t>(setting.number_or("packets", 1));
}

std::string exchange_mismatch(const network& net) {
    constexpr std::size_t most_nodes = std::size_t{1} << 16U;  // 2^32 messages
    const std::size_t nodes = node_count(net);
    return nodes > most_nodes ? fmt::format("takes at most {} nodes, not {}", most_nodes, nodes)
                              : "";
}

// Both bounds hold, and the smaller one is stated.
slot most_exchange_slots(const problem& problem) {
    if (problem.message_count() == 0) {
        return 0;
    }
    const slot diameter = farthest_from_broadcasters(problem);
    const slot most = diameter + static_cast<slot>(problem.message_count()) - 1;
    const auto loads = all_pairs_figures(problem.network);
    return loads ? std::min(most,
                            static_cast<slot>(loads->most_along_path * messages_a_pair(problem)))
                 : most;
}

}  // namespace

algorithm describe(standard_name<"total-exchange/shortest-paths"> /*name*/) {
    algorithm entry = any_tree_entry("total-exchange", "shortest-paths");
    entry.idea =
        "Every message follows a tree of shortest paths to its destination. Where several want a "
        "link, the one with the farthest to go leaves first, so that it takes a slot more at most "
        "for each other message.";
    entry.time =
        "the least of D + K - 1, D the diameter, and the sum of the D largest numbers of messages "
        "that links carry";
    entry.kind = time_kind::upper_bound;
    entry.figure_steps = steps_to_farthest;
    entry.inapplicable_reason = [before = entry.inapplicable_reason](const network& net) {
        const std::string inapplicable_reason = exchange_mismatch(net);
        return inapplicable_reason.empty() ? before(net) : inapplicable_reason;
    };
    entry.phases = [](const problem& input) {
        return std::vector<phase>{{.name = "exchange", .most_slots = most_exchange_slots(input)}};
    };
    entry.transmissions = [](const problem& input) {
        const auto distances = all_pairs_figures(input.network);
        return distances ? std::optional<packet_hops>{distances->distances * messages_a_pair(input)}
                         : std::nullopt;
    };
    entry.program = [](const setting& setting) {
        return program_on_any(
            setting.network, [trees = std::make_shared<const shortest_path_trees>(setting.network),
                              each = messages_a_pair(setting)](auto& self, node_input input,
                                                               const knowledge& /*knowledge*/) {
                return exchange_over_shortest_paths(self, std::move(input.messages), each, *trees);
            });
    };
    return entry;
}

}  // namespace tutti
