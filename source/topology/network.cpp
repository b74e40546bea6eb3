#include "tutti/topology/network.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tutti/topology/graph_file.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

/// A file that is not read yet.
struct named_file {
    std::string_view whole;  ///< as written
    std::string path;
};

/// A network that is not built yet; the last alternative is a product.
struct plan {
    std::variant<hypercube, grid, graph_shape, named_file, graph, std::vector<plan>> what;
};

/// A kind of network: its name before the colon and what reads the value after it. `whole` is the
/// specification as written, for errors.
struct family {
    std::string_view name;
    std::string_view form;
    plan (*read)(std::string_view whole, std::string_view value);
};

/// The range of a family's one number, and what it counts.
struct size_range {
    std::string_view what;
    std::uint64_t least;
    std::uint64_t most;
};

std::uint64_t read_size(std::string_view whole, std::string_view value, const size_range& range) {
    if (const auto size = number_between(value, range.least, range.most)) {
        return *size;
    }
    throw std::invalid_argument{fmt::format("{} has a size {}; {} run from {} to {}", quoted(whole),
                                            is_plain_number(value)
                                                ? "outside its range"
                                                : "that is not a number in plain decimal digits",
                                            range.what, range.least, range.most)};
}

plan read_hypercube(std::string_view whole, std::string_view value) {
    constexpr size_range range{
        .what = "dimensions", .least = 1, .most = hypercube::most_dimensions};
    return {hypercube{static_cast<int>(read_size(whole, value, range))}};
}

plan read_complete(std::string_view whole, std::string_view value) {
    constexpr size_range range{.what = "nodes", .least = 1, .most = grid::most_nodes};
    return {graph_shape{complete_shape{.nodes = read_size(whole, value, range)}}};
}

plan read_ccc(std::string_view whole, std::string_view value) {
    constexpr size_range range{
        .what = "levels", .least = ccc_shape::least, .most = ccc_shape::most};
    return {graph_shape{ccc_shape{.levels = static_cast<int>(read_size(whole, value, range))}}};
}

plan read_butterfly(std::string_view whole, std::string_view value) {
    constexpr size_range range{
        .what = "levels", .least = butterfly_shape::least, .most = butterfly_shape::most};
    return {
        graph_shape{butterfly_shape{.levels = static_cast<int>(read_size(whole, value, range))}}};
}

plan read_debruijn(std::string_view whole, std::string_view value) {
    constexpr size_range range{
        .what = "bits", .least = debruijn_shape::least, .most = debruijn_shape::most};
    return {graph_shape{debruijn_shape{.bits = static_cast<int>(read_size(whole, value, range))}}};
}

[[noreturn]] void refuse_size(std::string_view whole) {
    throw std::invalid_argument{fmt::format("{} has more than {} nodes, the most that can be built",
                                            quoted(whole), grid::most_nodes)};
}

[[noreturn]] void refuse_side(std::string_view whole, std::string_view item, int least) {
    const bool is_small =
        number_between(item, 0, static_cast<std::uint64_t>(least) - 1).has_value();
    if (is_plain_number(item) && !is_small) {
        refuse_size(whole);
    }
    throw std::invalid_argument{fmt::format("{} has {} where a side of at least {} belongs",
                                            quoted(whole), quoted(item), least)};
}

std::vector<int> read_sides(std::string_view whole, std::string_view value, int least) {
    std::vector<int> sides;
    std::size_t nodes = 1;
    for (bool more = true; more;) {
        const std::size_t cross = value.find('x');
        const std::string_view item = value.substr(0, cross);
        const auto side = number_between(item, static_cast<std::uint64_t>(least), grid::most_nodes);
        if (!side) {
            refuse_side(whole, item, least);
        }
        if (*side > grid::most_nodes / nodes) {
            refuse_size(whole);
        }
        nodes *= *side;
        sides.push_back(static_cast<int>(*side));
        more = cross != std::string_view::npos;
        value.remove_prefix(more ? cross + 1 : value.size());
    }
    return sides;
}

template <grid_edge Edge>
plan read_grid(std::string_view whole, std::string_view value) {
    return {grid{read_sides(whole, value, 2), Edge}};
}

template <grid_edge Edge>
plan read_line(std::string_view whole, std::string_view value) {
    if (value.find('x') != std::string_view::npos) {
        throw std::invalid_argument{
            fmt::format("{} has several sides; a ring or path has one length", quoted(whole))};
    }
    return {grid{read_sides(whole, value, 1), Edge}};
}

plan read_file_name(std::string_view whole, std::string_view value) {
    return {named_file{.whole = whole, .path = std::string{value}}};
}

constexpr std::string_view product_name = "product";
constexpr std::string_view product_form = "product(A,B,..)";

constexpr std::array families{
    family{.name = "hypercube", .form = "hypercube:D", .read = read_hypercube},
    family{.name = "torus", .form = "torus:P1xP2", .read = read_grid<grid_edge::closed>},
    family{.name = "array", .form = "array:P1xP2", .read = read_grid<grid_edge::open>},
    family{.name = "ring", .form = "ring:N", .read = read_line<grid_edge::closed>},
    family{.name = "path", .form = "path:N", .read = read_line<grid_edge::open>},
    family{.name = "complete", .form = "complete:N", .read = read_complete},
    family{.name = "ccc", .form = "ccc:D", .read = read_ccc},
    family{.name = "butterfly", .form = "butterfly:D", .read = read_butterfly},
    family{.name = "debruijn", .form = "debruijn:D", .read = read_debruijn},
    family{.name = "graph", .form = "graph:FILE", .read = read_file_name},
};

constexpr auto family_names = [] {
    std::array<std::string_view, families.size() + 1> names;
    std::ranges::transform(families, names.begin(), &family::name);
    names.back() = product_name;
    return names;
}();

/// Cuts the inside of a product's parentheses at its own commas; null if it closes more parentheses
/// than it opens, or fewer.
std::optional<std::vector<std::string_view>> factors_in(std::string_view inside) {
    std::vector<std::string_view> factors;
    int open = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        open += inside[i] == '(' ? 1 : 0;
        open -= inside[i] == ')' ? 1 : 0;
        if (open < 0) {
            return std::nullopt;
        }
        if (open == 0 && inside[i] == ',') {
            factors.push_back(inside.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    factors.push_back(inside.substr(begin));
    return open == 0 ? std::optional{factors} : std::nullopt;
}

/// What stands in a product's parentheses.
std::vector<std::string_view> read_factors(std::string_view specification) {
    const std::string_view after = specification.substr(product_name.size());
    if (!after.starts_with('(') || !after.ends_with(')')) {
        throw std::invalid_argument{fmt::format("{} lacks its factors in parentheses; write {}",
                                                quoted(specification), product_form)};
    }
    const auto factors = factors_in(after.substr(1, after.size() - 2));
    if (!factors) {
        throw std::invalid_argument{fmt::format("{} has parentheses that do not match; write {}",
                                                quoted(specification), product_form)};
    }
    if (factors->size() < 2 || factors->size() > product_shape::most_factors) {
        throw std::invalid_argument{fmt::format(
            "{} is a product of {}; from 2 to {} factors are right", quoted(specification),
            factors->size() == 1 ? "1 factor" : fmt::format("{} factors", factors->size()),
            product_shape::most_factors)};
    }
    return *factors;
}

/// What stands before a value or factors.
std::string_view name_in(std::string_view specification) {
    return specification.substr(0, specification.find_first_of(":("));
}

bool is_product(std::string_view specification) { return name_in(specification) == product_name; }

plan read_simple(std::string_view specification) {
    const auto [name, value] = split_specification(specification);
    const auto* const found = std::ranges::find(families, name, &family::name);
    if (found == families.end()) {
        throw std::invalid_argument{
            fmt::format("{} is an unknown network{}", quoted(specification),
                        did_you_mean(name_in(specification), family_names))};
    }
    if (!value || value->empty()) {
        throw std::invalid_argument{fmt::format("{} lacks its {}; write {}", quoted(specification),
                                                found->name == "graph" ? "file" : "size",
                                                found->form)};
    }
    return found->read(specification, *value);
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as products may stand in products
plan read_plan(std::string_view specification, int depth) {
    if (!is_product(specification)) {
        return read_simple(specification);
    }
    if (depth == most_nesting) {
        throw std::invalid_argument{fmt::format("{} stands in {} products; at most {} are right",
                                                quoted(specification), depth, most_nesting - 1)};
    }
    const std::vector<std::string_view> texts = read_factors(specification);
    std::vector<plan> factors;
    factors.reserve(texts.size());
    for (const std::string_view text : texts) {
        factors.push_back(read_plan(text, depth + 1));
    }
    return {std::move(factors)};
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
    static graph_size known_of(const hypercube& cube) {
        return {.nodes = cube.node_count(), .ports = cube.link_count()};
    }
    static graph_size known_of(const grid& shape) {
        return {.nodes = shape.node_count(),
                .ports = shape.node_count() * static_cast<std::uint64_t>(shape.uniform_ports())};
    }
    // Files are read before.
    static graph_size known_of(const named_file& /*unread*/) { return {.nodes = 1}; }
    static graph_size known_of(const graph& links) {
        return {.nodes = links.node_count(), .ports = links.port_count()};
    }
    [[nodiscard]] graph_size known_of(const graph_shape& shape) const {
        return checked(size_of(shape));
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

network build(const plan& planned);

// One function for each alternative of a plan.
network build_from(const hypercube& cube) { return cube; }
network build_from(const grid& shape) { return shape; }
network build_from(const graph_shape& shape) { return graph{shape}; }
network build_from(const named_file& unread) { throw std::logic_error{"not read: " + unread.path}; }
network build_from(const graph& links) { return links; }
// NOLINTNEXTLINE(misc-no-recursion): as deep as products may stand in products
network build_from(const std::vector<plan>& planned) {
    std::vector<network> factors;
    factors.reserve(planned.size());
    for (const plan& factor : planned) {
        factors.push_back(build(factor));
    }
    return graph{graph_shape{product_shape{std::move(factors)}}};
}

// NOLINTBEGIN(misc-no-recursion)
network build(const plan& planned) {
    return std::visit([](const auto& each) { return build_from(each); }, planned.what);
}
// NOLINTEND(misc-no-recursion)

/// Puts what is in files in place of their names.
// NOLINTNEXTLINE(misc-no-recursion): as deep as products may stand in products
void read_files(plan& planned, std::uint64_t most_bytes) {
    if (auto* const factors = std::get_if<std::vector<plan>>(&planned.what)) {
        for (plan& factor : *factors) {
            read_files(factor, most_bytes);
        }
    } else if (const auto* const file = std::get_if<named_file>(&planned.what)) {
        try {
            planned.what = read_graph_file(file->path, most_bytes);
        } catch (const std::invalid_argument& why) {
            throw std::invalid_argument{fmt::format("{} {}", quoted(file->whole), why.what())};
        }
    }
}

/// An error in a factor names the factor; the whole tells where it stands.
plan read_whole(std::string_view specification, std::uint64_t most_bytes) {
    try {
        plan planned = read_plan(specification, 0);
        read_files(planned, most_bytes);
        return planned;
    } catch (const std::invalid_argument& error) {
        const std::string_view why = error.what();
        if (!is_product(specification) || why.starts_with(quoted(specification))) {
            throw;
        }
        throw std::invalid_argument{fmt::format("{}, in {}", why, quoted(specification))};
    }
}

}  // namespace

network parse_network(std::string_view specification, std::uint64_t most_bytes) {
    const plan planned = read_whole(specification, most_bytes);
    (void)planned_size{specification, most_bytes}.of(planned);
    return build(planned);
}

std::size_t node_count(const network& any) {
    return std::visit([](const auto& shape) { return shape.node_count(); }, any);
}

std::size_t link_count(const network& any) {
    return std::visit([](const auto& shape) { return shape.link_count(); }, any);
}

}  // namespace tutti
