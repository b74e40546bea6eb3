#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

using support::check_refused;
using support::finished;
using support::run_program;
using support::scratch;
using support::stream_end;
using words = std::vector<std::string>;

/// A recording of the smallest run with messages and control; its path.
std::string recorded_in(const scratch& place) {
    const std::string path = place.path("run.tutti");
    REQUIRE(run_program({"record", "simultaneous-broadcast", "-n", "hypercube:3", "-b",
                         "nodes:0,1,2", "-o", path, "--quiet"})
                .status == 0);
    return path;
}

std::string content_of(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::ptrdiff_t files_in(const scratch& place) {
    const std::filesystem::directory_iterator files{place.path("")};
    return std::distance(begin(files), end(files));
}

words exported(const std::string& from, const std::string& to, words more = {}) {
    words arguments{"export", from, "--as", "csv", "-o", to};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

}  // namespace

TEST_CASE("a recording is exported into a file, and the same to standard output") {
    const scratch place;
    const std::string from = recorded_in(place);
    for (const std::string_view table :
         {"transmissions", "links", "slots", "deliveries", "marks"}) {
        CAPTURE(table);
        const std::string to = place.path(std::string{table} + ".csv");
        const words which{"--table", std::string{table}};
        const finished end = run_program(exported(from, to, which));
        CHECK(end.status == 0);
        CHECK(end.errors.empty());
        CHECK(end.output.empty());
        const finished shown = run_program(exported(from, "-", which));
        CHECK(shown.status == 0);
        CHECK(shown.output == content_of(to));
        CHECK(shown.output.size() > 100);
    }
    CHECK(run_program(exported(from, "-")).output == content_of(place.path("transmissions.csv")));
    CHECK(content_of(place.path("slots.csv")).starts_with("slot,time,packets,busy_links,"));
}

TEST_CASE("JSON lines of a recording are objects, as many as events") {
    const scratch place;
    const finished end = run_program({"export", recorded_in(place), "--as", "jsonl", "-o", "-"});

    CHECK(end.status == 0);
    std::istringstream lines{end.output};
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        CHECK(boost::json::parse(line).is_object());
    }
    CHECK(count == 64 + 24 + (8 + 3 + 8));
}

TEST_CASE("a file of the same kind is replaced, another one only by --force") {
    const scratch place;
    const std::string from = recorded_in(place);
    const std::string to = place.path("links.csv");
    const words links{"--table", "links"};
    CHECK(run_program(exported(from, to, links)).status == 0);
    const std::string links_text = content_of(to);

    CHECK(run_program(exported(from, to, links)).status == 0);
    check_refused(exported(from, to),
                  "exists and is not a table of this kind; use another name or --force");
    CHECK(content_of(to) == links_text);
    check_refused({"export", from, "--as", "jsonl", "-o", to},
                  "is not a file of events as JSON lines");
    check_refused(exported(from, from), "--output: ");
    CHECK(content_of(from).starts_with("TUTTIREC"));
    CHECK(run_program(exported(from, to, {"--force"})).status == 0);
    CHECK(content_of(to).starts_with("slot,time,phase,"));
    CHECK(run_program(exported(from, place.file("empty", ""))).status == 0);

    const std::string log = place.file("log", "{\"event\":\"sent\"}\n");
    CHECK(run_program({"export", from, "--as", "jsonl", "-o", log}).status == 0);
    CHECK(content_of(log).size() > 1000);
    check_refused({"export", from, "--as", "jsonl", "-o", place.file("list", "[1, 2]\n")},
                  "is not a file of events as JSON lines");
    check_refused({"export", from, "--as", "jsonl", "-o", place.file("object", "{\"a\":1}\n")},
                  "is not a file of events as JSON lines");
    check_refused({"export", from, "--as", "jsonl", "-o", place.file("half", "{\"a\":\n")},
                  "is not a file of events as JSON lines");
}

TEST_CASE("a page replays a recording, or some of its slots") {
    const scratch place;
    const std::string from = recorded_in(place);
    const std::string to = place.path("run.html");
    const words page{"export", from, "--as", "html", "-o", to};
    const finished end = run_program(page);
    CHECK(end.status == 0);
    CHECK(end.output.empty());
    CHECK(end.errors.empty());
    const std::string whole = content_of(to);
    CHECK(whole.starts_with("<!DOCTYPE html>"));
    CHECK(whole.ends_with("</html>\n"));
    CHECK(run_program({"export", from, "--as", "html", "-o", "-"}).output == whole);

    CHECK(run_program({"export", from, "--as", "html", "--slots", "3:5", "-o", to}).status == 0);
    CHECK(content_of(to) != whole);
    check_refused({"export", from, "--as", "html", "--slots", "900:", "-o", to},
                  "--slots: slot 900 was not recorded; slots 0 to ");
    check_refused({"export", from, "--as", "html", "--slots", "9", "-o", to},
                  "'9' is not a range A:B");
    check_refused(
        {"export", from, "--as", "html", "-o", place.file("mine.html", "<!DOCTYPE html>")},
        "exists and is not a page of a replay; use another name or --force");
    CHECK(run_program({"export", from, "--as", "html", "-o", "/dev/full"}).status == 4);
}

TEST_CASE("a page that shows sums says so, and which slots would fit") {
    const scratch place;
    const std::string from = place.path("large.tutti");
    REQUIRE(
        run_program({"record", "multinode-broadcast", "-n", "hypercube:8", "-o", from, "--quiet"})
            .status == 0);
    const finished end = run_program({"export", from, "--as", "html", "-o", place.path("x.html")});
    CHECK(end.status == 0);
    CHECK(end.errors ==
          "tutti: too large to show every packet, so the page shows sums: each circle: a subcube "
          "of 4 nodes; --slots 1:24 would show every packet\n");
}

TEST_CASE("what cannot be written is said so, and leaves nothing behind") {
    const scratch place;
    const std::string from = recorded_in(place);

    check_refused(exported(from, place.path("missing/x.csv")), "--output: ");
    check_refused(exported(from, place.path("")), "--output: ");
    const finished full = run_program(exported(from, "/dev/full"));
    CHECK(full.status == 4);
    CHECK(full.errors == "tutti: --output: '/dev/full' could not be written\n");
    CHECK(run_program(exported(from, "-"), stream_end::full).status == 4);
    for (const std::string path : {"-", "/dev/stdout"}) {
        const finished unread = run_program(exported(from, path), stream_end::unread_pipe);
        CHECK(unread.status == 4);
        CHECK(unread.errors.empty());
    }
    CHECK(run_program(exported(from, "-"), stream_end::closed).status == 4);
    CHECK(files_in(place) == 1);
}

TEST_CASE("what is no recording, no format or no table is refused with what") {
    const scratch place;
    const std::string from = recorded_in(place);
    const std::string to = place.path("out");

    check_refused({"export", "--as", "csv", "-o", to}, "FILE: missing");
    check_refused({"export", from, "-o", to}, "--as: missing");
    check_refused({"export", from, "--as", "csv"}, "--output: missing");
    check_refused({"export", from, "--as", "jsonll", "-o", to},
                  "--as: 'jsonll' is not a format; did you mean 'jsonl'?");
    check_refused({"export", from, "--as", "x", "-o", to}, "valid: csv, jsonl, html");
    check_refused(exported(from, to, {"--table", "mark"}), "did you mean 'marks'?");
    check_refused({"export", from, "--as", "jsonl", "--table", "marks", "-o", to},
                  "--table: jsonl has no tables");
    for (const std::string_view command : {"export", "show"}) {
        CAPTURE(command);
        const auto refused = [&](const std::string& file, std::string_view part) {
            words arguments{std::string{command}, file};
            if (command == "export") {
                arguments = exported(file, to);
            }
            check_refused(arguments, part);
        };
        refused(place.path("nothing"), "nothing'");
        refused(place.file("empty", ""), "is empty");
        refused(place.file("text", "a text that is no recording, and long enough to be one\n"),
                "is not a recording");
        refused(place.path(""), "FILE: ");
        std::string damaged = content_of(from);
        damaged[damaged.size() / 2] ^= 1;
        refused(place.file("damaged", damaged), "is damaged");
        damaged = content_of(from);
        damaged[damaged.size() - 200] ^= 1;
        refused(place.file("damaged at the end", damaged), "is damaged");
    }
    CHECK_FALSE(std::filesystem::exists(to));
}

TEST_CASE("nothing of a damaged recording reaches a reader at once") {
    const scratch place;
    std::string damaged = content_of(recorded_in(place));
    damaged[damaged.size() / 2] ^= 1;
    const std::string from = place.file("damaged", damaged);
    for (const std::string format : {"csv", "jsonl", "html", "perfetto", "paje"}) {
        for (const std::string path : {"-", "/dev/stdout"}) {
            CAPTURE(format);
            CAPTURE(path);
            check_refused({"export", from, "--as", format, "-o", path}, "is damaged");
        }
    }
}

TEST_CASE("what was cut short is exported as far as it goes, and says so") {
    const scratch place;
    std::string bytes = content_of(recorded_in(place));
    bytes.resize(bytes.size() - 40);
    const finished end = run_program(exported(place.file("cut", bytes), "-"));

    CHECK(end.status == 0);
    CHECK(end.output.starts_with("slot,time,phase,"));
    CHECK(end.errors.find("cut short") != std::string::npos);
}

}  // TEST_SUITE("source/cli")
