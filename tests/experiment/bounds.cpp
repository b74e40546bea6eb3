#include "experiment/bounds.hpp"

#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "experiment/candidates.hpp"

TEST_SUITE("experiment/bounds.hpp") {

namespace {

namespace json = boost::json;

using tutti::algorithm;
using tutti::expected_time;
using tutti::problem;
using tutti::rational;
using tutti::time_kind;

/// An algorithm with stated figures that must not be run.
algorithm planted(std::string_view name, decltype(algorithm::expected) expected) {
    algorithm chosen = support::entry("simultaneous-broadcast/greedy");
    chosen.name = name;
    chosen.source = "a test";
    chosen.time = name == "exact" ? "K" : "some words";
    chosen.expected = expected;
    chosen.lower_bound = [](const problem& input) {
        return tutti::lower_bound{.units = input.message_count(), .proof = "planted"};
    };
    chosen.program = [](const tutti::setting&) -> tutti::any_program {
        FAIL("must not be run");
        return {};
    };
    return chosen;
}

/// One of every kind, and one that does not fit. The lower bound is K, which is 3.
std::vector<algorithm> all_kinds() {
    using maybe = std::optional<expected_time>;
    std::vector<algorithm> algorithms{
        planted("exact", [](const problem&) -> maybe { return expected_time{.units = 3}; }),
        planted("bounded",
                [](const problem&) -> maybe {
                    return expected_time{.units = rational{15, 2}, .kind = time_kind::upper_bound};
                }),
        planted("tight",
                [](const problem&) -> maybe {
                    return expected_time{.units = 3, .kind = time_kind::upper_bound};
                }),
        planted("likely",
                [](const problem&) -> maybe {
                    return expected_time{.units = 3, .kind = time_kind::high_probability};
                }),
        planted("unknown", [](const problem&) -> maybe { return std::nullopt; }),
        planted("misfit", nullptr)};
    algorithms[3].failure = [](const problem&) {
        return tutti::failure_probability{.exact = 0.125, .bound = 0.5};
    };
    algorithms[4].transmissions = [](const problem&) -> std::optional<std::uint64_t> {
        return std::nullopt;
    };
    algorithms[4].lower_bound = [](const problem&) {
        return tutti::lower_bound{
            .units = 2, .assumes = tutti::packet_size::pieces_of(4), .proof = "planted in pieces"};
    };
    algorithms[4].failure = [](const problem&) {
        return tutti::failure_probability{.exact = std::nullopt, .bound = 0.25};
    };
    algorithms[5].inapplicable_reason = [](const tutti::network&) {
        return std::string{"wants a torus"};
    };
    return algorithms;
}

tutti::collective_bounds bounds_of(const std::vector<algorithm>& algorithms,
                                   std::string_view broadcasters = "nodes:1,2,2") {
    tutti::candidate_request request{.common =
                                         support::on_cube(algorithms.front(), 4, broadcasters)};
    for (const algorithm& each : algorithms) {
        request.algorithms.push_back(&each);
    }
    std::vector<tutti::candidate> candidates = tutti::find_candidates(request);
    tutti::draw_input(request, candidates);
    return tutti::find_bounds(candidates);
}

}  // namespace

TEST_CASE("the smallest lower bound of those that fit is that of the task") {
    const std::vector<algorithm> algorithms = all_kinds();
    const tutti::collective_bounds bounds = bounds_of(algorithms);
    CHECK(bounds.lower_bound.units == rational{2});
    CHECK(bounds.packets == 3);
    CHECK(bounds.broadcaster_nodes == 2);
    REQUIRE(bounds.algorithms.size() == algorithms.size());
    CHECK(bounds.algorithms[5].inapplicable_reason == "wants a torus");
    CHECK_FALSE(bounds.algorithms[5].theory_figures.has_value());
}

TEST_CASE("a bound is attained by a time that is it or at most it, not by a likely one") {
    const std::vector<algorithm> algorithms = all_kinds();
    const tutti::collective_bounds bounds = bounds_of(algorithms);
    const std::vector<std::optional<bool>> attained{true,  false,        true,
                                                    false, std::nullopt, std::nullopt};
    const std::vector<std::optional<double>> ratios{1.0, 2.5, 1.0, 1.0, std::nullopt, std::nullopt};
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
        CAPTURE(i);
        CHECK(bounds.algorithms[i].is_attained() == attained[i]);
        CHECK(bounds.algorithms[i].ratio() == ratios[i]);
    }
}

TEST_CASE("the table has the bound of every port model") {
    std::vector<algorithm> algorithms = all_kinds();
    algorithms[4].ports = {tutti::port_model::single_port_full_duplex};
    const std::string table = tutti::to_table(bounds_of(algorithms));
    CHECK(table.find("\nlower bound with ports all 3 for whole packets: planted\n") !=
          std::string::npos);
    CHECK(table.find("\nlower bound with ports single 2 for pieces of 1/4: planted in pieces\n") !=
          std::string::npos);
}

TEST_CASE("there is no ratio to a bound of nothing") {
    const std::vector<algorithm> algorithms = all_kinds();
    const tutti::collective_bounds bounds = bounds_of(algorithms, "none");
    CHECK(bounds.lower_bound.units == rational{0});
    CHECK_FALSE(bounds.algorithms[0].ratio().has_value());
    CHECK(bounds.algorithms[0].is_attained() == false);
}

TEST_CASE("the table shows all that is known, and says why of the others") {
    const std::vector<algorithm> algorithms = all_kinds();
    CHECK(tutti::to_table(bounds_of(algorithms)) ==
          R"(simultaneous-broadcast on hypercube:4: 16 nodes, 64 links, diameter 4
broadcasters nodes:1,2,2: 2 nodes, 3 packets
lower bound 3 for whole packets: planted
lower bound 45/64 for pieces of 1/m: 3 messages go over 15 links each, and there are 64
lower bound 2 for pieces of 1/4: planted in pieces

  algorithm  ports                time  bound  x bound  attained  transmissions      may fail  formula
  exact        all             exact 3      3     1.00       yes             45             -  K
  bounded      all    upper-bound 15/2      3     2.50        no             45             -  some words
  tight        all       upper-bound 3      3     1.00       yes             45             -  some words
  likely       all  high-probability 3      3     1.00        no             45          0.12  some words
  unknown      all                   -      2        -         -              -  at most 0.25  some words

misfit does not fit: wants a torus
)");
}

TEST_CASE("the JSON object has every field for every algorithm, null where nothing is known") {
    const std::vector<algorithm> algorithms = all_kinds();
    const json::object object = json::parse(tutti::to_json(bounds_of(algorithms))).as_object();

    CHECK(object.at("collective") == "simultaneous-broadcast");
    CHECK(object.at("network") ==
          json::value{{"spec", "hypercube:4"}, {"nodes", 16}, {"links", 64}, {"diameter", 4}});
    CHECK(object.at("broadcasters") == json::value{{"spec", "nodes:1,2,2"}, {"nodes", 2}});
    CHECK(object.at("messages") == 3);
    const json::value in_pieces{
        {"units", "2"}, {"assumes", "pieces of 1/4"}, {"proof", "planted in pieces"}};
    const json::value any_pieces{{"units", "45/64"},
                                 {"assumes", "pieces of 1/m"},
                                 {"proof", "3 messages go over 15 links each, and there are 64"}};
    CHECK(object.at("lower_bound") == in_pieces);
    CHECK(object.at("lower_bound_pieces") == any_pieces);
    const json::array& entries = object.at("algorithms").as_array();
    REQUIRE(entries.size() == 6);
    CHECK(entries[1] ==
          json::value{
              {"algorithm", "bounded"},
              {"source", "a test"},
              {"formula", "some words"},
              {"ports", "all"},
              {"expected", {{"units", "15/2"}, {"kind", "upper-bound"}}},
              {"lower_bound", {{"units", "3"}, {"assumes", "whole packets"}, {"proof", "planted"}}},
              {"lower_bound_pieces", any_pieces},
              {"ratio", 2.5},
              {"attained", false},
              {"transmissions", 45},
              {"failure_probability", nullptr},
              {"advice", nullptr},
              {"misfit", nullptr},
              {"left_out", nullptr}});
    CHECK(entries[3].at("failure_probability") == json::value{{"exact", 0.125}, {"bound", 0.5}});
    CHECK(entries[4].at("expected").is_null());
    CHECK(entries[4].at("lower_bound") == in_pieces);
    CHECK(entries[4].at("lower_bound_pieces") == in_pieces);
    CHECK(entries[4].at("failure_probability") == json::value{{"exact", nullptr}, {"bound", 0.25}});
    for (const std::string_view name : {"expected", "lower_bound", "lower_bound_pieces", "ratio",
                                        "attained", "transmissions", "failure_probability"}) {
        CAPTURE(name);
        CHECK(entries[5].at(name).is_null());
    }
    CHECK(entries[5].at("misfit") == "wants a torus");
}

TEST_CASE("figures that take too many steps are left out in a line, and nothing is asked of them") {
    std::vector<algorithm> algorithms = all_kinds();
    algorithms[2].figure_steps = [](const problem&) { return tutti::most_figure_steps; };
    algorithms[1].figure_steps = [](const problem&) { return tutti::most_figure_steps + 1; };
    algorithms[1].expected = [](const problem&) -> std::optional<expected_time> {
        FAIL("must not be worked out");
        return std::nullopt;
    };
    const tutti::collective_bounds bounds = bounds_of(algorithms);
    CHECK(bounds.algorithms[2].theory_figures.has_value());
    CHECK_FALSE(bounds.algorithms[1].theory_figures.has_value());
    CHECK(bounds.algorithms[1].inapplicable_reason.empty());
    // The bound of the collective replaces its own.
    CHECK(bounds.algorithms[1].collective_bound->units == rational{4});
    CHECK(bounds.lower_bound.units == rational{2});

    const std::string line =
        "its figures take a search or a simulation of about 16777217 steps, and bounds makes "
        "16777216 at most";
    CHECK(tutti::to_table(bounds).find("\nbounded is left out: " + line + "\n") !=
          std::string::npos);
    const json::object written = json::parse(tutti::to_json(bounds)).as_object();
    const json::value& left_out = written.at("algorithms").as_array()[1];
    CHECK(left_out.at("left_out") == json::value(line));
    CHECK(left_out.at("expected").is_null());
    CHECK(left_out.at("misfit").is_null());
    CHECK(left_out.at("lower_bound").at("units") == "4");
}

TEST_CASE("a figure that does not fit 64 bits is left out in a line, or refused if all are") {
    std::vector<algorithm> algorithms = all_kinds();
    algorithms[1].lower_bound = [](const problem&) {
        return tutti::lower_bound{.units = rational{std::numeric_limits<std::int64_t>::max()} + 1};
    };
    constexpr const char* line =
        "'nodes:1,2,2': the figures of simultaneous-broadcast/bounded on hypercube:4 do not fit 64 "
        "bits; use fewer messages or a smaller network";
    const tutti::collective_bounds bounds = bounds_of(algorithms);
    CHECK_FALSE(bounds.algorithms[1].theory_figures.has_value());
    CHECK(bounds.algorithms[1].left_out == line);
    CHECK(bounds.algorithms[2].theory_figures.has_value());

    const std::vector<algorithm> alone{algorithms[1]};
    CHECK_THROWS_WITH_AS((void)bounds_of(alone), line, std::invalid_argument);
}

}  // TEST_SUITE("experiment/bounds.hpp")
