#include "ranked.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"

namespace tutti {
namespace {

message_limits limits(const network& net) {
    return {.most = static_cast<std::uint64_t>(network_as<hypercube>(net).dimensions())};
}

// Messages are ranked from the largest id down, as the prefix sum has them, consecutive on a node.
std::uint64_t rank(const problem& problem, node_id node) {
    const broadcaster_set& senders = problem.broadcasters;
    const auto above = std::ranges::upper_bound(senders.nodes, node) - senders.nodes.begin();
    return std::accumulate(senders.packets.begin() + above, senders.packets.end(),
                           std::uint64_t{0});
}

phase broadcast_phase(const problem& problem) {
    return synchronous_phase("broadcast", cube_of(problem).dimensions());
}

std::uint64_t rounds(const setting& setting) { return setting.number_or("rounds", 1); }

algorithm repeated_entry(std::string name, ranking method) {
    algorithm entry = cube_entry("simultaneous-broadcast", std::move(name));
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3 (K = d)";
    entry.parameters = {{.name = "rounds",
                         .default_value = 1,
                         .meaning = "how often the broadcasters broadcast, with ranks found once",
                         .range = integer_range{.least = 0, .most = 1'000'000}}};
    entry.rounds = rounds;
    entry.limits = limits;
    entry.phases = [method](const problem& input) {
        const slot d = cube_of(input).dimensions();
        const std::uint64_t times = rounds(input);
        std::vector<phase> phases{{.name = "rank",
                                   .expected_slots = method == ranking::over_tree ? 2 * d : d,
                                   .is_synchronous = method == ranking::by_exchange}};
        if (times > 0) {
            phases.push_back(synchronous_phase("round", d * static_cast<slot>(times)));
            phases.back().most_rounds = times;
        }
        return phases;
    };
    entry.transmissions = [method](const problem& input) -> std::optional<packet_hops> {
        const hypercube& cube = cube_of(input);
        const std::uint64_t others = cube.node_count() - 1;
        return packet_hops{input.message_count() * others,
                           method == ranking::over_tree ? 2 * others : cube.link_count()};
    };
    entry.program = [method](const setting& setting) {
        return cube_programs::on_any(
            [method, times = rounds(setting)](auto& self, node_input input,
                                              const knowledge& /*knowledge*/) {
                return ranked_rounds(self, std::move(input.messages), times, method);
            })(setting);
    };
    return entry;
}

}  // namespace

algorithm describe(standard_name<"simultaneous-broadcast/ranked"> /*name*/) {
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
    entry.phases = [](const problem& problem) { return std::vector{broadcast_phase(problem)}; };
    entry.transmissions = broadcast_hops;
    entry.rank = rank;
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return ranked_broadcasts(self, std::move(input.messages), knowledge.rank() + 1);
        });
    return entry;
}

algorithm describe(standard_name<"simultaneous-broadcast/ranked-prefix"> /*name*/) {
    algorithm entry = cube_entry("simultaneous-broadcast", "ranked-prefix");
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3 (K = d)";
    entry.idea =
        "A prefix sum over a tree first finds the ranks, in 2d slots up and down. In d more, every "
        "message crosses the dimensions in turn from the one its rank names, so that no two ever "
        "meet.";
    entry.rule = "ranked.prefix";
    entry.time = "3d for K <= d";
    entry.limits = limits;
    entry.phases = [](const problem& input) {
        return std::vector<phase>{
            {.name = "rank", .expected_slots = 2 * cube_of(input).dimensions()},
            broadcast_phase(input)};
    };
    entry.transmissions = [](const problem& input) -> std::optional<packet_hops> {
        const std::uint64_t others = cube_of(input).node_count() - 1;
        return packet_hops{input.message_count() * others, 2 * others};
    };
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& /*knowledge*/) {
            return ranked_after_prefix(self, std::move(input.messages));
        });
    return entry;
}

algorithm describe(standard_name<"simultaneous-broadcast/ranked-repeat"> /*name*/) {
    algorithm entry = repeated_entry("ranked-repeat", ranking::over_tree);
    entry.rule = "ranked.repeat";
    entry.idea =
        "The same nodes broadcast in every round. A prefix sum over a tree finds their ranks once, "
        "in 2d slots; a round then takes d, as messages of different ranks cross different "
        "dimensions in a slot.";
    entry.time = "(2+R)d for K <= d in each of R rounds";
    return entry;
}

algorithm describe(standard_name<"simultaneous-broadcast/ranked-repeat-exchange"> /*name*/) {
    algorithm entry = repeated_entry("ranked-repeat-exchange", ranking::by_exchange);
    entry.rule = "ranked.repeat.dx";
    entry.idea =
        "Like ranked-repeat, but the ranks come from a dimension exchange, in d slots instead of "
        "2d and with more packets. Every round then takes d slots.";
    entry.time = "(1+R)d for K <= d in each of R rounds";
    return entry;
}

}  // namespace tutti
