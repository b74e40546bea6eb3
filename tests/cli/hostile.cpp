// Audits of programs that are not local, through the command line of a program that has them.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "subprocess.hpp"

TEST_SUITE("audits of nonlocal programs") {

namespace {

namespace json = boost::json;

using support::finished;
using support::run_program;

struct answer {
    int status = 0;
    json::value found;
};

answer answer_to(const std::string& command, const std::string& name,
                 const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{
        command, "multinode-broadcast/" + name, "-n", "hypercube:3", "--seed", "7", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const finished end = run_program(words);
    CAPTURE(end.errors);
    CHECK(end.errors.empty());
    return {.status = end.status, .found = json::parse(end.output)};
}

answer audit_of(const std::string& name) {
    return answer_to("audit", name, {"--nodes", "3", "--trials", "2"});
}

/// True if the machine can isolate processes; without libseccomp some actions cannot be caught.
bool is_sealed(const json::value& value) { return value.at("isolation").at("files") == "refused"; }

std::string text_of(const json::value& value) { return json::serialize(value); }

}  // namespace

TEST_CASE("a correct program is local, isolated, and runs as it is audited") {
    const answer honest = audit_of("honest");
    CAPTURE(text_of(honest.found));

    CHECK(honest.status == 0);
    CHECK(honest.found.at("verdict") == "local");
    CHECK(honest.found.at("isolation").at("process") == "own");
    CHECK(honest.found.at("isolation").at("contents") == "re-keyed");
    CHECK(honest.found.at("isolation").at("runs_rekeyed") == 6);
    CHECK(honest.found.at("isolation").at("plain_run") == "the same");
}

TEST_CASE("computing a message that was never sent is not local") {
    for (const std::string name : {"inverts-a-draw", "tries-seeds", "keeps-problems"}) {
        CAPTURE(name);
        const answer answer = audit_of(name);
        CAPTURE(text_of(answer.found));
        CHECK(answer.status == 1);
        CHECK(answer.found.at("verdict") == "not-local");
        CHECK(answer.found.at("isolation").at("plain_run") == "the same");
        CHECK(!answer.found.at("difference").is_null());
    }
}

TEST_CASE("making up the sum of all values is not local") {
    const finished end = run_program({"audit", "allreduce/makes-up-sums", "-n", "hypercube:3",
                                      "--nodes", "2", "--trials", "1", "--json"});
    const json::value value = json::parse(end.output);
    CAPTURE(text_of(value));
    CHECK(end.status == 1);
    CHECK(value.at("run").at("verdict") != "model-violation");
    CHECK(value.at("isolation").at("contents") == "not re-keyed");
    CHECK(value.at("difference").at("alone") ==
          "delivers the same though its own values are others");
}

namespace {

json::value seed_audit(const std::string& algorithm, const std::string& network,
                       const std::string& set) {
    std::vector<std::string> words{"audit",    algorithm, "-n",           network, "--nodes", "2",
                                   "--trials", "2",       "--audit-seed", "5",     "--json"};
    if (!set.empty()) {
        words.insert(words.end(), {"-b", set});
    }
    const finished end = run_program(words);
    CAPTURE(end.errors);
    CHECK(end.errors.empty());
    return json::parse(end.output);
}

}  // namespace

TEST_CASE("computing broadcasters or the draws of others from the seed is not local") {
    const std::vector<std::array<std::string, 3>> plans{
        {"simultaneous-broadcast/picks-broadcasters", "hypercube:3", "random:3"},
        {"simultaneous-broadcast/picks-if-in-place", "hypercube:3", "random:3"},
        {"simultaneous-broadcast/picks-if-certain-unseen", "hypercube:3", "random:3"},
        {"simultaneous-broadcast/tosses-broadcasters", "hypercube:3", "bernoulli:2/5"},
        {"multinode-broadcast/expects-draws", "hypercube:1", ""}};
    for (const auto& [algorithm, network, set] : plans) {
        CAPTURE(algorithm);
        const json::value value = seed_audit(algorithm, network, set);
        CAPTURE(text_of(value));
        CHECK(value.at("run").at("verdict") == "complete");
        CHECK(value.at("isolation").at("plain_run") == "the same");
        CHECK(value.at("independent_run").at("verdict") != "complete");
        CHECK(value.at("independent_run").at("needs_seed") == true);
        CHECK(value.at("verdict") == "not-local");
    }
    const json::value certain =
        seed_audit("simultaneous-broadcast/picks-if-certain", "hypercube:3", "random:3");
    CAPTURE(text_of(certain));
    CHECK(certain.at("verdict") == "not-local");
    CHECK(!certain.at("difference").is_null());
}

TEST_CASE("what a program states of itself is said, and nothing where it states nothing") {
    const json::value stated = seed_audit("multinode-broadcast/expects-draws", "hypercube:1", "");
    CHECK(stated.at("stated_by_program") == json::array{"transmissions"});
    CHECK(audit_of("honest").found.at("stated_by_program") == json::array{});
}

TEST_CASE("checking the payloads of packets is local, and they stay") {
    const json::value value =
        seed_audit("simultaneous-broadcast/holds-a-checksum", "hypercube:3", "random:3");
    CAPTURE(text_of(value));
    CHECK(value.at("verdict") == "local");
    CHECK(value.at("independent_run").at("verdict") == "complete");
    CHECK(value.at("isolation").at("contents") == "not re-keyed");
    CHECK(value.at("isolation").at("contents_reason") ==
          "packets hold more of a payload than its word");
    CHECK(value.at("runs_alone") == 4);
}

TEST_CASE("a setting has no input below it") {
    const answer run = answer_to("run", "looks-below-its-setting");
    CHECK(run.found.at("verdict") == "complete");
    CHECK(run.found.at("transmissions") == 56);
    CHECK(audit_of("looks-below-its-setting").status == 0);
}

TEST_CASE("keeping state outside of the process is not local, or impossible") {
    for (const std::string name :
         {"inherits-a-map", "inherits-a-file", "opens-a-file", "attaches-a-segment"}) {
        CAPTURE(name);
        const answer answer = audit_of(name);
        CAPTURE(text_of(answer.found));
        if (name.starts_with("inherits") || is_sealed(answer.found)) {
            CHECK(answer.status == 1);
            CHECK(answer.found.at("verdict") == "not-local");
        }
    }
}

TEST_CASE("behaving well only under audit is not local") {
    for (const std::string name : {"heeds-arguments", "heeds-its-parent", "heeds-its-environment",
                                   "heeds-a-filter", "heeds-the-others"}) {
        CAPTURE(name);
        const answer answer = audit_of(name);
        CAPTURE(text_of(answer.found));
        if (is_sealed(answer.found) || name == "heeds-the-others") {
            CHECK(answer.status == 1);
            CHECK(answer.found.at("verdict") == "not-local");
        }
    }
    CHECK(audit_of("heeds-arguments").found.at("isolation").at("plain_run") == "different");
}

TEST_CASE("reports of nodes that are not audited end the audit") {
    const finished end =
        run_program({"audit", "multinode-broadcast/forges-reports", "-n", "hypercube:3"});
    CHECK(end.status == 4);
    CHECK(end.output.empty());
    CHECK(end.errors ==
          "nonlocal_programs: a process reports on node 4294967295, which is not audited\n");
}

TEST_CASE("an audit is repeated by its seed") {
    const std::vector<std::string> some{"--nodes", "6", "--trials", "1", "--audit-seed", "99"};
    const answer reply = answer_to("audit", "tries-seeds", some);
    const answer same = answer_to("audit", "tries-seeds", some);

    CHECK(reply.found.at("audit_seed") == 99);
    CHECK(reply.found.at("nodes") == same.found.at("nodes"));
    CHECK(reply.found.at("difference") == same.found.at("difference"));
}

TEST_CASE("only an audit starts isolated runs") {
    const finished end = run_program({"--isolated-run"});
    CHECK(end.status == 2);
    CHECK(end.errors == "tutti: --isolated-run: reserved for audits\n");
}

}  // TEST_SUITE("audits of nonlocal programs")
