#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "network_kinds.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/graph_file.hpp"
#include "tutti/topology/network_specification.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

/// A network whose files are read, but whose links are not built yet; the last alternative is a
/// product.
struct plan {
    std::variant<hypercube, grid, graph_shape, graph, std::vector<plan>> what;
};

// What each alternative but products takes, one function for each.
graph_size known_size(const hypercube& cube) {
    return {.nodes = cube.node_count(), .ports = cube.link_count()};
}
graph_size known_size(const grid& lines) {
    return {.nodes = lines.node_count(),
            .ports = lines.node_count() * static_cast<std::uint64_t>(lines.uniform_ports())};
}
graph_size known_size(const graph_shape& shape) { return size_of(shape); }
graph_size known_size(const graph& links) {
    return {.nodes = links.node_count(), .ports = links.port_count()};
}

/// Computes what a plan takes, and refuses what is too large; nothing is built.
class planned_size {
public:
    planned_size(std::string_view specification, std::uint64_t most_bytes) noexcept
        : specification_{specification}, most_bytes_{most_bytes} {}

    // NOLINTBEGIN(misc-no-recursion): as deep as products may stand in products
    [[nodiscard]] graph_size of(const plan& planned) const {
        return std::visit([this](const auto& each) { return this->known_of(each); }, planned.what);
    }
    // NOLINTEND(misc-no-recursion)

private:
    template <class Part>
    [[nodiscard]] graph_size known_of(const Part& part) const {
        return std::is_same_v<Part, graph_shape> ? checked(known_size(part)) : known_size(part);
    }
    // NOLINTNEXTLINE(misc-no-recursion)
    [[nodiscard]] graph_size known_of(const std::vector<plan>& factors) const {
        graph_size all{.nodes = 1};
        for (const plan& factor : factors) {
            const graph_size one = of(factor);
            if (one.nodes > grid::most_nodes / all.nodes) {
                refuse_size(specification_);
            }
            all.ports = all.ports * one.nodes + one.ports * all.nodes;
            all.nodes *= one.nodes;
        }
        return checked(all);
    }

    [[nodiscard]] graph_size checked(graph_size size) const {
        if (size.nodes > grid::most_nodes) {
            refuse_size(specification_);
        }
        if (size.ports > graph::most_links) {
            throw std::invalid_argument{fmt::format(
                "{} has {} directed links; at most {} can be built", quoted(specification_),
                grouped(size.ports), grouped(graph::most_links))};
        }
        if (size.bytes() > most_bytes_) {
            throw std::invalid_argument{fmt::format(
                "{} takes {} bytes for its links, and there are {}; a smaller one is right",
                quoted(specification_), grouped(size.bytes()), grouped(most_bytes_))};
        }
        return size;
    }

    std::string_view specification_;
    std::uint64_t most_bytes_;
};

network build_from(const plan& planned);

template <class Part>
network build_from(const Part& part) {
    return part;
}
network build_from(const graph_shape& shape) { return graph{shape}; }
// NOLINTNEXTLINE(misc-no-recursion): as deep as products may stand in products
network build_from(const std::vector<plan>& planned) {
    std::vector<network> factors;
    factors.reserve(planned.size());
    for (const plan& factor : planned) {
        factors.push_back(build_from(factor));
    }
    return graph{graph_shape{product_shape{std::move(factors)}}};
}

// NOLINTBEGIN(misc-no-recursion)
network build_from(const plan& planned) {
    return std::visit([](const auto& each) { return build_from(each); }, planned.what);
}
// NOLINTEND(misc-no-recursion)

}  // namespace

struct network_specification::planner {
    std::uint64_t most_bytes;

    // NOLINTNEXTLINE(misc-no-recursion): as deep as products may stand in products
    [[nodiscard]] plan of(const network_specification& named) const {
        switch (named.kind_->content) {
            case network_content::numbers:
                return std::visit([](const auto& part) { return plan{part}; },
                                  named.kind_->outline(named.numbers_));
            case network_content::file:
                return {read(named)};
            case network_content::factors:
                break;
        }
        std::vector<plan> factors;
        factors.reserve(named.factors().size());
        for (const network_specification& factor : named.factors()) {
            factors.push_back(of(factor));
        }
        return {std::move(factors)};
    }

    [[nodiscard]] graph read(const network_specification& named) const {
        try {
            return read_graph_file(named.path_, most_bytes);
        } catch (const std::invalid_argument& why) {
            throw std::invalid_argument{fmt::format("{} {}", quoted(named.text()), why.what())};
        }
    }
};

network network_specification::build(std::uint64_t most_bytes) const {
    const std::string whole = text();
    const plan planned = in_whole(whole, kind_->content == network_content::factors,
                                  [&] { return planner{.most_bytes = most_bytes}.of(*this); });
    (void)planned_size{whole, most_bytes}.of(planned);
    return build_from(planned);
}

// NOLINTNEXTLINE(misc-no-recursion)
std::optional<std::size_t> network_specification::node_count() const {
    if (kind_->content == network_content::file) {
        return std::nullopt;
    }
    if (kind_->content == network_content::numbers) {
        const std::uint64_t nodes = std::visit(
            [](const auto& part) { return known_size(part).nodes; }, kind_->outline(numbers_));
        return nodes <= grid::most_nodes ? std::optional{nodes} : std::nullopt;
    }
    std::size_t nodes = 1;
    for (const network_specification& factor : factors()) {
        const auto one = factor.node_count();
        if (!one || *one > grid::most_nodes / nodes) {
            return std::nullopt;
        }
        nodes *= *one;
    }
    return nodes;
}

}  // namespace tutti
