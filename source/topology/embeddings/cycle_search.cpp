#include "cycle_search.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <random>

#include <boost/graph/biconnected_components.hpp>

#include "node_line.hpp"
#include "topology/networks/boost_graph.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// The neighbours of a node are in ascending order.
std::span<const node_id> neighbours(const boost_graph& links, node_id node) {
    const auto [first, last] = boost::adjacent_vertices(node, links);
    return {first, last};
}

bool are_linked(const boost_graph& links, node_id one, node_id other) {
    return std::ranges::binary_search(neighbours(links, one), other);
}

/// Reason why no cycle passes through all nodes, of at least three; empty if none is known.
std::string obstacle(const graph& net, const boost_graph& links) {
    const node_id nodes = boost::num_vertices(links);
    for (node_id node = 0; node < nodes; ++node) {
        if (neighbours(links, node).size() < 2) {
            return fmt::format("node {} has {}", node,
                               neighbours(links, node).empty() ? "no link"
                               : net.degree(node) > 1          ? "links to one node only"
                                                               : "one link only");
        }
    }
    if (const auto half = half_size(links); half && 2 * *half != nodes) {
        return fmt::format("every link joins {} nodes to the other {}", *half, nodes - *half);
    }
    std::vector<node_id> cuts;
    boost::articulation_points(links, std::back_inserter(cuts));
    return cuts.empty() ? "" : fmt::format("without node {} it falls apart", cuts.front());
}

/// Tries the ways from node 0, at each node those first that leave it with fewest ways on.
class backtracking {
public:
    explicit backtracking(const boost_graph& links)
        : links_{&links},
          is_on_path_(boost::num_vertices(links), false),
          ways_(is_on_path_.size()) {
        for (node_id node = 0; node < ways_.size(); ++node) {
            ways_[node] = static_cast<int>(neighbours(links, node).size());
        }
    }

    /// The nodes of a cycle, none if there is no cycle, null if this number of looks at a neighbour
    /// did not suffice.
    [[nodiscard]] std::optional<std::vector<node_id>> find(long looks) {
        put(0);
        while (!path_.empty()) {
            if (is_cycle()) {
                return nodes();
            }
            step& last = path_.back();
            if (last.left.empty()) {
                // All ways on from the last node have been tried: it leaves the path.
                take_back();
                continue;
            }
            const node_id next = last.left.back();
            looks -= std::ssize(neighbours(*links_, next));
            if (looks < 0) {
                return std::nullopt;
            }
            last.left.pop_back();
            put(next);
        }
        return std::vector<node_id>{};
    }

private:
    struct step {
        node_id node;
        std::vector<node_id> left;  // where the path may go on, the best last
    };

    [[nodiscard]] bool is_cycle() const {
        return path_.size() == ways_.size() && are_linked(*links_, path_.back().node, 0);
    }
    [[nodiscard]] std::vector<node_id> nodes() const { return vector_of(path_, &step::node); }

    void put(node_id node) {
        if (!path_.empty()) {
            leave(path_.back().node, -1);
        }
        is_on_path_[node] = true;
        path_.push_back({.node = node, .left = ways_from(node)});
    }
    void take_back() {
        is_on_path_[path_.back().node] = false;
        path_.pop_back();
        if (!path_.empty()) {
            leave(path_.back().node, 1);
        }
    }
    // A node inside the path is no way to its neighbours any more; node 0 stays one, as the end.
    void leave(node_id node, int change) {
        if (node == 0) {
            return;
        }
        for (const node_id other : neighbours(*links_, node)) {
            ways_[other] += change;
        }
    }

    // A node that is not on the path yet needs two ways. Where one has just two, this node has to
    // go on there now, as it gives way to one node only; where several have, it cannot be here.
    [[nodiscard]] std::vector<node_id> ways_from(node_id node) const {
        std::vector<node_id> free;
        std::ranges::copy_if(neighbours(*links_, node), std::back_inserter(free),
                             [this](node_id other) { return !is_on_path_[other]; });
        const auto ways = [this](node_id other) { return ways_[other]; };
        std::ranges::stable_sort(free, std::ranges::greater{}, ways);
        const auto tight =
            std::ranges::count_if(free, [&](node_id other) { return ways(other) <= 2; });
        if (node == 0 || tight == 0) {
            return free;
        }
        return tight == 1 ? std::vector<node_id>(1, free.back()) : std::vector<node_id>{};
    }

    const boost_graph* links_;
    std::vector<bool> is_on_path_;
    std::vector<int> ways_;  // of each node: neighbours that are not inside the path
    std::vector<step> path_;
};

/// Extends a path at its end while it can, and turns its rear round where it cannot.
class rotation {
public:
    explicit rotation(const boost_graph& links)
        : links_{&links}, place_(boost::num_vertices(links), nowhere) {
        path_.reserve(place_.size());
        append(0);
    }

    /// The nodes of a cycle; none if it was not found in this number of moves.
    [[nodiscard]] std::vector<node_id> find(long moves) {
        while (moves > 0) {
            if (path_.size() == place_.size() && are_linked(*links_, path_.back(), path_.front())) {
                return from_zero();
            }
            moves -= std::ssize(neighbours(*links_, path_.back()));
            if (const auto next = free_neighbour()) {
                append(*next);
            } else {
                moves -= turn();
            }
        }
        return {};
    }

private:
    static constexpr std::size_t nowhere = ~std::size_t{0};

    void append(node_id node) {
        place_[node] = path_.size();
        path_.push_back(node);
    }
    [[nodiscard]] std::optional<node_id> free_neighbour() {
        std::vector<node_id> free;
        std::ranges::copy_if(neighbours(*links_, path_.back()), std::back_inserter(free),
                             [this](node_id node) { return place_[node] == nowhere; });
        return free.empty() ? std::nullopt : std::optional{drawn(free)};
    }
    [[nodiscard]] node_id drawn(std::span<const node_id> from) {
        return from[random_() % from.size()];
    }
    // Behind a neighbour of the last node the path runs the other way round from now on. Now and
    // then all of it does, so that both of its ends move.
    long turn() {
        // A rotation changes the end of the path and keeps its nodes.
        constexpr std::uint64_t turns_of_an_end = 64;
        const std::size_t pivot = place_[drawn(neighbours(*links_, path_.back()))];
        const std::size_t begin = random_() % turns_of_an_end == 0 ? 0 : pivot + 1;
        const std::span turned = std::span{path_}.subspan(begin);
        std::ranges::reverse(turned);
        for (std::size_t i = begin; i < path_.size(); ++i) {
            place_[path_[i]] = i;
        }
        return std::ssize(turned);
    }
    [[nodiscard]] std::vector<node_id> from_zero() const {
        std::vector<node_id> cycle = path_;
        std::ranges::rotate(cycle, std::ranges::find(cycle, node_id{0}));
        return cycle;
    }

    const boost_graph* links_;
    std::vector<node_id> path_;
    std::vector<std::size_t> place_;  // of each node on the path
    std::mt19937_64 random_{1};       // the standard fixes what it draws: the same on every machine
};

bool is_cycle(const boost_graph& links, const std::vector<node_id>& nodes) {
    std::vector<bool> seen(boost::num_vertices(links), false);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (seen[nodes[i]] || !are_linked(links, nodes[i], nodes[(i + 1) % nodes.size()])) {
            return false;
        }
        seen[nodes[i]] = true;
    }
    return nodes.size() == seen.size();
}

// A cycle that the family of the network states is walked, and believed then.
hamiltonian_answer stated_cycle(const boost_graph& links, const listed_shape& shape) {
    const std::vector<node_id>& nodes = shape.stated->hamiltonian_cycle;
    const bool are_ids =
        std::ranges::all_of(nodes, [&](node_id node) { return node < boost::num_vertices(links); });
    if (nodes.front() != 0 || !are_ids || !is_cycle(links, nodes)) {
        refuse("the Hamiltonian cycle that the family of {} states is none", in_quotes(shape.name));
    }
    return {.exists = answer::yes, .at = line_through(nodes).at};
}

}  // namespace

// One node and two linked nodes count as cycles: they are walked to and fro.
hamiltonian_answer search_cycle(const graph& links) {
    const std::size_t count = links.node_count();
    if (count == 1 || (count == 2 && links.link_count() > 0)) {
        return {.exists = answer::yes, .at = line_by_id(2, true).at};
    }
    // A proof that there is no cycle is cheap and comes first; the exhaustive search may prove it,
    // too, and the random one can only find a cycle.
    const boost_graph graph = to_boost(links);
    const auto* const shape = std::get_if<listed_shape>(&links.shape());
    if (shape != nullptr && shape->stated && !shape->stated->hamiltonian_cycle.empty()) {
        return stated_cycle(graph, *shape);
    }
    if (std::string inapplicable_reason = obstacle(links, graph); !inapplicable_reason.empty()) {
        return {.exists = answer::no, .inapplicable_reason = std::move(inapplicable_reason)};
    }
    std::optional<std::vector<node_id>> nodes = backtracking{graph}.find(most_looks);
    if (nodes && nodes->empty()) {
        return {.exists = answer::no, .inapplicable_reason = "a search has tried all ways"};
    }
    if (!nodes) {
        nodes = rotation{graph}.find(most_moves);
    }
    if (!is_cycle(graph, *nodes)) {
        return {.inapplicable_reason = fmt::format("none was found in {} looks and {} moves",
                                                   grouped(most_looks), grouped(most_moves))};
    }
    return {.exists = answer::yes, .at = line_through(*std::move(nodes)).at};
}

}  // namespace tutti
