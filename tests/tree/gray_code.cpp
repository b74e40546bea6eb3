#include "tutti/tree/gray_code.hpp"

#include <bit>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

using tutti::gray_code;
using tutti::hypercube;
using tutti::node_id;

TEST_SUITE_BEGIN("tutti/tree/gray_code.hpp");

TEST_CASE("successors lead through all nodes once, over links, and back; predecessors undo them") {
    for (int d = 1; d <= 12; ++d) {
        const hypercube cube{d};
        const gray_code code{cube};
        std::vector<int> visits(cube.node_count());
        int wrong = 0;
        node_id node = 0;
        for (std::size_t i = 0; i < cube.node_count(); ++i) {
            ++visits[node];
            const node_id next = code.successor(node);
            wrong += std::has_single_bit(node ^ next) && next < cube.node_count() ? 0 : 1;
            wrong += code.predecessor(next) == node ? 0 : 1;
            node = next;
        }
        CAPTURE(d);
        CHECK(wrong == 0);
        CHECK(visits == std::vector<int>(cube.node_count(), 1));
        CHECK(node == 0);
    }
}

TEST_CASE("the index of a node is where it stands in the code") {
    int wrong = 0;
    for (std::uint32_t i = 0; i < 65'536; ++i) {
        wrong += gray_code::index(gray_code::gray(i)) == i ? 0 : 1;
    }
    CHECK(wrong == 0);
    for (int bit = 16; bit < 32; ++bit) {
        for (const std::uint32_t beside : {0U, 1U, 0x5a5aU}) {
            const std::uint32_t i = std::uint32_t{1} << bit | beside;
            CHECK(gray_code::index(gray_code::gray(i)) == i);
            CHECK(gray_code::gray(gray_code::index(i)) == i);
        }
    }
}

TEST_CASE("the code of three bits is that of the textbook") {
    std::vector<node_id> code;
    for (std::uint32_t i = 0; i < 8; ++i) {
        code.push_back(gray_code::gray(i));
    }
    CHECK(code == std::vector<node_id>{0, 1, 3, 2, 6, 7, 5, 4});
}

TEST_CASE("the cycle of one node stays, and that of the largest cube closes") {
    CHECK(gray_code{hypercube{0}}.successor(0) == 0);
    CHECK(gray_code{hypercube{0}}.predecessor(0) == 0);
    const node_id last = node_id{1} << 29U;
    CHECK(gray_code{hypercube{30}}.predecessor(0) == last);
    CHECK(gray_code{hypercube{30}}.successor(last) == 0);
}

TEST_SUITE_END();
