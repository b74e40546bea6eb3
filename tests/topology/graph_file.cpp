#include "topology/graph_file/graph_file.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include "topology/axioms.hpp"
#include "topology/networks/diameter.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/graph_file/graph_file.hpp") {

namespace {

using tutti::graph;
using tutti::node_id;
using tutti::port;

/// Undirected links as text, by increasing ids: "0-1 1-2".
std::string links_of(const graph& links) {
    std::string text;
    for (node_id node = 0; node < links.node_count(); ++node) {
        for (port through = 0; through < links.port_limit(node); ++through) {
            if (node < links.neighbour(node, through)) {
                text += fmt::format("{}{}-{}", text.empty() ? "" : " ", node,
                                    links.neighbour(node, through));
            }
        }
    }
    return text;
}

std::string links_in(std::string_view content) { return links_of(tutti::parse_graph(content)); }

const std::string pattern = "%%MatrixMarket matrix coordinate pattern symmetric\n";
// As scipy.io.mmwrite writes the adjacency matrix of networkx.petersen_graph().
const std::string petersen_matrix =
    "%%MatrixMarket matrix coordinate integer symmetric\n%\n10 10 15\n"
    "2 1 1\n5 1 1\n6 1 1\n3 2 1\n7 2 1\n4 3 1\n8 3 1\n5 4 1\n9 4 1\n10 5 1\n8 6 1\n9 6 1\n9 7 1\n"
    "10 7 1\n10 8 1\n";

// As networkx.write_edgelist(networkx.petersen_graph(), ..) does.
const std::string petersen_list =
    "0 1 {}\n0 4 {}\n0 5 {}\n1 2 {}\n1 6 {}\n2 3 {}\n2 7 {}\n3 4 {}\n3 8 {}\n4 9 {}\n5 7 {}\n"
    "5 8 {}\n6 8 {}\n6 9 {}\n7 9 {}\n";

}  // namespace

TEST_CASE("the Petersen graph is the same from SciPy, NetworkX and SNAP") {
    const std::string snap =
        "# Undirected graph: petersen.txt\r\n# Nodes: 10 Edges: 15\r\n# FromNodeId\tToNodeId\r\n"
        "0\t1\r\n0\t4\r\n0\t5\r\n1\t2\r\n1\t6\r\n2\t3\r\n2\t7\r\n3\t4\r\n3\t8\r\n4\t9\r\n5\t7\r\n"
        "5\t8\r\n6\t8\r\n6\t9\r\n7\t9\r\n";
    const graph built = tutti::parse_graph(petersen_matrix);

    CHECK(built.node_count() == 10);
    CHECK(built.link_count() == 30);
    CHECK(support::broken_axioms(built) == 0);
    CHECK(tutti::diameter(built) == 2);
    CHECK(links_in(petersen_list) == links_of(built));
    CHECK(links_in(snap) == links_of(built));
}

TEST_CASE("lists and matrices are read as programs write them") {
    const std::string general = "%%MatrixMarket matrix coordinate pattern general\n";
    const std::string real = "%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 ";
    const std::string integer = "%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 ";
    for (const auto& [content, links] : {
             // Comments.
             std::pair<std::string, std::string_view>{"0 1", "0-1"},
             {"# a comment\n\n 2 1 \n1 0 # another\n", "0-1 1-2"},
             {"% sym unweighted\n% 4 4 4\n0 1\n1 2\n2 3\n3 0\n", "0-1 0-3 1-2 2-3"},
             {"\n \t\n# one\n%two\n0 1 %three\n", "0-1"},
             {"\xEF\xBB\xBF"
              "0\t1\r\n",
              "0-1"},
             {"% MatrixMarket was another file's\n0 1\n", "0-1"},
             {"# MatrixMarket matrix\n0 1\n", "0-1"},
             // Attributes, whose quotes may have the symbols of comments.
             {"0 1 {'weight': 3, 'name': 'a b'}\n", "0-1"},
             {"0 1 {'color': '#1f77b4'}\n1 2 {'color': '#ff7f0e'}\n", "0-1 1-2"},
             {"0 1 {'label': 'x'} # a comment behind it\n1 2\n", "0-1 1-2"},
             {"0 1 {'load': '50 %'}% 'another\n", "0-1"},
             {"0 1 {'weight': 1}\r\n1\t2\t{\"a\": \"it's #1\"}\t\r\n", "0-1 1-2"},
             {R"(0 1 {'a': 'it\'s } #1 \\', 'b': {'c': "\"}"}})", "0-1"},
             {"0 1 {'pos': (0, 1), 'tags': ['#', '%'], 'empty': {}} #{'\n", "0-1"},
             {"0 1 # {'not': attributes\n1 2 % {\n", "0-1 1-2"},
             // Headers.
             {pattern + "% a comment\n\n3 3 2\n2 1\n\n3 2\n", "0-1 1-2"},
             {pattern + "1 1 0\n", ""},
             {general + "3 3 4\n1 2\n2 1\n2 3\n3 2", "0-1 1-2"},
             {"%%matrixmarket MATRIX Coordinate Real Symmetric\n2 2 1\n1 2 -1.5e3\n", "0-1"},
             {"\xEF\xBB\xBF%%MatrixMarket matrix coordinate integer general\r\n"
              "2 2 2\r\n1 2 7\r\n2 1 7\r\n",
              "0-1"},
             {"\r\n\n" + pattern + "2 2 1\n2 1\n", "0-1"},
             {"%%MatrixMarket matrix coordinate Unsigned-Integer GENERAL\n2 2 2\n1 2 1\n2 1 1\n",
              "0-1"},
             // Values, however large or small.
             {real + "+1\n3 2 +2.5e+00\n", "0-1 1-2"},
             {real + "1.0D+00\n3 2 -2.5d-01\n", "0-1 1-2"},
             {real + "1e-400\n3 2 1.0\n", "0-1 1-2"},
             {real + "1e999\n3 2 -.5\n", "0-1 1-2"},
             {real + "1.\n3 2 001\n", "0-1 1-2"},
             {real + "0.00000001E+0007\n3 2 -9007199254740993\n", "0-1 1-2"},
             {integer + "+4\n", "0-1"},
             {integer + "-4\n", "0-1"},
             {integer + "007\n", "0-1"},
             {integer + "99999999999999999999\n", "0-1"},
         }) {
        CAPTURE(content);
        CHECK(links_in(content) == links);
    }
}

// All refusals are in transcripts/graph_files.txt.
TEST_CASE("what is no graph is refused with the line") {
    for (const auto& [content, why] : {
             std::pair<std::string, std::string_view>{
                 "0 1\n3 2\n", "has 4 nodes in 2 parts; a network is one part"},
             {pattern + "%\n3 3 2\n2 1\n",
              "is truncated: it has 1 of the 2 entries that line 3 declares"},
             {"%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 0.0\n",
              "has '2 1 0.0' in line 3, where two ids and a value other than 0 belong, for line 1 "
              "says real"},
             {pattern + "1000000000 1000000000 1\n2 1\n",
              "has no link of node 3; ids begin at 1, and every node up to 1000000000 has a link"},
         }) {
        CHECK_THROWS_WITH_AS((void)tutti::parse_graph(content), std::string{why}.c_str(),
                             std::invalid_argument);
    }
}

TEST_CASE("a random connected graph comes back from both formats") {
    CHECK(rc::check([] {
        const auto size = *rc::gen::inRange<node_id>(2, 30);
        std::vector<graph::link> links;
        for (node_id node = 1; node < size; ++node) {
            links.emplace_back(node, *rc::gen::inRange<node_id>(0, node));
        }
        std::string list;
        std::string matrix = pattern + fmt::format("{0} {0} {1}\n", size, links.size());
        for (const auto& [a, b] : links) {
            list += fmt::format("{} {}\n", a, b);
            matrix += fmt::format("{} {}\n", a + 1, b + 1);
        }
        const std::string expected = links_of(graph{size, links});

        RC_ASSERT(links_in(list) == expected);
        RC_ASSERT(links_in(matrix) == expected);
    }));
}

TEST_CASE("any bytes are a graph or are refused in one line") {
    CHECK(rc::check([](const std::string& text) {
        try {
            RC_ASSERT(support::broken_axioms(tutti::parse_graph(text)) == 0U);
        } catch (const std::invalid_argument& why) {
            RC_ASSERT(std::string_view{why.what()}.find('\n') == std::string_view::npos);
        }
    }));
}

}  // TEST_SUITE("topology/graph_file/graph_file.hpp")
