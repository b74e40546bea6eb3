#include "network_kinds.hpp"

#include <array>
#include <cstddef>
#include <stdexcept>

#include <fmt/format.h>

#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

using numbers = std::span<const std::uint64_t>;

std::vector<std::uint64_t> read_size(std::string_view whole, std::string_view value,
                                     const number_range& range) {
    if (const auto size = number_between(value, range.least, range.most)) {
        return {*size};
    }
    throw std::invalid_argument{fmt::format("{} has a size {}; {} run from {} to {}", quoted(whole),
                                            is_plain_number(value)
                                                ? "outside its range"
                                                : "that is not a number in plain decimal digits",
                                            range.what, range.least, range.most)};
}

[[noreturn]] void refuse_side(std::string_view whole, std::string_view item, std::uint64_t least) {
    if (is_plain_number(item) && !number_between(item, 0, least - 1)) {
        refuse_size(whole);
    }
    throw std::invalid_argument{fmt::format("{} has {} where a side of at least {} belongs",
                                            quoted(whole), quoted(item), least)};
}

std::vector<std::uint64_t> read_sides(std::string_view whole, std::string_view value,
                                      const number_range& range) {
    std::vector<std::uint64_t> sides;
    std::uint64_t nodes = 1;
    for (bool more = true; more;) {
        const std::size_t cross = value.find(number_separator);
        const std::string_view item = value.substr(0, cross);
        const auto side = number_between(item, range.least, range.most);
        if (!side) {
            refuse_side(whole, item, range.least);
        }
        if (*side > grid::most_nodes / nodes) {
            refuse_size(whole);
        }
        nodes *= *side;
        sides.push_back(*side);
        more = cross != std::string_view::npos;
        value.remove_prefix(more ? cross + 1 : value.size());
    }
    return sides;
}

std::vector<std::uint64_t> read_length(std::string_view whole, std::string_view value,
                                       const number_range& range) {
    if (value.find(number_separator) != std::string_view::npos) {
        throw std::invalid_argument{
            fmt::format("{} has several sides; a ring or path has one length", quoted(whole))};
    }
    return read_sides(whole, value, range);
}

template <grid_edge Edge>
network_outline grid_of(numbers sides) {
    return grid{std::vector<int>(sides.begin(), sides.end()), Edge};
}

template <class Shape>
network_outline shape_of(numbers size) {
    return graph_shape{Shape{static_cast<int>(size[0])}};
}

constexpr number_range cube_range{
    .what = "dimensions", .least = 1, .most = hypercube::most_dimensions};
constexpr number_range side_range{.what = "sides", .least = 2, .most = grid::most_nodes};
constexpr number_range node_range{.what = "nodes", .least = 1, .most = grid::most_nodes};

template <class Shape>
constexpr number_range range_of(std::string_view what) {
    return {.what = what, .least = Shape::least, .most = Shape::most};
}

constexpr std::array kinds{
    network_kind{.name = "hypercube",
                 .form = "hypercube:D",
                 .range = cube_range,
                 .read = read_size,
                 .outline = [](numbers size) -> network_outline {
                     return hypercube{static_cast<int>(size[0])};
                 }},
    network_kind{.name = "torus",
                 .form = "torus:P1xP2",
                 .range = side_range,
                 .read = read_sides,
                 .outline = grid_of<grid_edge::closed>},
    network_kind{.name = "array",
                 .form = "array:P1xP2",
                 .range = side_range,
                 .read = read_sides,
                 .outline = grid_of<grid_edge::open>},
    network_kind{.name = "ring",
                 .form = "ring:N",
                 .range = node_range,
                 .read = read_length,
                 .outline = grid_of<grid_edge::closed>},
    network_kind{.name = "path",
                 .form = "path:N",
                 .range = node_range,
                 .read = read_length,
                 .outline = grid_of<grid_edge::open>},
    network_kind{.name = "complete",
                 .form = "complete:N",
                 .range = node_range,
                 .read = read_size,
                 .outline = [](numbers size) -> network_outline {
                     return graph_shape{complete_shape{.nodes = size[0]}};
                 }},
    network_kind{.name = "ccc",
                 .form = "ccc:D",
                 .range = range_of<ccc_shape>("levels"),
                 .read = read_size,
                 .outline = shape_of<ccc_shape>},
    network_kind{.name = "butterfly",
                 .form = "butterfly:D",
                 .range = range_of<butterfly_shape>("levels"),
                 .read = read_size,
                 .outline = shape_of<butterfly_shape>},
    network_kind{.name = "debruijn",
                 .form = "debruijn:D",
                 .range = range_of<debruijn_shape>("bits"),
                 .read = read_size,
                 .outline = shape_of<debruijn_shape>},
    network_kind{.name = "graph", .form = "graph:FILE", .content = network_content::file},
    network_kind{.name = "product", .form = "product(A,B,..)", .content = network_content::factors},
};

}  // namespace

std::span<const network_kind> network_kinds() noexcept { return kinds; }

void refuse_size(std::string_view whole) {
    throw std::invalid_argument{fmt::format("{} has more than {} nodes, the most that can be built",
                                            quoted(whole), grid::most_nodes)};
}

}  // namespace tutti
