#include "ranked.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

message_limits limits(const network& where) {
    return {.most = static_cast<std::uint64_t>(network_as<hypercube>(where).dimensions())};
}

// Messages are ranked from the largest id down, as the prefix sum has them, consecutive on a node.
std::uint64_t rank(const problem& what, node_id node) {
    const broadcaster_set& senders = what.broadcasters;
    const auto above = std::ranges::upper_bound(senders.nodes, node) - senders.nodes.begin();
    return std::accumulate(senders.packets.begin() + above, senders.packets.end(),
                           std::uint64_t{0});
}

phase broadcast_phase(const problem& what) {
    return synchronous_phase("broadcast", cube_of(what).dimensions());
}

std::uint64_t rounds(const setting& where) { return where.number_or("rounds", 1); }

algorithm repeated_entry(std::string name, ranking how) {
    algorithm entry = cube_entry("simultaneous-broadcast", std::move(name));
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3 (K = d)";
    entry.parameters = {{.name = "rounds",
                         .default_value = 1,
                         .meaning = "how often the broadcasters broadcast, with ranks found once",
                         .range = integer_range{.least = 0, .most = 1'000'000}}};
    entry.rounds = rounds;
    entry.limits = limits;
    entry.phases = [how](const problem& what) {
        const slot d = cube_of(what).dimensions();
        const std::uint64_t times = rounds(what);
        std::vector<phase> all{{.name = "rank",
                                .expected_slots = how == ranking::over_tree ? 2 * d : d,
                                .is_synchronous = how == ranking::by_exchange}};
        if (times > 0) {
            all.push_back(synchronous_phase("round", d * static_cast<slot>(times)));
            all.back().most_rounds = times;
        }
        return all;
    };
    entry.transmissions = [how](const problem& what) -> std::optional<packet_hops> {
        const hypercube& cube = cube_of(what);
        const std::uint64_t others = cube.node_count() - 1;
        return packet_hops{what.message_count() * others,
                           how == ranking::over_tree ? 2 * others : cube.link_count()};
    };
    entry.program = [how](const setting& where) {
        return cube_programs::on_any(
            [how, times = rounds(where)](auto& self, node_input mine, const knowledge& /*known*/) {
                return ranked_rounds(self, std::move(mine.messages), times, how);
            })(where);
    };
    return entry;
}

}  // namespace

algorithm ranked_entry() {
    algorithm entry = cube_entry("simultaneous-broadcast", "ranked");
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3 (K = d)";
    entry.idea =
        "A message crosses first the dimension that its rank names, then the next, and so on "
        "around, sent by every node that has it. As ranks differ, no two messages cross the same "
        "dimension in a slot.";
    entry.rule = "ranked, ranked.onenode";
    entry.time = "d for K <= d, ranks given";
    entry.knowledge = {knowledge_item::rank};
    entry.limits = limits;
    entry.phases = [](const problem& what) { return std::vector{broadcast_phase(what)}; };
    entry.transmissions = broadcast_hops;
    entry.rank = rank;
    entry.program = cube_programs::on_any([](auto& self, node_input mine, const knowledge& known) {
        return ranked_broadcasts(self, std::move(mine.messages), known.rank() + 1);
    });
    return entry;
}

algorithm ranked_after_prefix_entry() {
    algorithm entry = cube_entry("simultaneous-broadcast", "ranked-prefix");
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3 (K = d)";
    entry.idea =
        "A prefix sum over a tree first finds the ranks, in 2d slots up and down. In d more, every "
        "message crosses the dimensions in turn from the one its rank names, so that no two ever "
        "meet.";
    entry.rule = "ranked.prefix";
    entry.time = "3d for K <= d";
    entry.limits = limits;
    entry.phases = [](const problem& what) {
        return std::vector<phase>{
            {.name = "rank", .expected_slots = 2 * cube_of(what).dimensions()},
            broadcast_phase(what)};
    };
    entry.transmissions = [](const problem& what) -> std::optional<packet_hops> {
        const std::uint64_t others = cube_of(what).node_count() - 1;
        return packet_hops{what.message_count() * others, 2 * others};
    };
    entry.program =
        cube_programs::on_any([](auto& self, node_input mine, const knowledge& /*known*/) {
            return ranked_after_prefix(self, std::move(mine.messages));
        });
    return entry;
}

algorithm ranked_repeat_entry() {
    algorithm entry = repeated_entry("ranked-repeat", ranking::over_tree);
    entry.rule = "ranked.repeat";
    entry.idea =
        "The same nodes broadcast in every round. A prefix sum over a tree finds their ranks once, "
        "in 2d slots; a round then takes d, as messages of different ranks cross different "
        "dimensions in a slot.";
    entry.time = "(2+R)d for K <= d in each of R rounds";
    return entry;
}

algorithm ranked_repeat_exchange_entry() {
    algorithm entry = repeated_entry("ranked-repeat-exchange", ranking::by_exchange);
    entry.rule = "ranked.repeat.dx";
    entry.idea =
        "Like ranked-repeat, but the ranks come from a dimension exchange, in d slots instead of "
        "2d and with more packets. Every round then takes d slots.";
    entry.time = "(1+R)d for K <= d in each of R rounds";
    return entry;
}

}  // namespace tutti
