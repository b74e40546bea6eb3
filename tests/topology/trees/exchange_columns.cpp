#include "topology/trees/exchange_columns.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/topology/hypercube.hpp"

TEST_SUITE("topology/trees/exchange_columns.hpp") {

namespace {

using tutti::exchange_columns;
using tutti::hypercube;
using tutti::node_id;

std::vector<node_id> column(const exchange_columns& columns, int k) {
    std::vector<node_id> numbers;
    for (std::uint32_t position = 0; position < std::uint32_t{1} << k; ++position) {
        numbers.push_back(columns.at(k, position));
    }
    return numbers;
}

}  // namespace

TEST_CASE("the columns of four dimensions are those of the specification") {
    const exchange_columns columns{hypercube{4}};

    CHECK(column(columns, 0) == std::vector<node_id>{0b0001});
    CHECK(column(columns, 1) == std::vector<node_id>{0b0011, 0b0010});
    CHECK(column(columns, 2) == std::vector<node_id>{0b0101, 0b0111, 0b0110, 0b0100});
    CHECK(column(columns, 3) ==
          std::vector<node_id>{0b1001, 0b1011, 0b1101, 0b1010, 0b1111, 0b1110, 0b1100, 0b1000});
}

TEST_CASE("every destination is in the column of its highest bit, once, at its position") {
    for (int d = 1; d <= 16; ++d) {
        const exchange_columns columns{hypercube{d}};
        std::vector<int> visits(std::size_t{1} << d);
        int wrong = 0;
        for (int k = 0; k < d; ++k) {
            const std::vector<node_id> numbers = column(columns, k);
            for (std::uint32_t position = 0; position < numbers.size(); ++position) {
                const node_id destination = numbers[position];
                ++visits[destination];
                wrong += std::bit_width(destination) == static_cast<unsigned>(k) + 1 ? 0 : 1;
                wrong += columns.position(destination) == position ? 0 : 1;
            }
        }
        std::vector<int> once(visits.size(), 1);
        once[0] = 0;
        CAPTURE(d);
        CHECK(visits == once);
        CHECK(wrong == 0);
    }
}

TEST_CASE("columns do not depend on the dimensions above them") {
    const exchange_columns large{hypercube{12}};
    for (int d = 1; d < 12; ++d) {
        const exchange_columns small{hypercube{d}};
        for (int k = 0; k < d; ++k) {
            REQUIRE(column(small, k) == column(large, k));
        }
    }
}

// Dimensions and positions as in spec/hypercube.md, section 4.3, where dimensions count from 1: the
// position of (col_k[pos+1] | e_h) in col_h is below 2^(h-2) + pos for all k < h.
TEST_CASE("what is left of a message is due later than it comes") {
    for (int d = 1; d <= 13; ++d) {
        const exchange_columns columns{hypercube{d}};
        int late = 0;
        for (int h = 2; h <= d; ++h) {
            for (int k = 1; k < h; ++k) {
                for (std::uint32_t pos = 0; pos < std::uint32_t{1} << (k - 1); ++pos) {
                    const node_id before = columns.at(k - 1, pos) | node_id{1} << (h - 1);
                    const std::uint32_t sent = columns.position(before);
                    late += sent < (std::uint32_t{1} << (h - 2)) + pos ? 0 : 1;
                }
            }
        }
        CAPTURE(d);
        CHECK(late == 0);
    }
}

}  // TEST_SUITE("topology/trees/exchange_columns.hpp")
