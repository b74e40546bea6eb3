#include "tutti/topology/network.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "topology/networks/diameter.hpp"

TEST_SUITE("tutti/topology/network.hpp") {

TEST_CASE("hypercube:D is the cube of D dimensions") {
    for (int dimensions = 1; dimensions <= 30; ++dimensions) {
        CAPTURE(dimensions);
        const tutti::network built =
            tutti::parse_network("hypercube:" + std::to_string(dimensions));

        const std::size_t nodes = std::size_t{1} << static_cast<unsigned>(dimensions);
        CHECK(std::get<tutti::hypercube>(built) == tutti::hypercube{dimensions});
        CHECK(tutti::node_count(built) == nodes);
        CHECK(tutti::link_count(built) == static_cast<std::size_t>(dimensions) * nodes);
        CHECK(tutti::diameter(built) == dimensions);
    }
}

TEST_CASE("a cube's size must be a plain number from 1 to 30") {
    for (const std::string size : {"0", "31", "64", "99999999999999999999999"}) {
        CHECK_THROWS_WITH_AS(
            (void)tutti::parse_network("hypercube:" + size),
            ("'hypercube:" + size + "' has a size outside its range; dimensions run from 1 to 30")
                .c_str(),
            std::invalid_argument);
    }
    for (const std::string size : {"x", "-3", "+3", "03", " 3", "3 ", "4.0", "0x3", "3:3", "3,4"}) {
        CHECK_THROWS_WITH_AS(
            (void)tutti::parse_network("hypercube:" + size),
            ("'hypercube:" + size +
             "' has a size that is not a whole number, in plain digits; dimensions run from 1 to "
             "30")
                .c_str(),
            std::invalid_argument);
    }
}

TEST_CASE("torus, array, ring and path are grids of their sides, the first the least significant") {
    using tutti::grid;
    using tutti::grid_edge;
    CHECK(std::get<grid>(tutti::parse_network("torus:3x4x5")) ==
          grid{{3, 4, 5}, grid_edge::closed});
    CHECK(std::get<grid>(tutti::parse_network("array:5x4")) == grid{{5, 4}, grid_edge::open});
    CHECK(std::get<grid>(tutti::parse_network("torus:2x2")) == grid{{2, 2}, grid_edge::closed});
    CHECK(std::get<grid>(tutti::parse_network("array:7")) == grid{{7}, grid_edge::open});
    for (const int length : {1, 2, 3, 1 << 30}) {
        CHECK(std::get<grid>(tutti::parse_network("ring:" + std::to_string(length))) ==
              grid{{length}, grid_edge::closed});
        CHECK(std::get<grid>(tutti::parse_network("path:" + std::to_string(length))) ==
              grid{{length}, grid_edge::open});
    }
    const tutti::network built = tutti::parse_network("torus:4x6");
    CHECK(tutti::node_count(built) == 24);
    CHECK(tutti::link_count(built) == 96);
    CHECK(tutti::diameter(built) == 5);
}

TEST_CASE("sides must be plain numbers, from 2 of a torus or array and from 1 of a ring or path") {
    const auto refused = [](const std::string& text, const std::string& why) {
        CHECK_THROWS_WITH_AS((void)tutti::parse_network(text), ("'" + text + "' " + why).c_str(),
                             std::invalid_argument);
    };
    for (const std::string family : {"torus:", "array:"}) {
        refused(family + "3x", "has '' where a side of at least 2 belongs, in plain digits");
        refused(family + "x3", "has '' where a side of at least 2 belongs, in plain digits");
        refused(family + "3xx3", "has '' where a side of at least 2 belongs, in plain digits");
        for (const std::string side : {"1", "0"}) {
            refused(family + "3x" + side, "has '" + side + "' where a side of at least 2 belongs");
        }
        for (const std::string side : {"-3", "+3", "03", " 3", "3 ", "4.0", "X", "3X3"}) {
            refused(family + "3x" + side,
                    "has '" + side + "' where a side of at least 2 belongs, in plain digits");
        }
        refused(family + "32768x32769",
                "has more than 1073741824 nodes, the most that can be built");
        refused(family + "1073741825",
                "has more than 1073741824 nodes, the most that can be built");
        refused(family + "3x99999999999999999999999",
                "has more than 1073741824 nodes, the most that can be built");
    }
    for (const std::string family : {"ring:", "path:"}) {
        refused(family + "3x3", "has several sides; a ring or path has one length");
        refused(family + "0", "has '0' where a side of at least 1 belongs");
        refused(family + "n", "has 'n' where a side of at least 1 belongs, in plain digits");
        refused(family + "1073741825",
                "has more than 1073741824 nodes, the most that can be built");
    }
}

TEST_CASE("a network without a size is told its form") {
    CHECK_THROWS_WITH((void)tutti::parse_network("torus"),
                      "'torus' lacks its size; write torus:P1xP2");
    CHECK_THROWS_WITH((void)tutti::parse_network("array:"),
                      "'array:' lacks its size; write array:P1xP2");
    CHECK_THROWS_WITH((void)tutti::parse_network("ring"), "'ring' lacks its size; write ring:N");
    CHECK_THROWS_WITH((void)tutti::parse_network("path:"), "'path:' lacks its size; write path:N");
    CHECK_THROWS_WITH((void)tutti::parse_network("hypercube"),
                      "'hypercube' lacks its size; write hypercube:D");
    CHECK_THROWS_WITH((void)tutti::parse_network("hypercube:"),
                      "'hypercube:' lacks its size; write hypercube:D");
}

TEST_CASE("an unknown network is answered with the nearest name or with all") {
    CHECK_THROWS_WITH((void)tutti::parse_network("hypercub:3"),
                      "'hypercub:3' is an unknown network; did you mean 'hypercube'?");
    CHECK_THROWS_WITH((void)tutti::parse_network("Hypercube:3"),
                      "'Hypercube:3' is an unknown network; did you mean 'hypercube'?");
    CHECK_THROWS_WITH(
        (void)tutti::parse_network("moebius:3"),
        "'moebius:3' is an unknown network; valid: hypercube, torus, array, folded-torus, ring, "
        "path, complete, ccc, butterfly, debruijn, star, wheel, bipartite, petersen, "
        "tree, random-graph, graph, product");
    CHECK_THROWS_WITH((void)tutti::parse_network("tours:3x3"),
                      "'tours:3x3' is an unknown network; did you mean 'torus'?");
    CHECK_THROWS_AS((void)tutti::parse_network(""), std::invalid_argument);
    CHECK_THROWS_AS((void)tutti::parse_network(":"), std::invalid_argument);
}

TEST_CASE("no text but a network's own is taken, and every refusal is one line") {
    CHECK(rc::check([](const std::string& text) {
        try {
            (void)tutti::parse_network("hypercube:" + text);
        } catch (const std::invalid_argument& refusal) {
            const std::string_view why = refusal.what();
            RC_ASSERT(why.find('\n') == std::string_view::npos);
            return;
        }
        RC_ASSERT(std::to_string(std::stoi(text)) == text);
    }));
}

}  // TEST_SUITE("tutti/topology/network.hpp")
