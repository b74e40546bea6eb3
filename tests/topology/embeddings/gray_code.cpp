#include "topology/embeddings/gray_code.hpp"

#include <bit>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

TEST_SUITE("topology/embeddings/gray_code.hpp") {

using tutti::gray_code;
using tutti::node_id;

TEST_CASE("the code leads through all nodes of every cube once, over links, and back") {
    for (int d = 1; d <= 12; ++d) {
        const std::uint32_t nodes = std::uint32_t{1} << d;
        std::vector<int> visits(nodes);
        int wrong = 0;
        for (std::uint32_t i = 0; i < nodes; ++i) {
            const node_id node = gray_code::gray(i);
            ++visits.at(node);
            wrong += std::has_single_bit(node ^ gray_code::gray((i + 1) % nodes)) ? 0 : 1;
        }
        CAPTURE(d);
        CHECK(wrong == 0);
        CHECK(visits == std::vector<int>(nodes, 1));
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

}  // TEST_SUITE("topology/embeddings/gray_code.hpp")
