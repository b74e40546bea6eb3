#include "shape.hpp"

#include <concepts>

#include "tutti/topology/network.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Shapes are checked when their size is computed, before any memory is taken.
template <std::integral Number>
void check_range(std::string_view name, Number value, Number least, Number most) {
    if (value < least || value > most) {
        refuse("{} run from {} to {}, not {}", name, least, most, value);
    }
}

// One function for each shape.
graph_size known_size_of(const listed_shape& /*any*/) { return {}; }

graph_size known_size_of(const complete_shape& complete) {
    check_range<std::uint64_t>("nodes", complete.nodes, 1, grid::most_nodes);
    const std::uint64_t links = complete.nodes * (complete.nodes - 1);
    return {.nodes = complete.nodes, .ports = links, .links = links};
}

// Of two levels, the links up and down are the same.
template <int Least, int Ports>
graph_size known_size_of(const levelled_words<Least, Ports>& shape) {
    check_range("levels", shape.levels, shape.least, shape.most);
    const std::uint64_t nodes = static_cast<std::uint64_t>(shape.levels) << shape.levels;
    const int missing = shape.levels == 2 ? 1 : 0;
    return {.nodes = nodes,
            .ports = Ports * nodes,
            .links = static_cast<std::uint64_t>(Ports - missing) * nodes};
}

// A word has four neighbours, but for 0 and -1, whose links to themselves count not at all, and
// 0101.. and 1010.., whose two links to each other count once.
graph_size known_size_of(const debruijn_shape& debruijn) {
    check_range("bits", debruijn.bits, debruijn_shape::least, debruijn_shape::most);
    const std::uint64_t nodes = std::uint64_t{1} << debruijn.bits;
    const std::uint64_t links = debruijn.bits == 1 ? 2 : 4 * nodes - 6;
    return {.nodes = nodes, .ports = links, .links = links};
}

// Each link of a factor occurs once for each combination of the other coordinates.
graph_size known_size_of(const product_shape& product) {
    graph_size size{.nodes = product.node_count()};
    for (const network& factor : product.factors()) {
        const graph_size one = size_of(factor);
        size.ports += size.nodes / one.nodes * one.ports;
        size.links += size.nodes / one.nodes * one.links;
    }
    return size;
}

}  // namespace

product_shape::product_shape(std::vector<network> factors)
    : factors_{std::make_shared<const std::vector<network>>(std::move(factors))} {
    if (factors_->empty() || factors_->size() > most_factors) {
        refuse("a product has from 1 to {} factors, not {}", most_factors, factors_->size());
    }
    for (const factor& each : *factors_) {
        const std::size_t size = tutti::node_count(each);
        if (size > grid::most_nodes / node_count_) {
            refuse("the product has more than {} nodes", grid::most_nodes);
        }
        strides_.push_back(static_cast<node_id>(node_count_));
        sizes_.push_back(static_cast<node_id>(size));
        node_count_ *= size;
    }
}

const std::vector<product_shape::factor>& product_shape::factors() const noexcept {
    return *factors_;
}

port product_shape::first_port(node_id node, std::size_t i) const {
    port first = 0;
    for (std::size_t k = 0; k < i; ++k) {
        first += std::visit([&](const auto& each) { return each.port_limit(coordinate(node, k)); },
                            (*factors_)[k]);
    }
    return first;
}

graph_size size_of(const graph_shape& shape) {
    return std::visit([](const auto& each) { return known_size_of(each); }, shape);
}

}  // namespace tutti
