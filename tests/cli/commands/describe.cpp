#include <string>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"

TEST_SUITE("source/cli") {

namespace {

using support::check_refused;
using support::finished;
using support::run_program;

}  // namespace

TEST_CASE("a network is described as a table or as one JSON object") {
    const finished table = run_program({"describe", "hypercube:30"});
    CHECK(table.status == 0);
    CHECK(table.errors.empty());
    CHECK(table.output.starts_with("hypercube:30\n\n  nodes              1,073,741,824\n"));

    const finished object = run_program({"describe", "hypercube:3", "--json"});
    CHECK(object.status == 0);
    CHECK(object.output.find('\n') == object.output.size() - 1);
    CHECK(boost::json::parse(object.output).at("spec") == "hypercube:3");
    CHECK(boost::json::parse(object.output).at("hamiltonian_cycle").as_array().size() == 8);
}

TEST_CASE("what is to be described must be named, and be one network") {
    check_refused({"describe"}, "NETWORK: missing; name one, for example hypercube:10");
    check_refused({"describe", ""}, "NETWORK: missing");
    check_refused({"describe", "--json"}, "NETWORK: missing");
    for (const std::string network : {"hypercube:0", "hypercube:31", "hypercube:", "hypercube:x"}) {
        check_refused({"describe", network}, "NETWORK: '" + network + "'");
    }
    check_refused({"describe", "hypercub:3"}, "did you mean 'hypercube'?");
    check_refused({"describe", "hyper\ncube"}, R"(NETWORK: 'hyper\ncube' is an unknown network)");
    check_refused({"describe", "hypercube:3", "hypercube:4"},
                  "unexpected argument 'hypercube:4'; see `tutti describe --help`");
    check_refused({"describe", "-n", "hypercube:3"}, "'-n' is not an option; valid: --json");
    check_refused({"describe", "hypercube:3", "--jsn"}, "did you mean '--json'?");
    check_refused({"describe", "hypercube:3", "--json=yes"}, "--json: takes no value");
}

}  // TEST_SUITE("source/cli")
