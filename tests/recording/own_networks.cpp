#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "recorded.hpp"
#include "recording/check/recording_check.hpp"
#include "support/standard.hpp"
#include "topology/networks/network_listing.hpp"
#include "topology/networks/network_specification.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("recording/plan_network.cpp") {

namespace {

using numbers = std::span<const std::uint64_t>;
using tutti::network_specification;

tutti::network line_of(numbers nodes) {
    std::vector<tutti::graph::link> links;
    for (std::uint64_t node = 1; node < nodes[0]; ++node) {
        links.emplace_back(node - 1, node);
    }
    return tutti::graph{nodes[0], links};
}

tutti::network square_of(numbers side) {
    const auto length = static_cast<int>(side[0]);
    return tutti::grid{{length, length}, tutti::grid_edge::closed};
}

tutti::network star_of(numbers nodes) {
    std::vector<tutti::graph::link> links;
    for (std::uint64_t node = 1; node < nodes[0]; ++node) {
        links.emplace_back(0, node);
    }
    return tutti::graph{nodes[0], links};
}

/// A path whose ends have three links to their neighbours.
tutti::network thick_path_of(numbers nodes) {
    tutti::network_listing listing{.nodes = nodes[0]};
    for (tutti::node_id node = 1; node < nodes[0]; ++node) {
        const bool is_thick = node == 1 || node + 1 == nodes[0];
        listing.links.push_back({.from = node, .to = node - 1, .copies = is_thick ? 3 : 1});
    }
    return tutti::graph{listing};
}

tutti::network switched_star_of(numbers nodes) {
    tutti::network_listing listing{.nodes = nodes[0]};
    for (tutti::node_id node = 0; node < nodes[0]; ++node) {
        listing.names.push_back("node " + std::to_string(node) + ", \u00e4");
        if (node > 0) {
            listing.links.push_back({.from = 0, .to = node});
        }
    }
    listing.switches = {0, static_cast<tutti::node_id>(nodes[0] - 1)};
    return tutti::graph{listing};
}

/// The standard catalogue with the family `mine:SIZE`.
tutti::catalogue with(tutti::network (*build)(numbers)) {
    tutti::catalogue all = tutti::standard_catalogue();
    all.add_network({.name = "mine",
                     .meaning = "A network.",
                     .parameters = {{.name = "size", .meaning = "its size"}},
                     .build = build});
    return all;
}

tutti::experiment flooding_on(network_specification named, tutti::network net) {
    return {.algorithm = &support::entry("broadcast/flooding"),
            .catalogue = &support::standard(),
            .network = std::move(named),
            .built_network = std::move(net)};
}

/// A recording of flooding on a network of the catalogue.
std::string recorded_on(std::string_view named, const tutti::catalogue& catalogue) {
    const auto specification = network_specification::parse(named, catalogue.networks());
    return support::recorded(flooding_on(specification, specification.build()));
}

}  // namespace

TEST_CASE("a network that was built in code has its name and its links in the recording") {
    const tutti::graph net{3, std::vector<tutti::graph::link>{{0, 1}, {1, 2}}, "my-net"};
    const auto bytes = support::recorded(flooding_on(network_specification::of(net), net));
    const tutti::recording read = support::opened(bytes);
    CHECK(read.plan().network == "my-net");
    CHECK(tutti::port_towards(read.where(), 1, 2) == 1);

    const tutti::recording_findings findings = tutti::check(read, support::standard());
    CHECK(findings.verdict_name() == "not verified");
    CHECK(findings.finding("links").text == "the network family 'my-net' is not known here");
    CHECK(findings.finding("possession").status == tutti::check_status::holds);
}

TEST_CASE("recorded links are verified against their family where that is known") {
    const tutti::catalogue lines = with(line_of);
    for (const std::string_view named : {"mine:6", "product(mine:3,product(path:2,mine:2))"}) {
        const std::string bytes = recorded_on(named, lines);
        CHECK(tutti::check(support::opened(bytes), lines).verdict() == tutti::verdict::complete);
        const auto unknown = tutti::check(support::opened(bytes), support::standard());
        CHECK(unknown.not_verified() == std::vector<std::string>{"links"});
    }
    const auto changed = tutti::check(support::opened(recorded_on("mine:6", lines)), with(star_of));
    CHECK(changed.finding("links").text == "they are not those of 'mine:6'");
    CHECK(changed.verdict() == tutti::verdict::incorrect);
}

TEST_CASE("parallel links are in the recording, each with its ports") {
    const tutti::catalogue thick = with(thick_path_of);
    const tutti::recording read = support::opened(recorded_on("mine:4", thick));
    CHECK(tutti::link_count(read.where()) == 14U);
    CHECK(tutti::port_towards(read.where(), 1, 2) == 3);
    CHECK(tutti::check(read, thick).verdict() == tutti::verdict::complete);
    const auto changed = tutti::check(read, with(line_of));
    CHECK(changed.finding("links").text == "they are not those of 'mine:4'");
}

TEST_CASE("switches and names are in the recording, of products the switches of factors") {
    const tutti::catalogue switched = with(switched_star_of);
    const tutti::recording read = support::opened(recorded_on("mine:4", switched));
    const auto& links = std::get<tutti::graph>(read.where());
    CHECK(std::vector(links.switches().begin(), links.switches().end()) == std::vector{0U, 3U});
    REQUIRE(links.names().size() == 4);
    CHECK(links.names()[3] == "node 3, \u00e4");
    CHECK(tutti::check(read, switched).verdict() == tutti::verdict::complete);
    const auto product = support::opened(recorded_on("product(mine:4,path:2)", switched));
    const auto& whole = std::get<tutti::graph>(product.where());
    CHECK(whole.names().empty());
    CHECK(std::vector(whole.switches().begin(), whole.switches().end()) ==
          std::vector{0U, 3U, 4U, 7U});
}

TEST_CASE("a network of a family that has a structure has it in the recording, too") {
    const tutti::recording read = support::opened(recorded_on("mine:4", with(square_of)));
    CHECK(read.plan().network == "mine:4");
    REQUIRE(std::holds_alternative<tutti::grid>(read.where()));
    CHECK(tutti::node_count(read.where()) == 16);
    CHECK(tutti::check(read, with(square_of)).verdict() == tutti::verdict::complete);
}

}  // TEST_SUITE
