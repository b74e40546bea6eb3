#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include "topology/axioms.hpp"
#include "topology/network_files/network_file.hpp"
#include "topology/networks/diameter.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/topology/graph.hpp"

TEST_SUITE("topology/network_files/network_file.hpp") {

namespace {

using tutti::graph;
using tutti::node_id;
using tutti::port;

std::string repeated(std::string_view text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) {
        all += text;
    }
    return all;
}

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

graph graph_in(std::string_view content) {
    const tutti::network_listing listing =
        tutti::parse_network_file(content, tutti::parse_network_file_name("f,weights=ignore"));
    return graph{listing};
}

std::string links_in(std::string_view content) { return links_of(graph_in(content)); }

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
    const graph built = graph_in(petersen_matrix);

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

// Refusals on the command line are in transcripts/graph_files.txt.
TEST_CASE("the first fault of a file is reported, with what it takes") {
    for (const auto& [content, options, why] : {
             std::tuple<std::string, std::string_view, std::string_view>{
                 "0 1\n0 1\n1 1\n", "",
                 "line 2, column 1: the link 0-1 again (first: line 1); duplicates=drop or "
                 "duplicates=parallel"},
             {"0 1\n1 0 2\n1 1\n", "",
              "line 2, column 5: a third column, 2; weights=parallel (2 links) or weights=ignore"},
             {"0 1\n1 2\n1 0\n", "",
              "line 3, column 1: the link 1-0 again (first: line 1); duplicates=drop or "
              "duplicates=parallel"},
             {"0 1 2\n1 0 3\n", "weights=parallel",
              "line 1, column 1: 2 from 0 to 1, 3 from 1 to 0; directed=both"},
             {"0 1\n1 2\r0 2\n", "",
              "line 2, column 4: a CR without LF; lines end with LF or CRLF"},
             {"0 1\n", "base=1,format=mtx",
              "option base is for format=edges; this is Matrix Market"},
             {"0 1\n", "switches=0,2", "switches=0,2: no node \"2\""},
             {"0 1\n1 2 3 4\n", "",
              "line 2, column 7: a fourth column; a line has two ids and at "
              "most a weight"},
             {repeated(" ", 1 << 20U) + " 0 1\n", "",
              "line 1, column 1048577: a line of more than 2^20 bytes"},
             {"\xFF\xFE\x30", "", "UTF-16; save as UTF-8"},
             {pattern + "1000000000 1000000000 1000000000\n2 1\n", "",
              "1000000000 entries announced in line 2, 1 there"},
             {"topology: [ FullyConnected ]\nnpus_count: [ 1000000 ]\nbandwidth: [ 1 ]\n"
              "latency: [ 1 ]\n",
              "",
              "1,000,000 nodes and 1,000,000 links; at most 1,073,741,824 and 26,214 can be "
              "read here"},
             {"graph { " + repeated("{", 64) + "a -- b", "",
              "line 1, column 73: more than 64 levels "
              "of braces"},
             {repeated("a {", 65), "format=mesh",
              "line 1, column 195: more than 64 levels of brackets"},
             {"<graphml>" + repeated("<a>", 65) + repeated("</a>", 65) + "</graphml>", "",
              "line 1, column 202: more than 64 levels of elements"},
         }) {
        CAPTURE(content.substr(0, 200));
        const auto name = tutti::parse_network_file_name(
            fmt::format("f{}{}", options.empty() ? "" : ",", options));
        CHECK_THROWS_WITH_AS((void)tutti::parse_network_file(content, name, 1U << 20U),
                             std::string{why}.c_str(), std::invalid_argument);
    }
}

TEST_CASE("a file's name has options behind commas, and quotes around commas") {
    const auto name = tutti::parse_network_file_name(
        R"("a, \"b\".txt",base=1,switches=3,5-7,weights=ignore,names)");

    CHECK(name.path == "a, \"b\".txt");
    CHECK(name.options ==
          tutti::network_file_options{
              {"base", "1"}, {"names", ""}, {"switches", "3,5-7"}, {"weights", "ignore"}});
    for (const auto* const wrong : {"a.txt,b.txt", "\"a", "\"a\"b", "a,base=2", "a,format=gml",
                                    "a,graph=0", "a,", ",base=1", "a,names=1", "a,loops"}) {
        CAPTURE(wrong);
        CHECK_THROWS_AS((void)tutti::parse_network_file_name(wrong), std::invalid_argument);
    }
    const auto product = tutti::network_specification::parse(
        "product(graph:a.txt,switches=1,2,base=1,ring:4,graph:\"b,(.txt\",names)");
    REQUIRE(product.factors().size() == 3);
    CHECK(product.factors()[0].path() == "a.txt");
    CHECK(product.factors()[0].file_options() == ",switches=1,2,base=1");
    CHECK(product.factors()[2].path() == "b,(.txt");
}

TEST_CASE("names, switches and what a file has besides are in the listing") {
    const auto read = [](std::string_view content, const std::string& options) {
        return tutti::parse_network_file(content, tutti::parse_network_file_name("f," + options));
    };
    const auto by_name = read("a b\nb c\nc c\n", "names,switches=b,loops=drop");
    CHECK(by_name.names == std::vector<std::string>{"a", "b", "c"});
    CHECK(by_name.switches == std::vector<node_id>{1});
    CHECK(by_name.left_out == "1 loop (loops=drop)");
    CHECK(read("0-0 2-1\n2-1 8-9\n", "names").names.size() == 3);
    CHECK(read("a 1-2\n1-2 c\n", "names").left_out == "3 names, of which some read as other ids");
    CHECK(read("0 1\n1 2\n", "switches=1-2").switches == std::vector<node_id>{1, 2});
    CHECK(
        read("graph { s [kind=switch]; node [kind=host] a; a -- s [links=3] }", "weights=parallel")
            .links[0]
            .copies == 3);
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
            RC_ASSERT(support::broken_axioms(graph_in(text)) == 0U);
        } catch (const std::invalid_argument& why) {
            RC_ASSERT(std::string_view{why.what()}.find('\n') == std::string_view::npos);
        }
    }));
}

}  // TEST_SUITE("topology/network_files/network_file.hpp")
