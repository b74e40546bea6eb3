#include "greedy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <ranges>
#include <span>
#include <vector>

#include "algorithms/hypercube/cube_entry.hpp"
#include "topology/networks/dimension_set.hpp"
#include "topology/trees/rotation_classes.hpp"
#include "tutti/catalog/any_program.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {
namespace {

// True for a packet at `node` that has crossed all dimensions below `i` and none from `i` on: over
// `i`, it is on its way to the node opposite its source.
bool crosses_to_opposite(const short_packet& packet, node_id node, port i) {
    return (node ^ packet.as_message().origin) == (node_id{1} << i) - 1;
}

}  // namespace

/// Queues of a node from which packets on their way to the node opposite their source go first.
class antipode_queues {
public:
    /// @param expected packets that there is room for at once
    antipode_queues(node_id self, std::size_t expected) : self_{self}, others_{expected} {}

    [[nodiscard]] bool empty() const noexcept { return first_.empty() && others_.empty(); }

    /// @param ports the dimensions above those that the packet has crossed
    void push_each(std::uint32_t ports, const short_packet& packet) {
        const port lowest = std::countr_zero(ports);
        if (ports != 0 && crosses_to_opposite(packet, self_, lowest)) {
            first_.push(lowest, packet);
            ports &= ports - 1;
        }
        others_.push_each(ports, packet);
    }

    template <class Node>
    void drain(Node& self) {
        for (int i = 0; i < self.network().dimensions(); ++i) {
            port_queues<short_packet>& queue = first_.empty(i) ? others_ : first_;
            if (!queue.empty(i)) {
                self.send(i, queue.pop(i));
            }
        }
    }

    void prefetch() const noexcept {
        first_.prefetch();
        others_.prefetch();
    }

private:
    node_id self_;
    port_queues<short_packet> first_;
    port_queues<short_packet> others_;
};

/// `greedy_broadcasts` with priority: of the packets that wait for a link the one on its way to the
/// antipode of its source goes first. Every node is given K.
///
/// Messages a, b and d of nodes 0, 1 and 3 on the 3-cube; at node 2, b goes before a on its way to
/// node 6, the antipode of node 1:
///
///     slot 1   0-a->1  0-a->2  0-a->4  1-b->0  1-b->3  1-b->5  3-d->2  3-d->1  3-d->7
///     slot 2   0-b->2  0-b->4  1-a->3  1-a->5  2-d->0  2-d->6  3-b->7
///     slot 3   0-d->4  1-d->5  2-b->6  3-a->7
///     slot 4   2-a->6
///
/// After Stamoulis and Tsitsiklis 1991, 3.3.3, who hope that priorities tighten the bound. They do
/// not: packets that wait for the link of a node over a dimension have the same queues to join
/// behind it, so that no queue's length, and no node's last arrival, depends on which packet is
/// served. Marks "broadcast". Time: that of `greedy_broadcasts`. Transmissions: K(2^d - 1). Ports:
/// all.
template <cube_node Node>
task<> greedy_antipode_first(Node& self, initial_messages messages, std::uint64_t message_count) {
    return greedy_broadcasts(
        self, std::move(messages), message_count,
        antipode_queues{self.id(), waiting_broadcasts(self.network(), message_count)});
}

/// Queues of a node for two messages at most, from which one on its way to the node opposite its
/// source goes first. They take little memory.
class pair_queues {
public:
    explicit pair_queues(node_id self) noexcept : self_{self} {}

    [[nodiscard]] bool empty() const noexcept { return ports() == 0; }

    void push_each(std::uint32_t ports, const short_packet& packet) {
        entries_.at(count_++) = {.packet = packet, .ports = dimension_set{ports}};
    }

    template <class Node>
    void drain(Node& self) {
        send_each(self, ports(), [this](port through) -> const short_packet& {
            const auto& [older, newer] = entries_;
            const bool is_newer_first = newer.ports.contains(through) &&
                                        (!older.ports.contains(through) ||
                                         crosses_to_opposite(newer.packet, self_, through));
            entry& chosen = entries_[is_newer_first ? 1 : 0];
            chosen.ports = dimension_set{chosen.ports.bits() & ~(std::uint32_t{1} << through)};
            return chosen.packet;
        });
    }

    static void prefetch() noexcept {}

private:
    struct entry {
        short_packet packet;
        dimension_set ports;  // that it is still to be sent through
    };

    [[nodiscard]] std::uint32_t ports() const noexcept {
        return entries_[0].ports.bits() | entries_[1].ports.bits();
    }

    node_id self_;
    std::size_t count_ = 0;
    std::array<entry, 2> entries_{};  // in the order of arrival
};

/// Two broadcasts from different nodes, each over the binomial tree of its source; a copy on its
/// way to the node opposite its source has priority.
///
/// Messages a of node 0 and b of node 1 on the 3-cube:
///
///     slot 1   0-a->1  0-a->2  0-a->4  1-b->0  1-b->3  1-b->5
///     slot 2   0-b->2  0-b->4  1-a->3  1-a->5  2-a->6  3-b->7
///     slot 3   2-b->6  3-a->7
///
/// Stamoulis and Tsitsiklis 1991, 3.3 (K = 2). Every node is given that there are two. Marks
/// "broadcast". Time: exactly d for K = 2 from different nodes. Transmissions: 2(2^d - 1). Ports:
/// all.
template <cube_node Node>
task<> pair_of_broadcasts(Node& self, initial_messages messages) {
    return greedy_broadcasts(self, std::move(messages), 2, pair_queues{self.id()});
}

/// K simultaneous broadcasts, source x over the tree x ^ T, T one spanning tree rooted at node 0
/// for all: messages that want the same link queue up for it. Every node is given K. Whatever T is,
/// there are sources that take at least as many slots as they have messages, ceil((2^d-1)/d) of
/// them or more.
///
/// Messages e to h of nodes 4 to 7 on the 3-cube over binomial trees, a set whose messages all
/// enter node 0 over one link:
///
///     slot 1   4-e->5  4-e->6  4-e->0  5-f->4  5-f->7  5-f->1  6-g->7  6-g->4  6-g->2  7-h->6
///              7-h->5  7-h->3
///     slot 2   4-f->6  4-f->0  5-e->7  5-e->1  6-h->4  6-h->2  7-g->5  7-g->3
///     slot 3   4-g->0  5-h->1  6-e->2  7-f->3
///     slot 4   4-h->0  5-g->1  6-f->2  7-e->3
///
/// Stamoulis and Tsitsiklis 1991, 3.1. Marks "broadcast". Time: at most d + K - 1 for K >= 1 with
/// tree=unbalanced; d*K with tree=rotation. Transmissions: K(2^d - 1). Ports: all.
/// @param children for every node, the dimensions to its children in T; outlives the program
template <cube_node Node>
task<> fixed_trees(Node& self, initial_messages messages, std::uint64_t message_count,
                   std::span<const dimension_set> children) {
    return broadcasts_over_trees(
        self, std::move(messages), message_count,
        [children](node_id relative) { return children[relative]; },
        port_queues<short_packet>{waiting_broadcasts(self.network(), message_count)});
}

namespace {

bool is_rotation(const setting& setting) {
    return setting.parameter_or<std::string>("tree", "unbalanced") == "rotation";
}

// A message waits for the K-1 others at most once: on the way through unbalanced trees, as those of
// the greedy program are; else at each of d links.
std::vector<phase> queueing_phases(const problem& problem) {
    const rational d = cube_of(problem).dimensions();
    const rational k = problem.message_count();
    const rational most = is_rotation(problem) ? d * k : d + k - 1;
    return {{.name = "broadcast", .most_slots = k == rational{0} ? 0 : most.ceil()}};
}

std::uint64_t room_in_queues(const network& net, std::uint64_t message_count) {
    const std::size_t waiting = waiting_broadcasts(network_as<hypercube>(net), message_count);
    const std::size_t room = waiting == 0 ? 0 : port_queues<short_packet>::room_for(waiting);
    return bounded_product(node_count(net), room);
}

// For every node, the dimensions to its children in the tree that all sources use.
std::vector<dimension_set> children_in_tree(const setting& setting) {
    const hypercube& cube = cube_of(setting);
    if (is_rotation(setting)) {
        return rotation_classes{cube}.children();
    }
    const binomial_tree tree{cube, 0};
    std::vector<dimension_set> children(cube.node_count());
    for (node_id node = 0; node < children.size(); ++node) {
        children[node] = tree.children(node);
    }
    return children;
}

// The sources whose messages all enter node 0 over the same link, as many as there are.
broadcaster_set worst_set(const problem& problem) {
    const std::vector<dimension_set> children = children_in_tree(problem);
    indexed_vector<int, std::vector<node_id>> by_last_dimension{cube_of(problem).dimensions()};
    for (node_id node = 0; node < children.size(); ++node) {
        for (const int i : children[node]) {
            by_last_dimension[i].push_back(node ^ (node_id{1} << i));
        }
    }
    return broadcasters_at(std::ranges::max(by_last_dimension, {}, std::ranges::size));
}

}  // namespace

void describe(standard_name<"simultaneous-broadcast/greedy"> /*name*/, algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3";
    entry.idea =
        "Every message follows the binomial tree of its source at once, with no preparation. "
        "Messages that want the same link queue up for it, first come, first served, which adds K "
        "- 1 slots at most.";
    entry.rule = "greedy.fifo";
    entry.time = "d + K - 1 for K >= 1";
    entry.kind = time_kind::upper_bound;
    entry.knowledge = {knowledge_item::message_count};
    entry.inapplicable_input_reason = short_packet_mismatch;
    entry.phases = queueing_phases;
    entry.transmissions = broadcast_hops;
    entry.memory_use = room_in_queues;
    entry.program =
        cube_programs::on_any([](auto& self, node_input input, const knowledge& knowledge) {
            return greedy_broadcasts(self, std::move(input.messages), knowledge.message_count());
        });
}

void describe(standard_name<"simultaneous-broadcast/greedy-antipode"> /*name*/, algorithm& entry) {
    describe(standard_name<"simultaneous-broadcast/greedy">{}, entry);
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3.3, a remark";
    entry.idea =
        "Like greedy, but of the messages that wait for a link the one on its way to the node "
        "opposite its source goes first. It takes exactly as long: who goes first changes the "
        "length of no queue.";
    entry.rule = "greedy.antipode";
    entry.program = cube_programs::on_any([](auto& self, node_input input,
                                             const knowledge& knowledge) {
        return greedy_antipode_first(self, std::move(input.messages), knowledge.message_count());
    });
}

void describe(standard_name<"simultaneous-broadcast/pair"> /*name*/, algorithm& entry) {
    describe_for_cubes(entry);
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.3 (K = 2)";
    entry.idea =
        "Both messages follow the binomial trees of their sources. Where both want a link, one on "
        "its way to the node opposite its source goes first, so that two take no longer than one.";
    entry.rule = "greedy.prio2";
    entry.time = "d for K = 2 from different nodes";
    entry.limits = [](const network& /*network*/) {
        return message_limits{.least = 2, .most = 2, .is_one_a_node = true};
    };
    entry.phases = one_phase("broadcast", slots_of_dimensions);
    entry.transmissions = broadcast_hops;
    entry.program = cube_programs::on_any([](auto& self, node_input input) {
        return pair_of_broadcasts(self, std::move(input.messages));
    });
}

void describe(standard_name<"simultaneous-broadcast/fixed-trees"> /*name*/, algorithm& entry) {
    describe(standard_name<"simultaneous-broadcast/greedy">{}, entry);
    entry.source = "Stamoulis & Tsitsiklis 1991, 3.1";
    entry.idea =
        "Every source uses the same spanning tree, moved to begin at itself, and messages queue up "
        "for links. Whatever the tree, for some set of broadcasters all messages enter one node "
        "over one link.";
    entry.rule = "naive.cust, naive.bal";
    entry.parameters = {{.name = "tree",
                         .default_value = "unbalanced",
                         .meaning = "the tree of all sources: binomial, or by rotation classes",
                         .range = name_range{{"unbalanced", "rotation"}}}};
    entry.time = "d + K - 1 for K >= 1 with tree=unbalanced; d*K with tree=rotation";
    entry.worst_set = worst_set;
    entry.program = cube_programs::on_any(
        [](auto& self, node_input input, const knowledge& items, const auto& children) {
            return fixed_trees(self, std::move(input.messages), items.message_count(), children);
        },
        children_in_tree);
}

}  // namespace tutti
