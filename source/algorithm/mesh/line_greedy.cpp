#include "tutti/algorithm/mesh/line_greedy.hpp"

#include <algorithm>

#include "mesh_entry.hpp"

namespace tutti {
namespace {

bool is_ring(const problem& what) { return grid_of(what).edge() == grid_edge::closed; }

// From the left, all K_j messages up to node j cross the link after it, and the last of them goes
// on over p-2-j more: whole packets cannot be broadcast in fewer slots.
std::uint64_t slots_rightwards(std::span<const std::uint64_t> loads) {
    std::uint64_t most = 0;
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j + 1 < loads.size(); ++j) {
        sum += loads[j];
        most = std::max(most, sum == 0 ? 0 : sum + loads.size() - 2 - j);
    }
    return most;
}

rational slots_on_path(const problem& what) {
    std::vector<std::uint64_t> loads(node_count(what.where));
    for (std::size_t i = 0; i < what.broadcasters.nodes.size(); ++i) {
        loads[what.broadcasters.nodes[i]] = what.broadcasters.packets[i];
    }
    const std::uint64_t rightwards = slots_rightwards(loads);
    std::ranges::reverse(loads);
    return std::max(rightwards, slots_rightwards(loads));
}

rational most_units_on_ring(const problem& what) {
    const std::uint64_t messages = what.message_count();
    return messages == 0 ? rational{0} : rational{messages + node_count(what.where) - 2, 2};
}

// An end of a path hears all messages but its own over one link, and a node of a ring over two,
// however they are cut.
rational lower_bound(const problem& what) {
    const broadcaster_set& senders = what.broadcasters;
    const std::uint64_t nodes = node_count(what.where);
    if (!is_ring(what)) {
        return what.message_count() -
               std::min(senders.packets_of(0), senders.packets_of(static_cast<node_id>(nodes - 1)));
    }
    const std::uint64_t fewest =
        senders.nodes.size() < nodes ? 0 : std::ranges::min(senders.packets);
    return rational{what.message_count() - fewest, 2};
}

std::optional<expected_time> expected(const problem& what) {
    return is_ring(what)
               ? expected_time{.units = most_units_on_ring(what), .kind = time_kind::upper_bound}
               : expected_time{.units = slots_on_path(what), .kind = time_kind::exact};
}

}  // namespace

algorithm line_greedy_entry() {
    algorithm entry = mesh_entry("simultaneous-broadcast", "line-greedy");
    entry.source = "Varvarigos & Bertsekas 1994, theorem 2";
    entry.rule = "line_greedy, ring_greedy_split";
    entry.networks = "path, ring";
    entry.time = "max of K_j + p-2-j from either end on a path, at most (K+p-2)/2 on a ring";
    entry.kind = time_kind::upper_bound;
    entry.told = {knowledge::message_count};
    entry.why_not = why_not_line;
    entry.phases = [](const problem& what) {
        const rational share{1, is_ring(what) ? 2 : 1};
        return std::vector<phase>{{.name = "broadcast",
                                   .slot_length = share,
                                   .carries = share,
                                   .markers = std::vector<node_id>{}}};
    };
    entry.expected = expected;
    entry.lower_bound = lower_bound;
    entry.transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
        const std::uint64_t links = node_count(what.where) - 1;
        return (is_ring(what) ? 2 : 1) * what.message_count() * links;
    };
    entry.program = mesh_programs::on([](auto& self, node_input mine, const told& known) {
        return line_greedy(self, std::move(mine.messages), known.message_count());
    });
    return entry;
}

}  // namespace tutti
