#include "tutti/topology/network.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "topology/networks/diameter.hpp"

TEST_SUITE("tutti/topology/network.hpp") {

TEST_CASE("cubes, tori, arrays, rings and paths are those of their sizes, digit 0 first") {
    using tutti::grid;
    using tutti::grid_edge;
    for (int dimensions = 1; dimensions <= 30; ++dimensions) {
        const tutti::network built =
            tutti::parse_network("hypercube:" + std::to_string(dimensions));
        CHECK(std::get<tutti::hypercube>(built) == tutti::hypercube{dimensions});
    }
    for (const auto& [text, shape] : {
             std::pair{"torus:3x4x5", grid{{3, 4, 5}, grid_edge::closed}},
             {"array:5x4", grid{{5, 4}, grid_edge::open}},
             {"torus:2x2", grid{{2, 2}, grid_edge::closed}},
             {"array:7", grid{{7}, grid_edge::open}},
             {"ring:1", grid{{1}, grid_edge::closed}},
             {"ring:1073741824", grid{{1 << 30}, grid_edge::closed}},
             {"path:2", grid{{2}, grid_edge::open}},
         }) {
        CHECK(std::get<grid>(tutti::parse_network(text)) == shape);
    }
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
