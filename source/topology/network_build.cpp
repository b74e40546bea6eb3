#include <stdexcept>
#include <string>
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
    std::variant<network_outline, graph, std::vector<plan>> what;
};

graph_size size_of(const network_outline& outline) {
    if (const auto* const cube = std::get_if<hypercube>(&outline)) {
        return {.nodes = cube->node_count(), .ports = cube->link_count()};
    }
    if (const auto* const lines = std::get_if<grid>(&outline)) {
        return {.nodes = lines->node_count(),
                .ports = lines->node_count() * static_cast<std::uint64_t>(lines->uniform_ports())};
    }
    return size_of(std::get<graph_shape>(outline));
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
    [[nodiscard]] graph_size known_of(const network_outline& outline) const {
        const graph_size size = size_of(outline);
        return std::holds_alternative<graph_shape>(outline) ? checked(size) : size;
    }
    [[nodiscard]] static graph_size known_of(const graph& links) {
        return {.nodes = links.node_count(), .ports = links.port_count()};
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

// One function for each alternative of a plan.
network build_from(const network_outline& outline) {
    if (const auto* const shape = std::get_if<graph_shape>(&outline)) {
        return graph{*shape};
    }
    const auto* const cube = std::get_if<hypercube>(&outline);
    return cube != nullptr ? network{*cube} : network{std::get<grid>(outline)};
}
network build_from(const graph& links) { return links; }
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
                return {named.kind_->outline(named.numbers_)};
            case network_content::file:
                return {read(named)};
            case network_content::factors:
                break;
        }
        std::vector<plan> factors;
        factors.reserve(named.factors_.size());
        for (const network_specification& factor : named.factors_) {
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
        const std::uint64_t nodes = size_of(kind_->outline(numbers_)).nodes;
        return nodes <= grid::most_nodes ? std::optional{nodes} : std::nullopt;
    }
    std::size_t nodes = 1;
    for (const network_specification& factor : factors_) {
        const auto one = factor.node_count();
        if (!one || *one > grid::most_nodes / nodes) {
            return std::nullopt;
        }
        nodes *= *one;
    }
    return nodes;
}

}  // namespace tutti
