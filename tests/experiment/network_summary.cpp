#include "experiment/network_summary.hpp"

#include <string>
#include <string_view>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "tutti/topology/hypercube.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("experiment/network_summary.hpp") {

namespace {

namespace json = boost::json;

using tutti::network_summary;

network_summary described(int dimensions) {
    return tutti::describe("hypercube:" + std::to_string(dimensions), tutti::hypercube{dimensions});
}

json::object object_of(const network_summary& description) {
    return json::parse(tutti::to_json(description)).as_object();
}

}  // namespace

TEST_CASE("the table of a small cube shows its cycle in full") {
    CHECK(tutti::to_table(described(3)) == R"(hypercube:3

  nodes              8
  links              24 directed
  degree             3
  diameter           3
  bipartite          yes
  vertex-transitive  yes
  Hamiltonian cycle  0 1 3 2 6 7 5 4
)");
    CHECK(tutti::to_table(described(1)).ends_with("Hamiltonian cycle  0 1\n"));
    CHECK(tutti::to_table(described(6)).ends_with(" 36 37 39 38 34 35 33 32\n"));
}

TEST_CASE("the table of a larger cube shows where its cycle begins") {
    const std::string_view beginning =
        "\n  Hamiltonian cycle  0 1 3 2 6 7 5 4 12 13 15 14 10 11 9 8 ...\n";
    for (const int d : {7, 17, 30}) {
        CAPTURE(d);
        CHECK(tutti::to_table(described(d)).ends_with(beginning));
    }
    CHECK(tutti::to_table(described(30)).find("1,073,741,824\n") != std::string::npos);
}

TEST_CASE("a network without a known cycle, and of several degrees, says so") {
    network_summary description = described(3);
    description.cycle.reset();
    description.is_hamiltonian = tutti::answer::unknown;
    description.why_no_cycle = "none was found";
    description.diameter.is_exact = false;
    description.properties = {
        .least_degree = 2, .most_degree = 4, .vertex_transitive = tutti::answer::unknown};

    const std::string table = tutti::to_table(description);
    CHECK(table.find("  degree             2 to 4\n") != std::string::npos);
    CHECK(table.find("  bipartite          no\n") != std::string::npos);
    CHECK(table.find("  vertex-transitive  unknown\n") != std::string::npos);
    CHECK(table.ends_with("  Hamiltonian cycle  none is known: none was found\n"));
    CHECK(table.find("  diameter           3 at most\n") != std::string::npos);
    const json::object object = object_of(description);
    CHECK(object.at("hamiltonian_cycle").is_null());
    CHECK(object.at("hamiltonian_cycle_known") == false);
    CHECK(object.at("degree") == json::value{{"least", 2}, {"most", 4}});
    CHECK(object.at("bipartite") == false);
    CHECK(object.at("vertex_transitive").is_null());
    CHECK(object.at("hamiltonian").is_null());
    CHECK(object.at("why_no_hamiltonian_cycle") == "none was found");
    CHECK(object.at("diameter") == 3);
    CHECK(object.at("diameter_is") == "upper bound");
}

TEST_CASE("the JSON object has the cycle in full up to 65,536 nodes") {
    const json::object small = object_of(described(2));
    CHECK(small == json::value{{"spec", "hypercube:2"},
                               {"nodes", 4},
                               {"links", 8},
                               {"degree", {{"least", 2}, {"most", 2}}},
                               {"diameter", 2},
                               {"diameter_is", "exact"},
                               {"bipartite", true},
                               {"vertex_transitive", true},
                               {"hamiltonian", true},
                               {"hamiltonian_cycle_known", true},
                               {"hamiltonian_cycle", {0, 1, 3, 2}},
                               {"why_no_hamiltonian_cycle", nullptr}}
                       .as_object());
    CHECK(object_of(described(16)).at("hamiltonian_cycle").as_array().size() == 65'536);
    for (const int d : {17, 30}) {
        const json::object large = object_of(described(d));
        CHECK(large.at("hamiltonian_cycle").is_null());
        CHECK(large.at("hamiltonian_cycle_known") == true);
    }
}

TEST_CASE("what is known of other networks stands in their tables") {
    const auto table_of = [](const std::string& text) {
        return tutti::to_table(tutti::describe(text, tutti::parse_network(text)));
    };
    CHECK(table_of("ccc:5") == R"(ccc:5

  nodes              160
  links              480 directed
  degree             3
  diameter           10
  bipartite          no
  vertex-transitive  yes
  Hamiltonian cycle  0 128 144 16 48 50 82 114 146 18 19 147 115 83 51 49 ...
)");
    CHECK(table_of("array:3x3") == R"(array:3x3

  nodes              9
  links              24 directed
  degree             2 to 4
  diameter           4
  bipartite          yes
  vertex-transitive  no
  Hamiltonian cycle  none: every link joins one half of the nodes to the other, which is smaller by one
)");
    CHECK(table_of("path:4").ends_with("Hamiltonian cycle  none: node 0 has one link only\n"));
    CHECK(table_of("complete:1") == R"(complete:1

  nodes              1
  links              0 directed
  degree             0
  diameter           0
  bipartite          yes
  vertex-transitive  yes
  Hamiltonian cycle  0
)");
}

TEST_CASE("a network is drawn with every link once") {
    CHECK(tutti::to_dot(tutti::parse_network("ring:3")) ==
          "graph G {\n0;\n1;\n2;\n0--2 ;\n0--1 ;\n1--2 ;\n}\n");
    CHECK(tutti::to_dot(tutti::parse_network("complete:1")) == "graph G {\n0;\n}\n");
    CHECK_THROWS_WITH((void)tutti::to_dot(tutti::parse_network("complete:448")),
                      "100,128 links are too many to draw; at most 100,000 can be");
}

}  // TEST_SUITE("experiment/network_summary.hpp")
