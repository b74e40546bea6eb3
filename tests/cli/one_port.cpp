#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "printed_text.hpp"
#include "refusal.hpp"
#include "subprocess.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;

using support::check_refused;
using support::finished;
using support::holds;
using support::run_program;
using words = std::vector<std::string>;

/// `command` for multinode broadcast on a network, with one port and half duplex.
words half_duplex(const std::string& command, const std::string& task,
                  const std::string& specification, const words& more = {}) {
    words arguments{command, task, "-n", specification, "--ports", "single-half"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

/// Algorithm and units of the runs that a comparison on `specification` prints, with the bound.
std::string compared_on(const std::string& specification) {
    const finished end =
        run_program(half_duplex("compare", "multinode-broadcast", specification, {"--json"}));
    CHECK(end.status == 0);
    const json::object object = json::parse(end.output).as_object();
    std::string text;
    for (const json::value& ran : object.at("runs").as_array()) {
        text += std::string{ran.at("algorithm").as_string()} + " " +
                std::string{ran.at("time").at("units").as_string()} + ", ";
    }
    return text + "bound " + std::string{object.at("lower_bound").at("units").as_string()};
}

}  // namespace

TEST_CASE("with one port, cycle and product are compared with the bound") {
    CHECK(compared_on("product(ring:5,ring:3)") ==
          "hamiltonian 30, product 36, tree 36, tree-periodic 36, bound 30");
    CHECK(compared_on("product(ring:3,ring:5)") ==
          "hamiltonian 30, tree 36, tree-periodic 36, product 40, bound 30");
    CHECK(compared_on("array:3x3") ==
          "hamiltonian-path 21, tree 21, tree-periodic 21, product 24, bound 18");
    CHECK(compared_on("path:7") == "hamiltonian-path 16, tree 16, tree-periodic 16, bound 16");
    CHECK(compared_on("complete:6") == "hamiltonian 10, tree 13, tree-periodic 13, bound 10");
    CHECK(compared_on("hypercube:3") == "hamiltonian 14, tree 18, tree-periodic 19, bound 14");
}

TEST_CASE("the task alone takes what fits the network and the ports") {
    for (const std::string specification :
         {"array:4x3", "torus:5x7", "ccc:3", "hypercube:4", "ring:9"}) {
        const finished end =
            run_program(half_duplex("run", "multinode-broadcast", specification, {"--json"}));
        CAPTURE(specification);
        CHECK(end.status == 0);
        CHECK(json::parse(end.output).at("algorithm") == "hamiltonian");
    }
    const finished odd =
        run_program(half_duplex("run", "multinode-broadcast", "array:5x3", {"--json"}));
    CHECK(json::parse(odd.output).at("algorithm") == "hamiltonian-path");
}

TEST_CASE("the bounds propose a cheaper order of the factors") {
    const std::string product = "multinode-broadcast/product";
    const finished torus = run_program(half_duplex("bounds", product, "torus:3x5"));
    CHECK(torus.status == 0);
    CHECK(holds(torus.output, "\nproduct: torus:5x3 takes 36 slots\n"));
    const finished best = run_program(half_duplex("bounds", product, "torus:5x3"));
    CHECK_FALSE(holds(best.output, "takes"));
    const json::value value =
        json::parse(run_program(half_duplex("bounds", product, "torus:3x5", {"--json"})).output);
    CHECK(value.at("algorithms").at(0).at("advice") == "torus:5x3 takes 36 slots");
}

TEST_CASE("networks without a cycle, or without factors, are refused with the reason") {
    const std::string task = "multinode-broadcast/";
    check_refused(
        half_duplex("run", task + "hamiltonian", "array:3x5"),
        "COLLECTIVE: multinode-broadcast/hamiltonian needs a Hamiltonian cycle, and there is "
        "none: every link joins one half of the nodes to the other, which is smaller by "
        "one; hamiltonian-path does without");
    check_refused(half_duplex("run", task + "hamiltonian", "path:3"),
                  "needs a Hamiltonian cycle, and there is none: node 0 has one link only; "
                  "hamiltonian-path does without");
    check_refused(half_duplex("run", task + "hamiltonian-path", "torus:3x5"),
                  "COLLECTIVE: multinode-broadcast/hamiltonian-path runs on paths and arrays only");
    check_refused(half_duplex("run", task + "product", "ring:15"),
                  "COLLECTIVE: multinode-broadcast/product needs two factors or more");
    check_refused(half_duplex("run", task + "product", "hypercube:4"),
                  "COLLECTIVE: multinode-broadcast/product runs on products, tori and arrays only");
}

}  // TEST_SUITE("source/cli")
