#include "topology/networks/network_specification.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "topology/axioms.hpp"
#include "topology/networks/network_size.hpp"

TEST_SUITE("topology/networks/network_specification.hpp") {

namespace {

using tutti::network_specification;
using texts = std::vector<std::string>;

network_specification named(const std::string& text) { return network_specification::parse(text); }

/// One of each kind but files, and products of them.
const texts& samples() {
    static const texts specifications{
        "hypercube:10",
        "torus:3x4x5",
        "array:7",
        "ring:1",
        "path:12",
        "complete:9",
        "ccc:4",
        "butterfly:3",
        "debruijn:5",
        "product(ring:3,path:4)",
        "product(torus:3x3,product(complete:4,ccc:3),ring:2)",
    };
    return specifications;
}

texts smaller_than(const std::string& text, std::size_t which) {
    texts specifications;
    for (const network_specification& specification : named(text).smaller(which)) {
        specifications.push_back(specification.text());
    }
    return specifications;
}

}  // namespace

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

TEST_CASE("a specification is written as it was read, and read back is the same") {
    texts specifications = samples();
    // Nothing of a path is a number or a factor, and no file is touched.
    for (const std::string path : {"graph:no/such/9x9.mtx", "graph:\"a:b(3,4)\"", "graph: 007 ",
                                   "product(graph:\"17(1,2)\",ring:3)"}) {
        specifications.push_back(path);
    }
    for (const std::string& text : specifications) {
        CAPTURE(text);
        CHECK(named(text).text() == text);
        CHECK(named(text) == named(named(text).text()));
        for (const std::string& other : specifications) {
            CHECK((named(text) == named(other)) == (text == other));
        }
    }
    CHECK(network_specification{}.text() == "hypercube:0");
}

TEST_CASE("whatever is read is written as it was") {
    CHECK(rc::check([] {
        const auto text = *rc::gen::container<std::string>(
            rc::gen::elementOf(std::string{"0123456789xx::,,()()product(ring:path:"}));
        const std::string kind = *rc::gen::elementOf(
            texts{"torus:", "ring:", "product(ring:", "graph:", "product(graph:", "debruijn:"});
        std::optional<network_specification> read;
        try {
            read = network_specification::parse(kind + text);
        } catch (const std::invalid_argument& why) {
            RC_ASSERT(std::string_view{why.what()}.find('\n') == std::string_view::npos);
            return;
        }
        RC_ASSERT(read->text() == kind + text);
    }));
}

TEST_CASE("the nodes are counted without building, where no file has to be read") {
    for (const std::string& text : samples()) {
        CAPTURE(text);
        CHECK(named(text).node_count() == tutti::node_count(named(text).build()));
    }
    // These take too long to build.
    CHECK(named("complete:1073741824").node_count() == std::size_t{1} << 30U);
    CHECK(named("product(hypercube:15,torus:32768,ring:1)").node_count() == std::size_t{1} << 30U);

    CHECK_FALSE(named("product(hypercube:16,torus:32768)").node_count().has_value());
    CHECK_FALSE(named("graph:no/such/file").node_count().has_value());
    CHECK_FALSE(named("product(ring:3,graph:no/such/file)").node_count().has_value());
}

TEST_CASE("an outline is the network, before its links are built and when they are asked for") {
    for (const std::string& text : samples()) {
        CAPTURE(text);
        const tutti::network whole = named(text).build();
        const tutti::network outline = named(text).outline();
        CHECK(tutti::node_count(outline) == tutti::node_count(whole));
        CHECK(tutti::link_count(outline) == tutti::link_count(whole));
        CHECK(tutti::size_of(outline).ports == tutti::size_of(whole).ports);
        const auto differ = [&](const auto& one) {
            using shape = std::decay_t<decltype(one)>;
            return support::differences(one, std::get<shape>(whole));
        };
        CHECK(std::visit(differ, outline) == 0);
        CHECK(std::visit(differ, tutti::built(outline)) == 0);
    }
    // What would take gigabytes has one at once.
    CHECK(tutti::node_count(named("product(complete:30000,path:4)").outline()) == 120'000);
    CHECK_THROWS_AS((void)named("product(complete:30001,complete:40000)").outline(),
                    std::invalid_argument);
}

TEST_CASE("the size of a network is known before any link is listed or drawn") {
    constexpr std::uint64_t enough = std::uint64_t{1} << 60U;
    for (const std::string text :
         {"hypercube:5", "array:3x4", "complete:7", "butterfly:2", "star:9", "bipartite:2x3",
          "tree:4", "petersen", "random-graph:30.0.1",
          "product(star:5,array:3x2,random-graph:4.0.2)"}) {
        CAPTURE(text);
        const tutti::graph_size whole = tutti::size_of(named(text).build());
        const tutti::graph_size bound = tutti::largest_size(named(text), enough);
        CHECK(bound.nodes == whole.nodes);
        CHECK(bound.ports == whole.ports);
        CHECK(bound.links == whole.links);
    }
    // Of links that are drawn some may be the same.
    const auto drawn = named("random-graph:20.100.7");
    CHECK(tutti::largest_size(drawn, enough).links == 2 * (19 + 100));
    CHECK(tutti::size_of(drawn.build()).links < 2 * (19 + 100));
    const auto huge = named("random-graph:1000000000.1000000000.1");
    CHECK(tutti::largest_size(huge, enough).nodes == 1'000'000'000);
    CHECK_THROWS_AS((void)tutti::largest_size(huge, 1'000'000), std::invalid_argument);
    CHECK(tutti::listed_size(huge, enough).nodes == 1'000'000'000);
    CHECK(tutti::listed_size(named("product(ring:3,star:5,petersen)"), enough).links == 8 + 30);
    CHECK(tutti::listed_size(named("product(hypercube:20,complete:9)"), enough).ports == 0);
}

TEST_CASE("less is tried in place of one number, and then in place of all that equal it") {
    CHECK(smaller_than("hypercube:4", 0) == texts{"hypercube:1", "hypercube:2", "hypercube:3"});
    CHECK(smaller_than("hypercube:1", 0).empty());
    CHECK(smaller_than("torus:4x4", 1) ==
          texts{"torus:4x2", "torus:4x3", "torus:2x2", "torus:3x3"});
    CHECK(smaller_than("torus:5x3x5", 1) == texts{"torus:5x2x5"});
    CHECK(smaller_than("product(ring:3,torus:3x7)", 0) == texts{"product(ring:1,torus:3x7)",
                                                                "product(ring:2,torus:3x7)",
                                                                "product(ring:2,torus:2x7)"});
    // Names of files stay as they are.
    CHECK(
        smaller_than("product(graph:\"4x4(1,2).mtx\",ring:3)", 0) ==
        texts{"product(graph:\"4x4(1,2).mtx\",ring:1)", "product(graph:\"4x4(1,2).mtx\",ring:2)"});
    // Of large numbers not all that are less: each to 32, powers of two above, and one less.
    const texts many = smaller_than("path:1000", 0);
    CHECK(many.size() == 32 + 4 + 1);
    CHECK(many[31] == "path:32");
    CHECK(many[32] == "path:64");
    CHECK(many.back() == "path:999");
}

TEST_CASE("whatever is said to be smaller is a network with fewer nodes") {
    for (const std::string& text : samples()) {
        const network_specification whole = named(text);
        for (std::size_t which = 0; which < whole.number_count(); ++which) {
            for (const network_specification& specification : whole.smaller(which)) {
                CAPTURE(specification.text());
                CHECK(named(specification.text()) == specification);
                CHECK(*specification.node_count() < *whole.node_count());
            }
        }
    }
}

TEST_CASE("a network of another kind than is needed is refused by name") {
    CHECK_THROWS_WITH((void)tutti::network_as<tutti::grid>(tutti::parse_network("hypercube:3")),
                      doctest::Contains("of 8 nodes, and"));
}

}  // TEST_SUITE("topology/networks/network_specification.hpp")
