#include "algorithms/golden.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "bounds/lower_bounds.hpp"
#include "one_port.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/rational.hpp"

TEST_SUITE("tutti/algorithm/ring") {

namespace {

using tutti::slot;

/// A line of the file of reference figures for one port, as its columns are.
struct row {
    std::string rule;
    std::string topology;
    std::string parameters;  ///< ends with "full" or "half"
    slot time = 0;
    std::uint64_t transmissions = 0;
    slot lower_bound = 0;

    [[nodiscard]] tutti::port_model ports() const {
        return parameters.ends_with("full") ? support::full_duplex : support::half_duplex;
    }
};

row read_row(const std::string& text) {
    std::istringstream fields{text};
    std::array<std::string, 9> columns;
    for (std::string& column : columns) {
        if (!std::getline(fields, column, ',')) {
            throw std::runtime_error{"too few columns: " + text};
        }
    }
    const bool is_known = columns[3] == "all" && columns[5] == "step" && columns[7] == "exact" &&
                          (columns[2].ends_with(";full") || columns[2].ends_with(";half"));
    if (!is_known) {
        throw std::runtime_error{"a row of another form: " + text};
    }
    return {.rule = columns[0],
            .topology = columns[1],
            .parameters = columns[2],
            .time = std::stoll(columns[4]),
            .transmissions = std::stoull(columns[6]),
            .lower_bound = std::stoll(columns[8])};
}

std::vector<row> rows() {
    std::ifstream file{TUTTI_GOLDEN_SINGLE_PORT};
    std::string text;
    if (!std::getline(file, text) ||
        text !=
            "algorithm,topology,parameters,active_set,time,unit,transmissions,kind,"
            "lower_bound,note") {
        throw std::runtime_error{"not a file of golden rows"};
    }
    std::vector<row> golden;
    while (std::getline(file, text)) {
        golden.push_back(read_row(text));
    }
    return golden;
}

/// `ring` and `5` of `ring5`.
std::pair<std::string, std::string> family_and_size(const std::string& name) {
    const auto digit = std::ranges::find_if(
        name, [](char symbol) { return std::isdigit(static_cast<unsigned char>(symbol)) != 0; });
    const auto letters = static_cast<std::size_t>(digit - name.begin());
    return {name.substr(0, letters), name.substr(letters)};
}

std::vector<std::string> cut(const std::string& text) {
    std::vector<std::string> parts;
    std::istringstream words{text};
    for (std::string word; std::getline(words, word, 'x');) {
        parts.push_back(word);
    }
    return parts;
}

std::string product_of(const std::vector<std::string>& factors) {
    std::string text;
    for (const std::string& each : factors) {
        text += (text.empty() ? "product(" : ",") + each;
    }
    return text + ")";
}

/// As users write it: `mesh3x4` is array:3x4, `ghc3x3` the product of two complete graphs, and
/// `ring3xpath4` that of a ring and a path.
std::string network_named(const std::string& topology) {
    const std::vector<std::string> parts = cut(topology);
    const auto [family, size] = family_and_size(topology);
    if (family == "ghc") {
        const std::vector<std::string> sides = cut(size);
        std::vector<std::string> factors;
        factors.reserve(sides.size());
        for (const std::string& side : sides) {
            factors.push_back("complete:" + side);
        }
        return product_of(factors);
    }
    const bool has_names = std::ranges::all_of(parts, [](const std::string& part) {
        return std::isalpha(static_cast<unsigned char>(part.front())) != 0;
    });
    if (has_names && parts.size() > 1) {
        std::vector<std::string> factors;
        factors.reserve(parts.size());
        for (const std::string& part : parts) {
            const auto [name, nodes] = family_and_size(part);
            factors.push_back(name + ":" + nodes);
        }
        return product_of(factors);
    }
    return (family == "mesh" ? "array" : family) + ":" + size;
}

}  // namespace

TEST_CASE("broadcasts with one port take the reference time and packet-hops") {
    for (const row& each : rows()) {
        const std::string specification = network_named(each.topology);
        CAPTURE(each.rule);
        CAPTURE(specification);
        CAPTURE(each.parameters);
        const tutti::algorithm* const algorithm = support::entry_with_rule(each.rule);
        REQUIRE(algorithm != nullptr);

        const tutti::experiment plan =
            support::with_one_port(*algorithm, specification, each.ports());
        const tutti::result outcome = support::run(plan);

        CHECK(support::verdict_line(outcome) == "complete");
        CHECK(outcome.slots == each.time);
        CHECK(outcome.transmissions == each.transmissions);
        CHECK(tutti::multinode_slots(outcome.nodes, tutti::duplex_of(each.ports())) ==
              each.lower_bound);
        CHECK(outcome.lower_bound.units >= tutti::rational{each.lower_bound});
    }
}

TEST_CASE("no reference figure for one port is passed over") {
    std::map<std::string, int, std::less<>> counts;
    for (const row& each : rows()) {
        ++counts[each.rule];
    }
    CHECK(counts == std::map<std::string, int, std::less<>>{{"ring_mnb", 12},
                                                            {"path_mnb", 10},
                                                            {"hamiltonian_mnb", 33},
                                                            {"hamiltonian_path_mnb", 4},
                                                            {"product_mnb", 36}});
}

}  // TEST_SUITE("tutti/algorithm/ring")
