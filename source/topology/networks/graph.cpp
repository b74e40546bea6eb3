#include "tutti/topology/graph.hpp"

#include <algorithm>
#include <array>
#include <mutex>

#include "network_listing.hpp"
#include "tutti/topology/network.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

network_listing listing_of(std::size_t node_count, std::span<const graph::link> links) {
    return {.nodes = node_count, .links = vector_of(links, [](const graph::link& link) {
                                     return listed_link{.from = link.first, .to = link.second};
                                 })};
}

/// Nodes of a product that only forward: those with a coordinate that only forwards in its factor.
/// @throws std::invalid_argument if there are more nodes than can be listed
std::vector<node_id> switches_of(const product_shape& product) {
    // Switches are listed, also of networks that are only outlined.
    constexpr std::size_t most_nodes = std::size_t{1} << 24U;
    const auto& factors = product.factors();
    const auto has_switches = [](const network& factor) {
        const auto* const links = std::get_if<graph>(&factor);
        return links != nullptr && !links->switches().empty();
    };
    std::vector<node_id> switches;
    if (std::ranges::none_of(factors, has_switches)) {
        return switches;
    }
    if (product.node_count() > most_nodes) {
        refuse("a product of networks with switches has up to {} nodes, not {}", most_nodes,
               product.node_count());
    }
    for (node_id node = 0; node < product.node_count(); ++node) {
        std::size_t i = 0;
        const auto only_forwards = [&](const network& factor) {
            const node_id there = product.coordinate(node, i++);
            return std::visit([&](const auto& shape) { return is_switch(shape, there); }, factor);
        };
        if (std::ranges::any_of(factors, only_forwards)) {
            switches.push_back(node);
        }
    }
    return switches;
}

}  // namespace

/// Appends the ports of node 0, then those of node 1 and so on.
class graph::builder {
public:
    explicit builder(const graph_shape& shape) {
        reserve(size_of(shape));
        std::visit([this](const auto& each) { this->add_all(each); }, shape);
    }

    // Copy c of a link has the c-th of the link's ports at both of its ends.
    explicit builder(const network_listing& listing) {
        reserve(size_of(listing));
        const listing_ends ends{listing};
        std::vector<port> ports(2 * listing.links.size());  // of the first copy, by end
        for (node_id node = 0; node < listing.nodes; ++node) {
            for (const std::size_t end : ends.of(node)) {
                ports[end] = static_cast<port>(neighbour_.size() - first_.back());
                neighbour_.insert(neighbour_.end(), static_cast<std::size_t>(ends.copies(end)),
                                  ends.neighbour(end));
            }
            end_node();
        }
        for (node_id node = 0; node < listing.nodes; ++node) {
            for (const std::size_t end : ends.of(node)) {
                for (port copy = 0; copy < ends.copies(end); ++copy) {
                    far_port_.push_back(ports[end ^ 1U] + copy);
                }
            }
        }
    }

    [[nodiscard]] rows links() const noexcept {
        return {
            .first = first_.data(), .neighbour = neighbour_.data(), .far_port = far_port_.data()};
    }

private:
    void reserve(graph_size size) {
        first_.reserve(size.nodes + 1);
        first_.push_back(0);
        neighbour_.reserve(size.ports);
        far_port_.reserve(size.ports);
    }

    void add(node_id neighbour, port far_port) {
        neighbour_.push_back(neighbour);
        far_port_.push_back(far_port);
    }
    void add_gap() { add(no_neighbour, 0); }
    void end_node() { first_.push_back(neighbour_.size()); }

    // Far ports by a running count: where ports are ordered by id, the links into a node come by
    // increasing source, which is the order of that node's ports.
    void number_far_ports() {
        std::vector<port> seen(first_.size() - 1, 0);
        for (std::size_t i = 0; i < neighbour_.size(); ++i) {
            far_port_[i] = seen[neighbour_[i]]++;
        }
    }

    // One function for each shape. The content refuses a listed one before, as its links are not in
    // it.
    static void add_all(const listed_shape& /*any*/) {}

    void add_all(const complete_shape& complete) {
        for (node_id node = 0; node < complete.nodes; ++node) {
            for (node_id other = 0; other < complete.nodes; ++other) {
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

    // The words 2v, 2v+1, v/2 and v/2+2^(n-1) may coincide or be the node itself.
    void add_all(const debruijn_shape& debruijn) {
        const node_id half = node_id{1} << (debruijn.bits - 1);
        for (node_id node = 0; node < 2 * half; ++node) {
            const node_id left = node % half * 2;
            std::array values{left, left + 1, node / 2, node / 2 + half};
            std::ranges::sort(values);
            const auto twice = std::ranges::unique(values);
            for (const node_id other : std::span{values.begin(), twice.begin()}) {
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

    std::vector<std::size_t> first_;
    std::vector<node_id> neighbour_;
    std::vector<port> far_port_;
};

/// Shared content of the copies of a graph.
///
/// Thread safety: all of it may be called from any thread; the first that asks for the links builds
/// them, and the others wait.
class graph::content {
public:
    explicit content(const graph_shape& shape) : outline_{shape}, size_{size_of(shape)} {
        if (std::holds_alternative<listed_shape>(shape)) {
            refuse("a graph of listed links is built from the links");
        }
        require_room(size_);
        if (const auto* const product = std::get_if<product_shape>(&shape)) {
            beside_links_ = std::make_shared<const network_listing>(
                network_listing{.switches = switches_of(*product)});
        }
    }

    content(const network_listing& listing, listed_shape shape)
        : outline_{shape},
          size_{checked_size(listing)},
          beside_links_{std::make_shared<const network_listing>(network_listing{
              .switches = listing.switches, .names = listing.names, .left_out = listing.left_out})},
          built_{std::make_unique<const whole_graph>(
              whole_graph{std::move(shape), std::make_shared<const builder>(listing)})} {}

    /// The links of `other`, which are shared, with another name.
    content(const content& other, listed_shape shape)
        : outline_{shape},
          size_{other.size_},
          beside_links_{other.beside_links_},
          built_{std::make_unique<const whole_graph>(
              whole_graph{std::move(shape), other.whole().links})} {}

    /// A listing without its links.
    [[nodiscard]] const network_listing& beside_links() const noexcept { return *beside_links_; }
    [[nodiscard]] const graph_shape& outline() const noexcept { return outline_; }
    [[nodiscard]] const graph_size& size() const noexcept { return size_; }

    /// The shape, with all parts built.
    [[nodiscard]] const graph_shape& shape() const { return whole().shape; }
    [[nodiscard]] rows links() const { return whole().links->links(); }

private:
    struct whole_graph {
        graph_shape shape;
        std::shared_ptr<const builder> links;
    };

    static void require_room(const graph_size& size) {
        if (size.nodes > grid::most_nodes || size.ports > most_links) {
            refuse("a graph has at most {} nodes and {} directed links, not {} and {}",
                   grid::most_nodes, most_links, size.nodes, size.ports);
        }
    }
    [[nodiscard]] static graph_size checked_size(const network_listing& listing) {
        check_listing(listing);
        const graph_size size = size_of(listing);
        require_room(size);
        return size;
    }

    [[nodiscard]] const whole_graph& whole() const {
        std::call_once(once_, [this] {
            if (!built_) {
                const graph_shape shape = built(outline_);
                built_ = std::make_unique<const whole_graph>(
                    whole_graph{shape, std::make_shared<const builder>(shape)});
            }
        });
        return *built_;
    }

    // The links of a product are read off those of its factors.
    [[nodiscard]] static graph_shape built(const graph_shape& outline) {
        const auto* const product = std::get_if<product_shape>(&outline);
        if (product == nullptr) {
            return outline;
        }
        return product_shape{vector_of(product->factors(), tutti::built)};
    }

    graph_shape outline_;
    graph_size size_;
    // Shared by graphs of other names.
    std::shared_ptr<const network_listing> beside_links_ =
        std::make_shared<const network_listing>();
    mutable std::once_flag once_;
    mutable std::unique_ptr<const whole_graph> built_;
};

graph::graph(std::size_t node_count, std::span<const link> links, std::string name)
    : graph{listing_of(node_count, links), listed_shape{std::move(name)}} {}

graph::graph(const network_listing& listing, listed_shape shape)
    : graph{graph{std::make_shared<const content>(listing, std::move(shape))}.built()} {}

graph::graph(const graph_shape& shape) : graph{outline(shape).built()} {}

graph::graph(std::shared_ptr<const content> shared) noexcept
    : content_{std::move(shared)}, shape_{&content_->outline()}, size_{content_->size()} {}

graph graph::outline(const graph_shape& shape) {
    return graph{std::make_shared<const content>(shape)};
}

graph graph::built() const {
    graph whole = *this;
    whole.shape_ = &content_->shape();
    whole.rows_ = content_->links();
    return whole;
}

graph graph::named(listed_shape shape) const {
    return graph{std::make_shared<const content>(*content_, std::move(shape))}.built();
}

std::span<const node_id> graph::switches() const noexcept {
    return content_->beside_links().switches;
}

std::span<const std::string> graph::names() const noexcept {
    return content_->beside_links().names;
}

std::string_view graph::left_out() const noexcept { return content_->beside_links().left_out; }

graph::rows graph::built_rows() const { return content_->links(); }

int graph::count_ports(node_id node) const {
    int ports = 0;
    for (port through = 0; through < port_limit(node); ++through) {
        ports += has_port(node, through) ? 1 : 0;
    }
    return ports;
}

}  // namespace tutti
