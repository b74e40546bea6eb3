/// @file
/// Families of networks: every row of families.csv names a network, and claims its sizes, degrees,
/// diameters and ports. Refusals of numbers that make none.

#include "topology/families/families.hpp"

#include <cstdint>
#include <fstream>
#include <numeric>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "topology/axioms.hpp"
#include "topology/network_facts.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/network_size.hpp"
#include "topology/networks/network_specification.hpp"
#include "topology/networks/properties.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/families") {

namespace {

using tutti::graph;
using tutti::network_specification;
using tutti::node_id;

std::vector<std::vector<std::string>> rows() {
    std::ifstream file{TUTTI_FAMILIES};
    std::vector<std::vector<std::string>> all;
    for (std::string line; std::getline(file, line);) {
        std::istringstream fields{line};
        all.emplace_back();
        for (std::string field; std::getline(fields, field, ',');) {
            all.back().push_back(field);
        }
    }
    all.erase(all.begin());
    return all;
}

template <class Nodes>
std::string degrees_of(const graph& net, const Nodes& nodes) {
    std::set<int> degrees;
    for (const node_id node : nodes) {
        degrees.insert(net.degree(node));
    }
    return support::range_of(degrees);
}

std::string refusal_of(const std::string& text) {
    try {
        constexpr std::uint64_t most_bytes = std::uint64_t{1} << 33U;
        static_cast<void>(largest_size(network_specification::parse(text), most_bytes));
        return "none";
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
}

}  // namespace

TEST_CASE("every network of the reference has the sizes, degrees, diameters and ports there") {
    REQUIRE(rows().size() == 36U);
    for (const std::vector<std::string>& row : rows()) {
        const auto named = network_specification::parse(row[0]);
        CAPTURE(row[0]);

        const tutti::network built = named.build();

        const auto& net = std::get<graph>(built);
        const std::vector<node_id> hosts = tutti::hosts_of(net);
        std::vector<node_id> all(net.node_count());
        std::iota(all.begin(), all.end(), node_id{0});
        const bool has_switches = !net.switches().empty();
        CHECK(fmt::format("{}", net.node_count()) == row[1]);
        CHECK(named.node_count() == net.node_count());
        CHECK(fmt::format("{}", hosts.size()) == row[2]);
        CHECK(fmt::format("{}", net.link_count()) == row[3]);
        CHECK(largest_size(named, std::uint64_t{1} << 30U).links == net.link_count());
        CHECK(degrees_of(net, all) == row[4]);
        CHECK((has_switches ? degrees_of(net, hosts) : "-") == row[5]);
        CHECK(fmt::format("{}", tutti::diameter(built)) == row[6]);
        CHECK((has_switches ? fmt::format("{}", host_diameter_of(net).links) : "-") == row[7]);
        CHECK(support::ports_digest(net) == row[8]);
        CHECK(support::broken_axioms(net) == 0U);
        CHECK(named.may_name(built));
        CHECK(network_specification::parse(named.text()) == named);
        CHECK(network_specification::of(built).build().index() == built.index());
    }
}

TEST_CASE("stated diameters are those that a search finds") {
    for (const char* text :
         {"fat-tree:2",      "fat-tree:6",      "dragonfly:1.1.0",  "dragonfly:1.3.2",
          "dragonfly:3.1.0", "dragonfly:2.2.1", "switch:1",         "switch:3",
          "clos:1.1.1",      "clos:3.1.2",      "clos:1.3.1",       "star-graph:3",
          "star-graph:4",    "star-graph:6",    "slim-fly:5",       "slim-fly:11",
          "box:dgx1",        "box:hgx-h100",    "circulant:20.1.6", "circulant:12.3.4"}) {
        CAPTURE(text);
        const tutti::network built = tutti::parse_network(text);
        const auto& net = std::get<graph>(built);
        const graph unnamed = net.named({});

        CHECK(tutti::diameter_of(net) == tutti::diameter_of(unnamed));
        CHECK(tutti::host_diameter_of(net) == tutti::host_diameter_of(unnamed));
    }
}

TEST_CASE("a generalised hypercube is a product of complete networks") {
    const auto cube = network_specification::parse("generalized-hypercube:3x4");
    const auto product = network_specification::parse("product(complete:3,complete:4)");

    CHECK(network_specification::of(cube.build()) == product);
    CHECK(cube.may_name(product.build()));
    CHECK(!cube.may_name(tutti::parse_network("product(complete:4,complete:3)")));
    CHECK(tutti::node_count(tutti::parse_network("generalized-hypercube:5")) == 5U);
}

TEST_CASE("random regular graphs are connected and regular, sparse and dense ones") {
    for (std::uint64_t nodes = 2; nodes <= 13; ++nodes) {
        for (std::uint64_t degree = nodes == 2 ? 1 : 2; degree < nodes; ++degree) {
            const std::string text = fmt::format("random-regular:{}.{}.7", nodes, degree);
            CAPTURE(text);
            if (nodes * degree % 2 != 0) {
                continue;
            }
            const tutti::network built = tutti::parse_network(text);
            const tutti::network_properties properties = properties_of(built);
            CHECK(std::cmp_equal(properties.least_degree, degree));
            CHECK(std::cmp_equal(properties.most_degree, degree));
            CHECK(tutti::diameter(built) >= 1);
        }
    }
}

TEST_CASE("the largest networks have sizes, and are refused before they take memory") {
    CHECK(network_specification::parse("fat-tree:1024").node_count() == 269746176U);
    CHECK(network_specification::parse("dragonfly:1024.1024.1024").node_count() == std::nullopt);
    for (const auto& [text, why] : std::vector<std::pair<std::string, std::string>>{
             {"fat-tree:1024", "takes 15"},
             {"dragonfly:1024.1024.1024", "more than 1073741824 nodes"},
             {"star-graph:12", "has 5,269,017,600 directed links"},
             {"slim-fly:1021", "takes 2"},
             {"circulant:16777216.1", "none"},
             {"random-regular:1000000000.4.1", "takes 40"},
             {"switch:1048576", "none"}}) {
        CAPTURE(text);
        CHECK(refusal_of(text).find(why) != std::string::npos);
    }
}

TEST_CASE("numbers that make no network are refused with what would be right") {
    const std::vector<std::pair<std::string, std::string>> refusals{
        {"fat-tree:0",
         "'fat-tree:0' has '0' for the ports of a switch; use 2 to 1024, in plain "
         "digits"},
        {"fat-tree:1026",
         "'fat-tree:1026' has '1026' for the ports of a switch; use 2 to 1024, in "
         "plain digits"},
        {"fat-tree:5",
         "'fat-tree:5': a switch with 5 ports cannot have as many up as down; use 4 "
         "or 6"},
        {"fat-tree:4.4", "'fat-tree:4.4' has 2 numbers; it takes 1: write fat-tree:K"},
        {"dragonfly:4.2", "'dragonfly:4.2' has 2 numbers; it takes 3: write dragonfly:A.H.P"},
        {"dragonfly:0.2.1",
         "'dragonfly:0.2.1' has '0' for the routers of a group; use 1 to 1024, "
         "in plain digits"},
        {"switch:0", "'switch:0' has a size outside its range; hosts run from 1 to 1048576"},
        {"clos:1.2.4097",
         "'clos:1.2.4097' has '4097' for the hosts of a leaf; use 1 to 4096, in "
         "plain digits"},
        {"circulant:9",
         "'circulant:9' has 1 number; it takes 2 or more: write circulant:N.S1.S2.."},
        {"circulant:9.5",
         "'circulant:9.5': step 5 goes more than half way round 9 nodes; use 1 to "
         "4"},
        {"circulant:9.2.1", "'circulant:9.2.1': step 1 comes after step 2; use rising steps"},
        {"circulant:9.2.2", "'circulant:9.2.2': step 2 comes after step 2; use rising steps"},
        {"circulant:12.3.6",
         "'circulant:12.3.6': steps and nodes are multiples of 3, so that it "
         "has 3 parts; a network is one part"},
        {"slim-fly:4", "'slim-fly:4': 4 is not an odd prime; use an odd prime, such as 3 or 5"},
        {"slim-fly:9", "'slim-fly:9': 9 is not an odd prime; use an odd prime, such as 7 or 11"},
        {"slim-fly:2", "'slim-fly:2' has '2' for an odd prime; use 3 to 1021, in plain digits"},
        {"star-graph:13", "'star-graph:13' has a size outside its range; symbols run from 2 to 12"},
        {"random-regular:5.3.1",
         "'random-regular:5.3.1': 5 nodes of degree 3 have an odd number "
         "of ends; use an even number"},
        {"random-regular:5.5.1",
         "'random-regular:5.5.1': 5 nodes have degrees from 1 to 4, not "
         "5"},
        {"random-regular:6.1.1",
         "'random-regular:6.1.1': 6 nodes of degree 1 are 3 parts; use a "
         "degree of at least 2"},
        {"random-regular:2000.900.1",
         "'random-regular:2000.900.1': a degree of 900 takes too long "
         "to draw; use at most 440 or at least 1559"},
        {"random-regular:1000000.2.1",
         "'random-regular:1000000.2.1': a ring of 1000000 nodes "
         "takes too long to draw; use ring:1000000"},
        {"generalized-hypercube:1x2",
         "'generalized-hypercube:1x2' has '1' for a side; use 2 to 65536, "
         "in plain digits"},
        {"generalized-hypercube:65536x65536",
         "'generalized-hypercube:65536x65536': the product of its sides is above 1073741824, the "
         "most nodes that can be built"},
        {"box:dgx2",
         "'box:dgx2' is an unknown box; did you mean 'dgx1'?; use dgx1, hgx-a100, "
         "hgx-h100"},
        {"box:",
         "'box:' lacks its size; write "
         "box:dgx1|hgx-a100|hgx-h100"},
        {"product(fat-tree:3,ring:3)",
         "'fat-tree:3': a switch with 3 ports cannot have as many up "
         "as down; use 2 or 4, in 'product(fat-tree:3,ring:3)'"}};
    for (const auto& [text, why] : refusals) {
        CHECK(refusal_of(text) == why);
    }
}

TEST_CASE("smaller specifications of a family are those of networks") {
    for (const char* text : {"fat-tree:8", "circulant:12.1.5", "slim-fly:13", "box:hgx-h100",
                             "random-regular:10.3.1", "dragonfly:2.1.0"}) {
        const auto named = network_specification::parse(text);
        for (std::size_t which = 0; which < named.number_count(); ++which) {
            for (const network_specification& smaller : named.smaller(which)) {
                CAPTURE(smaller.text());
                CHECK(refusal_of(smaller.text()) == "none");
            }
        }
    }
}

}  // TEST_SUITE("topology/families")
