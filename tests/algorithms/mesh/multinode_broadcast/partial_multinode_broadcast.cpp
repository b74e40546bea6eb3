#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/mesh/promise.hpp"
#include "algorithms/trial.hpp"
#include "collectives/input/broadcasters.hpp"
#include "topology/random.hpp"
#include "tutti/node/rational.hpp"

TEST_SUITE("algorithms/mesh/multinode_broadcast/split_classes.cpp") {

namespace {

using support::check_promise;
using support::mesh;
using tutti::node_id;
using tutti::rational;

constexpr std::array<std::string_view, 4> partial{"pmnb_A0", "pmnb_split", "pmnb_nosplit",
                                                  "pmnb_nosplit_alt"};
constexpr std::array<std::string_view, 4> multinode{"mnb_A0", "mnb_split", "mnb_nosplit",
                                                    "mnb_nosplit_alt"};

bool takes(std::string_view rule, const mesh& mesh) {
    return mesh.is_torus || !rule.ends_with("_alt");
}

std::vector<node_id> everyone(const mesh& mesh) {
    std::vector<node_id> nodes(mesh.nodes());
    std::iota(nodes.begin(), nodes.end(), node_id{0});
    return nodes;
}

/// 0, 1, p, p+1, d, N/2, N-1 and N, as far as there are that many nodes.
std::vector<std::uint64_t> telling_counts(const mesh& mesh) {
    const auto p = static_cast<std::uint64_t>(mesh.p);
    std::vector<std::uint64_t> counts{0,
                                      1,
                                      p,
                                      p + 1,
                                      static_cast<std::uint64_t>(mesh.d),
                                      mesh.nodes() / 2,
                                      mesh.nodes() - 1,
                                      mesh.nodes()};
    std::erase_if(counts, [&](std::uint64_t count) { return count > mesh.nodes(); });
    std::ranges::sort(counts);
    counts.erase(std::ranges::unique(counts).begin(), counts.end());
    return counts;
}

}  // namespace

TEST_CASE("every set of broadcasters on small grids keeps every promise, to any step length") {
    for (const mesh& array :
         {mesh{.p = 5, .d = 1}, mesh{.p = 3, .d = 2}, mesh{.p = 2, .d = 3},
          mesh{.is_torus = true, .p = 4, .d = 1}, mesh{.is_torus = true, .p = 3, .d = 2}}) {
        for (std::uint64_t members = 0; members < std::uint64_t{1} << array.nodes(); ++members) {
            for (const std::string_view rule : partial) {
                for (const rational& step : {rational{1}, rational{1, 8}, rational{2, 3}}) {
                    if (takes(rule, array)) {
                        check_promise(rule, array, support::members_of(members), step);
                    }
                }
            }
        }
    }
}

// Up to 256 nodes; 625 of them, p = 5 and d = 4, take a second each.
TEST_CASE("few, half, all but one or all nodes keep every promise, wherever they are") {
    tutti::split_mix random{71};
    for (const mesh& mesh : support::meshes(5, 4, 256)) {
        for (const std::uint64_t count : telling_counts(mesh)) {
            for (const std::string_view rule : partial) {
                if (takes(rule, mesh)) {
                    check_promise(rule, mesh, tutti::pick(mesh.nodes(), count, random.next()),
                                  rational{1, 1 + random.next() % 9});
                }
            }
        }
    }
}

TEST_CASE("the largest grid of the specification's keeps every promise for few broadcasters") {
    for (const bool is_torus : {false, true}) {
        const mesh mesh{.is_torus = is_torus, .p = 5, .d = 4};
        for (const std::uint64_t count : {0U, 1U, 4U, 6U}) {
            for (const std::string_view rule : partial) {
                if (takes(rule, mesh)) {
                    check_promise(rule, mesh, tutti::pick(mesh.nodes(), count, 72));
                }
            }
        }
    }
}

TEST_CASE("a corner's worth of broadcasters, first or last, keeps every promise") {
    for (const mesh& mesh : support::meshes(6, 3, 64)) {
        for (const std::uint64_t count : telling_counts(mesh)) {
            std::vector<node_id> first = everyone(mesh);
            std::vector<node_id> last(first.end() - static_cast<std::ptrdiff_t>(count),
                                      first.end());
            first.resize(count);
            for (const std::string_view rule : partial) {
                if (takes(rule, mesh)) {
                    check_promise(rule, mesh, first, rational{1, 4});
                    check_promise(rule, mesh, last, rational{1, 4});
                }
            }
        }
    }
}

TEST_CASE("every node's message reaches every node, in pieces in the least time there is") {
    for (const mesh& mesh : support::meshes(7, 4, 256)) {
        for (const std::string_view rule : multinode) {
            if (takes(rule, mesh)) {
                check_promise(rule, mesh, everyone(mesh));
            }
        }
        CHECK(support::promise_of("mnb_split", mesh, everyone(mesh)).time ==
              rational{mesh.nodes() - 1, mesh.d * mesh.gamma()});
    }
}

TEST_CASE("the bounds of the formulas hold for every number of broadcasters") {
    for (const mesh& mesh : support::meshes(9, 4, 729)) {
        for (std::uint64_t m = 0; m <= mesh.nodes(); ++m) {
            const rational nearly = rational{m} * rational{mesh.nodes() - 1, mesh.nodes()};
            CAPTURE(mesh.text());
            CAPTURE(m);
            CHECK(rational{mesh.p - 1} * mesh.sigma(m) <= nearly + rational{mesh.d * (mesh.p - 1)});
            if (m > 0) {
                CHECK(rational{mesh.p - 1} * mesh.sigma(m) <=
                      nearly - rational{mesh.nodes() - 1, mesh.nodes()} +
                          rational{mesh.d * (mesh.p - 1)});
            }
        }
        CHECK(mesh.sigma(0) == 0);
        CHECK(mesh.sigma(1) == mesh.d);
        CHECK(rational{mesh.sigma(mesh.nodes())} == rational{mesh.nodes() - 1, mesh.p - 1});
    }
}

}  // TEST_SUITE("algorithms/mesh/multinode_broadcast/split_classes.cpp")
