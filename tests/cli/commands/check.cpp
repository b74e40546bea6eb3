#include <string>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

using support::check_refused;
using support::finished;
using support::run_program;
using support::scratch;

}  // namespace

TEST_CASE("a recording is verified, as a table or as one JSON object") {
    const scratch place;
    const std::string path = place.path("honest");
    REQUIRE(run_program({"record", "broadcast/binomial", "-n", "hypercube:3", "-o", path}).status ==
            0);

    const finished table = run_program({"check", path});
    CHECK(table.status == 0);
    CHECK(table.errors.empty());
    CHECK(table.output.starts_with("broadcast/binomial on hypercube:3: 8 nodes, 24 links"));
    CHECK(table.output.ends_with("\neverything holds\n"));
    const finished object = run_program({"check", path, "--json"});
    CHECK(object.status == 0);
    CHECK(object.output.find('\n') == object.output.size() - 1);
    CHECK(boost::json::parse(object.output).at("schema") == "tutti.check/2");
    CHECK(object.output == run_program({"check", path, "--json"}).output);
}

TEST_CASE("the recording of a failed run is found to be that") {
    const scratch place;
    const std::string path = place.path("wrong");
    REQUIRE(run_program({"record", "broadcast/binomial", "-n", "hypercube:3", "--ports", "single",
                         "-o", path})
                .status == 3);

    const finished process = run_program({"check", path});
    CHECK(process.status == 1);
    CHECK(process.output.find("VIOLATED: the run was found to be model-violation") !=
          std::string::npos);
}

TEST_CASE("a recording in which draws alone went wrong is called unlucky, as its run is") {
    const scratch place;
    const std::string path = place.path("unlucky");
    const finished run = run_program({"record", "simultaneous-broadcast/random-roots", "-n",
                                      "hypercube:6", "-b", "all", "--set", "c=1", "-o", path});
    REQUIRE(run.output.find("\nunlucky: ") != std::string::npos);

    const finished process = run_program({"check", path});
    CHECK(process.status == 1);
    CHECK(process.output.find("\nunlucky: only deliveries are missing") != std::string::npos);
    const finished object = run_program({"check", path, "--json"});
    CHECK(boost::json::parse(object.output).at("verdict") == "unlucky");
    CHECK(boost::json::parse(object.output).at("holds") == false);
}

TEST_CASE("what could not be verified is named, and status 5 unless that is allowed") {
    const scratch place;
    const std::string path = place.path("partial");
    REQUIRE(run_program(
                {"record", "broadcast/binomial", "-n", "hypercube:3", "--slots", "2:3", "-o", path})
                .status == 0);

    const finished table = run_program({"check", path});
    CHECK(table.status == 5);
    CHECK(table.errors.empty());
    CHECK(table.output.find("\nnot verified: possession (slots before 2 were not recorded), "
                            "deliveries (") != std::string::npos);
    const finished object = run_program({"check", path, "--json"});
    CHECK(object.status == 5);
    const boost::json::value value = boost::json::parse(object.output);
    CHECK(value.at("verdict") == "not verified");
    CHECK(value.at("recorded_verdict") == "complete");
    CHECK(value.at("holds") == true);
    CHECK(value.at("not_verified") ==
          boost::json::array{"possession", "deliveries", "counts", "digest"});

    const finished allowed = run_program({"check", path, "--allow-partial"});
    CHECK(allowed.status == 0);
    CHECK(allowed.output == table.output);
}

TEST_CASE("a recording of prefix sums is verified but for possession, one of a reduction whole") {
    const scratch place;
    const std::string path = place.path("sums");
    REQUIRE(run_program({"record", "prefix-sum", "-n", "hypercube:3", "-o", path}).status == 0);
    const finished end = run_program({"check", path});
    CHECK(end.status == 5);
    CHECK(end.output.ends_with("\nnot verified: possession (values are combined on the way)\n"));

    REQUIRE(
        run_program({"record", "allreduce", "-n", "hypercube:3", "-o", path, "--force"}).status ==
        0);
    const finished whole = run_program({"check", path});
    CHECK(whole.status == 0);
    CHECK(whole.output.find("\n  contributions holds\n") != std::string::npos);
}

TEST_CASE("run --verify passes the events of a live run through the verifiers") {
    for (const std::string_view task : {"allreduce", "simultaneous-broadcast", "prefix-sum"}) {
        const finished run = run_program(
            {"run", std::string{task}, "-n", "hypercube:3", "--verify", "--json", "-t", "1"});
        CHECK(run.status == 0);
        const boost::json::value value = boost::json::parse(run.output);
        CHECK(value.at("verdict") == "complete");
        const boost::json::value& check = value.at("checks").as_array().back();
        CHECK(check.at("name") == "verifiers");
        CHECK(check.at("holds") == true);
    }
    const finished violation = run_program({"run", "successive-broadcasts/unrotated", "-n",
                                            "hypercube:4", "--set", "gap=2", "--verify", "--json"});
    CHECK(violation.status == 3);
    check_refused({"run", "broadcast", "-n", "ring:5", "--verify", "--repeat", "2"},
                  "--verify: one run is verified; leave out --repeat");
    check_refused({"run", "broadcast", "-n", "ring:5", "--verify", "--dry-run"},
                  "--verify: a dry run has no events; leave out --verify or --dry-run");
}

TEST_CASE("the file to check must be named, and be a recording") {
    const scratch place;
    check_refused({"check"}, "FILE: missing; name a recording");
    check_refused({"check", place.path("nowhere")}, "cannot be read: No such file or directory");
    check_refused({"check", place.file("text", "no recording at all\n")}, "is not a recording");
    check_refused({"check", place.file("empty", "")}, "is empty; name a recording");
    check_refused({"check", "a", "b"}, "unexpected argument 'b'; see `tutti check --help`");
}

}  // TEST_SUITE("source/cli")
