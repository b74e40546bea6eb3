#include "topology/trees/rotation_classes.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "topology/networks/dimension_set.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("topology/trees/rotation_classes.hpp") {

namespace {

using tutti::hypercube;
using tutti::node_id;
using tutti::rotation_classes;

constexpr int most_dimensions = 14;

std::vector<node_id> order_of(int d) {
    const rotation_classes classes{hypercube{d}};
    return {classes.order().begin(), classes.order().end()};
}

/// The smallest of all rotations of `node`.
node_id smallest_rotation(node_id node, int d) {
    node_id smallest = node;
    for (int i = 0; i < d; ++i) {
        const node_id top = node >> (d - 1) & 1U;
        node = (node << 1U | top) & ((node_id{1} << d) - 1);
        smallest = std::min(smallest, node);
    }
    return smallest;
}

/// Number of nodes that differ from the specification.
struct faults {
    int bit_clear = 0;        ///< the last dimension is not among the node's bits
    int other_dimension = 0;  ///< the last dimension is not the turn's
    int same_group = 0;       ///< the parent is not in an earlier group
    int class_torn = 0;       ///< neither the class of the node before nor a later one
    int not_rotated = 0;      ///< inside a class, not the left rotation of the node before
    friend bool operator==(const faults&, const faults&) = default;
};

faults faults_of(int d) {
    const rotation_classes classes{hypercube{d}};
    const auto order = classes.order();
    const auto turns = static_cast<std::size_t>(d);
    std::vector<std::size_t> group(order.size() + 1);  // of node 0: before all others
    for (std::size_t n = 0; n < order.size(); ++n) {
        group[order[n]] = 1 + n / turns;
    }
    faults fault_count;
    for (std::size_t n = 0; n < order.size(); ++n) {
        const node_id node = order[n];
        const int last = classes.last_dimension(node);
        fault_count.bit_clear += (node >> last & 1U) == 0 ? 1 : 0;
        fault_count.other_dimension += last != static_cast<int>(n % turns) ? 1 : 0;
        fault_count.same_group += group[classes.parent(node)] >= group[node] ? 1 : 0;
        if (n == 0) {
            continue;
        }
        const node_id before = order[n - 1];
        const std::pair here{std::popcount(node), smallest_rotation(node, d)};
        const std::pair there{std::popcount(before), smallest_rotation(before, d)};
        fault_count.class_torn += here < there ? 1 : 0;
        const node_id turned =
            (before << 1U | before >> (d - 1)) & static_cast<node_id>(order.size());
        fault_count.not_rotated += here == there && node != turned ? 1 : 0;
    }
    return fault_count;
}

}  // namespace

TEST_CASE("the orders in up to five dimensions are those of the specification") {
    CHECK(order_of(1) == std::vector<node_id>{1});
    CHECK(order_of(2) == std::vector<node_id>{0b01, 0b10, 0b11});
    CHECK(order_of(3) == std::vector<node_id>{0b001, 0b010, 0b100, 0b011, 0b110, 0b101, 0b111});
    CHECK(order_of(4) == std::vector<node_id>{0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0110,
                                              0b1100, 0b1001, 0b0101, 0b1010, 0b1101, 0b1011,
                                              0b0111, 0b1110, 0b1111});
    CHECK(order_of(5) == std::vector<node_id>{0b00001, 0b00010, 0b00100, 0b01000, 0b10000,  //
                                              0b00011, 0b00110, 0b01100, 0b11000, 0b10001,  //
                                              0b00101, 0b01010, 0b10100, 0b01001, 0b10010,  //
                                              0b00111, 0b01110, 0b11100, 0b11001, 0b10011,  //
                                              0b01011, 0b10110, 0b01101, 0b11010, 0b10101,  //
                                              0b01111, 0b11110, 0b11101, 0b11011, 0b10111,
                                              0b11111});
}

TEST_CASE("the dimensions take turns, parents are in earlier groups, classes are whole") {
    for (int d = 1; d <= most_dimensions; ++d) {
        CAPTURE(d);
        CHECK(faults_of(d) == faults{});
    }
}

}  // TEST_SUITE("topology/trees/rotation_classes.hpp")
