#include "network_kinds.hpp"

#include <array>

namespace tutti {
namespace {

using numbers = std::span<const std::uint64_t>;

std::vector<std::uint64_t> read_size(std::string_view whole, std::string_view value,
                                     const number_range& range) {
    if (const auto size = number_between(value, range.least, range.most)) {
        return {*size};
    }
    refuse("{} has a size {}; {} run from {} to {}", in_quotes(whole),
           is_plain_number(value) ? "outside its range"
                                  : "that is not a number in plain decimal digits",
           range.what, range.least, range.most);
}

[[noreturn]] void refuse_side(std::string_view whole, std::string_view item, std::uint64_t least) {
    if (is_plain_number(item) && !number_between(item, 0, least - 1)) {
        refuse_size(whole);
    }
    refuse("{} has {} where a side of at least {} belongs", in_quotes(whole), in_quotes(item),
           least);
}

std::vector<std::uint64_t> read_sides(std::string_view whole, std::string_view value,
                                      const number_range& range) {
    std::vector<std::uint64_t> found;
    std::uint64_t product = 1;
    for (const std::string_view item : split(value, number_separator)) {
        const auto side = number_between(item, range.least, range.most);
        if (!side) {
            refuse_side(whole, item, range.least);
        }
        if (*side > grid::most_nodes / product) {
            refuse_size(whole);
        }
        product *= *side;
        found.push_back(*side);
    }
    return found;
}

std::vector<std::uint64_t> read_length(std::string_view whole, std::string_view value,
                                       const number_range& range) {
    if (value.find(number_separator) != std::string_view::npos) {
        refuse("{} has several sides; a ring or path has one length", in_quotes(whole));
    }
    return read_sides(whole, value, range);
}

template <grid_edge Edge>
network_outline grid_of(numbers lengths) {
    return grid{std::vector<int>(lengths.begin(), lengths.end()), Edge};
}

network_outline cube_of(numbers size) { return hypercube{static_cast<int>(size[0])}; }

network_outline complete_of(numbers size) { return graph_shape{complete_shape{.nodes = size[0]}}; }

template <class Shape>
network_outline shape_of(numbers size) {
    return graph_shape{Shape{static_cast<int>(size[0])}};
}

constexpr auto by_number = network_content::numbers;
constexpr number_range cubes{.what = "dimensions", .least = 1, .most = hypercube::most_dimensions};
constexpr number_range side_range{.what = "sides", .least = 2, .most = grid::most_nodes};
constexpr number_range node_range{.what = "nodes", .least = 1, .most = grid::most_nodes};

template <class Shape>
constexpr network_kind kind_of(std::string_view name, std::string_view form,
                               std::string_view what) {
    return {name, form, by_number, {what, Shape::least, Shape::most}, read_size, shape_of<Shape>};
}

constexpr std::array kinds{
    network_kind{"hypercube", "hypercube:D", by_number, cubes, read_size, cube_of},
    network_kind{"torus", "torus:P1xP2", by_number, side_range, read_sides,
                 grid_of<grid_edge::closed>},
    network_kind{"array", "array:P1xP2", by_number, side_range, read_sides,
                 grid_of<grid_edge::open>},
    network_kind{"ring", "ring:N", by_number, node_range, read_length, grid_of<grid_edge::closed>},
    network_kind{"path", "path:N", by_number, node_range, read_length, grid_of<grid_edge::open>},
    network_kind{"complete", "complete:N", by_number, node_range, read_size, complete_of},
    kind_of<ccc_shape>("ccc", "ccc:D", "levels"),
    kind_of<butterfly_shape>("butterfly", "butterfly:D", "levels"),
    kind_of<debruijn_shape>("debruijn", "debruijn:D", "bits"),
    network_kind{.name = "graph", .form = "graph:FILE", .content = network_content::file},
    network_kind{.name = "product", .form = "product(A,B,..)", .content = network_content::factors},
};

}  // namespace

std::span<const network_kind> network_kinds() noexcept { return kinds; }

void refuse_size(std::string_view whole) {
    refuse("{} has more than {} nodes, the most that can be built", in_quotes(whole),
           grid::most_nodes);
}

}  // namespace tutti
