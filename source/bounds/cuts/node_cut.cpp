#include "node_cut.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/biconnected_components.hpp>
#include <boost/graph/connected_components.hpp>

#include "topology/networks/boost_graph.hpp"

namespace tutti {
namespace {

using edge_number = boost::property<boost::edge_index_t, std::size_t>;
using undirected_links = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS,
                                               boost::no_property, edge_number>;

// All nodes, and the links that do not end at one of them: of parallel ones, which follow each
// other, one, as Boost gives no number to the others.
undirected_links without(const graph& links, std::optional<node_id> removed) {
    undirected_links network_links{links.node_count()};
    std::pair<node_id, node_id> last;
    for_each_link(links, [&](node_id node, port /*through*/, node_id neighbour) {
        const std::pair ends{node, neighbour};
        if (ends != std::exchange(last, ends) && neighbour > node && node != removed &&
            neighbour != removed) {
            boost::add_edge(node, neighbour, network_links);
        }
    });
    return network_links;
}

// The parts without some node, and without a second one too, where the most are left. Without a
// node, the parts that its links led to in different components that no single node cuts are not
// connected any more.
std::size_t most_parts(const graph& links, std::optional<node_id> removed) {
    undirected_links network_links = without(links, removed);
    std::vector<std::size_t> part(links.node_count());
    const std::size_t before =
        boost::connected_components(network_links, part.data()) - (removed ? std::size_t{1} : 0);
    const auto components = boost::get(boost::edge_index, network_links);
    boost::biconnected_components(network_links, components);
    std::size_t most = 0;
    for (node_id node = 0; node < links.node_count(); ++node) {
        if (node == removed) {
            continue;
        }
        std::set<std::size_t> met;
        const auto [begin, end] = boost::out_edges(node, network_links);
        std::for_each(begin, end, [&](const auto& link) { met.insert(components[link]); });
        most = std::max(most, before - 1 + met.size());
    }
    return most;
}

void add_cuts(const graph& links, std::vector<node_cut>& cuts) {
    cuts.push_back({.nodes = 1, .parts = most_parts(links, std::nullopt)});
    constexpr std::size_t most_work = 50'000;
    const std::size_t nodes = links.node_count();
    if (nodes * (nodes + links.link_count()) > most_work) {
        return;
    }
    node_cut best{.nodes = 2, .parts = 0};
    for (node_id node = 0; node < nodes && nodes > 2; ++node) {
        best.parts = std::max(best.parts, most_parts(links, node));
    }
    cuts.push_back(best);
}

bool is_long_path(const grid& shape) {
    return std::cmp_equal(std::ranges::max(shape.sides()), shape.node_count()) &&
           shape.node_count() > 2 && shape.edge() != grid_edge::closed;
}

/// One function for each topology and shape; a factor's surplus is multiplied with the others'.
struct min_cut_search {
    using surplus = std::optional<std::size_t>;

    // NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
    surplus operator()(const network& any) const { return std::visit(*this, any); }
    surplus operator()(const hypercube& cube) const { return cube.dimensions() == 0 ? 1 : 0; }
    surplus operator()(const grid& shape) const {
        std::size_t total = 1;
        for (int i = 0; i < shape.dimensions(); ++i) {
            const bool is_odd = shape.side(i) % 2 != 0;
            if (is_odd && shape.side(i) > 1 && shape.edge() == grid_edge::closed) {
                return std::nullopt;
            }
            total *= is_odd ? 1 : 0;
        }
        return total;
    }
    // NOLINTNEXTLINE(misc-no-recursion)
    surplus operator()(const graph& links) const {
        if (const auto* const product = std::get_if<product_shape>(&links.shape())) {
            return of_product(*product);
        }
        return std::holds_alternative<listed_shape>(links.shape()) ? of_listed(links)
                                                                   : std::nullopt;
    }
    // NOLINTNEXTLINE(misc-no-recursion)
    [[nodiscard]] surplus of_product(const product_shape& product) const {
        std::size_t total = 1;
        for (const network& factor : product.factors()) {
            const surplus excess = (*this)(factor);
            if (!excess) {
                return std::nullopt;
            }
            total *= *excess;
        }
        return total;
    }
    [[nodiscard]] static surplus of_listed(const graph& links) {
        const auto half = half_size(to_boost(links));
        if (!half) {
            return std::nullopt;
        }
        const auto [less, more] = std::minmax({*half, links.node_count() - *half});
        return more - less;
    }
};

}  // namespace

std::optional<std::size_t> surplus_of_halves(const network& any) { return min_cut_search{}(any); }

std::vector<node_cut> node_cuts(const network& any) {
    std::vector<node_cut> cuts;
    const auto* const links = std::get_if<graph>(&any);
    if (links != nullptr && std::holds_alternative<listed_shape>(links->shape())) {
        add_cuts(*links, cuts);
    }
    const auto* const shape = std::get_if<grid>(&any);
    if (shape != nullptr && is_long_path(*shape)) {
        cuts.push_back({.nodes = 1, .parts = 2});
    }
    if (const auto surplus = surplus_of_halves(any)) {
        const std::size_t nodes = node_count(any);
        cuts.push_back({.nodes = (nodes - *surplus) / 2, .parts = (nodes + *surplus) / 2});
    }
    std::erase_if(cuts, [](const node_cut& cut) { return cut.nodes == 0 || cut.parts < 2; });
    return cuts;
}

}  // namespace tutti
