#include "tutti/algorithm/mesh/line_greedy.hpp"

#include <algorithm>
#include <utility>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/mesh/mesh_machine.hpp"
#include "tutti/algorithm/mesh/theory.hpp"

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

any_program line_greedy_program(const setting& where) {
    return any_program::on<mesh_packet>(
        grid_of(where), [](auto& self, node_input mine, const told& known) {
            return line_greedy(self, std::move(mine.messages), known.message_count());
        });
}

}  // namespace

algorithm line_greedy_entry() {
    return {
        .task = "simultaneous-broadcast",
        .name = "line-greedy",
        .source = "Varvarigos & Bertsekas 1994, theorem 2",
        .rule = "line_greedy, ring_greedy_split",
        .networks = "path, ring",
        .ports = {port_model::all_port},
        .time = "max of K_j + p-2-j from either end on a path, at most (K+p-2)/2 on a ring",
        .kind = time_kind::upper_bound,
        .told = {knowledge::message_count},
        .why_not = why_not_line,
        .phases =
            [](const problem& what) {
                return std::vector<phase>{{.name = "broadcast",
                                           .slot_length = rational{1, is_ring(what) ? 2 : 1},
                                           .marked_by = 0}};
            },
        .expected = expected,
        .lower_bound = lower_bound,
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            const std::uint64_t links = node_count(what.where) - 1;
            return (is_ring(what) ? 2 : 1) * what.message_count() * links;
        },
        .program = line_greedy_program,
    };
}

}  // namespace tutti
