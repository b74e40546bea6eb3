#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/golden.hpp"
#include "algorithms/golden_mesh.hpp"
#include "algorithms/trial.hpp"
#include "support/scratch.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/rational.hpp"

TEST_SUITE("tutti/algorithm/mesh") {

namespace {

using support::mesh_golden_row;
using tutti::rational;

std::vector<mesh_golden_row> rows() { return support::read_mesh_golden(TUTTI_GOLDEN_MESH); }

/// Rules whose time is that of the whole run, as are the transmissions.
bool is_whole_run(std::string_view rule) {
    constexpr std::array<std::string_view, 17> names{
        "packing",           "monotone",          "prefix",     "pmnb_A0",    "pmnb_split",
        "pmnb_nosplit",      "pmnb_nosplit_alt",  "mnb_A0",     "mnb_split",  "mnb_nosplit",
        "mnb_nosplit_alt",   "ring_on_line_step", "torus2_mnb", "array2_mnb", "line_greedy",
        "ring_greedy_split", "ring_mnb_whole"};
    return std::ranges::find(names, rule) != names.end();
}

/// Packets or pieces; of prefix sums, which move nothing else, the control packets.
void check_transmissions(const mesh_golden_row& row, const tutti::result& outcome) {
    if (row.rule == "prefix") {
        CHECK(outcome.transmissions == *row.transmissions);
        CHECK(outcome.control_transmissions == *row.transmissions);
        return;
    }
    CHECK(outcome.transmissions - outcome.control_transmissions == *row.transmissions);
    CHECK(outcome.control_transmissions == row.noted("control").value_or(0));
}

void check_row(const mesh_golden_row& row, const tutti::algorithm& algorithm) {
    for (const std::string& broadcasters : row.broadcasters()) {
        CAPTURE(row.text());
        CAPTURE(broadcasters);

        const tutti::result outcome = support::run(experiment_of(row, algorithm, broadcasters));

        CHECK(support::verdict_line(outcome) == "complete");
        if (row.is_exact) {
            CHECK(outcome.units == row.slots());
        } else {
            CHECK(outcome.units <= row.slots());
        }
        check_transmissions(row, outcome);
        if (const auto last = row.noted("last_move")) {
            CHECK(static_cast<std::uint64_t>(outcome.last_arrival) == *last);
        }
    }
}

/// A file with one row.
std::vector<mesh_golden_row> rows_of(const std::string& row) {
    const support::scratch folder;
    return support::read_mesh_golden(folder.file(
        "rows", "algorithm,topology,parameters,active_set,time,unit,transmissions,kind,note\n" +
                    row + "\n"));
}

mesh_golden_row row_of(const std::string& row) { return rows_of(row).at(0); }

}  // namespace

// None is too large to be run every day: the largest network has 27 nodes.
TEST_CASE("broadcasts, packing and prefix sums on grids take the reference time and packet-hops") {
    for (const mesh_golden_row& row : rows()) {
        if (is_whole_run(row.rule)) {
            const tutti::algorithm* const algorithm = support::entry_with_rule(row.rule);
            REQUIRE(algorithm != nullptr);
            check_row(row, *algorithm);
        }
    }
}

TEST_CASE("no reference figure of these algorithms is passed over") {
    std::map<std::string, int, std::less<>> counts;
    const std::vector<mesh_golden_row> golden = rows();
    for (const mesh_golden_row& row : golden) {
        counts[row.rule] += is_whole_run(row.rule) ? 1 : 0;
    }
    std::erase_if(counts, [](const auto& rule) { return rule.second == 0; });
    CHECK(golden.size() == 261);
    CHECK(counts == std::map<std::string, int, std::less<>>{{"array2_mnb", 5},
                                                            {"line_greedy", 30},
                                                            {"mnb_A0", 7},
                                                            {"mnb_nosplit", 4},
                                                            {"mnb_split", 9},
                                                            {"monotone", 11},
                                                            {"packing", 10},
                                                            {"pmnb_A0", 26},
                                                            {"pmnb_nosplit", 32},
                                                            {"pmnb_nosplit_alt", 1},
                                                            {"pmnb_split", 30},
                                                            {"prefix", 1},
                                                            {"ring_greedy_split", 25},
                                                            {"ring_mnb_whole", 1},
                                                            {"ring_on_line_step", 2},
                                                            {"torus2_mnb", 3}});
}

TEST_CASE("every rule of an algorithm for arrays and tori has reference figures") {
    std::map<std::string, int, std::less<>> counts;
    for (const mesh_golden_row& row : rows()) {
        ++counts[row.rule];
    }
    for (const char* const path : {TUTTI_GOLDEN_REMAINING, TUTTI_GOLDEN_REDUCTIONS}) {
        std::ifstream more{path};
        for (std::string line; std::getline(more, line);) {
            ++counts[line.substr(0, line.find(','))];
        }
    }
    // The alternating multinode broadcast is an extension of ours, and row and column sums alone
    // are the first part of those with the total, which have rows.
    constexpr std::array<std::string_view, 2> without_rows{"mnb_nosplit_alt", "pe_rowcol_sums"};
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        // Programs for one port a slot have separate reference figures, others have none.
        if (algorithm.networks == "hypercube" || algorithm.rule.empty() ||
            algorithm.ports.front() != tutti::port_model::all_port) {
            continue;
        }
        for (const std::string_view rule : support::rules_of(algorithm)) {
            CAPTURE(rule);
            const bool has_none = std::ranges::count(without_rows, rule) != 0;
            CHECK(counts.contains(rule) != has_none);
        }
    }
}

TEST_CASE("rows of reference figures are read as their units and forms say") {
    const mesh_golden_row ticks =
        row_of("pmnb_split,torus3^2,p=3;d=2;M=1;S=8;Lp=1,6,304/9,tick,36,bound,control=32;lower=2");
    CHECK(ticks.network == "torus:3x3");
    CHECK(ticks.slots() == rational{304, 72});
    CHECK(ticks.prefix_step() == rational{1, 8});
    CHECK(ticks.broadcasters() == std::vector<std::string>{"nodes:6"});
    CHECK(ticks.noted("control") == 32);
    CHECK(ticks.noted("lower") == 2);
    CHECK_FALSE(ticks.noted("owe").has_value());
    CHECK_FALSE(ticks.is_exact);

    const mesh_golden_row loads =
        row_of("ring_greedy_split,ring4,p=4;K=3,k=2 1 0 0,5,halfslot,18,exact,halves");
    CHECK(loads.network == "ring:4");
    CHECK(loads.slots() == rational{5, 2});
    CHECK(loads.broadcasters() == std::vector<std::string>{"nodes:0,0,1"});
    CHECK(row_of("line_greedy,line2,p=2,k=0 0,0,slot,0,exact,").broadcasters().at(0) == "none");

    const mesh_golden_row routed =
        row_of("monotone,array4x4,p=4;d=2,2 3 -> 0 15,12,slot,25,exact,last_move=7");
    CHECK(routed.network == "array:4x4");
    CHECK(routed.broadcasters() == std::vector<std::string>{"nodes:2,3"});
    CHECK(routed.destinations() == "0,15");
    CHECK(row_of("monotone,array2^3,p=2,none -> none,6,slot,0,exact,").destinations() == "");

    const mesh_golden_row any = row_of("dynamic_interval,array2^4,p=2,any 8,6.5912,slot,,exact,");
    CHECK(any.network == "array:2x2x2x2");
    CHECK(any.slots() == rational{65912, 10000});
    CHECK(any.broadcasters().at(0) == "random:8");
    CHECK_FALSE(any.transmissions.has_value());
    CHECK(row_of("prefix,array3^3,p=3,any,12,t_p,52,exact,").broadcasters().size() == 5);
}

TEST_CASE("rows of another form are refused") {
    CHECK_THROWS_AS((void)rows_of("packing,array3^1,p=3,none,2,slot,0"), std::runtime_error);
    CHECK_THROWS_AS((void)rows_of("packing,array3^1,p=3,none,2,slot,0,about,"), std::runtime_error);
    CHECK_THROWS_AS((void)rows_of("packing,cube3,p=3,none,2,slot,0,exact,"), std::runtime_error);
    CHECK_THROWS_AS((void)rows_of("packing,array3,p,none,2,slot,0,exact,"), std::runtime_error);
    CHECK_THROWS_AS((void)row_of("packing,array3,p=3,1 x,2,slot,0,exact,").broadcasters(),
                    std::runtime_error);
    CHECK_THROWS_AS((void)row_of("packing,array3,p=3,1,2,hour,0,exact,").slots(),
                    std::runtime_error);
    CHECK_THROWS_AS((void)support::read_mesh_golden(TUTTI_GOLDEN_HYPERCUBE), std::runtime_error);
}

}  // TEST_SUITE("tutti/algorithm/mesh")
