#include "topology/graph_file/graph_file.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

#include "support/scratch.hpp"
#include "topology/axioms.hpp"
#include "topology/networks/diameter.hpp"
#include "tutti/topology/network.hpp"

TEST_SUITE("topology/graph_file/graph_file.hpp") {

namespace {

using tutti::graph;
using tutti::node_id;
using tutti::port;
using namespace std::string_literals;

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

void check_refused(std::string_view content, std::string_view why) {
    CAPTURE(content);
    CHECK_THROWS_WITH_AS((void)tutti::parse_graph(content), std::string{why}.c_str(),
                         std::invalid_argument);
}

const std::string pattern = "%%MatrixMarket matrix coordinate pattern symmetric\n";
const std::string general = "%%MatrixMarket matrix coordinate pattern general\n";

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

TEST_CASE("Matrix Market files of all kinds that hold graphs are read") {
    CHECK(links_in(pattern + "% a comment\n\n3 3 2\n2 1\n\n3 2\n") == "0-1 1-2");
    CHECK(links_in(general + "3 3 4\n1 2\n2 1\n2 3\n3 2") == "0-1 1-2");
    CHECK(links_in("%%matrixmarket MATRIX Coordinate Real Symmetric\n2 2 1\n1 2 -1.5e3\n") ==
          "0-1");
    CHECK(links_in("\xEF\xBB\xBF%%MatrixMarket matrix coordinate integer general\r\n"
                   "2 2 2\r\n1 2 7\r\n2 1 7\r\n") == "0-1");
    CHECK(tutti::parse_graph(pattern + "1 1 0\n").node_count() == 1);
}

TEST_CASE("lists of links may have comments and attributes") {
    CHECK(links_in("0 1") == "0-1");
    CHECK(links_in("# a comment\n\n 2 1 \n1 0 # another\n") == "0-1 1-2");
    CHECK(links_in("0 1 {'weight': 3, 'name': 'a b'}\n") == "0-1");
    CHECK(links_in("\xEF\xBB\xBF"
                   "0\t1\r\n") == "0-1");
}

TEST_CASE("a list that is none is refused with the line") {
    check_refused("", "is empty; it takes two node ids a line");
    check_refused("# nothing\n", "has no link; it takes two node ids a line");
    check_refused("0 1\n2\n", "has '2' in line 2, where two ids belong");
    check_refused("0 1\n1 2 3\n",
                  "has '1 2 3' in line 2, where two ids belong; a weight is not read");
    check_refused("0 1 x\n", "has '0 1 x' in line 1, where two ids belong");
    check_refused("0 -1\n", "has '0 -1' in line 1, where two ids belong");
    check_refused("0 01\n", "has '0 01' in line 1, where two ids belong");
    check_refused("0,1\n", "has '0,1' in line 1, where two ids belong");
    check_refused("\n0 1073741824\n",
                  "has the id 1073741824 in line 2; ids run from 0 to 1073741823");
    check_refused("0 99999999999999999999999999\n",
                  "has the id 99999999999999999999... in line 1; ids run from 0 to 1073741823");
    check_refused("0 1\n1 1\n", "has the self-loop 1-1 in line 2; a link joins two nodes");
    check_refused("0 1\n1 2\n# so\n1 0\n",
                  "has the link 1-0 in line 4, and in line 1 already; list each link once");
    check_refused("0 1\n1 2\n1 2\n0 1\n",
                  "has the link 0-1 in line 4, and in line 1 already; list each link once");
    check_refused("0 1\n2 3\n", "has 4 nodes in 2 parts; a network is one part");
    check_refused(
        "0 1073741823\n",
        "has no link of node 1; ids begin at 0, and every node up to 1073741823 has a link");
    check_refused("0 1\n\0\n"s,
                  "is a binary file, with a zero byte in line 2; it takes two node ids a line, or "
                  "a Matrix Market matrix, as text");
    check_refused("0 1\n\x7f\x1b[31m\n", R"(has '\x7f\x1b[31m' in line 2, where two ids belong)");
}

TEST_CASE("a Matrix Market file that holds no graph is refused with the line") {
    const std::string header_end =
        " in line 1; expected %%MatrixMarket matrix coordinate, then pattern, real, integer or "
        "unsigned-integer, then symmetric or general";
    for (const std::string header : {"%%MatrixMarket", "%%MatrixMarket matrix array real general",
                                     "%%MatrixMarket matrix coordinate complex symmetric",
                                     "%%MatrixMarket matrix coordinate real skew-symmetric",
                                     "%%MatrixMarket vector coordinate real general",
                                     "%%MatrixMarket matrix coordinate complex hermitian",
                                     "%%MatrixMarkets matrix coordinate real general",
                                     "%%MatrixMarket matrix coordinate pattern general x"}) {
        check_refused(header + "\n2 2 1\n2 1\n",
                      "has the header " + ("'" + header + "'") + header_end);
    }
    check_refused(pattern, "is truncated: it ends before the line of rows, columns and entries");
    const std::string size_end =
        ", where rows, columns and entries belong, of which there are at most 1073741824, "
        "1073741824 and 4294967296";
    check_refused(pattern + "3 3\n", "has '3 3' in line 2" + size_end);
    check_refused(pattern + "3 3 3 3\n", "has '3 3 3 3' in line 2" + size_end);
    check_refused(pattern + "3 3 99999999999999999999\n",
                  "has '3 3 99999999999999999999' in line 2" + size_end);
    check_refused(pattern + "3 4 1\n",
                  "has 3 rows and 4 columns in line 2; the matrix of a graph has as many of both, "
                  "one at least");
    check_refused(pattern + "0 0 0\n",
                  "has 0 rows and 0 columns in line 2; the matrix of a graph has as many of both, "
                  "one at least");
    check_refused(pattern + "%\n3 3 2\n2 1\n",
                  "is truncated: it has 1 of the 2 entries that line 3 declares");
    check_refused(pattern + "1000000000 1000000000 1000000000\n2 1\n",
                  "is truncated: it has 1 of the 1000000000 entries that line 2 declares");
    check_refused(pattern + "1000000000 1000000000 1\n2 1\n",
                  "has no link of node 3; ids begin at 1, and every node up to 1000000000 has a "
                  "link");
    check_refused(pattern + "3 3 1\n2 1\n3 1\n",
                  "has more entries than the 1 that line 2 declares: '3 1' in line 4");
    check_refused(pattern + "3 3 2\n2 1\n4 1\n", "has the id 4 in line 4; ids run from 1 to 3");
    check_refused(pattern + "3 3 2\n2 1\n0 1\n", "has the id 0 in line 4; ids run from 1 to 3");
    check_refused(pattern + "2 2 1\n2 1 1\n", "has '2 1 1' in line 3, where two ids belong");
    check_refused(pattern + "2 2 1\n2 2\n",
                  "has the self-loop 2-2 in line 3; a link joins two nodes");
    check_refused(pattern + "2 2 2\n2 1\n1 2\n",
                  "has the link 1-2 in line 4, and in line 3 already; list each link once");
    for (const std::string value :
         {"", " x", " 0", " 0.0", " -0e5", " nan", " inf", " 1e", " 1 1"}) {
        check_refused("%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1" + value + "\n",
                      "has '2 1" + value +
                          "' in line 3, where two ids and a value other than 0 belong, for "
                          "line 1 says real");
    }
    check_refused(general + "3 3 3\n1 2\n2 1\n2 3\n",
                  "has the link 2-3 in line 5 and not 3-2: it is directed, and links have both "
                  "directions");
    check_refused(general + "2 2 3\n1 2\n2 1\n2 1\n",
                  "has the link 2-1 in line 5, and in line 4 already; list each link once");
    check_refused(general + "2 2 3\n1 2\n2 1\n1 2\n",
                  "has the link 1-2 in line 5, and in line 3 already; list each link once");
    check_refused(general + "2 2 2\n1 2\n1 2\n",
                  "has the link 1-2 in line 4, and in line 3 already; list each link once");
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

TEST_CASE("files stand in networks, and a refusal names them") {
    const support::scratch place;
    const std::string path = place.file("petersen.mtx", petersen_matrix);

    const tutti::network whole = tutti::parse_network("graph:" + path);
    const tutti::network product = tutti::parse_network("product(graph:" + path + ",ring:3)");

    CHECK(tutti::node_count(whole) == 10);
    CHECK(tutti::node_count(product) == 30);
    CHECK(tutti::diameter(product) == 3);
    CHECK_THROWS_WITH((void)tutti::parse_network("graph:"),
                      "'graph:' lacks its file; write graph:FILE");
    CHECK_THROWS_WITH((void)tutti::parse_network("graph:no/such/file"),
                      "'graph:no/such/file' cannot be read: No such file or directory");
    CHECK_THROWS_WITH((void)tutti::parse_network("product(ring:3,graph:/)"),
                      "'graph:/' is a directory; name a file with two node ids a line, or a Matrix "
                      "Market matrix, in 'product(ring:3,graph:/)'");
    CHECK_THROWS_WITH(
        (void)tutti::parse_network("graph:/dev/zero"),
        "'graph:/dev/zero' is a pipe or device; name a regular file with two node ids a line, or a "
        "Matrix Market matrix");
    CHECK_THROWS_AS((void)tutti::parse_network("graph:" + path, 1000), std::invalid_argument);
}

}  // TEST_SUITE("topology/graph_file/graph_file.hpp")
