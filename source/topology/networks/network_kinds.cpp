#include "network_kinds.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/ranges.h>

#include "topology/families/families.hpp"
#include "util/counts.hpp"

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
                                  : "that is not a whole number, in plain digits",
           range.quantity, range.least, range.most);
}

// A plain number that is above the range makes the network too large, and has another message.
[[noreturn]] void refuse_side(std::string_view whole, std::string_view item, std::uint64_t least) {
    if (is_plain_number(item) && !number_between(item, 0, least - 1)) {
        refuse_size(whole);
    }
    refuse("{} has {} where a side of at least {} belongs{}", in_quotes(whole), in_quotes(item),
           least, is_plain_number(item) ? "" : ", in plain digits");
}

std::vector<std::uint64_t> read_sides(std::string_view whole, std::string_view value,
                                      const number_range& range) {
    std::vector<std::uint64_t> values;
    std::uint64_t product = 1;
    for (const std::string_view item : split(value, 'x')) {
        const auto side = number_between(item, range.least, range.most);
        if (!side) {
            refuse_side(whole, item, range.least);
        }
        // The product is checked by a division, before it can overflow.
        if (*side > grid::most_nodes / product) {
            refuse_size(whole);
        }
        product *= *side;
        values.push_back(*side);
    }
    return values;
}

std::vector<std::uint64_t> read_length(std::string_view whole, std::string_view value,
                                       const number_range& range) {
    if (value.find('x') != std::string_view::npos) {
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

// Two sides of at least 1, or a size, a number of links and a seed.
std::vector<std::uint64_t> read_parts(std::string_view whole, std::string_view value,
                                      const number_range& range, std::size_t count,
                                      char separator) {
    std::vector<std::uint64_t> values;
    for (const std::string_view item : split(value, separator)) {
        const auto number = number_between(item, range.least, range.most);
        if (!number) {
            refuse("{} has {} where one of {} {} from {} to {} belongs, in plain digits",
                   in_quotes(whole), in_quotes(item), count, range.quantity, range.least,
                   range.most);
        }
        values.push_back(*number);
    }
    if (values.size() != count) {
        refuse("{} has {} numbers; it takes {} {}", in_quotes(whole), values.size(), count,
               range.quantity);
    }
    return values;
}

std::vector<std::uint64_t> read_halves(std::string_view whole, std::string_view value,
                                       const number_range& range) {
    return read_parts(whole, value, range, 2, 'x');
}

std::vector<std::uint64_t> read_drawn(std::string_view whole, std::string_view value,
                                      const number_range& range) {
    std::vector<std::uint64_t> values = read_parts(whole, value, range, 3, '.');
    if (values[0] == 0 || values[0] > grid::most_nodes || values[1] > graph::most_links) {
        refuse("{} has {} nodes and {} links to draw; use 1 to {} and 0 to {}", in_quotes(whole),
               values[0], values[1], grid::most_nodes, graph::most_links);
    }
    return values;
}

std::vector<std::uint64_t> read_box(std::string_view whole, std::string_view value,
                                    const number_range& /*range*/) {
    const auto names = families::box_names();
    const auto position = std::ranges::find(names, value);
    if (position == names.end()) {
        refuse("{} is an unknown box{}; use {}", in_quotes(whole), did_you_mean(value, names),
               fmt::join(names, ", "));
    }
    return {position_at(names, position)};
}

constexpr auto by_number = network_content::numbers;
constexpr number_range cubes{
    .quantity = "dimensions", .least = 1, .most = hypercube::most_dimensions};
constexpr number_range side_range{.quantity = "sides", .least = 2, .most = grid::most_nodes};
constexpr number_range folded_range{.quantity = "sides", .least = 3, .most = grid::most_nodes};
constexpr number_range wheel_range{.quantity = "nodes", .least = 4, .most = grid::most_nodes};
constexpr number_range half_range{.quantity = "halves", .least = 1, .most = grid::most_nodes / 2};
constexpr number_range height_range{.quantity = "levels", .least = 1, .most = 30};
constexpr number_range drawn_range{.quantity = "numbers (nodes, links to draw, seed)",
                                   .least = 0,
                                   .most = std::numeric_limits<std::uint64_t>::max()};
constexpr number_range node_range{.quantity = "nodes", .least = 1, .most = grid::most_nodes};
constexpr number_range symbol_range{.quantity = "symbols", .least = 2, .most = 12};
constexpr number_range host_range{.quantity = "hosts", .least = 1, .most = 1U << 20U};
constexpr std::array fat_tree_ranges{number_range{"the ports of a switch", 2, 1024}};
constexpr std::array dragonfly_ranges{number_range{"the routers of a group", 1, 1024},
                                      number_range{"the global links of a router", 1, 1024},
                                      number_range{"the hosts of a router", 0, 1024}};
constexpr std::array clos_ranges{number_range{"the spines", 1, 4096},
                                 number_range{"the leaves", 1, 4096},
                                 number_range{"the hosts of a leaf", 1, 4096}};
constexpr std::array circulant_ranges{number_range{"the nodes", 3, 1U << 24U},
                                      number_range{"a step", 1, 1U << 23U}};
constexpr std::array complete_side_ranges{number_range{"a side", 2, 65'536}};
constexpr std::array slim_fly_ranges{number_range{"an odd prime", 3, 1021}};
constexpr std::array regular_ranges{
    number_range{"the nodes", 2, grid::most_nodes}, number_range{"the degree", 1, grid::most_nodes},
    number_range{"the seed", 0, std::numeric_limits<std::uint64_t>::max()}};

template <class Shape>
constexpr network_kind kind_of(std::string_view name, std::string_view form,
                               std::string_view word) {
    return {name, form, by_number, {word, Shape::least, Shape::most}, read_size, shape_of<Shape>};
}

constexpr network_kind with_ranges(std::string_view name, std::string_view form,
                                   std::span<const number_range> ranges,
                                   network_outline (*outline)(numbers),
                                   std::string (*mismatch)(numbers) = nullptr,
                                   char separator = '.') {
    return {.name = name,
            .form = form,
            .outline = outline,
            .separator = separator,
            .ranges = ranges,
            .repeats_last = form.ends_with(".."),
            .mismatch = mismatch};
}

constexpr std::array kinds{
    network_kind{"hypercube", "hypercube:D", by_number, cubes, read_size, cube_of},
    network_kind{"torus", "torus:P1xP2", by_number, side_range, read_sides,
                 grid_of<grid_edge::closed>},
    network_kind{"array", "array:P1xP2", by_number, side_range, read_sides,
                 grid_of<grid_edge::open>},
    network_kind{.name = "folded-torus",
                 .form = "folded-torus:P1xP2",
                 .range = folded_range,
                 .read = read_sides,
                 .outline = grid_of<grid_edge::folded>,
                 .is_listed = false},  // an array that emulations run on
    network_kind{"ring", "ring:N", by_number, node_range, read_length, grid_of<grid_edge::closed>},
    network_kind{"path", "path:N", by_number, node_range, read_length, grid_of<grid_edge::open>},
    network_kind{"complete", "complete:N", by_number, node_range, read_size, complete_of},
    kind_of<ccc_shape>("ccc", "ccc:D", "levels"),
    kind_of<butterfly_shape>("butterfly", "butterfly:D", "levels"),
    kind_of<debruijn_shape>("debruijn", "debruijn:D", "bits"),
    network_kind{"star", "star:N", by_number, node_range, read_size, families::star},
    network_kind{"wheel", "wheel:N", by_number, wheel_range, read_size, families::wheel},
    network_kind{"bipartite", "bipartite:AxB", by_number, half_range, read_halves,
                 families::bipartite},
    network_kind{.name = "petersen",
                 .form = "petersen",
                 .content = network_content::nothing,
                 .outline = families::petersen},
    network_kind{"tree", "tree:H", by_number, height_range, read_size, families::tree},
    network_kind{"random-graph", "random-graph:N.E.SEED", by_number, drawn_range, read_drawn,
                 families::random_graph, '.'},
    with_ranges("random-regular", "random-regular:N.D.SEED", regular_ranges,
                families::random_regular, families::random_regular_mismatch),
    with_ranges("circulant", "circulant:N.S1.S2..", circulant_ranges, families::circulant,
                families::circulant_mismatch),
    with_ranges("generalized-hypercube", "generalized-hypercube:P1xP2..", complete_side_ranges,
                families::generalized_hypercube, families::generalized_hypercube_mismatch, 'x'),
    network_kind{"star-graph", "star-graph:N", by_number, symbol_range, read_size,
                 families::star_graph},
    with_ranges("slim-fly", "slim-fly:Q", slim_fly_ranges, families::slim_fly,
                families::slim_fly_mismatch),
    with_ranges("fat-tree", "fat-tree:K", fat_tree_ranges, families::fat_tree,
                families::fat_tree_mismatch),
    with_ranges("dragonfly", "dragonfly:A.H.P", dragonfly_ranges, families::dragonfly),
    with_ranges("clos", "clos:S.L.H", clos_ranges, families::clos),
    network_kind{"switch", "switch:N", by_number, host_range, read_size, families::single_switch},
    network_kind{.name = "box",
                 .form = "box:dgx1|hgx-a100|hgx-h100",
                 .range = {.quantity = "boxes", .least = 0, .most = 2},
                 .read = read_box,
                 .outline = families::box,
                 .words = families::box_names},
    network_kind{.name = "graph6", .form = "graph6:TEXT", .content = network_content::code},
    network_kind{.name = "graph", .form = "graph:FILE", .content = network_content::file},
    network_kind{.name = "product", .form = "product(A,B,..)", .content = network_content::factors},
};

constexpr network_kind named_kind{.name = "", .form = "", .content = network_content::name};

}  // namespace

std::span<const network_kind> network_kinds() noexcept { return kinds; }

const network_kind& named_network_kind() noexcept { return named_kind; }

std::vector<std::uint64_t> read_numbers(std::string_view whole, std::string_view value,
                                        const network_kind& kind) {
    const std::vector<std::string_view> items = split(value, kind.separator);
    const std::size_t count =
        kind.family != nullptr ? kind.family->parameters.size() : kind.ranges.size();
    if (kind.repeats_last ? items.size() < count : items.size() != count) {
        refuse("{} has {}; it takes {}{}: write {}", in_quotes(whole),
               quantity(items.size(), "number"), count, kind.repeats_last ? " or more" : "",
               kind.form);
    }
    std::vector<std::uint64_t> numbers;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto [name, least, most] = kind.range_of(i);
        const auto number = number_between(items[i], least, most);
        if (!number) {
            refuse("{} has {} for {}; use {} to {}, in plain digits", in_quotes(whole),
                   in_quotes(items[i]), name, least, most);
        }
        numbers.push_back(*number);
    }
    return numbers;
}

void refuse_size(std::string_view whole) {
    refuse("{} has more than {} nodes, the most that can be built", in_quotes(whole),
           grid::most_nodes);
}

}  // namespace tutti
