#include "network_kinds.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "topology/random.hpp"

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

// Listed links are undirected, and count once for each direction.
graph_size size_with(std::uint64_t nodes, std::uint64_t links) {
    return {.nodes = nodes, .ports = 2 * links, .links = 2 * links};
}

using link_list = std::vector<graph::link>;

// Node 0 in the middle.
network_outline star_of(numbers size) {
    const std::uint64_t nodes = size[0];
    return listed_network{.size = size_with(nodes, nodes - 1), .links = [nodes] {
                              link_list links;
                              for (node_id rim = 1; rim < nodes; ++rim) {
                                  links.emplace_back(0, rim);
                              }
                              return links;
                          }};
}

// Node 0 in the middle, the others on a ring.
network_outline wheel_of(numbers size) {
    const std::uint64_t nodes = size[0];
    return listed_network{.size = size_with(nodes, 2 * (nodes - 1)), .links = [nodes] {
                              link_list links;
                              for (node_id rim = 1; rim < nodes; ++rim) {
                                  links.emplace_back(0, rim);
                                  links.emplace_back(rim, rim + 1 == nodes ? 1 : rim + 1);
                              }
                              return links;
                          }};
}

// All links between two halves.
network_outline bipartite_of(numbers halves) {
    const std::uint64_t first = halves[0];
    const std::uint64_t second = halves[1];
    return listed_network{.size = size_with(first + second, first * second),
                          .links = [first, second] {
                              link_list links;
                              for (std::uint64_t a = 0; a < first; ++a) {
                                  for (std::uint64_t b = first; b < first + second; ++b) {
                                      links.emplace_back(a, b);
                                  }
                              }
                              return links;
                          }};
}

// A ring of five, a star of five within it, and the links between them.
network_outline petersen_of(numbers /*none*/) {
    return listed_network{.size = size_with(10, 15), .links = [] {
                              link_list links;
                              for (node_id i = 0; i < 5; ++i) {
                                  links.emplace_back(i, (i + 1) % 5);
                                  links.emplace_back(i, 5 + i);
                                  links.emplace_back(5 + i, 5 + (i + 2) % 5);
                              }
                              return links;
                          }};
}

// The complete binary tree of the given number of levels, node 0 the root.
network_outline tree_of(numbers height) {
    const std::uint64_t nodes = (std::uint64_t{1} << height[0]) - 1;
    return listed_network{.size = size_with(nodes, nodes - 1), .links = [nodes] {
                              link_list links;
                              for (node_id node = 1; node < nodes; ++node) {
                                  links.emplace_back((node - 1) / 2, node);
                              }
                              return links;
                          }};
}

// A random tree, and links that are drawn, as many as given; those that exist already, or that join
// a node to itself, are ignored.
link_list drawn_links(std::uint64_t nodes, std::uint64_t extra, std::uint64_t seed) {
    split_mix random{seed};
    link_list links;
    links.reserve(nodes - 1 + extra);
    for (std::uint64_t node = 1; node < nodes; ++node) {
        links.emplace_back(random.next() % node, node);
    }
    for (std::uint64_t i = 0; i < extra; ++i) {
        const auto one = node_below(random.next(), nodes);
        const auto other = node_below(random.next(), nodes);
        if (one != other) {
            links.emplace_back(std::min(one, other), std::max(one, other));
        }
    }
    std::ranges::sort(links);
    const auto twice = std::ranges::unique(links);
    links.erase(twice.begin(), twice.end());
    return links;
}

network_outline random_graph_of(numbers drawn) {
    return listed_network{.size = size_with(drawn[0], drawn[0] - 1 + drawn[1]),
                          .links = [nodes = drawn[0], extra = drawn[1], seed = drawn[2]] {
                              return drawn_links(nodes, extra, seed);
                          }};
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

template <class Shape>
constexpr network_kind kind_of(std::string_view name, std::string_view form,
                               std::string_view word) {
    return {name, form, by_number, {word, Shape::least, Shape::most}, read_size, shape_of<Shape>};
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
    network_kind{"star", "star:N", by_number, node_range, read_size, star_of},
    network_kind{"wheel", "wheel:N", by_number, wheel_range, read_size, wheel_of},
    network_kind{"bipartite", "bipartite:AxB", by_number, half_range, read_halves, bipartite_of},
    network_kind{.name = "petersen",
                 .form = "petersen",
                 .content = network_content::nothing,
                 .outline = petersen_of},
    network_kind{"tree", "tree:H", by_number, height_range, read_size, tree_of},
    network_kind{"random-graph", "random-graph:N.E.SEED", by_number, drawn_range, read_drawn,
                 random_graph_of, '.'},
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
    const auto& parameters = kind.family->parameters;
    if (items.size() != parameters.size()) {
        refuse("{} has {}; it takes {}: write {}", in_quotes(whole),
               quantity(items.size(), "number"), parameters.size(), kind.form);
    }
    std::vector<std::uint64_t> numbers;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto& [name, meaning, least, most] = parameters[i];
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
