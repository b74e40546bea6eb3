#include <array>
#include <regex>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

using support::run_program;
using words = std::vector<std::string>;

/// "1 packets", or an empty text.
std::string wrong_plural(const std::string& text) {
    static const std::regex one_of_several{
        R"((^|[^0-9.,/x] |\(|\n)1 (other |clock )?(nodes|links|packets|slots|units|messages|runs|trials|deliveries|marks|worlds|threads|events|bytes|reasons|seeds|kinds)\b)"};
    std::smatch match;
    return std::regex_search(text, match, one_of_several) ? match.str() : "";
}

}  // namespace

TEST_CASE("a wrong plural is noticed") {
    CHECK(wrong_plural("nodes:0: 1 nodes, 2 packets") == ": 1 nodes");
    CHECK(wrong_plural("(1 worlds)") == "(1 worlds");
    CHECK(wrong_plural("  time          1 slots; exact").find("1 slots") != std::string::npos);
    CHECK(wrong_plural("1 node, 11 packets, 0.1 packets, 1/1 units").empty());
}

TEST_CASE("one of something is not called several") {
    const support::scratch place;
    const std::string store = place.path("s.db");
    const std::string other = place.path("t.db");
    const std::string merged = place.path("u.db");
    const std::string recording = place.path("r.tutti");
    const std::array<words, 15> commands{
        {{"run", "broadcast", "-n", "hypercube:1"},
         {"run", "simultaneous-broadcast/greedy", "-n", "hypercube:2", "-b", "nodes:1", "-t", "1"},
         {"run", "broadcast/binomial", "-n", "hypercube:3", "--ports", "single"},
         {"compare", "broadcast", "-n", "hypercube:1"},
         {"compare", "simultaneous-broadcast", "-n", "hypercube:2", "-b", "nodes:1"},
         {"bounds", "simultaneous-broadcast", "-n", "hypercube:2", "-b", "nodes:1"},
         {"audit", "broadcast", "-n", "hypercube:1", "--nodes", "1", "--trials", "1"},
         {"sweep", "broadcast", "-n", "{path:2,path:2}", "--store", store},
         {"sweep", "broadcast", "-n", "{path:2,path:2}", "--store", other},
         {"results", "merge", store, other, "-o", merged},
         {"record", "broadcast", "-n", "hypercube:1", "-o", recording},
         {"show", recording},
         {"show", recording, "--node", "1"},
         {"show", recording, "--message", "0:0"},
         {"check", recording}}};
    for (const words& each : commands) {
        const support::finished end = run_program(each);
        CAPTURE(fmt::format("{}", fmt::join(each, " ")));
        REQUIRE_FALSE(end.output.empty());
        CHECK(wrong_plural(end.output) == "");
        CHECK(wrong_plural(end.errors) == "");
    }
}

}  // TEST_SUITE("source/cli")
