#include "node/pieces.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "topology/random.hpp"

TEST_SUITE("node/pieces.hpp") {

namespace {

using tutti::assembly;
using tutti::bits_of;
using tutti::message;
using tutti::piece;

piece part(int index, int count) {
    return {.index = static_cast<std::uint8_t>(index), .count = static_cast<std::uint8_t>(count)};
}

constexpr message whole{.origin = 7, .number = 3, .payload = 0x0123456789ABCDEF};

message cut(const message& content, piece which) {
    message made = content;
    made.payload &= bits_of(which);
    return made;
}

/// The pieces 0 to count-1 in an order that `random` decides.
std::vector<piece> shuffled(int count, tutti::split_mix& random) {
    std::vector<piece> parts;
    for (int i = 0; i < count; ++i) {
        parts.insert(
            parts.begin() + static_cast<std::ptrdiff_t>(random.next() % (parts.size() + 1)),
            part(i, count));
    }
    return parts;
}

}  // namespace

TEST_CASE("the pieces of a message share out its 64 bits, in runs as equal as can be") {
    for (int count = 1; count <= 64; ++count) {
        CAPTURE(count);
        std::uint64_t seen = 0;
        for (int i = 0; i < count; ++i) {
            const std::uint64_t bits = bits_of(part(i, count));
            const int first = 64 * i / count;
            const int size = 64 * (i + 1) / count - first;
            CHECK((seen & bits) == 0);
            CHECK(std::countr_zero(bits) == first);
            CHECK(std::popcount(bits) == size);
            CHECK((bits >> static_cast<unsigned>(first)) ==
                  (~std::uint64_t{0} >> (64U - static_cast<unsigned>(size))));
            seen |= bits;
        }
        CHECK(seen == ~std::uint64_t{0});
    }
}

TEST_CASE("pieces in any order make the message, at the last of them and not before") {
    tutti::split_mix random{61};
    for (int count = 1; count <= 64; ++count) {
        for (int trial = 0; trial < 5; ++trial) {
            CAPTURE(count);
            assembly pieces;
            const std::vector<piece> order = shuffled(count, random);
            for (std::size_t i = 0; i + 1 < order.size(); ++i) {
                CHECK_FALSE(pieces.add(cut(whole, order[i]), order[i]).has_value());
            }
            CHECK(pieces.add(cut(whole, order.back()), order.back()) == whole);
        }
    }
}

TEST_CASE("bits outside a piece do not count") {
    assembly pieces;
    CHECK_FALSE(pieces.add(whole, part(0, 2)).has_value());
    const auto made = pieces.add(whole, part(1, 2));
    CHECK(made == whole);
    assembly wrong;
    CHECK_FALSE(wrong.add(cut(whole, part(0, 2)), part(1, 2)).has_value());
    CHECK(wrong.add(cut(whole, part(1, 2)), part(0, 2)).value().payload == 0);
}

// A node that gets a piece twice delivers a message that lacks another, or one too many: the
// delivery check sees both.
TEST_CASE("a piece that comes twice does not pass for a missing one, and a message comes again") {
    assembly pieces;
    CHECK_FALSE(pieces.add(cut(whole, part(0, 3)), part(0, 3)).has_value());
    CHECK_FALSE(pieces.add(cut(whole, part(0, 3)), part(0, 3)).has_value());
    const auto early = pieces.add(cut(whole, part(1, 3)), part(1, 3));
    REQUIRE(early.has_value());
    CHECK(early->payload == (whole.payload & ~bits_of(part(2, 3))));
    CHECK(pieces.add(cut(whole, part(2, 3)), part(2, 3)) == whole);

    assembly one;
    CHECK(one.add(whole, {}) == whole);
    CHECK(one.add(whole, {}) == whole);
}

}  // TEST_SUITE("node/pieces.hpp")
