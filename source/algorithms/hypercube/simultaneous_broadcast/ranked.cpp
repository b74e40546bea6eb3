#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "algorithms/hypercube/cube_entry.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/prefix_sum.hpp"

namespace tutti {

/// Round of K <= d broadcasts whose messages have distinct ranks: in its slot number m (from 0) a
/// message of rank r is sent over dimension (r+m) mod d by all nodes that have it, so that no two
/// ever meet. Takes d slots.
/// @param messages the node's own of this round
/// @param first_rank of these messages, which have consecutive ranks; ranks run from 1 to d
template <cube_node Node>
task<> ranked_round(Node& self, std::vector<message> messages, std::uint64_t first_rank) {
    const int dimensions = self.network().dimensions();
    const slot begin = self.slot();
    std::vector<short_packet> packets;
    for (const message& each : messages) {
        self.deliver(each);
        packets.push_back(
            short_packet::of(each, packet_kind::data, static_cast<int>(first_rank++)));
    }
    while (self.slot() < begin + dimensions) {
        const auto step = static_cast<int>(self.slot() - begin);
        for (const short_packet& packet : packets) {
            self.send((packet.tree() + step) % dimensions, packet);
        }
        co_await self.mail_or(packets.empty() ? begin + dimensions : self.slot() + 1);
        for (const auto [through, packet] : self.inbox()) {
            self.deliver(packet.content());
            packets.push_back(packet);
        }
    }
}

namespace {

// The node's messages of one of several rounds, in each of which it has as many.
std::vector<message> messages_of_round(const initial_messages& messages, std::size_t round,
                                       std::size_t rounds) {
    const std::size_t each = messages.size() / rounds;
    std::vector<message> now;
    for (std::size_t m = round * each; m < (round + 1) * each; ++m) {
        now.push_back(messages[m]);
    }
    return now;
}

}  // namespace

/// K <= d broadcasts whose messages have distinct ranks, which nodes know.
///
/// Messages g, d and b of nodes 6, 3 and 1 on the 3-cube, with the ranks 1, 2 and 3; g crosses
/// dimensions 1, 2, 0, then d 2, 0, 1, and b 0, 1, 2:
///
///     slot 1   1-b->0  3-d->7  6-g->4
///     slot 2   0-b->2  1-b->3  3-d->2  4-g->0  6-g->2  7-d->6
///     slot 3   0-g->1  0-b->4  1-b->5  2-g->3  2-d->0  2-b->6  3-d->1  3-b->7  4-g->5  6-g->7
///              6-d->4  7-d->5
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = d), where the order of the dimensions is misprinted. All
/// nodes mark "broadcast". Time: exactly d for K <= d, ranks given. Transmissions: K(2^d - 1).
/// Ports: all.
template <cube_node Node>
task<> ranked_broadcasts(Node& self, initial_messages messages, std::uint64_t first_rank) {
    co_await ranked_round(self, messages_of_round(messages, 0, 1), first_rank);
    self.mark("broadcast");
}

/// Method that computes the ranks.
enum class ranking : std::uint8_t { over_tree, by_exchange };

/// K <= d broadcasts of the same nodes, with as many messages each, in every one of several rounds:
/// they compute the ranks first, once for all rounds. Nodes are given the number of rounds.
///
/// One round with messages a and d of nodes 0 and 3 on the 2-cube, ranked over the tree; + is a
/// sum. Ranks are known after slot 4:
///
///     slot 1   1-+->0  3-+->2
///     slot 2   2-+->0
///     slot 3   0-+->2
///     slot 4   0-+->1  2-+->3
///     slot 5   0-a->1  3-d->1
///     slot 6   0-a->2  1-d->0  1-a->3  3-d->2
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = d), over the tree; by dimension exchange it takes d
/// slots less. All nodes mark "rank" once and `end` in every round. Time: exactly (2+R)d for K <= d
/// in each of R rounds, one round: 3d for K <= d; by exchange: (1+R)d for K <= d in each of R
/// rounds. Transmissions: (2+RK)(2^d - 1), d*2^d + RK(2^d - 1) by exchange. Ports: all.
/// @param messages those of all rounds, round after round
template <cube_node Node>
task<> ranked_rounds(Node& self, initial_messages messages, std::size_t rounds, ranking method,
                     milestone end) {
    const std::size_t each = rounds == 0 ? 0 : messages.size() / rounds;
    prefix rank;
    if (method == ranking::over_tree) {
        rank = co_await prefix_by_tree(self, each, "rank");
        co_await self.until(2 * self.network().dimensions());
    } else {
        rank = co_await prefix_by_exchange(self, each);
        self.mark("rank");
    }
    for (std::size_t round = 0; round < rounds; ++round) {
        co_await ranked_round(self, messages_of_round(messages, round, rounds),
                              rank.own_and_above - each + 1);
        self.mark(end);
    }
}

namespace {

message_limits limits(const network& net) {
    return {.most = links_a_node(network_as<hypercube>(net))};
}

// Messages are ranked from the largest id down, as the prefix sum has them, consecutive on a node.
std::uint64_t rank(const problem& problem, node_id node) {
    const broadcaster_set& senders = problem.broadcasters;
    const auto above = std::ranges::upper_bound(senders.nodes, node) - senders.nodes.begin();
    return std::accumulate(senders.packets.begin() + above, senders.packets.end(),
                           std::uint64_t{0});
}

std::uint64_t rounds(const setting& setting) { return setting.number_or("rounds", 1); }

void describe_ranked(algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3 (K = d)";
    entry.limits = limits;
}

// Of programs that compute the ranks. @param end the milestone of a round
void describe_self_ranking(algorithm& entry, ranking method, milestone end) {
    describe_ranked(entry);
    entry.phases = [method, end](const problem& input) {
        const slot d = cube_of(input).dimensions();
        const std::uint64_t times = rounds(input);
        std::vector<phase> phases{{.name = "rank",
                                   .expected_slots = method == ranking::over_tree ? 2 * d : d,
                                   .is_synchronous = method == ranking::by_exchange}};
        if (times > 0) {
            phases.push_back(synchronous_phase(std::string{end.name()}, d * slots_for(times)));
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
    entry.program = cube_programs::on_any(
        [method, end](auto& self, node_input input, std::uint64_t times) {
            return ranked_rounds(self, std::move(input.messages), times, method, end);
        },
        rounds);
}

void describe_repeated(algorithm& entry, ranking method) {
    describe_self_ranking(entry, method, "round");
    entry.parameters = {{.name = "rounds",
                         .default_value = 1,
                         .meaning = "how often the broadcasters broadcast, with ranks found once",
                         .range = integer_range{.least = 0, .most = 1'000'000}}};
    entry.rounds = rounds;
}

}  // namespace

void describe(standard_name<"simultaneous-broadcast/ranked"> /*name*/, algorithm& entry) {
    describe_ranked(entry);
    entry.idea =
        "A message crosses first the dimension that its rank names, then the next, and so on "
        "around, sent by every node that has it. As ranks differ, no two messages cross the same "
        "dimension in a slot.";
    entry.rule = "ranked, ranked.onenode";
    entry.time = "d for K <= d, ranks given";
    entry.knowledge = {knowledge_item::rank};
    entry.phases = one_synchronous_phase("broadcast", slots_of_dimensions);
    entry.transmissions = broadcast_hops;
    entry.rank = rank;
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return ranked_broadcasts(self, std::move(input.messages), knowledge.rank() + 1);
        });
}

void describe(standard_name<"simultaneous-broadcast/ranked-prefix"> /*name*/, algorithm& entry) {
    describe_self_ranking(entry, ranking::over_tree, "broadcast");
    entry.idea =
        "A prefix sum over a tree first finds the ranks, in 2d slots up and down. In d more, every "
        "message crosses the dimensions in turn from the one its rank names, so that no two ever "
        "meet.";
    entry.rule = "ranked.prefix";
    entry.time = "3d for K <= d";
}

void describe(standard_name<"simultaneous-broadcast/ranked-repeat"> /*name*/, algorithm& entry) {
    describe_repeated(entry, ranking::over_tree);
    entry.rule = "ranked.repeat";
    entry.idea =
        "The same nodes broadcast in every round. A prefix sum over a tree finds their ranks once, "
        "in 2d slots; a round then takes d, as messages of different ranks cross different "
        "dimensions in a slot.";
    entry.time = "(2+R)d for K <= d in each of R rounds";
}

void describe(standard_name<"simultaneous-broadcast/ranked-repeat-exchange"> /*name*/,
              algorithm& entry) {
    describe_repeated(entry, ranking::by_exchange);
    entry.rule = "ranked.repeat.dx";
    entry.idea =
        "Like ranked-repeat, but the ranks come from a dimension exchange, in d slots instead of "
        "2d and with more packets. Every round then takes d slots.";
    entry.time = "(1+R)d for K <= d in each of R rounds";
}

}  // namespace tutti
