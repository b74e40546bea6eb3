#include "tutti/algorithm/cube/ranked.hpp"

#include <algorithm>
#include <numeric>

#include "tutti/algorithm/algorithm.hpp"
#include "tutti/algorithm/cube/cube_machine.hpp"
#include "tutti/algorithm/cube/theory.hpp"

namespace tutti {
namespace {

message_limits limits(const network& where) {
    return {.most = static_cast<std::uint64_t>(std::get<hypercube>(where).dimensions())};
}

// Messages are ranked from the largest id down, as the prefix sum has them, consecutive on a node.
std::uint64_t rank(const problem& what, node_id node) {
    const broadcaster_set& senders = what.broadcasters;
    const auto above = std::ranges::upper_bound(senders.nodes, node) - senders.nodes.begin();
    return std::accumulate(senders.packets.begin() + above, senders.packets.end(),
                           std::uint64_t{0});
}

phase broadcast_phase(const problem& what) {
    return {
        .name = "broadcast", .expected_slots = cube_of(what).dimensions(), .is_synchronous = true};
}

any_program ranked_program(const setting& where) {
    return any_program::on_any<cube_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& known) {
            return ranked_broadcasts(self, std::move(mine.messages), known.rank() + 1);
        });
}

any_program ranked_after_prefix_program(const setting& where) {
    return any_program::on_any<cube_packet>(
        cube_of(where), [](auto& self, node_input mine, const told& /*known*/) {
            return ranked_after_prefix(self, std::move(mine.messages));
        });
}

}  // namespace

algorithm ranked_entry() {
    return {
        .task = "simultaneous-broadcast",
        .name = "ranked",
        .source = "Stamoulis & Tsitsiklis 1991, 3.3 (K = d)",
        .rule = "ranked, ranked.onenode",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "d for K <= d, ranks given",
        .told = {knowledge::rank},
        .why_not = why_not_cube,
        .limits = limits,
        .phases = [](const problem& what) { return std::vector{broadcast_phase(what)}; },
        .transmissions = broadcast_hops,
        .rank = rank,
        .program = ranked_program,
    };
}

algorithm ranked_after_prefix_entry() {
    return {
        .task = "simultaneous-broadcast",
        .name = "ranked-prefix",
        .source = "Stamoulis & Tsitsiklis 1991, 3.3 (K = d)",
        .rule = "ranked.prefix",
        .networks = "hypercube",
        .ports = {port_model::all_port},
        .time = "3d for K <= d",
        .why_not = why_not_cube,
        .limits = limits,
        .phases =
            [](const problem& what) {
                return std::vector<phase>{
                    {.name = "rank", .expected_slots = 2 * cube_of(what).dimensions()},
                    broadcast_phase(what)};
            },
        .transmissions = [](const problem& what) -> std::optional<std::uint64_t> {
            return (what.message_count() + 2) * (cube_of(what).node_count() - 1);
        },
        .program = ranked_after_prefix_program,
    };
}

}  // namespace tutti
