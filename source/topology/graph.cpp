#include "tutti/topology/graph.hpp"

#include <algorithm>
#include <array>

#include "tutti/topology/network.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

void check_ends(std::size_t node_count, node_id a, node_id b) {
    if (a >= node_count || b >= node_count) {
        refuse("link {}-{} leaves the graph, whose ids run from 0 to {}", a, b, node_count - 1);
    }
    if (a == b) {
        refuse("link {}-{} is a self-loop", a, b);
    }
}

/// Both directions of every link, sorted.
std::vector<graph::link> directed_links(std::size_t node_count,
                                        std::span<const graph::link> links) {
    std::vector<graph::link> directed;
    directed.reserve(2 * links.size());
    for (const auto& [a, b] : links) {
        check_ends(node_count, a, b);
        directed.emplace_back(a, b);
        directed.emplace_back(b, a);
    }
    std::ranges::sort(directed);
    const auto twice = std::ranges::adjacent_find(directed);
    if (twice != directed.end()) {
        refuse("link {}-{} is named twice", twice->first, twice->second);
    }
    return directed;
}

}  // namespace

/// Appends the ports of node 0, then those of node 1 and so on.
class graph::builder {
public:
    explicit builder(const graph_shape& shape) {
        const graph_size size = size_of(shape);
        if (size.nodes > grid::most_nodes || size.ports > most_links) {
            refuse("a graph has at most {} nodes and {} directed links, not {} and {}",
                   grid::most_nodes, most_links, size.nodes, size.ports);
        }
        reserve(size);
        table_->shape = shape;
        std::visit([this](const auto& each) { this->add_all(each); }, shape);
    }

    builder(std::size_t node_count, std::span<const link> links) {
        const std::vector<link> directed = directed_links(node_count, links);
        reserve({.nodes = node_count, .ports = directed.size()});
        auto next = directed.begin();
        for (node_id node = 0; node < node_count; ++node) {
            for (; next != directed.end() && next->first == node; ++next) {
                add(next->second, 0);
            }
            end_node();
        }
        number_far_ports();
    }

    [[nodiscard]] std::shared_ptr<const port_table> table() const noexcept { return table_; }

private:
    void reserve(graph_size size) {
        table_->first.reserve(size.nodes + 1);
        table_->first.push_back(0);
        table_->neighbour.reserve(size.ports);
        table_->far_port.reserve(size.ports);
    }

    void add(node_id neighbour, port far_port) {
        table_->neighbour.push_back(neighbour);
        table_->far_port.push_back(far_port);
        table_->link_count += neighbour == no_neighbour ? 0U : 1U;
    }
    void add_gap() { add(no_neighbour, 0); }
    void end_node() { table_->first.push_back(table_->neighbour.size()); }

    // Where ports are ordered by id, the links into a node come by increasing source, which is the
    // order of that node's ports: a running count gives the far port without a search.
    void number_far_ports() {
        std::vector<port> seen(table_->first.size() - 1, 0);
        for (std::size_t i = 0; i < table_->neighbour.size(); ++i) {
            table_->far_port[i] = seen[table_->neighbour[i]]++;
        }
    }

    // One function for each shape. Links that are listed are not in it.
    static void add_all(const listed_shape& /*any*/) {
        refuse("a graph of listed links is built from the links");
    }

    void add_all(const complete_shape& all) {
        for (node_id node = 0; node < all.nodes; ++node) {
            for (node_id other = 0; other < all.nodes; ++other) {
                if (other != node) {
                    add(other, static_cast<port>(node < other ? node : node - 1));
                }
            }
            end_node();
        }
    }

    void add_all(const ccc_shape& ccc) {
        const int levels = ccc.levels;
        for (node_id node = 0; node < size_of(ccc).nodes; ++node) {
            const node_id word = ccc.word(node);
            const int level = ccc.level(node);
            add(ccc.id(word, (level + levels - 1) % levels), 1);
            add(ccc.id(word, (level + 1) % levels), 0);
            add(node ^ (node_id{1} << level), 2);
            end_node();
        }
    }

    void add_all(const butterfly_shape& butterfly) {
        const int levels = butterfly.levels;
        for (node_id node = 0; node < size_of(butterfly).nodes; ++node) {
            const node_id word = butterfly.word(node);
            const int level = butterfly.level(node);
            const int above = (level + 1) % levels;
            const int below = (level + levels - 1) % levels;
            add(butterfly.id(word, above), levels == 2 ? 0 : 2);
            add(butterfly.id(word ^ (node_id{1} << level), above), 3);
            if (levels == 2) {
                add_gap();
            } else {
                add(butterfly.id(word, below), 0);
            }
            add(butterfly.id(word ^ (node_id{1} << below), below), 1);
            end_node();
        }
    }

    void add_all(const debruijn_shape& debruijn) {
        const node_id half = node_id{1} << (debruijn.bits - 1);
        for (node_id node = 0; node < 2 * half; ++node) {
            const node_id left = node % half * 2;
            std::array all{left, left + 1, node / 2, node / 2 + half};
            std::ranges::sort(all);
            const auto twice = std::ranges::unique(all);
            for (const node_id other : std::span{all.begin(), twice.begin()}) {
                if (other != node) {
                    add(other, 0);
                }
            }
            end_node();
        }
        number_far_ports();
    }

    void add_all(const product_shape& product) {
        for (node_id node = 0; node < product.node_count(); ++node) {
            port first = 0;
            for (std::size_t i = 0; i < product.factors().size(); ++i) {
                first += std::visit(
                    [&](const auto& factor) { return add_factor(factor, product, node, i, first); },
                    product.factors()[i]);
            }
            end_node();
        }
    }

    // @param first port 0 of the factor; how many ports it has is returned
    template <class Factor>
    port add_factor(const Factor& factor, const product_shape& product, node_id node, std::size_t i,
                    port first) {
        const node_id here = product.coordinate(node, i);
        const node_id others = node - here * product.stride(i);
        const port end = factor.port_limit(here);
        for (port through = 0; through < end; ++through) {
            if (factor.has_port(here, through)) {
                add(others + factor.neighbour(here, through) * product.stride(i),
                    first + factor.far_port(here, through));
            } else {
                add_gap();
            }
        }
        return end;
    }

    std::shared_ptr<port_table> table_ = std::make_shared<port_table>();
};

graph::graph(std::size_t node_count, std::span<const link> links)
    : graph{[&] {
          if (node_count == 0 || node_count > grid::most_nodes) {
              refuse("a graph has from 1 to {} nodes, not {}", grid::most_nodes, node_count);
          }
          return builder{node_count, links}.table();
      }()} {}

graph::graph(const graph_shape& shape) : graph{builder{shape}.table()} {}

graph::graph(std::shared_ptr<const port_table> links) noexcept
    : links_{std::move(links)},
      first_{links_->first},
      neighbour_{links_->neighbour},
      far_port_{links_->far_port},
      has_gaps_{links_->link_count != links_->neighbour.size()} {}

std::size_t graph::memory_bytes() const noexcept {
    return graph_size{.nodes = node_count(), .ports = port_count()}.bytes();
}

int graph::count_ports(node_id node) const noexcept {
    int ports = 0;
    for (port through = 0; through < port_limit(node); ++through) {
        ports += has_port(node, through) ? 1 : 0;
    }
    return ports;
}

}  // namespace tutti
