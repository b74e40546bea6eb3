#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <ranges>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;

using support::check_refused;
using support::finished;
using support::run_program;
using words = std::vector<std::string>;

/// Stresses a task on a small cube, with more words.
words stress_with(const words& more, const std::string& task = "simultaneous-broadcast") {
    words arguments{"stress", task, "-n", "hypercube:4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

words split(std::string_view text, char at) {
    words parts;
    for (const auto part : std::views::split(text, at)) {
        parts.emplace_back(part.begin(), part.end());
    }
    return parts;
}

/// The objects of lines that all have an end.
std::vector<json::object> objects_in(std::string_view text) {
    REQUIRE(text.ends_with("}\n"));
    std::vector<json::object> objects;
    for (const std::string& line : split(text.substr(0, text.size() - 1), '\n')) {
        objects.push_back(json::parse(line).as_object());
    }
    return objects;
}

std::string content_of(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// Waits until a file has some bytes, or a minute has gone.
void await_bytes(const std::string& path, std::uintmax_t bytes) {
    for (int i = 0; i < 60'000; ++i) {
        std::error_code missing;
        if (const auto size = std::filesystem::file_size(path, missing);
            !missing && size >= bytes) {
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

}  // namespace

TEST_CASE("a stress test prints a table for people and a summary for programs") {
    const finished table = run_program(stress_with({}));
    CHECK(table.status == 0);
    CHECK(table.errors.empty());
    CHECK(table.output.find("1,000 of 1,000, seed 1, K from 1 to 16\n") != std::string::npos);
    CHECK(table.output.ends_with("\ncomplete: 1,000 of 1,000 trials hold\n"));

    const finished lines =
        run_program(stress_with({"--trials", "50", "--k=2-3", "-t", "2", "--json"}));
    CHECK(lines.status == 0);
    const json::object summary = objects_in(lines.output).at(0);
    CHECK(summary.at("trials") == 50);
    CHECK(summary.at("failed") == 0);
    CHECK(summary.at("k") == json::value{{"least", 2}, {"most", 3}});
    CHECK(summary.at("slots").at("median") == 18);
    CHECK(summary.at("verdict") == "complete");
    CHECK(summary.at("command") ==
          "tutti stress simultaneous-broadcast -n hypercube:4 --trials 50 --k=2-3 -t 2 --json");
    CHECK(run_program({"stress", "--help"}).output.find("--trials") != std::string::npos);
}

TEST_CASE("the command of a failed trial repeats its failure") {
    const std::vector<words> tests{
        stress_with({"--ports", "single", "--trials", "5", "--json"},
                    "simultaneous-broadcast/greedy"),
        stress_with({"--slot-budget", "2", "--trials", "5", "--json"}, "broadcast"),
        stress_with({"--set", "announce=true", "--slot-budget", "5", "--trials", "5", "--json"},
                    "scan"),
    };
    for (const words& arguments : tests) {
        const finished end = run_program(arguments);
        std::vector<json::object> failures = objects_in(end.output);
        const json::object summary = failures.back();
        failures.pop_back();
        CHECK(end.status == 3);
        CHECK(summary.at("failed") == 5);
        CHECK(failures.size() == 5);
        for (const json::object& failure : failures) {
            CHECK(failure.at("shrunk").as_bool());
            words again = split(failure.at("command").as_string(), ' ');
            CHECK(again.front() == "tutti");
            again.erase(again.begin());
            again.emplace_back("--json");
            const finished repeated = run_program(again);
            const json::object object = json::parse(repeated.output).as_object();
            CHECK(repeated.status == 3);
            CHECK(object.at("verdict") == failure.at("verdict"));
            CHECK(object.at("violation").is_null() == (failure.at("verdict") != "model-violation"));
            CHECK(object.at("seed") == failure.at("seed"));
        }
    }
}

TEST_CASE("a log has every trial, and its lines name what was run") {
    const support::scratch place;
    const std::string path = place.path("trials");
    CHECK(run_program(stress_with({"--trials", "40", "--log", path}, "scan")).status == 0);

    const std::vector<json::object> trials = objects_in(content_of(path));
    REQUIRE(trials.size() == 40);
    std::vector<std::int64_t> numbers(40);
    std::ranges::transform(trials, numbers.begin(), [](const json::object& object) {
        return object.at("trial").as_int64();
    });
    std::ranges::sort(numbers);
    CHECK(numbers.back() == 39);
    CHECK(std::ranges::adjacent_find(numbers) == numbers.end());
    for (const json::object& object : trials) {
        const finished again =
            run_program({"run", "scan", "-n", std::string{object.at("network").as_string()}, "-b",
                         std::string{object.at("broadcasters").as_string()}, "--seed",
                         std::to_string(object.at("seed").to_number<std::uint64_t>()), "--json"});
        const json::object json_result = json::parse(again.output).as_object();
        CHECK(json_result.at("digest") == object.at("digest"));
        CHECK(json_result.at("transmissions") == object.at("transmissions"));
        CHECK(json_result.at("messages") == object.at("messages"));
        CHECK(object.at("verdict") == "complete");
    }
}

TEST_CASE("a batch that is killed has lost no trial that its log has") {
    const support::scratch place;
    const std::string path = place.path("trials");
    support::subprocess batch{stress_with({"--trials", "1000000000", "--log", path})};
    await_bytes(path, 20'000);
    batch.send(SIGKILL);
    CHECK(batch.wait().status == -SIGKILL);

    const std::string text = content_of(path);
    CHECK(text.size() >= 20'000);
    CHECK(objects_in(text.substr(0, text.rfind('\n') + 1)).size() >= 50);
}

TEST_CASE("every line is in the log before the next trial of its thread begins") {
    const support::scratch place;
    const std::string path = place.path("trials");
    support::subprocess slow{{"stress", "broadcast", "-n", "hypercube:13", "--trials", "100000",
                              "-t", "1", "--log", path}};
    await_bytes(path, 1);
    slow.send(SIGKILL);
    CHECK(slow.wait().status == -SIGKILL);
    // A full buffer is written, in the middle of a line.
    CHECK_FALSE(objects_in(content_of(path)).empty());
}

TEST_CASE("a log that cannot be written to is a separate error, and ends the batch") {
    const finished end =
        run_program(stress_with({"--trials", "1000000000", "--log", "/dev/full", "--json"}));

    CHECK(end.status == 4);
    CHECK(end.output.empty());
    CHECK(end.errors == "tutti: --log: '/dev/full' could not be written\n");
}

TEST_CASE("an interrupted batch reports what was finished, with status 130") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        support::subprocess batch{stress_with({"--trials", "1000000000", "--json"})};
        REQUIRE(batch.await_session());
        batch.send(signal);
        const finished end = batch.wait();
        const json::object summary = objects_in(end.output).back();

        CHECK(end.status == 130);
        CHECK(end.errors.empty());
        CHECK(summary.at("verdict") == "interrupted");
        CHECK(summary.at("trials_asked") == 1'000'000'000);
        CHECK(summary.at("trials").to_number<std::uint64_t>() < 1'000'000'000);
    }
}

TEST_CASE("bad input of a stress test is refused before anything runs") {
    for (const std::string value :
         {"0", "-1", "x", "", "1.5", "1e3", "1000000001", "99999999999999999999"}) {
        CAPTURE(value);
        check_refused(stress_with({"--trials", value}), "--trials: '" + value + "'");
    }
    for (const std::string value :
         {"x", "", "-5", "5-", "3--5", "1-2-3", "+3", "01", "99999999999999999999"}) {
        CAPTURE(value);
        check_refused(stress_with({"--k", value}),
                      "--k: '" + value + "' is not a number of messages; write K or LO-HI");
    }
    check_refused(stress_with({"--k", "9-3"}), "--k: '9-3' begins above its end; write 3-9");
    check_refused(stress_with({"--k", "3"}, "broadcast"),
                  "--k: broadcast has no number of messages");
    check_refused(stress_with({"--k", "1000000000", "--memory-limit", "1000000"}),
                  "--memory-limit: the run needs about ");
    check_refused(stress_with({"--threads", "0"}), "--threads: '0'");
    check_refused(stress_with({"--log", ""}), "--log: '' cannot be written");
    check_refused(stress_with({"--log", "/missing/log"}), "No such file or directory");
    check_refused(stress_with({"--set", "c=3"}), "--set: ");
    check_refused({"stress", "-n", "hypercube:4"}, "COLLECTIVE: missing");
    check_refused({"stress", "scan"}, "--network: missing");
    check_refused({"stress", "scn", "-n", "hypercube:4"}, "COLLECTIVE: 'scn'");
    for (const std::string option : {"-b", "--root", "--repeat", "--dry-run"}) {
        CAPTURE(option);
        check_refused(stress_with({option}), "'" + option + "' is not an option");
    }

    const support::scratch place;
    const std::string kept = place.file("log", "precious");
    check_refused(stress_with({"--log", kept, "--memory-limit", "1"}), "--memory-limit: ");
    CHECK(content_of(kept) == "precious");
}

}  // TEST_SUITE("source/cli")
