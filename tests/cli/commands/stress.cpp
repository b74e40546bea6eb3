// Stress tests that are killed.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

namespace json = boost::json;

/// The number of lines, which are objects and have an end.
std::size_t objects_in(const std::string& text) {
    REQUIRE(text.ends_with("}\n"));
    std::istringstream lines{text};
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CHECK(json::parse(line).is_object());
    }
    return count;
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

TEST_CASE("a batch that is killed has lost no trial that its log has") {
    const support::scratch place;
    const std::string path = place.path("trials");
    support::subprocess batch{{"stress", "simultaneous-broadcast", "-n", "hypercube:4", "--trials",
                               "1000000000", "--log", path}};
    await_bytes(path, 20'000);
    batch.send(SIGKILL);
    CHECK(batch.wait().status == -SIGKILL);

    const std::string text = content_of(path);
    CHECK(text.size() >= 20'000);
    CHECK(objects_in(text.substr(0, text.rfind('\n') + 1)) >= 50);
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
    CHECK(objects_in(content_of(path)) > 0);
}

}  // TEST_SUITE("source/cli")
