
#include <tuple>

#include "network_kinds.hpp"
#include "network_size.hpp"
#include "network_specification.hpp"
#include "topology/network_files/file_entries.hpp"
#include "topology/network_files/network_file.hpp"
#include "util/collect.hpp"

namespace tutti {
namespace {

// The shape of a network of explicit links; null if the network has another.
template <class Shape>
const Shape* shape_in(const network& any) noexcept {
    const auto* const links = std::get_if<graph>(&any);
    return links == nullptr ? nullptr : std::get_if<Shape>(&links->shape());
}

/// Plan of a network whose files are read.
struct plan {
    graph_size size;
    graph_size listed{};  ///< of its parts whose links are listed when it is outlined
    std::function<network()> outline{};
};

/// Makes plans of the parts of a specification; refuses what is too large.
struct planner {
    std::string_view specification;
    std::uint64_t most_bytes;

    plan operator()(const graph_shape& shape) const {
        return {.size = checked(size_of(shape)),
                .outline = [shape] { return graph::outline(shape); }};
    }
    plan operator()(const listed_network& listed) const {
        // Of the listing and the order of its ends, while they become a graph.
        constexpr std::uint64_t listing_bytes_a_link = 24;
        require_memory(checked(listed.size).bytes() + listed.size.links * listing_bytes_a_link);
        return {.size = listed.size, .listed = listed.size, .outline = [listed] {
                    return graph{listed.links(), {.name = listed.name, .stated = listed.stated}};
                }};
    }
    plan operator()(const network& part) const {
        return {.size = size_of(part), .outline = [part] { return part; }};
    }

    [[nodiscard]] plan of_product(std::vector<plan> factors) const {
        plan whole{.size = {.nodes = 1}};
        for (const auto& [size, listed, outline] : factors) {
            // The product of the sizes is checked by a division, before it can overflow.
            if (size.nodes > grid::most_nodes / whole.size.nodes) {
                refuse_size(specification);
            }
            whole.size.ports = whole.size.ports * size.nodes + size.ports * whole.size.nodes;
            whole.size.links = whole.size.links * size.nodes + size.links * whole.size.nodes;
            whole.size.nodes *= size.nodes;
            whole.listed.nodes += listed.nodes;
            whole.listed.ports += listed.ports;
            whole.listed.links += listed.links;
        }
        whole.size = checked(whole.size);
        whole.outline = [factors = std::move(factors)] {
            return graph::outline(product_shape{
                vector_of(factors, [](const plan& factor) { return factor.outline(); })});
        };
        return whole;
    }

    [[nodiscard]] graph_size checked(graph_size size) const {
        if (size.nodes > grid::most_nodes) {
            refuse_size(specification);
        }
        if (size.ports > graph::most_links) {
            refuse("{} has {} directed links; at most {} can be built", in_quotes(specification),
                   grouped(size.ports), grouped(graph::most_links));
        }
        require_memory(size.bytes());
        return size;
    }
    void require_memory(std::uint64_t bytes) const {
        if (bytes > most_bytes) {
            refuse("{} takes {} bytes for its links, and there are {}; use a smaller network",
                   in_quotes(specification), grouped(bytes), grouped(most_bytes));
        }
    }
};

/// Check of a network's shape against the numbers of its kind.
struct shape_check {
    const tutti::network* network;
    std::string_view specification;

    template <class Shape>
    bool operator()(const Shape& named) const {
        const auto* const shape = std::get_if<Shape>(network);
        return shape != nullptr && *shape == named;
    }
    bool operator()(const listed_network& /*any*/) const {
        const auto* const listed = shape_in<listed_shape>(*network);
        return listed != nullptr && listed->name == specification;
    }
    // The numbers of a shape follow from its number of nodes, but those of a product.
    bool operator()(const graph_shape& named) const {
        const auto* const links = std::get_if<graph>(network);
        if (links == nullptr || links->shape().index() != named.index()) {
            return false;
        }
        const auto* const product = std::get_if<product_shape>(&named);
        return product == nullptr
                   ? links->node_count() == size_of(named).nodes
                   : std::ranges::equal(product->factors(),
                                        std::get<product_shape>(links->shape()).factors(), {},
                                        specification_of, specification_of);
    }
};

// Errors of the file get the whole specification in front.
graph read_graph(const network_specification& named, std::uint64_t most_bytes) {
    const bool is_code = named.family().content == network_content::code;
    try {
        return is_code ? graph{parse_network_file(named.word(), {"", {{"format", "graph6"}}},
                                                  most_bytes),
                               {.name = named.text()}}
                       : graph{read_network_file(parse_network_file_name(named.word()), most_bytes),
                               {}};
    } catch (const network_file_fault& fault) {
        refuse("{}: {}", in_quotes(named.text()), fault.what());
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
    const planner limits{.specification = text, .most_bytes = most_bytes};
    try {
        if (family.node_count) {
            std::ignore = limits.checked({.nodes = family.node_count(named.numbers())});
        }
        network made = family.build(named.numbers());
        if (auto* const links = std::get_if<graph>(&made)) {
            std::ignore = limits.checked(size_of(made));
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
plan plan_of(const network_specification& named, const planner& make) {
    const network_kind& kind = named.family();
    if (kind.family != nullptr) {
        return make(built_by(*kind.family, named, make.most_bytes));
    }
    switch (kind.content) {
        case network_content::name:
            refuse("{}: the network family {} is not known here", in_quotes(named.text()),
                   in_quotes(named.kind()));
        case network_content::numbers:
        case network_content::nothing: {
            network_outline outline = kind.outline(named.numbers());
            if (auto* const listed = std::get_if<listed_network>(&outline)) {
                listed->name = named.text();
            }
            return std::visit(make, outline);
        }
        case network_content::code:
        case network_content::file:
            return make(read_graph(named, make.most_bytes));
        case network_content::factors:
            break;
    }
    // NOLINTNEXTLINE(misc-no-recursion)
    return make.of_product(vector_of(named.factors(), [&](const network_specification& factor) {
        return plan_of(factor, make);
    }));
}

plan plan_of(const network_specification& named, std::uint64_t most_bytes) {
    const std::string whole = named.text();
    return in_whole(whole, !named.factors().empty(), [&] {
        return plan_of(named, {.specification = whole, .most_bytes = most_bytes});
    });
}

}  // namespace

graph_size largest_size(const network_specification& named, std::uint64_t most_bytes) {
    return plan_of(named, most_bytes).size;
}

graph_size listed_size(const network_specification& named, std::uint64_t most_bytes) {
    return plan_of(named, most_bytes).listed;
}

network network_specification::build(std::uint64_t most_bytes) const {
    return built(outline(most_bytes));
}

network network_specification::outline(std::uint64_t most_bytes) const {
    return plan_of(*this, most_bytes).outline();
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as products are nested
bool network_specification::may_name(const network& net) const {
    if (is_own()) {
        const auto* const listed = shape_in<listed_shape>(net);
        // Networks of a structure have no other name: as far as it is known, their size shows it.
        return listed != nullptr
                   ? listed->name == text()
                   : node_count().value_or(tutti::node_count(net)) == tutti::node_count(net);
    }
    if (kind_->outline != nullptr) {
        return std::visit(shape_check{&net, text()}, kind_->outline(numbers_));
    }
    if (kind_->content == network_content::file || kind_->content == network_content::code) {
        const auto* const listed = shape_in<listed_shape>(net);
        return listed != nullptr && (!path().empty() || listed->name == text());
    }
    const auto* const product = shape_in<product_shape>(net);
    return product != nullptr &&
           std::ranges::equal(factors(), product->factors(),
                              // NOLINTNEXTLINE(misc-no-recursion)
                              [](const network_specification& named, const network& factor) {
                                  return named.may_name(factor);
                              });
}

// NOLINTNEXTLINE(misc-no-recursion)
std::optional<std::size_t> network_specification::node_count() const {
    // The number of nodes of a file or of an encoded graph is unknown until it is read.
    if (kind_->content == network_content::file || kind_->content == network_content::code ||
        is_name()) {
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
