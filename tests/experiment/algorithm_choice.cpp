#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

using tutti::algorithm;
using tutti::hypercube;
using tutti::port_model;

const algorithm& choose(std::string_view text, std::optional<port_model> ports = {}) {
    return tutti::choose_algorithm(support::standard(), text, hypercube{4}, ports);
}

/// Error text of a call; empty if it succeeds.
template <class Call>
std::string refusal(const Call& call) {
    try {
        (void)call();
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return {};
}

std::string refused_choice(std::string_view text) {
    return refusal([&] { return &choose(text); });
}

std::pair<std::string, tutti::parameter_value> read_setting(const algorithm& algorithm,
                                                            std::string_view text) {
    return tutti::parse_parameter(std::vector{&algorithm}, text);
}

std::string refused_setting(std::string_view text) {
    return refusal([&] { return read_setting(support::entry("prefix-sum/tree"), text); });
}

}  // namespace

TEST_CASE("every algorithm is found by its name") {
    for (const algorithm& algorithm : support::standard_algorithms()) {
        if (algorithm.inapplicable_reason(hypercube{4}).empty()) {
            CHECK(&choose(std::string{algorithm.collective} + "/" + std::string{algorithm.name}) ==
                  &algorithm);
        }
    }
}

TEST_CASE("a task alone means its first algorithm") {
    CHECK(choose("broadcast").name == "binomial");
    CHECK(choose("simultaneous-broadcast").name == "prefix-roots");
    CHECK(choose("prefix-sum").name == "tree");
}

TEST_CASE("a task alone takes an algorithm for the port model, and only a named one may break it") {
    CHECK(choose("prefix-sum", port_model::all_port).name == "tree");
    CHECK(choose("prefix-sum", port_model::single_port_full_duplex).name == "exchange");
    CHECK_THROWS_WITH_AS(static_cast<void>(choose("scatter", port_model::single_port_half_duplex)),
                         "no algorithm for scatter fits: balanced-tree needs the ports all; "
                         "single-port needs the ports single; multinode-tree needs the ports all; "
                         "shortest-paths needs the ports all",
                         std::invalid_argument);
    CHECK(choose("prefix-sum/tree", port_model::single_port_full_duplex).name == "tree");
}

TEST_CASE("tasks may be named as the trade does, where there is one") {
    const std::vector<std::pair<std::string_view, std::string_view>> names{
        {"allgather", "multinode-broadcast"},
        {"alltoall", "total-exchange"},
        {"scan", "prefix-sum"}};
    const std::vector<std::string_view> collectives = support::standard_tasks();

    for (const auto& [trade_name, own] : names) {
        CAPTURE(trade_name);
        if (std::ranges::find(collectives, own) != collectives.end()) {
            CHECK(tutti::parse_collective(support::standard(), trade_name).name == own);
            CHECK(tutti::parse_collective(support::standard(), own).name == own);
        } else {
            CHECK_THROWS_AS(
                static_cast<void>(tutti::parse_collective(support::standard(), trade_name)),
                std::invalid_argument);
        }
    }
    CHECK(&choose("scan/exchange") == &support::entry("prefix-sum/exchange"));
    CHECK_THROWS_AS(static_cast<void>(tutti::parse_collective(support::standard(), "")),
                    std::invalid_argument);
    CHECK_THROWS_AS(static_cast<void>(tutti::parse_collective(support::standard(), "Scan")),
                    std::invalid_argument);
}

TEST_CASE("an unknown task or algorithm is named, with the nearest one") {
    CHECK(refused_choice("simultanous-broadcast") ==
          "'simultanous-broadcast' is not a known collective; did you mean "
          "'simultaneous-broadcast'?");
    CHECK(refused_choice("scam") == "'scam' is not a known collective; did you mean 'scan'?");
    CHECK(refused_choice("broadcast/binomal") ==
          "'binomal' is not an algorithm for broadcast; did you mean 'binomial'?");
    CHECK(refused_choice("scan/tre") ==
          "'tre' is not an algorithm for prefix-sum; did you mean 'tree'?");
    CHECK(refused_choice("prefix-sum/") ==
          "'' is not an algorithm for prefix-sum; valid: tree, exchange, mesh, allgather");
    CHECK(refused_choice("scan/tree/x").starts_with("'tree/x' is not an algorithm"));
    CHECK(refused_choice("sc\nan").starts_with(R"('sc\nan' is not a known collective)"));
    CHECK(refused_choice("").starts_with("'' is not a known collective; valid: "));
}

TEST_CASE("a network that does not fit is refused with the reason of every algorithm") {
    const auto on_a_point = [](std::string_view text) {
        return refusal(
            [&] { return &tutti::choose_algorithm(support::standard(), text, hypercube{0}, {}); });
    };
    CHECK(on_a_point("prefix-sum/tree") == "prefix-sum/tree needs at least one dimension");
    CHECK(on_a_point("partial-gather") ==
          "no algorithm for partial-gather fits: direct runs on arrays and tori only; "
          "replay runs on arrays and tori only");
}

TEST_CASE("a parameter is read as NAME=VALUE") {
    const algorithm& tree = support::entry("prefix-sum/tree");

    CHECK(read_setting(tree, "announce=true") ==
          std::pair<std::string, tutti::parameter_value>{"announce", true});
    CHECK(refused_setting("announce") == "'announce' is not NAME=VALUE");
    CHECK(refused_setting("anounce=true") ==
          "prefix-sum/tree has no parameter 'anounce'; did you mean 'announce'?");
    CHECK(refused_setting("announce=yes") ==
          "'yes' is not a value of announce, which is true or false");
    CHECK(refused_setting("announce=") == "'' is not a value of announce, which is true or false");
    CHECK(refused_setting("announce=true=") ==
          "'true=' is not a value of announce, which is true or false");
    CHECK(refused_setting("=true").starts_with("prefix-sum/tree has no parameter ''"));
    CHECK(refusal([] { return read_setting(support::entry("broadcast/binomial"), "c=3"); }) ==
          "broadcast/binomial has no parameter 'c'; it takes none");
}

}  // TEST_SUITE("tutti/experiment/experiment.hpp")
