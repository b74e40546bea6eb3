#include <algorithm>
#include <functional>
#include <map>

#include "algorithms/hypercube/cube_entry.hpp"
#include "algorithms/occupancy.hpp"
#include "prefix_roots.hpp"
#include "topology/random.hpp"
#include "tutti/catalog/any_program.hpp"
#include "util/counts.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

/// The messages of a node, each assigned to one of the d trees by the node's own random stream: a
/// number stands for the tree that is its remainder.
template <node_of<hypercube> Node>
std::vector<short_packet> assigned_at_random(Node& self, const initial_messages& messages) {
    std::vector<short_packet> assigned;
    for (std::size_t m = 0; m < messages.size(); ++m) {
        const int tree = remainder_of(self.random(), self.network().dimensions());
        assigned.push_back(short_packet::of(messages[m], packet_kind::collect, tree));
    }
    return assigned;
}

/// K simultaneous broadcasts with fixed budgets: every tree is given the time for `budget`
/// messages, and those that a root has beyond are lost. Everything arrives if and only if no tree
/// was chosen by more messages than that, which no node can know for certain.
///
/// Messages a of node 0 and d of node 3 on the 2-cube, with time for one in each tree; a draws the
/// root 2, d the root 1. A dot is the end of a tree:
///
///     slot 1   0-a->2  3-d->1
///     slot 2   -
///     slot 3   1-d->0  1-d->3  2-a->3  2-a->0
///     slot 4   1-.->0  1-.->3  2-.->3  2-.->0  3-d->2  3-a->1
///     slot 5   3-.->2  3-.->1
///
/// Had both drawn the same root, it would broadcast one of them, and the other would be lost.
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (randomised). All nodes mark "collect" and "broadcast". Time:
/// exactly 2*ceil(c*K/d) + 2d - 1 slots. Transmissions, if nothing is lost: sum of the distances to
/// the roots + (K+d)(2^d-1). Ports: all.
/// @param budget B = ceil(C*K/d), the same at all nodes, as K is known to all; at least 0
template <cube_node Node>
task<> random_roots(Node& self, initial_messages messages, slot budget) {
    const int dimensions = self.network().dimensions();
    root_list collected = co_await collect_at_roots(self, assigned_at_random(self, messages),
                                                    budget + dimensions - 1);
    self.mark("collect");
    collected.resize(std::min(collected.size(), static_cast<std::size_t>(budget)));
    co_await broadcast_from_roots(self, std::move(collected), self.slot() + budget + dimensions);
}

/// Node 0's part while messages travel: it adds up the reports of the roots and, when all messages
/// have arrived, announces it to them. Its own messages have left it by then.
template <node_of<hypercube> Node>
task<> add_up_reports(Node& self, std::vector<short_packet> packets, std::uint64_t total) {
    port_queues<short_packet> queues;
    for (const short_packet& packet : packets) {
        queues.push(disjoint_trees{self.network()}.parent(self.id(), packet.tree()), packet);
    }
    for (std::uint64_t arrived = 0; arrived < total;) {
        queues.drain(self);
        co_await self.mail_or(queues.empty() ? never : self.slot() + 1);
        for (const auto [through, packet] : self.inbox()) {
            // A report: node 0 is a leaf of every tree, so that no message passes through it.
            arrived += packet.payload();
        }
    }
    self.mark("collect");
    for (int i = 0; i < self.network().dimensions(); ++i) {
        self.send(i, short_packet::count(packet_kind::total, total));
    }
}

/// K simultaneous broadcasts that choose their trees at random without losses: an up-sweep counts
/// the messages at node 0, the roots report their arrivals to it, and the broadcasts start when all
/// messages have arrived. No node is given K.
///
/// Messages a of node 0 and d of node 3 on the 2-cube, which draw the roots 2 and 1; + is a sum,
/// and a dot the end of a tree. Node 0 knows K after slot 2, hears of both arrivals in slot 4, and
/// lets the roots begin in slot 5:
///
///     slot 1   1-+->0  3-+->2
///     slot 2   2-+->0
///     slot 3   0-a->2  3-d->1
///     slot 4   1-+->0  2-+->0
///     slot 5   0-+->1  0-+->2
///     slot 6   1-d->0  1-d->3  2-a->3  2-a->0
///     slot 7   1-.->0  1-.->3  2-.->3  2-.->0  3-d->2  3-a->1
///     slot 8   3-.->2  3-.->1
///
/// Stamoulis and Tsitsiklis 1991, 3.2 (randomised, guaranteed). Node 0 marks "count" and "collect",
/// all nodes mark "broadcast". Time: exactly 2d + 2 + T + N for K >= 1, T slots of travel,
/// simulated, and N the fullest share drawn; else 2d + 1. T is at most N+d-1. Transmissions: 2^d -
/// 1 + sum of the distances to the roots + reports + d + (K+d)(2^d-1). Ports: all.
template <cube_node Node>
task<> random_roots_detected(Node& self, initial_messages messages) {
    const upward_sums counted = co_await sweep_up(self, messages.size());
    co_await self.until(self.network().dimensions());
    std::vector<short_packet> assigned = assigned_at_random(self, messages);
    root_list collected;
    if (self.id() == 0) {
        self.mark("count");
        co_await add_up_reports(self, std::move(assigned), counted.block);
    } else {
        // A root reports over the link that no message uses, until node 0 answers that all have
        // arrived.
        const auto report = [&self, reported = std::size_t{0}](std::size_t count) mutable {
            if (count > reported) {
                self.send(disjoint_trees::tree_of(self.id()),
                          short_packet::count(packet_kind::up, count - reported));
                reported = count;
            }
        };
        collected = co_await collect_at_roots(self, std::move(assigned), never, report);
    }
    co_await broadcast_from_roots(self, std::move(collected));
}

namespace {

// Calls `visit(source, tree)` for every message, with the tree that it draws in the run.
template <class Visit>
void for_each_draw(const problem& problem, const Visit& visit) {
    const hypercube& cube = cube_of(problem);
    const broadcaster_set& senders = problem.broadcasters;
    for (std::size_t i = 0; i < senders.nodes.size(); ++i) {
        for (std::uint64_t draw = 1; draw <= senders.packets[i]; ++draw) {
            const std::uint64_t drawn = node_random(problem.seed, senders.nodes[i], draw);
            visit(senders.nodes[i], remainder_of(drawn, cube.dimensions()));
        }
    }
}

// Trees that messages choose, worked out beside the run.
struct random_choice {
    slot fullest_share = 0;  // N, messages of the tree that most have chosen
    std::uint64_t hops = 0;  // to the roots, of all messages together
};

random_choice chosen_at_random(const problem& problem) {
    const hypercube& cube = cube_of(problem);
    indexed_vector<int, slot> shares{cube.dimensions()};
    random_choice choice;
    for_each_draw(problem, [&](node_id source, int tree) {
        const int distance = cube.distance(source, disjoint_trees::root(tree));
        choice.hops += static_cast<std::uint64_t>(distance);
        choice.fullest_share = std::max(choice.fullest_share, ++shares[tree]);
    });
    return choice;
}

// The slots in which messages arrive at the root of a tree, 0 for its own, in order. They have no
// formula: the queues of the tree are simulated.
std::vector<slot> arrivals_at_root(const problem& problem, int tree) {
    const hypercube& cube = cube_of(problem);
    // At every node, by its distance to the root, the farthest first.
    std::map<std::pair<int, node_id>, std::vector<slot>, std::greater<>> waiting;
    for_each_draw(problem, [&](node_id source, int drawn) {
        if (drawn == tree) {
            waiting[{cube.distance(source, disjoint_trees::root(tree)), source}].push_back(0);
        }
    });
    for (; !waiting.empty(); waiting.erase(waiting.begin())) {
        const auto [distance, node] = waiting.begin()->first;
        std::vector<slot>& arrivals = waiting.begin()->second;
        std::ranges::sort(arrivals);
        if (distance == 0) {
            return arrivals;
        }
        // A node sends a message a slot to its parent. The order among messages does not matter for
        // when there are some.
        const port to_parent = disjoint_trees{cube}.parent(node, tree);
        std::vector<slot>& at_parent = waiting[{distance - 1, cube.neighbour(node, to_parent)}];
        slot sent = 0;
        for (const slot arrived : arrivals) {
            sent = std::max(sent, arrived) + 1;
            at_parent.push_back(sent);
        }
    }
    return {};
}

struct simulated_collection : random_choice {
    slot travel_slots = 0;      // T, slots until the last message arrives; 0 if all start there
    std::uint64_t reports = 0;  // slots in which a root has more messages, over all roots
};

simulated_collection simulate_collection(const problem& problem) {
    simulated_collection collection{chosen_at_random(problem)};
    for (int tree = 0; tree < cube_of(problem).dimensions(); ++tree) {
        std::vector<slot> arrivals = arrivals_at_root(problem, tree);
        if (!arrivals.empty()) {
            collection.travel_slots = std::max(collection.travel_slots, arrivals.back());
        }
        const auto repeated = std::ranges::unique(arrivals);
        collection.reports += arrivals.size() - repeated.size();
    }
    return collection;
}

// Of c's parts: so small that it can be multiplied with any K.
constexpr std::int64_t most_part = 1'000'000;

rational factor_of(const problem& problem) { return problem.parameter<rational>("c"); }

// B, the messages of one tree that there is time for.
slot budget_of(const problem& problem) {
    return (factor_of(problem) * problem.message_count() / cube_of(problem).dimensions()).ceil();
}

std::vector<phase> random_roots_phases(const problem& problem) {
    const slot d = cube_of(problem).dimensions();
    const slot budget = budget_of(problem);
    return {
        synchronous_phase("collect", budget + d - 1),
        synchronous_phase("broadcast", budget + d),
    };
}

// Known if nothing is lost.
std::optional<packet_hops> random_roots_transmissions(const problem& problem) {
    const random_choice collected = chosen_at_random(problem);
    if (collected.fullest_share > budget_of(problem)) {
        return std::nullopt;
    }
    const hypercube& cube = cube_of(problem);
    const std::uint64_t others = cube.node_count() - 1;
    return packet_hops{collected.hops + problem.message_count() * others,
                       links_a_node(cube) * others};
}

failure_probability failure(const problem& problem) {
    const int trees = cube_of(problem).dimensions();
    const std::uint64_t count = problem.message_count();
    const slot budget = budget_of(problem);
    return {.exact = overflow_probability(trees, count, static_cast<std::uint64_t>(budget)),
            .bound = overflow_bound(trees, count, factor_of(problem).to_double()),
            .is_drawn = chosen_at_random(problem).fullest_share > budget};
}

// T, the reports and what they are added up from, once K messages are on their way. T comes from a
// simulation of the collection, not from a formula: what is checked is that the run agrees with it.
std::vector<phase> simulated_phases(const problem& problem) {
    const std::int64_t d = cube_of(problem).dimensions();
    const simulated_collection simulated = simulate_collection(problem);
    const std::vector<node_id> counting{0};
    const slot collecting = problem.message_count() == 0 ? 0 : simulated.travel_slots + 1;
    return {
        {.name = "count", .expected_slots = d, .markers = counting},
        {.name = "collect", .expected_slots = collecting, .markers = counting},
        {.name = "broadcast", .expected_slots = simulated.fullest_share + d + 1},
    };
}

std::optional<packet_hops> simulated_transmissions(const problem& problem) {
    const simulated_collection simulated = simulate_collection(problem);
    const std::uint64_t others = cube_of(problem).node_count() - 1;
    // Sums, reports, the answer to each root, and the ends of the trees.
    return packet_hops{simulated.hops + problem.message_count() * others,
                       others + simulated.reports + cube_of(problem).link_count()};
}

}  // namespace

void describe(standard_name<"simultaneous-broadcast/random-roots"> /*name*/, algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.2 (randomised)";
    entry.idea =
        "Each message draws one of d trees that share no link and travels to its root, which "
        "broadcasts it. Every tree gets the same fixed time; messages that do not fit are lost, "
        "more rarely the larger c is.";
    entry.rule = "kbcast.randC";
    entry.parameters = {
        {.name = "c",
         .default_value = rational{3},
         .meaning = "time for c*K/d messages in each tree",
         .range = rational_range{.most = most_part,
                                 .most_denominator = most_part,
                                 .words = "a number above 0 and at most 1000000, as 3 or 5/2"}}};
    entry.time = "2*ceil(c*K/d) + 2d - 1";
    entry.kind = time_kind::high_probability;
    entry.knowledge = {knowledge_item::slot_budget};
    entry.inapplicable_input_reason = short_packet_mismatch;
    entry.phases = random_roots_phases;
    entry.failure = failure;
    entry.transmissions = random_roots_transmissions;
    entry.figure_steps = steps_a_message(2);
    entry.slot_budget = budget_of;
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return random_roots(self, std::move(input.messages), knowledge.slot_budget());
        });
}

void describe(standard_name<"simultaneous-broadcast/random-roots-detected"> /*name*/,
              algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.2 (randomised, guaranteed)";
    entry.idea =
        "Like random-roots, but no message is lost: a sum over a tree tells node 0 how many there "
        "are, the roots report to it what has come, and when all have, it lets the roots begin "
        "their broadcasts.";
    entry.rule = "kbcast.randG";
    entry.time =
        "2d + 2 + T + N for K >= 1, T slots of travel, simulated, and N the fullest share drawn";
    entry.most_chosen_nodes = 0;
    entry.inapplicable_input_reason = short_packet_mismatch;
    entry.phases = simulated_phases;
    entry.transmissions = simulated_transmissions;
    entry.figure_steps = [](const problem& problem) {
        // Twice, each tree separately.
        return bounded_product(problem.message_count(), 4 * links_a_node(cube_of(problem)));
    };
    entry.program = cube_programs::on_any([](auto& self, node_input input) {
        return random_roots_detected(self, std::move(input.messages));
    });
}

}  // namespace tutti
