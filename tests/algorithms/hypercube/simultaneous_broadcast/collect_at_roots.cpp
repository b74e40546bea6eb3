#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/hypercube/simultaneous_broadcast/prefix_roots.hpp"

TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/prefix_roots.hpp") {

namespace {

/// The given number of a node's own messages.
tutti::initial_messages messages(tutti::node_id origin, std::size_t count) {
    return {origin, tutti::node_vector<std::uint64_t>(count, 7)};
}

}  // namespace

TEST_CASE("the largest share of a tree is K/d, rounded up") {
    for (int d = 1; d <= 10; ++d) {
        for (std::uint64_t k = 0; k <= 50; ++k) {
            const tutti::slot share = tutti::share_of_a_tree(k, d);
            CHECK(share * d >= static_cast<tutti::slot>(k));
            CHECK((share - 1) * d < static_cast<tutti::slot>(k));
        }
    }
}

TEST_CASE("ranks deal the messages to the trees in turn, those of the largest ids first") {
    for (int d = 1; d <= 6; ++d) {
        for (std::uint64_t above = 0; above <= 7; ++above) {
            const auto assigned = tutti::assigned_by_rank(messages(3, 5), above + 5, d);
            REQUIRE(assigned.size() == 5);
            for (std::uint64_t m = 0; m < 5; ++m) {
                const tutti::short_packet& packet = assigned[m];
                CHECK(packet.tree() == static_cast<int>((above + m) % std::uint64_t(d)));
                CHECK(packet.kind() == tutti::packet_kind::collect);
                CHECK(packet.content() ==
                      tutti::message{.origin = 3, .number = std::uint32_t(m), .payload = 7});
            }
        }
    }
    CHECK(tutti::assigned_by_rank(messages(3, 0), 4, 3).empty());
}

TEST_CASE("the shares of the trees are K/d, rounded up or down, the first rounded up") {
    for (int d = 1; d <= 6; ++d) {
        for (std::uint32_t k = 0; k <= 40; ++k) {
            std::vector<tutti::slot> shares(static_cast<std::size_t>(d));
            for (const tutti::short_packet& packet :
                 tutti::assigned_by_rank(messages(1, k), k, d)) {
                ++shares[static_cast<std::size_t>(packet.tree())];
            }
            CHECK(shares.front() == tutti::share_of_a_tree(k, d));
            CHECK(shares.back() == static_cast<tutti::slot>(k) / d);
            CHECK(std::ranges::is_sorted(shares, std::ranges::greater{}));
        }
    }
}

}  // TEST_SUITE("algorithms/hypercube/simultaneous_broadcast/prefix_roots.hpp")
