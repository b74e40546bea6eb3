/// @file
/// Generators of networks in which all nodes take part: circulants, slim flies, star graphs,
/// generalised hypercubes.

#include <algorithm>
#include <memory>
#include <numeric>
#include <ranges>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "families.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti::families {
namespace {

std::shared_ptr<const stated_properties> stated(stated_properties properties) {
    return std::make_shared<const stated_properties>(std::move(properties));
}

// Port 2i leads back over step i and port 2i + 1 ahead, of half the nodes one port both ways.
network_listing circulant_links(std::uint64_t nodes, std::span<const std::uint64_t> steps) {
    network_listing listing{.nodes = nodes};
    port place = 0;
    for (const std::uint64_t step : steps) {
        const bool is_half = 2 * step == nodes;
        for (std::uint64_t node = 0; node < (is_half ? step : nodes); ++node) {
            add(listing, node, node + step < nodes ? node + step : node + step - nodes);
            listing.places.emplace_back(place + 1, is_half ? place + 1 : place);
        }
        place += 2;
    }
    return listing;
}

bool is_odd_prime(std::uint64_t number) {
    std::uint64_t divisor = 3;
    while (divisor * divisor <= number && number % divisor != 0) {
        divisor += 2;
    }
    return number % 2 == 1 && divisor * divisor > number;
}

// Of the least primitive root: all numbers from 1 on below the prime, by exponent.
std::vector<std::uint64_t> powers_of_root(std::uint64_t prime) {
    for (std::uint64_t root = 2;; ++root) {
        std::vector<std::uint64_t> powers{1};
        for (std::uint64_t power = root; power != 1; power = power * root % prime) {
            powers.push_back(power);
        }
        if (powers.size() == prime - 1) {
            return powers;
        }
    }
}

// Links within the rows of one half (McKay, Miller and Siran, "A note on large graphs of diameter
// two and given maximum degree", 1998): differences of nodes are even powers of the root in half 0,
// and odd ones in half 1.
void add_rows(network_listing& listing, std::uint64_t prime, std::uint64_t half) {
    const std::vector<std::uint64_t> powers = powers_of_root(prime);
    const bool include_negatives = prime % 4 == 1;  // the powers of a parity do
    const std::uint64_t end = include_negatives ? prime - 1 : half + (prime + 1) / 2;
    std::vector<bool> is_difference(prime);
    for (std::uint64_t exponent = half; exponent < end; exponent += 2) {
        is_difference[powers[exponent]] = true;
        is_difference[prime - powers[exponent]] = true;
    }
    for (std::uint64_t row = half * prime; row < (half + 1) * prime; ++row) {
        for (std::uint64_t high = 0; high < prime; ++high) {
            for (std::uint64_t low = 0; low < high; ++low) {
                if (is_difference[high - low]) {
                    add(listing, row * prime + low, row * prime + high);
                }
            }
        }
    }
}

// Lines and points: rows of `prime` nodes, and a link where a line passes a point.
network_listing slim_fly_links(std::uint64_t prime) {
    network_listing listing{.nodes = 2 * prime * prime};
    add_rows(listing, prime, 0);
    add_rows(listing, prime, 1);
    for (std::uint64_t point = 0; point < prime * prime; ++point) {
        const std::uint64_t x = point / prime;
        const std::uint64_t y = point % prime;
        for (std::uint64_t slope = 0; slope < prime; ++slope) {
            add(listing, point, (prime + slope) * prime + (y + (prime - slope) * x) % prime);
        }
    }
    return listing;
}

std::uint64_t factorial(std::uint64_t number) {
    std::uint64_t product = 1;
    for (std::uint64_t i = 2; i <= number; ++i) {
        product *= i;
    }
    return product;
}

// Position of a permutation in lexicographic order.
std::uint64_t rank_of(std::span<const int> permutation) {
    std::uint64_t rank = 0;
    for (std::size_t i = 0; i < permutation.size(); ++i) {
        const auto rest = permutation.subspan(i + 1);
        const std::size_t smaller =
            count_where(rest, [&](int each) { return each < permutation[i]; });
        rank = rank * (permutation.size() - i) + smaller;
    }
    return rank;
}

// Port i - 1 exchanges the first symbol and that at place i.
network_listing star_graph_links(std::uint64_t symbols) {
    network_listing listing{.nodes = factorial(symbols)};
    std::vector<int> permutation(symbols);
    std::iota(permutation.begin(), permutation.end(), 0);
    for (std::uint64_t node = 0; node < listing.nodes; ++node) {
        for (const port through : std::views::iota(0, size_as<port>(permutation) - 1)) {
            const std::size_t i = port_index(through) + 1;
            // The other end is later where the larger symbol comes to the front.
            if (permutation[i] > permutation[0]) {
                std::swap(permutation[0], permutation[i]);
                add(listing, node, rank_of(permutation));
                listing.places.emplace_back(through, through);
                std::swap(permutation[0], permutation[i]);
            }
        }
        std::ranges::next_permutation(permutation);
    }
    return listing;
}

}  // namespace

network_outline circulant(numbers nodes_and_steps) {
    const std::uint64_t nodes = nodes_and_steps[0];
    std::vector<std::uint64_t> steps(nodes_and_steps.begin() + 1, nodes_and_steps.end());
    const std::uint64_t links =
        nodes * steps.size() - (2 * steps.back() == nodes ? steps.back() : 0);
    return listed_network{
        .size = size_with(nodes, links),
        .links = [nodes, steps = std::move(steps)] { return circulant_links(nodes, steps); },
        .stated = stated({.is_vertex_transitive = true})};
}

std::string circulant_mismatch(numbers nodes_and_steps) {
    const std::uint64_t nodes = nodes_and_steps[0];
    const numbers steps = nodes_and_steps.subspan(1);
    std::uint64_t divisor = nodes;
    std::uint64_t last = 0;
    for (const std::uint64_t step : steps) {
        if (step > nodes / 2) {
            return fmt::format("step {} goes more than half way round {} nodes; use 1 to {}", step,
                               nodes, nodes / 2);
        }
        if (step <= last) {
            return fmt::format("step {} comes after step {}; use rising steps", step, last);
        }
        divisor = std::gcd(divisor, step);
        last = step;
    }
    return divisor == 1 ? ""
                        : fmt::format(
                              "steps and nodes are multiples of {0}, so that it has {0} "
                              "parts; a network is one part",
                              divisor);
}

network_outline slim_fly(numbers prime) {
    const std::uint64_t q = prime[0];
    return listed_network{
        .size = size_with(2 * q * q, q * q * (q % 4 == 1 ? 3 * q - 1 : 3 * q + 1) / 2),
        .links = [q] { return slim_fly_links(q); },
        .stated = stated({.diameter = 2, .is_proved = true})};
}

std::string slim_fly_mismatch(numbers prime) {
    std::uint64_t below = prime[0];
    std::uint64_t above = prime[0];
    while (!is_odd_prime(below) && below > 3) {
        --below;
    }
    while (!is_odd_prime(above)) {
        ++above;
    }
    return below == above
               ? ""
               : fmt::format("{} is not an odd prime; use an odd prime, such as {} or {}", prime[0],
                             below, above);
}

// Akers, Harel and Krishnamurthy, "The star graph: an attractive alternative to the n-cube" (1987).
network_outline star_graph(numbers symbols) {
    const std::uint64_t n = symbols[0];
    return listed_network{.size = size_with(factorial(n), factorial(n) * (n - 1) / 2),
                          .links = [n] { return star_graph_links(n); },
                          .stated = stated({.diameter = static_cast<int>(3 * (n - 1) / 2),
                                            .is_proved = true,
                                            .is_vertex_transitive = true})};
}

std::string generalized_hypercube_mismatch(numbers sides) {
    std::uint64_t nodes = 1;
    for (const std::uint64_t side : sides) {
        if (side > grid::most_nodes / nodes) {
            return fmt::format(
                "the product of its sides is above {}, the most nodes that can be "
                "built",
                grid::most_nodes);
        }
        nodes *= side;
    }
    return "";
}

network_outline generalized_hypercube(numbers sides) {
    const auto complete = [](std::uint64_t side) {
        return network{graph::outline(complete_shape{.nodes = side})};
    };
    return sides.size() == 1 ? graph_shape{complete_shape{.nodes = sides[0]}}
                             : graph_shape{product_shape{vector_of(sides, complete)}};
}

}  // namespace tutti::families
