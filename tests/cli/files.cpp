#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
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
using support::scratch;
using namespace std::string_view_literals;

void check_refused_file(const std::string& path, std::string_view part) {
    check_refused({"run", "simultaneous-broadcast", "-n", "hypercube:4", "-b", "file:" + path},
                  part);
}

/// The broadcasters of a run with this file, as packets and nodes: "3 packets at 2 nodes".
std::string accepted(const std::string& path) {
    const finished end = support::run_program(
        {"run", "simultaneous-broadcast", "-n", "hypercube:4", "-b", "file:" + path, "--json"});
    REQUIRE(end.status == 0);
    const auto result = boost::json::parse(end.output);
    return boost::json::serialize(result.at("messages")) + " packets at " +
           boost::json::serialize(result.at("broadcasters").at("nodes")) + " nodes";
}

}  // namespace

TEST_CASE("a file of ids may come from any system") {
    const scratch place;

    CHECK(accepted(place.file("ids", "3\n5\n3\n")) == "3 packets at 2 nodes");
    CHECK(accepted(place.file("ids", "3\r\n5\r\n")) == "2 packets at 2 nodes");
    CHECK(accepted(place.file("ids",
                              "\xEF\xBB\xBF"
                              "3 \t\n# none\n\n5 # last")) == "2 packets at 2 nodes");
    CHECK(accepted(place.file("ids", "")) == "0 packets at 0 nodes");
}

TEST_CASE("what is no file of ids is refused without waiting") {
    const scratch place;
    REQUIRE(::mkfifo(place.path("pipe").c_str(), S_IRUSR | S_IWUSR) == 0);
    const std::string large = place.file("large", "");
    std::filesystem::resize_file(large, (std::uintmax_t{64} << 20U) + 1);

    check_refused_file(place.path("missing"), "No such file");
    check_refused_file(place.path(""), "is a directory");
    check_refused_file(place.path("pipe"), "is a pipe or device");
    check_refused_file("/dev/zero", "is a pipe or device");
    check_refused_file("/dev/stdin", "is a pipe or device");
    check_refused_file(large, "is longer than 64 MiB");
    check_refused_file(place.file("binary",
                                  "\x7f"
                                  "ELF\0\0"sv),
                       "is a binary file");
    check_refused_file(place.file("text", "1\n2\nthree\n"), "has 'three' in line 3");
    check_refused_file(place.file("text", "1\n16\n"), "has '16' in line 2");
    check_refused_file(place.file("escape", "1\n\x1b[2J\n"), R"(has '\x1b[2J' in line 2)");
    check_refused_file(place.path("new\nline"), R"(new\nline')");
}

TEST_CASE("a million lines of rubbish make one line of complaint") {
    const scratch place;
    std::string rubbish;
    std::string rubbish_at_last;
    for (int i = 0; i < 1'000'000; ++i) {
        rubbish += "x?\xff \n";
        rubbish_at_last += "7\n";
    }
    rubbish_at_last += "x\n";

    check_refused_file(place.file("rubbish", rubbish), "in line 1, which is not a node id");
    check_refused_file(place.file("rubbish", rubbish_at_last), "has 'x' in line 1000001");
}

TEST_CASE("a log is written beside the result, and has all events") {
    const scratch place;
    const std::string path = place.path("events");
    const finished end = support::run_program({"run", "simultaneous-broadcast", "-n", "hypercube:3",
                                               "-b", "nodes:0,1,2", "--log", path, "--json"});

    CHECK(end.status == 0);
    CHECK(boost::json::parse(end.output).at("transmissions") == 64);
    std::ifstream file{path};
    int lines = 0;
    for (std::string line; std::getline(file, line); ++lines) {
        CHECK(boost::json::parse(line).is_object());
    }
    CHECK(lines == 64 + 24 + (8 + 3 + 8));
}

TEST_CASE("whatever is in the name of a file, results are valid UTF-8 without control characters") {
    const scratch place;
    const std::string name = "caf\xe9\n\x1b[2J";
    const std::string links = "graph:" + place.file(name, "0 1\n1 2\n2 0\n");
    const std::string ids = "file:" + place.file("ids" + name, "1\n");
    const auto is_text = [](char symbol) {
        return symbol == '\n' || (symbol >= ' ' && symbol <= '~');
    };
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"run", "multinode-broadcast/hamiltonian", "-n", links},
          {"compare", "multinode-broadcast", "-n", links},
          {"bounds", "multinode-broadcast/hamiltonian", "-n", links},
          {"stress", "multinode-broadcast/hamiltonian", "-n", links, "--trials", "2"},
          {"describe", links},
          {"run", "simultaneous-broadcast", "-n", "hypercube:3", "-b", ids}}) {
        CAPTURE(arguments[0]);
        const finished table = support::run_program(arguments);
        CHECK(table.status == 0);
        CHECK(std::ranges::all_of(table.output, is_text));
        CHECK(table.output.find(R"(caf\xe9\n\x1b[2J)") != std::string::npos);

        std::vector<std::string> as_json = arguments;
        as_json.emplace_back("--json");
        const finished json = support::run_program(as_json);
        CHECK(std::ranges::all_of(json.output, is_text));
        CHECK(json.output.find(R"(caf\\xe9\\n\\x1b[2J)") != std::string::npos);
        CHECK(boost::json::parse(json.output).is_object());
    }
    const finished estimate =
        support::run_program({"run", "multinode-broadcast/hamiltonian", "-n", links, "--dry-run"});
    CHECK(std::ranges::all_of(estimate.output, is_text));
}

TEST_CASE("a complaint of many reasons is cut at 300 characters") {
    const finished end =
        support::run_program({"run", "simultaneous-broadcast", "-n", "ccc:3", "--ports", "single"});

    CHECK(end.status == 2);
    CHECK(end.errors.size() == 301);
    CHECK(end.errors.ends_with("...\n"));
}

TEST_CASE("a log that cannot be written, or would be too long, is refused before the run") {
    const scratch place;
    const auto refuse = [](const std::string& network, const std::string& path,
                           std::string_view part) {
        check_refused({"run", "simultaneous-broadcast", "-n", network, "--log", path}, part);
    };

    refuse("hypercube:3", place.path("missing/log"), "No such file or directory");
    refuse("hypercube:3", place.path(""), "Is a directory");
    refuse("hypercube:3", "", "--log: '' cannot be written");
    refuse("hypercube:13", place.path("long"), "and 10000000 are the most");
    CHECK_FALSE(std::filesystem::exists(place.path("long")));
    check_refused({"run", "scan", "-n", "hypercube:3", "--repeat", "2", "--log", place.path("x")},
                  "--log: one run is logged; leave out --repeat");
}

TEST_CASE("a log whose reader has left ends quietly") {
    for (const std::string command : {"run", "stress"}) {
        CAPTURE(command);
        const finished end = support::run_program(
            {command, "simultaneous-broadcast/greedy", "-n", "hypercube:6", "--log", "/dev/stdout"},
            support::stream_end::unread_pipe);
        CHECK(end.status == 4);
        CHECK(end.errors.empty());
    }
}

TEST_CASE("a log on a full disk is a result that could not be written") {
    const finished end =
        support::run_program({"run", "scan", "-n", "hypercube:6", "--log", "/dev/full", "--json"});

    CHECK(end.status == 4);
    CHECK(end.output.empty());
    CHECK(end.errors == "tutti: --log: '/dev/full' could not be written\n");
}

}  // TEST_SUITE("source/cli")
