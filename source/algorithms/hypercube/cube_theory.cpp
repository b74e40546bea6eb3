#include "tutti/catalog/cube_theory.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <variant>

#include <fmt/format.h>

#include "topology/random.hpp"
#include "topology/trees/disjoint_trees.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {
namespace {

// The tree that message number m, from 0, of a source chooses.
int drawn_tree(const problem& problem, node_id source, std::uint32_t m) {
    const auto trees =
        static_cast<std::uint64_t>(network_as<hypercube>(problem.network).dimensions());
    return static_cast<int>(node_random(problem.seed, source, std::uint64_t{m} + 1) % trees);
}

// Messages that wait at the nodes of one tree at equal distance from its root: for each node, the
// slots in which messages arrived there, 0 for its own.
using waiting_level = std::map<node_id, std::vector<slot>>;

// A node sends a message a slot to its parent. The order among messages does not matter for when
// there are some.
void pass_down(waiting_level& from, waiting_level& to, const disjoint_trees& trees, int tree) {
    for (auto& [node, arrivals] : from) {
        std::ranges::sort(arrivals);
        const node_id parent = node ^ (node_id{1} << trees.parent(node, tree));
        slot sent = 0;
        for (const slot arrived : arrivals) {
            sent = std::max(sent, arrived) + 1;
            to[parent].push_back(sent);
        }
    }
}

// All arrivals at the root of a tree, its own messages included.
std::vector<slot> arrivals_at_root(const problem& problem, int tree) {
    const auto& cube = network_as<hypercube>(problem.network);
    std::vector<waiting_level> levels(static_cast<std::size_t>(cube.dimensions()) + 1);
    for (std::size_t i = 0; i < problem.broadcasters.nodes.size(); ++i) {
        const node_id source = problem.broadcasters.nodes[i];
        const int distance = std::popcount(source ^ disjoint_trees::root(tree));
        for (std::uint32_t m = 0; m < problem.broadcasters.packets[i]; ++m) {
            if (drawn_tree(problem, source, m) == tree) {
                levels[static_cast<std::size_t>(distance)][source].push_back(0);
            }
        }
    }
    for (std::size_t k = levels.size() - 1; k > 0; --k) {
        pass_down(levels[k], levels[k - 1], disjoint_trees{cube}, tree);
    }
    std::vector<slot> arrivals = levels[0][disjoint_trees::root(tree)];
    std::ranges::sort(arrivals);
    return arrivals;
}

}  // namespace

std::string cube_mismatch(const network& net) {
    const auto* const cube = std::get_if<hypercube>(&net);
    if (cube == nullptr) {
        return "runs on hypercubes only";
    }
    return cube->dimensions() == 0 ? "needs at least one dimension" : "";
}

std::string cube_input_mismatch(const problem& problem) {
    if (problem.broadcasters.packets.empty() ||
        problem.broadcasters.packets.most() <= cube_packet::most_sequences) {
        return "";
    }
    for (std::size_t i = 0; i < problem.broadcasters.nodes.size(); ++i) {
        if (problem.broadcasters.packets[i] > cube_packet::most_sequences) {
            return fmt::format("node {} has {} packets, and a node can have {} at most",
                               problem.broadcasters.nodes[i], problem.broadcasters.packets[i],
                               cube_packet::most_sequences);
        }
    }
    return "";
}

const hypercube& cube_of(const setting& setting) { return network_as<hypercube>(setting.network); }

std::int64_t largest_share(const problem& problem) {
    return rational{problem.message_count(), cube_of(problem).dimensions()}.ceil();
}

std::int64_t slots_for_others(const hypercube& cube) {
    return rational{cube.node_count() - 1, cube.dimensions()}.ceil();
}

std::uint64_t distances_to_all(const hypercube& cube) { return cube.link_count() / 2; }

std::optional<std::uint64_t> broadcast_hops(const problem& problem) {
    return problem.message_count() * (cube_of(problem).node_count() - 1);
}

std::optional<std::uint64_t> personal_hops(const problem& problem) {
    return distances_to_all(cube_of(problem));
}

std::optional<std::uint64_t> total_exchange_hops(const problem& problem) {
    return cube_of(problem).node_count() * distances_to_all(cube_of(problem));
}

// For the messages in the order of their ranks, from the largest id down.
std::uint64_t hops_to_roots_by_rank(const problem& problem) {
    const auto trees = static_cast<std::uint64_t>(cube_of(problem).dimensions());
    std::uint64_t hops = 0;
    std::uint64_t above = 0;
    for (std::size_t i = problem.broadcasters.nodes.size(); i-- > 0;) {
        const node_id source = problem.broadcasters.nodes[i];
        for (std::uint64_t m = 0; m < problem.broadcasters.packets[i]; ++m) {
            const auto tree = static_cast<int>((above + m) % trees);
            hops += static_cast<std::uint64_t>(std::popcount(source ^ disjoint_trees::root(tree)));
        }
        above += problem.broadcasters.packets[i];
    }
    return hops;
}

random_choice chosen_at_random(const problem& problem) {
    std::vector<std::uint64_t> shares(static_cast<std::size_t>(cube_of(problem).dimensions()));
    random_choice choice;
    for (std::size_t i = 0; i < problem.broadcasters.nodes.size(); ++i) {
        const node_id source = problem.broadcasters.nodes[i];
        for (std::uint32_t m = 0; m < problem.broadcasters.packets[i]; ++m) {
            const int tree = drawn_tree(problem, source, m);
            const node_id root = disjoint_trees::root(tree);
            choice.hops += static_cast<std::uint64_t>(std::popcount(source ^ root));
            choice.fullest_share =
                std::max(choice.fullest_share, ++shares[static_cast<std::size_t>(tree)]);
        }
    }
    return choice;
}

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

}  // namespace tutti
