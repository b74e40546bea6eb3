#include "tutti/topology/network.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

/// A kind of network: its name before the colon and what reads the value after it. `whole` is the
/// specification as written, for errors.
struct family {
    std::string_view name;
    std::string_view form;
    network (*build)(std::string_view whole, std::string_view value);
};

network build_hypercube(std::string_view whole, std::string_view value) {
    if (const auto dimensions = number_between(value, 1, hypercube::most_dimensions)) {
        return hypercube{static_cast<int>(*dimensions)};
    }
    throw std::invalid_argument{
        fmt::format("{} has a size {}; dimensions run from 1 to {}", quoted(whole),
                    is_plain_number(value) ? "outside its range"
                                           : "that is not a number in plain decimal digits",
                    hypercube::most_dimensions)};
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
network build_grid(std::string_view whole, std::string_view value) {
    return grid{read_sides(whole, value, 2), Edge};
}

template <grid_edge Edge>
network build_line(std::string_view whole, std::string_view value) {
    if (value.find('x') != std::string_view::npos) {
        throw std::invalid_argument{
            fmt::format("{} has several sides; a ring or path has one length", quoted(whole))};
    }
    return grid{read_sides(whole, value, 1), Edge};
}

constexpr std::array families{
    family{.name = "hypercube", .form = "hypercube:D", .build = build_hypercube},
    family{.name = "torus", .form = "torus:P1xP2", .build = build_grid<grid_edge::closed>},
    family{.name = "array", .form = "array:P1xP2", .build = build_grid<grid_edge::open>},
    family{.name = "ring", .form = "ring:N", .build = build_line<grid_edge::closed>},
    family{.name = "path", .form = "path:N", .build = build_line<grid_edge::open>},
};

constexpr auto family_names = [] {
    std::array<std::string_view, families.size()> names;
    std::ranges::transform(families, names.begin(), &family::name);
    return names;
}();

}  // namespace

network parse_network(std::string_view specification) {
    const auto [name, value] = split_specification(specification);
    const auto* const found = std::ranges::find(families, name, &family::name);
    if (found == families.end()) {
        throw std::invalid_argument{fmt::format("{} is an unknown network{}", quoted(specification),
                                                did_you_mean(name, family_names))};
    }
    if (!value || value->empty()) {
        throw std::invalid_argument{
            fmt::format("{} lacks its size; write {}", quoted(specification), found->form)};
    }
    return found->build(specification, *value);
}

std::size_t node_count(const network& any) {
    return std::visit([](const auto& shape) { return shape.node_count(); }, any);
}

std::size_t link_count(const network& any) {
    return std::visit([](const auto& shape) { return shape.link_count(); }, any);
}

int diameter(const network& any) {
    return std::visit([](const auto& shape) { return shape.diameter(); }, any);
}

}  // namespace tutti
