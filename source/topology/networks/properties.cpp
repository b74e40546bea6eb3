#include "properties.hpp"

#include <algorithm>

#include "boost_graph.hpp"

namespace tutti {
namespace {

network_properties regular(int degree, bool is_bipartite) {
    return {.least_degree = degree,
            .most_degree = degree,
            .is_bipartite = is_bipartite,
            .vertex_transitive = answer::yes};
}

// One function for each topology and shape. The halves of a cube are the ids with an even and with
// an odd number of ones, and id -> id xor x is a symmetry that takes node 0 to any x.
network_properties known_of(const hypercube& cube) { return regular(cube.dimensions(), true); }

// Digits that count up or down change their sum by one, but for the closing link of an odd line.
// Lines that wrap, and lines of two, look the same from all their nodes.
network_properties known_of(const grid& shape) {
    network_properties properties = regular(0, true);
    for (int i = 0; i < shape.dimensions(); ++i) {
        const int side = shape.side(i);
        const bool wraps = shape.edge() == grid_edge::closed && side > 2;
        properties.least_degree += wraps ? 2 : std::min(side - 1, 1);
        properties.most_degree += std::min(side - 1, 2);
        properties.is_bipartite = properties.is_bipartite && (!wraps || side % 2 == 0);
        if (!wraps && side > 2) {
            properties.vertex_transitive = answer::no;
        }
    }
    return properties;
}

network_properties known_of(const complete_shape& complete) {
    return regular(static_cast<int>(complete.nodes) - 1, complete.nodes <= 2);
}

// Cube-connected cycles and wrapped butterflies are Cayley graphs: x -> (w xor rotated x, levels
// shifted) takes any node to any other. Straight links round an odd number of levels are an odd
// cycle; of an even number, the levels and ones determine the halves.
network_properties known_of(const ccc_shape& ccc) { return regular(3, ccc.levels % 2 == 0); }

network_properties known_of(const butterfly_shape& butterfly) {
    return regular(butterfly.levels == 2 ? 3 : 4, butterfly.levels % 2 == 0);
}

// Of two bits, 0, 1 and 2 are a triangle. Of more, three shifts of 001001.. lead back to it if
// three divides n, and shifts to and fro make an odd cycle in any case: the tests search for it.
network_properties known_of(const debruijn_shape& debruijn) {
    if (debruijn.bits == 1) {
        return regular(1, true);
    }
    return {.least_degree = 2,
            .most_degree = debruijn.bits == 2 ? 3 : 4,
            .is_bipartite = false,
            .vertex_transitive = answer::no};
}

// A product of connected networks looks the same from every node if and only if its factors do, as
// its prime factors are unique (Sabidussi 1960).
// NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
network_properties known_of(const product_shape& product) {
    network_properties properties = regular(0, true);
    for (const network& factor : product.factors()) {
        const network_properties one = properties_of(factor);
        properties.least_degree += one.least_degree;
        properties.most_degree += one.most_degree;
        properties.is_bipartite = properties.is_bipartite && one.is_bipartite;
        if (one.vertex_transitive != answer::yes && properties.vertex_transitive != answer::no) {
            properties.vertex_transitive = one.vertex_transitive;
        }
    }
    return properties;
}

network_properties known_of(const listed_shape& /*any*/) { return {}; }

network_properties found_in(const graph& links) {
    network_properties properties{.least_degree = links.degree(0)};
    for (node_id node = 0; node < links.node_count(); ++node) {
        properties.least_degree = std::min(properties.least_degree, links.degree(node));
        properties.most_degree = std::max(properties.most_degree, links.degree(node));
    }
    properties.is_bipartite = half_size(to_boost(links)).has_value();
    const auto& stated = std::get<listed_shape>(links.shape()).stated;
    properties.vertex_transitive = stated && stated->is_vertex_transitive ? answer::yes
                                   : properties.least_degree == properties.most_degree
                                       ? answer::unknown
                                       : answer::no;
    return properties;
}

// NOLINTBEGIN(misc-no-recursion)
network_properties known_of(const graph& links) {
    return std::holds_alternative<listed_shape>(links.shape())
               ? found_in(links)
               : std::visit([](const auto& shape) { return known_of(shape); }, links.shape());
}
// NOLINTEND(misc-no-recursion)

}  // namespace

// NOLINTBEGIN(misc-no-recursion)
network_properties properties_of(const network& any) {
    return std::visit([](const auto& shape) { return known_of(shape); }, any);
}
// NOLINTEND(misc-no-recursion)

}  // namespace tutti
