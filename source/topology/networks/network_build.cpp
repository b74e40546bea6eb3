
#include "network_kinds.hpp"
#include "network_size.hpp"
#include "network_specification.hpp"
#include "topology/graph_file/graph_file.hpp"

namespace tutti {
namespace {

/// Plan of a network whose files are read; the last alternative is a product.
struct plan {
    std::variant<hypercube, grid, graph_shape, listed_network, graph, std::vector<plan>> content;
};

/// Size of a plan's network, computed without building it; refuses what is too large.
struct planned_size {
    std::string_view specification;
    std::uint64_t most_bytes;

    // NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
    graph_size operator()(const plan& planned) const { return std::visit(*this, planned.content); }
    graph_size operator()(const graph_shape& shape) const { return checked(size_of(shape)); }
    graph_size operator()(const listed_network& listed) const { return checked(listed.size); }
    graph_size operator()(const network& part) const { return size_of(part); }
    // NOLINTNEXTLINE(misc-no-recursion)
    graph_size operator()(const std::vector<plan>& factors) const {
        graph_size size{.nodes = 1};
        for (const plan& factor : factors) {
            const graph_size one = (*this)(factor);
            // The product of the sizes is checked by a division, before it can overflow.
            if (one.nodes > grid::most_nodes / size.nodes) {
                refuse_size(specification);
            }
            size.ports = size.ports * one.nodes + one.ports * size.nodes;
            size.links = size.links * one.nodes + one.links * size.nodes;
            size.nodes *= one.nodes;
        }
        return checked(size);
    }

    [[nodiscard]] graph_size checked(graph_size size) const {
        if (size.nodes > grid::most_nodes) {
            refuse_size(specification);
        }
        if (size.ports > graph::most_links) {
            refuse("{} has {} directed links; at most {} can be built", in_quotes(specification),
                   grouped(size.ports), grouped(graph::most_links));
        }
        if (size.bytes() > most_bytes) {
            refuse("{} takes {} bytes for its links, and there are {}; use a smaller network",
                   in_quotes(specification), grouped(size.bytes()), grouped(most_bytes));
        }
        return size;
    }
};

/// Totals of the lists of an outline.
struct planned_lists {
    // NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
    graph_size operator()(const plan& planned) const { return std::visit(*this, planned.content); }
    graph_size operator()(const listed_network& listed) const { return listed.size; }
    template <class Other>
    graph_size operator()(const Other& /*any*/) const {
        return {};
    }
    // NOLINTNEXTLINE(misc-no-recursion)
    graph_size operator()(const std::vector<plan>& factors) const {
        graph_size sum;
        for (const plan& factor : factors) {
            const graph_size size = (*this)(factor);
            sum.nodes += size.nodes;
            sum.ports += size.ports;
            sum.links += size.links;
        }
        return sum;
    }
};

/// Check of a network's shape against the numbers of its kind.
struct shape_check {
    const tutti::network* network;

    template <class Shape>
    bool operator()(const Shape& named) const {
        const auto* const shape = std::get_if<Shape>(network);
        return shape != nullptr && *shape == named;
    }
    bool operator()(const listed_network& named) const {
        const auto* const listed = shape_of_links<listed_shape>();
        return listed != nullptr && listed->name == named.name;
    }
    bool operator()(const graph_shape& named) const {
        return std::visit([this](const auto& shape) { return is(shape); }, named);
    }

private:
    template <class Shape>
    [[nodiscard]] const Shape* shape_of_links() const {
        const auto* const links = std::get_if<graph>(network);
        return links != nullptr ? std::get_if<Shape>(&links->shape()) : nullptr;
    }
    // The numbers of a shape follow from its number of nodes.
    template <class Shape>
    [[nodiscard]] bool is(const Shape& named) const {
        return shape_of_links<Shape>() != nullptr &&
               node_count(*network) == size_of(graph_shape{named}).nodes;
    }
};

struct planned_outline {
    // NOLINTNEXTLINE(misc-no-recursion)
    network operator()(const plan& planned) const { return std::visit(*this, planned.content); }
    network operator()(const graph_shape& shape) const { return graph::outline(shape); }
    network operator()(const listed_network& listed) const {
        return graph{listed.size.nodes, listed.links(), listed.name};
    }
    network operator()(const network& part) const { return part; }
    // NOLINTNEXTLINE(misc-no-recursion)
    network operator()(const std::vector<plan>& planned) const {
        std::vector<network> factors;
        std::ranges::transform(planned, std::back_inserter(factors), *this);
        return graph::outline(product_shape{std::move(factors)});
    }
};

// Errors of the file get the whole specification in front.
graph read_graph(const network_specification& named, std::uint64_t most_bytes) {
    try {
        return read_graph_file(named.path(), most_bytes);
    } catch (const std::invalid_argument& why) {
        refuse("{} {}", in_quotes(named.text()), why.what());
    }
}

// What its family states of a network; null if that is nothing.
std::shared_ptr<const stated_properties> stated_by(const network_family& family,
                                                   std::span<const std::uint64_t> numbers) {
    if (!family.diameter && !family.hamiltonian_cycle) {
        return nullptr;
    }
    auto stated = std::make_shared<stated_properties>();
    if (family.diameter) {
        stated->diameter = family.diameter(numbers);
    }
    if (family.hamiltonian_cycle) {
        stated->hamiltonian_cycle = family.hamiltonian_cycle(numbers);
    }
    return stated;
}

// The network of a user's family. Its functions may throw anything.
network built_by(const network_family& family, const network_specification& named,
                 std::uint64_t most_bytes) {
    const std::string text = named.text();
    const planned_size limits{.specification = text, .most_bytes = most_bytes};
    try {
        if (family.node_count) {
            static_cast<void>(limits.checked({.nodes = family.node_count(named.numbers())}));
        }
        network made = family.build(named.numbers());
        if (auto* const links = std::get_if<graph>(&made)) {
            static_cast<void>(limits.checked(size_of(made)));
            if (std::holds_alternative<listed_shape>(links->shape())) {
                made = links->named({.name = text, .stated = stated_by(family, named.numbers())});
            }
        }
        return made;
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& wrong) {
        const std::string why = wrong.what();
        refuse("{}{}", why.starts_with(in_quotes(text)) ? "" : in_quotes(text) + ": ", why);
    }
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
plan plan_of(const network_specification& named, std::uint64_t most_bytes) {
    const network_kind& kind = named.family();
    if (kind.family != nullptr) {
        return std::visit([](auto part) { return plan{std::move(part)}; },
                          built_by(*kind.family, named, most_bytes));
    }
    switch (kind.content) {
        case network_content::name:
            refuse("{}: the network family {} is not known here", in_quotes(named.text()),
                   in_quotes(named.kind()));
        case network_content::numbers:
        case network_content::nothing:
            return std::visit([](const auto& part) { return plan{part}; },
                              kind.outline(named.numbers()));
        case network_content::file:
            return {read_graph(named, most_bytes)};
        case network_content::factors:
            break;
    }
    std::vector<plan> factors;
    factors.reserve(named.factors().size());
    for (const network_specification& factor : named.factors()) {
        factors.push_back(plan_of(factor, most_bytes));
    }
    return {std::move(factors)};
}

// A plan whose size is checked, and that size.
std::pair<plan, graph_size> checked_plan(const network_specification& named,
                                         std::uint64_t most_bytes) {
    const std::string whole = named.text();
    plan planned =
        in_whole(whole, !named.factors().empty(), [&] { return plan_of(named, most_bytes); });
    const graph_size size = planned_size{.specification = whole, .most_bytes = most_bytes}(planned);
    return {std::move(planned), size};
}

}  // namespace

graph_size largest_size(const network_specification& named, std::uint64_t most_bytes) {
    return checked_plan(named, most_bytes).second;
}

graph_size listed_size(const network_specification& named, std::uint64_t most_bytes) {
    return planned_lists{}(checked_plan(named, most_bytes).first);
}

network network_specification::build(std::uint64_t most_bytes) const {
    return built(outline(most_bytes));
}

network network_specification::outline(std::uint64_t most_bytes) const {
    return planned_outline{}(checked_plan(*this, most_bytes).first);
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
bool network_specification::may_name(const network& net) const {
    if (is_own()) {
        const auto* const own = std::get_if<graph>(&net);
        const auto* const listed =
            own == nullptr ? nullptr : std::get_if<listed_shape>(&own->shape());
        // Networks of a structure have no other name: as far as it is known, their size shows it.
        return listed != nullptr
                   ? listed->name == text()
                   : node_count().value_or(tutti::node_count(net)) == tutti::node_count(net);
    }
    if (kind_->outline != nullptr) {
        return std::visit(shape_check{&net}, kind_->outline(numbers_));
    }
    const auto* const links = std::get_if<graph>(&net);
    if (links == nullptr) {
        return false;
    }
    if (kind_->content == network_content::file) {
        return std::holds_alternative<listed_shape>(links->shape());
    }
    const auto* const product = std::get_if<product_shape>(&links->shape());
    return product != nullptr &&
           std::ranges::equal(factors(), product->factors(),
                              // NOLINTNEXTLINE(misc-no-recursion)
                              [](const network_specification& named, const network& factor) {
                                  return named.may_name(factor);
                              });
}

// NOLINTNEXTLINE(misc-no-recursion)
std::optional<std::size_t> network_specification::node_count() const {
    // The number of nodes of a file is unknown until it is read.
    if (kind_->content == network_content::file || is_name()) {
        return std::nullopt;
    }
    if (kind_->family != nullptr) {
        return kind_->family->node_count ? std::optional{kind_->family->node_count(numbers_)}
                                         : std::nullopt;
    }
    if (kind_->outline != nullptr) {
        const std::uint64_t nodes = std::visit([](const auto& part) { return size_of(part).nodes; },
                                               kind_->outline(numbers_));
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
