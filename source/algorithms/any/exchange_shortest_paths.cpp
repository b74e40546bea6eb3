#include "exchange_shortest_paths.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "any_entry.hpp"
#include "any_theory.hpp"

namespace tutti {
namespace {

std::uint32_t messages_a_pair(const setting& what) {
    return static_cast<std::uint32_t>(what.number_or("packets", 1));
}

std::string exchange_mismatch(const network& where) {
    constexpr std::size_t most_nodes = std::size_t{1} << 16U;  // 2^32 messages
    const std::size_t nodes = node_count(where);
    return nodes > most_nodes ? fmt::format("takes at most {} nodes, not {}", most_nodes, nodes)
                              : "";
}

slot most_exchange_slots(const problem& what) {
    if (what.message_count() == 0) {
        return 0;
    }
    const slot diameter = farthest_from_broadcasters(what);
    const slot most = diameter + static_cast<slot>(what.message_count()) - 1;
    const auto loads = all_pairs_figures(what.where);
    return loads ? std::min(most, static_cast<slot>(loads->most_along_path * messages_a_pair(what)))
                 : most;
}

}  // namespace

algorithm exchange_shortest_paths_entry() {
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
    entry.inapplicable_reason = [before = entry.inapplicable_reason](const network& where) {
        const std::string inapplicable_reason = exchange_mismatch(where);
        return inapplicable_reason.empty() ? before(where) : inapplicable_reason;
    };
    entry.phases = [](const problem& what) {
        return std::vector<phase>{{.name = "exchange", .most_slots = most_exchange_slots(what)}};
    };
    entry.transmissions = [](const problem& what) {
        const auto known = all_pairs_figures(what.where);
        return known ? std::optional<packet_hops>{known->distances * messages_a_pair(what)}
                     : std::nullopt;
    };
    entry.program = [](const setting& where) {
        return program_on_any(
            where.where, [trees = std::make_shared<const shortest_path_trees>(where.where),
                          each = messages_a_pair(where)](auto& self, node_input mine,
                                                         const knowledge& /*known*/) {
                return exchange_over_shortest_paths(self, std::move(mine.messages), each, *trees);
            });
    };
    return entry;
}

}  // namespace tutti
