// Sweeps and stress tests that are killed, interrupted, kept from writing, or not alone.
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/stored_rows.hpp"
#include "cli/subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

using support::finished;
using support::only_value;
using support::run_program;
using support::subprocess;
using words = std::vector<std::string>;

// Number of seeds, of 27 runs each.
words long_sweep_into(const std::string& store, int seeds = 200) {
    return {"sweep",     "simultaneous-broadcast/prefix-roots,greedy,random-roots",
            "-n",        "hypercube:{4..6}",
            "-b",        "random:{1,4,50%}",
            "--seeds",   "1-" + std::to_string(seeds),
            "--store",   store,
            "--threads", "2",
            "--json"};
}

std::int64_t number_in(const finished& end, const std::string& name) {
    CAPTURE(end.errors);
    REQUIRE_FALSE(end.output.empty());
    return boost::json::parse(end.output).at(name).as_int64();
}

// Waits until something holds, or ten seconds.
void await(const auto& holds) {
    for (int i = 0; i < 500 && !holds(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
}

void await_rows(const std::string& store) {
    await([&] {
        try {
            return only_value(store, "SELECT count(*) FROM runs") != "0";
        } catch (const SQLite::Exception&) {
            return false;  // there is no table yet
        }
    });
}

}  // namespace

TEST_CASE("killed ten times at random, the same command comes to the same store") {
    const support::scratch place;
    const std::string undisturbed = place.path("undisturbed.db");
    const std::string killed = place.path("killed.db");
    constexpr int seeds = 400;
    const finished whole = run_program(long_sweep_into(undisturbed, seeds));
    REQUIRE(number_in(whole, "finished") == 10'800);

    std::mt19937 random{std::random_device{}()};
    std::uniform_int_distribution<int> milliseconds{20, 120};
    for (int i = 0; i < 10; ++i) {
        const subprocess sweep{long_sweep_into(killed, seeds)};
        if (i == 0) {
            await_rows(killed);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{milliseconds(random)});
        sweep.send(SIGKILL);
    }
    const finished last = run_program(long_sweep_into(killed, seeds));

    CHECK(last.status == whole.status);
    CHECK(number_in(last, "stored_before") > 0);
    CHECK(number_in(last, "finished") > 0);
    CHECK(number_in(last, "stored_before") + number_in(last, "finished") == 10'800);
    CHECK(only_value(killed, "PRAGMA integrity_check") == "ok");
    CHECK(support::stored_rows(killed) == support::stored_rows(undisturbed));
}

TEST_CASE("a signal lets what runs end, and the same command goes on") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    words arguments = long_sweep_into(store);
    arguments.pop_back();  // --json
    subprocess sweep{arguments};
    REQUIRE(sweep.await_session());
    await_rows(store);
    sweep.send(SIGINT);
    const finished end = sweep.wait();

    CHECK(end.status == 130);
    CHECK(end.output.find("the same command continues where this one stopped") !=
          std::string::npos);
    CHECK_FALSE(std::filesystem::exists(store + "-wal"));
    const finished last = run_program(long_sweep_into(store));
    CHECK(number_in(last, "stored_before") > 0);
    CHECK(number_in(last, "stored_before") + number_in(last, "finished") == 5'400);
}

TEST_CASE("a full disk ends a sweep with one line, and what was committed stays") {
    const support::scratch place;
    const std::string store = place.path("results.db");
    REQUIRE(number_in(run_program(long_sweep_into(store, 10)), "finished") == 270);
    // Largest size of a file, in blocks of 512 bytes.
    const words limited{"/bin/sh", "-c", R"(ulimit -f 3000; exec "$0" "$@")"};
    const finished end = run_program(long_sweep_into(store), limited);

    CHECK(end.status == 4);
    CHECK(end.output.empty());
    CHECK(std::ranges::count(end.errors, '\n') == 1);
    CHECK(end.errors.find("could not be") != std::string::npos);
    CHECK(only_value(store, "PRAGMA integrity_check") == "ok");
    const finished last = run_program(long_sweep_into(store));
    CHECK(number_in(last, "stored_before") >= 270);
    CHECK(number_in(last, "stored_before") + number_in(last, "finished") == 5'400);
}

TEST_CASE("a batch of trials that is killed has lost none that its log has") {
    const support::scratch place;
    const std::string path = place.file("trials", "");
    subprocess batch{{"stress", "simultaneous-broadcast", "-n", "hypercube:4", "--trials",
                      "1000000000", "--log", path}};
    await([&] { return std::filesystem::file_size(path) >= 20'000; });
    batch.send(SIGKILL);
    CHECK(batch.wait().status == -SIGKILL);

    std::ifstream log{path};
    std::size_t trials = 0;
    // The last line may have no end.
    for (std::string line; std::getline(log, line) && !log.eof(); ++trials) {
        CHECK(boost::json::parse(line).is_object());
    }
    CHECK(trials >= 50);
}

}  // TEST_SUITE("source/cli")
