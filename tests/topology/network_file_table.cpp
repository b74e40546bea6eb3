/// @file
/// Files of networks: every row of network_files.csv names a file, and claims its sizes, degrees,
/// diameter, hosts and ports, or the text of its refusal.

#include <cstddef>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "topology/network_facts.hpp"
#include "topology/network_files/network_file.hpp"
#include "topology/networks/diameter.hpp"
#include "tutti/topology/graph.hpp"

TEST_SUITE("topology/network_files/network_file.hpp") {

namespace {

/// Fields of a line of comma-separated values, some in double quotes.
std::vector<std::string> fields_of(std::string_view line) {
    std::vector<std::string> fields(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && line.substr(i + 1).starts_with('"') && is_quoted) {
            fields.back() += line[++i];
        } else if (line[i] == '"') {
            is_quoted = !is_quoted;
        } else if (line[i] == ',' && !is_quoted) {
            fields.emplace_back();
        } else {
            fields.back() += line[i];
        }
    }
    return fields;
}

/// Nodes, directed links, degrees, diameter, hosts and a digest of the ports.
std::string facts_of(const tutti::graph& net) {
    std::set<int> degrees;
    for (tutti::node_id node = 0; node < net.node_count(); ++node) {
        degrees.insert(net.degree(node));
    }
    return fmt::format("{},{},{},{},{},{}", net.node_count(), net.link_count(),
                       support::range_of(degrees), tutti::diameter(net),
                       net.node_count() - net.switches().size(), support::ports_digest(net));
}

/// Facts of a file's network, or the refusal.
std::string result_of(const std::string& file, const std::string& options) {
    try {
        const std::string_view code = "graph6:";
        return facts_of(tutti::graph{
            file.starts_with(code)
                ? tutti::parse_network_file(file.substr(code.size()), {"", {{"format", "graph6"}}})
                : tutti::read_network_file(tutti::parse_network_file_name(
                                               fmt::format("{}/{}{}", TUTTI_NETWORK_FOLDER, file,
                                                           options == "-" ? "" : "," + options)),
                                           1U << 30U)});
    } catch (const std::invalid_argument& why) {
        return why.what();
    }
}

}  // namespace

TEST_CASE("files of all formats are read, or refused in the words of the reference") {
    std::ifstream table{TUTTI_NETWORK_FILES};
    std::string line;
    std::getline(table, line);
    std::size_t rows = 0;
    for (; std::getline(table, line); ++rows) {
        CAPTURE(line);
        const std::vector<std::string> row = fields_of(line);
        const std::string actual = result_of(row[0], row[1]);
        if (row[2] == "read") {
            CHECK(actual ==
                  fmt::format("{},{},{},{},{},{}", row[3], row[4], row[5], row[6], row[7], row[8]));
        } else {
            CHECK(actual.find(row[9]) != std::string::npos);
        }
    }
    CHECK(rows == 123);
}

}  // TEST_SUITE("topology/network_files/network_file.hpp")
