#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/hops.hpp"
#include "algorithms/trial.hpp"
#include "tutti/node/slot.hpp"

TEST_SUITE("algorithms/hypercube/multinode_broadcast/multinode_rotation_classes.hpp") {

namespace {

using tutti::node_id;
using tutti::slot;

/// The nodes but node 0 in the order of spec/hypercube.md, section 4.1, in its words: classes of
/// rotations by their ones and smallest member, each from R^(m0-1)(rep) on.
std::vector<node_id> book_order(int d) {
    const node_id last = (node_id{1} << d) - 1;
    const auto turned = [&](node_id x) { return (x << 1U | x >> (d - 1)) & last; };
    std::vector<node_id> order;
    for (int k = 1; k < d; ++k) {
        for (node_id rep = 1; rep < last; ++rep) {
            bool is_rep = std::popcount(rep) == k;
            for (node_id x = turned(rep); x != rep; x = turned(x)) {
                is_rep = is_rep && x > rep;
            }
            if (!is_rep) {
                continue;
            }
            node_id first = rep;
            for (std::size_t m0 = 0; m0 < order.size() % static_cast<std::size_t>(d); ++m0) {
                first = turned(first);
            }
            node_id x = first;
            do {
                order.push_back(x);
                x = turned(x);
            } while (x != first);
        }
    }
    order.push_back(last);
    return order;
}

}  // namespace

TEST_CASE("a node gets every message in the slot, and over the dimension, of its number") {
    for (int d = 1; d <= 8; ++d) {
        const std::vector<node_id> order = book_order(d);
        std::vector<std::size_t> number(order.size() + 1);
        for (std::size_t i = 0; i < order.size(); ++i) {
            number[order[i]] = i;
        }
        std::vector<int> visits((order.size() + 1) * order.size());
        int wrong = 0;
        for (const support::hop& each : support::hops_of(
                 support::on_cube(support::entry("multinode-broadcast/rotation-classes"), d))) {
            const std::size_t n = number[each.to() ^ each.origin];
            ++visits[each.to() * order.size() + n];
            wrong += each.at == static_cast<slot>(n) / d + 1 ? 0 : 1;
            wrong += each.through == static_cast<int>(n) % d ? 0 : 1;
        }
        CAPTURE(d);
        CHECK(wrong == 0);
        CHECK(std::ranges::count(visits, 1) == std::ssize(visits));
    }
}

}  // TEST_SUITE("algorithms/hypercube/multinode_broadcast/multinode_rotation_classes.hpp")
