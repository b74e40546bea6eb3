#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/scratch.hpp"
#include "tutti/recording/recording.hpp"

TEST_SUITE("source/cli/arguments/recording_options.cpp") {

namespace {

using support::check_refused;
using support::finished;
using support::run_program;
using support::scratch;

std::string bytes_in(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::vector<std::string> recording_to(const std::string& path, std::vector<std::string> more = {}) {
    std::vector<std::string> words{"record", "multinode-broadcast", "-n", "hypercube:5", "-o",
                                   path};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

std::vector<std::string> names_in(const scratch& place) {
    std::vector<std::string> names;
    for (const auto& each : std::filesystem::directory_iterator{place.path("")}) {
        names.push_back(each.path().filename().string());
    }
    return names;
}

}  // namespace

TEST_CASE("record and run --record write the same file, whatever the threads") {
    const scratch place;
    const finished made = run_program(recording_to(place.path("one"), {"-t", "1"}));
    CHECK(made.status == 0);
    CHECK(made.output.find("complete") != std::string::npos);
    CHECK(made.errors == "recording up to 2,048 events, about " +
                             made.errors.substr(made.errors.find("about ") + 6));
    const finished other = run_program({"run", "multinode-broadcast", "-n", "hypercube:5", "-t",
                                        "2", "--record", place.path("two"), "--json"});
    CHECK(other.status == 0);
    CHECK(other.errors.empty());
    CHECK(boost::json::parse(other.output).at("verdict") == "complete");
    CHECK(bytes_in(place.path("one")) == bytes_in(place.path("two")));

    const tutti::recording from = tutti::recording::open(place.path("one"));
    CHECK(from.plan().collective == "multinode-broadcast");
    CHECK(from.counts().sent == 32 * 31);
    for (const std::string& machine :
         {std::string{"seconds"}, std::string{"threads"}, std::string{"command"},
          std::string{"peak_rss"}, place.path("")}) {
        CHECK(from.result()->find(machine) == std::string::npos);
    }
}

TEST_CASE("filters of a recording are options") {
    const scratch place;
    const std::string path = place.path("some");
    REQUIRE(run_program(recording_to(path, {"--slots", "2:3", "--nodes", "7,3,7"})).status == 0);
    const tutti::recording from = tutti::recording::open(path);
    CHECK(from.plan().filter.first == 2);
    CHECK(from.plan().filter.last == 3);
    CHECK(from.plan().filter.nodes == std::vector<tutti::node_id>{3, 7});
    CHECK(from.last_slot() == 3);
    REQUIRE(run_program(recording_to(path, {"--slots", ":1"})).status == 0);
    CHECK(tutti::recording::open(path).last_slot() == 1);
}

TEST_CASE("recordings that cannot be made are refused, and leave nothing") {
    const scratch place;
    const std::string path = place.path("none");
    check_refused({"record", "broadcast", "-n", "hypercube:3"},
                  "--output: missing; name the recording, for example -o run.tutti");
    check_refused(recording_to(path, {"--repeat", "2"}), "--output: one run is recorded");
    check_refused(recording_to(path, {"--slots", "5"}),
                  "--slots: '5' is not a range A:B, as 10:20");
    check_refused(recording_to(path, {"--slots", "5:3"}),
                  "--slots: '5:3' ends before it begins; write 3:5");
    check_refused(recording_to(path, {"--slots", "-1:3"}), "--slots: '-1'");
    for (const std::string nodes : {"3,32", "", ",", "1,,2", "1-3"}) {
        check_refused(
            recording_to(path, {"--nodes", nodes}),
            "is not a list of nodes, as 3,5,9, each a whole number, in plain digits, from 0 to 31");
    }
    check_refused(recording_to("-"), "'-' is not a file, and standard output has the result");
    check_refused({"run", "broadcast", "-n", "hypercube:3", "--record", path, "--log", path},
                  "is the recording, too; use another name");
    for (const std::string alone : {"--no-control", "--force"}) {
        check_refused({"run", "broadcast", "-n", "hypercube:3", alone},
                      alone + ": nothing is recorded; leave it out");
    }
    check_refused(recording_to(path, {"--max-bytes", "0"}), "--max-bytes: '0'");
    check_refused(recording_to(path, {"--max-bytes", "100"}), "and --max-bytes allows 100");
    check_refused({"run", "broadcast", "-n", "hypercube:3", "--record", path, "--dry-run"},
                  "--record: a dry run has nothing to write");
    check_refused(recording_to(place.path("no/such/folder/file")), "cannot be written");
    CHECK(names_in(place).empty());
}

TEST_CASE("what a recording keeps belongs to the memory of its run") {
    const scratch place;
    const std::vector<std::string> words{"broadcast", "-n", "hypercube:20", "--memory-limit",
                                         "3000000000"};
    std::vector<std::string> run{"run", "--dry-run"};
    run.insert(run.end(), words.begin(), words.end());
    CHECK(run_program(run).output.find("It fits") != std::string::npos);
    std::vector<std::string> record{"record", "-o", place.path("none")};
    record.insert(record.end(), words.begin(), words.end());
    check_refused(record, "--memory-limit: the run needs about");
}

TEST_CASE("what is there is replaced by its like alone") {
    const scratch place;
    const std::string path = place.file("precious", "three years of work");
    check_refused(recording_to(path), "exists and is not a recording; use another name or --force");
    CHECK(bytes_in(path) == "three years of work");
    CHECK(run_program(recording_to(path, {"--force"})).status == 0);
    CHECK(bytes_in(path).starts_with("TUTTIREC"));
    CHECK(run_program(recording_to(path)).status == 0);
    CHECK(names_in(place) == std::vector<std::string>{"precious"});
}

TEST_CASE("the size of a recording of many intervals is foretold at once") {
    check_refused({"record", "dynamic-broadcast", "-n", "torus:8x8", "--set", "rate=0.05", "--set",
                   "intervals=1000000", "-o", "none", "--max-bytes", "10"},
                  "and --max-bytes allows 10");
}

TEST_CASE("a recording that was cut short does not pass") {
    const scratch place;
    const std::string path = place.path("whole");
    REQUIRE(run_program(recording_to(path)).status == 0);
    CHECK(run_program({"check", path}).status == 0);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
    const finished end = run_program({"check", path});
    CHECK(end.status == 1);
    CHECK(end.output.find("cut short") != std::string::npos);
}

TEST_CASE("a full disk is one line and status 4") {
    const finished end = run_program(recording_to("/dev/full", {"--quiet"}));
    CHECK(end.status == 4);
    CHECK(end.output.empty());
    CHECK(end.errors == "tutti: --output: '/dev/full': no more of it could be written\n");
}

}  // TEST_SUITE
