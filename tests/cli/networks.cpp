#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "refusal.hpp"
#include "subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

using support::check_refused;
using support::finished;
using support::run_program;
using support::scratch;

boost::json::value description_of(const std::string& network) {
    const finished end = run_program({"describe", network, "--json"});
    CAPTURE(end.errors);
    REQUIRE(end.status == 0);
    return boost::json::parse(end.output);
}

}  // namespace

TEST_CASE("networks of explicit links are described") {
    const boost::json::value ccc = description_of("ccc:5");
    CHECK(ccc.at("nodes") == 160);
    CHECK(ccc.at("links") == 480);
    CHECK(ccc.at("diameter") == 10);
    CHECK(ccc.at("diameter_is") == "exact");
    CHECK(ccc.at("hamiltonian_cycle").as_array().size() == 160);
    const boost::json::value product = description_of("product(complete:3,path:3)");
    CHECK(product.at("nodes") == 9);
    CHECK(product.at("vertex_transitive") == false);
    CHECK(product.at("hamiltonian") == true);
    const boost::json::value path = description_of("path:3");
    CHECK(path.at("hamiltonian") == false);
    CHECK(path.at("why_no_hamiltonian_cycle") == "node 0 has one link only");
}

TEST_CASE("a network from a file is described, drawn and a factor") {
    const scratch place;
    const std::string path = place.file("square", "0 1\n1 2\n2 3\n3 0\n");

    const boost::json::value square = description_of("graph:" + path);
    CHECK(square.at("vertex_transitive").is_null());
    CHECK(square.at("bipartite") == true);
    CHECK(square.at("hamiltonian_cycle").as_array().size() == 4);
    CHECK(description_of("product(graph:" + path + ",path:2)").at("nodes") == 8);
    const finished drawn = run_program({"describe", "graph:" + path, "--dot"});
    CHECK(drawn.status == 0);
    CHECK(drawn.output == "graph G {\n0;\n1;\n2;\n3;\n0--1 ;\n0--3 ;\n1--2 ;\n2--3 ;\n}\n");
}

TEST_CASE("what cannot be drawn is refused") {
    check_refused({"describe", "hypercube:30", "--dot"},
                  "--dot: 16,106,127,360 links are too many to draw; at most 100,000 can be");
    check_refused({"describe", "ring:3", "--dot", "--json"},
                  "--dot: cannot be combined with --json");
}

TEST_CASE("networks that cannot be built are refused at once") {
    const auto begin = std::chrono::steady_clock::now();
    for (const std::string command : {"describe", "run"}) {
        const auto refused = [&](const std::string& network, std::string_view part) {
            check_refused(command == "run"
                              ? std::vector<std::string>{"run", "broadcast", "-n", network}
                              : std::vector<std::string>{command, network},
                          part);
        };
        refused("complete:1000000",
                "'complete:1000000' has 999,999,000,000 directed links; at most 4,294,967,296 can "
                "be built");
        refused("complete:0", "'complete:0' has a size outside its range; nodes run from 1 to");
        refused("ccc:2", "'ccc:2' has a size outside its range; levels run from 3 to 20");
        refused("butterfly:21", "levels run from 2 to 20");
        refused("debruijn:x", "'debruijn:x' has a size that is not a whole number");
        refused("debruijn", "'debruijn' lacks its size; write debruijn:D");
        refused("product(debruijn:24,debruijn:24)",
                "'product(debruijn:24,debruijn:24)' has more than 1073741824 nodes");
        refused("product", "'product' lacks its factors in parentheses");
        refused("product:3", "'product:3' lacks its factors in parentheses");
        refused("product(ring:3", "'product(ring:3' lacks its factors in parentheses");
        refused("product(ring:3)", "'product(ring:3)' is a product of 1 factor; use 2 to 64");
        refused("product(ring:3,path:4))", "has parentheses that do not match");
        refused("product(ring:3,)", "'' is an unknown network");
        refused("product(ring:3,rign:4)",
                "'rign:4' is an unknown network; did you mean 'ring'?, in "
                "'product(ring:3,rign:4)'");
        refused("prodcut(ring:3,ring:4)", "did you mean 'product'?");
    }
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds{30});
    check_refused({"describe", "complete:60000", "--json", "extra"},
                  "unexpected argument 'extra'; see `tutti describe --help`");
    check_refused({"run", "broadcast", "-n", "ccc:10", "--memory-limit", "1000"},
                  "--network: 'ccc:10' takes 327,688 bytes for its links, and there are 1,000; use "
                  "a smaller network");
}

TEST_CASE("what does not fit is refused before the network is built") {
    // A sanitizer takes more by itself.
    constexpr std::uint64_t little = std::uint64_t{support::memory_is_our_own ? 200U : 600U} << 20U;
    const auto check_refused_early = [&](const std::vector<std::string>& arguments,
                                         const std::string& text) {
        const finished end = run_program(arguments);
        CAPTURE(text);
        CHECK(end.status == 2);
        CHECK(end.errors == "tutti: " + text + "\n");
        CHECK(end.peak_bytes < little);
    };
    const std::string large = "product(complete:2000,ring:20)";

    for (const std::string command : {"run", "stress", "bounds"}) {
        check_refused_early({command, "broadcast/binomial", "-n", large},
                            "COLLECTIVE: broadcast/binomial runs on hypercubes only");
    }
    check_refused_early(
        {"compare", "partial-gather", "-n", large},
        "COLLECTIVE: no algorithm for partial-gather fits: direct: runs on arrays and "
        "tori only; replay: runs on arrays and tori only");
    check_refused_early(
        {"run", "multinode-broadcast/product", "-n", large, "-b", "random:3"},
        "--broadcasters: multinode-broadcast is from every node; 'random:3' must be all "
        "or left out");
    check_refused_early(
        {"run", "multinode-broadcast/product", "-n", "product(" + large + ",ring:3)",
         "--memory-limit", "1000000000"},
        "--network: 'product(product(complete:2000,ring:20),ring:3)' takes 1,923,840,008 bytes for "
        "its links, and there are 1,000,000,000; use a smaller network");
    const finished described = run_program({"describe", large, "--json"});
    CHECK(boost::json::parse(described.output).at("links") == 80'040'000);
    CHECK(described.peak_bytes < little);
}

TEST_CASE("products stand in products, sixteen deep") {
    std::string network = "path:2";
    for (int depth = 0; depth < 16; ++depth) {
        network = "product(path:2," + network + ")";
    }
    CHECK(description_of(network).at("nodes") == 131'072);
    check_refused({"describe", "product(path:1," + network + ")"}, "is nested in 16 products");
}

TEST_CASE("what is no graph file is refused without waiting") {
    const scratch place;
    REQUIRE(::mkfifo(place.path("pipe").c_str(), S_IRUSR | S_IWUSR) == 0);
    const std::string large = place.file("large", "");
    std::filesystem::resize_file(large, (std::uintmax_t{1} << 30U) + 1);
    const auto refused = [](const std::string& path, std::string_view part) {
        check_refused({"describe", "graph:" + path}, part);
    };

    refused("", "NETWORK: 'graph:' lacks its file; write graph:FILE");
    refused(place.path("missing"), "No such file");
    refused(place.path(""), "is a directory");
    refused(place.path("pipe"), "is a pipe or device");
    refused("/dev/zero", "is a pipe or device");
    refused(large, "is longer than 1024 MiB");
    refused(place.file("empty", ""), "is empty");
    refused(place.file("loop", "0 1\n1 1\n"), "has the self-loop 1-1 in line 2");
    refused(place.file("m",
                       "%%MatrixMarket matrix coordinate pattern symmetric\n"
                       "1000000000 1000000000 1000000000\n2 1\n"),
            "is truncated: it has 1 of the 1000000000 entries that line 2 declares");
    refused(place.file("far", "0 1073741823\n"), "has no link of node 1; ids begin at 0");
}

TEST_CASE("algorithms for cubes and grids say that they do not fit other networks") {
    check_refused({"run", "multinode-broadcast/doubling", "-n", "ccc:3"},
                  "runs on hypercubes only");
    check_refused({"run", "simultaneous-broadcast/line-greedy", "-n", "complete:3"},
                  "runs on paths and rings only");
    check_refused({"run", "dynamic-broadcast/intervals", "-n", "product(ring:3,ring:3)"},
                  "runs on arrays and tori only");
    check_refused({"run", "simultaneous-broadcast", "-n", "debruijn:3", "-b", "adversarial"},
                  "no worst set is known for simultaneous-broadcast on debruijn:3");
}

}  // TEST_SUITE("source/cli")
