#include "recording/export/traces.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "refusal.hpp"
#include "subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli/export_trace") {

namespace {

using support::check_refused;
using support::finished;
using support::run_program;
using support::run_program_by;
using support::scratch;
using words = std::vector<std::string>;

std::string trace_source(const scratch& place, std::string_view network) {
    std::string path = place.path("run.tutti");
    REQUIRE(run_program({"record", "multinode-broadcast", "-n", std::string{network}, "-o", path,
                         "--quiet"})
                .status == 0);
    return path;
}

words traced(const std::string& from, const std::string& format, const std::string& to,
             const words& more = {}) {
    words arguments{"export", from, "--as", format, "-o", to};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

std::string text_in(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::ptrdiff_t entries_in(const scratch& place) {
    const std::filesystem::directory_iterator files{place.path("")};
    return std::distance(begin(files), end(files));
}

/// As a shell that sets a limit.
words limited(const std::string& limit) {
    return {"/bin/sh", "-c", "ulimit " + limit + R"(; exec "$@")", "sh"};
}

}  // namespace

TEST_CASE("a trace is a file or standard output, and takes the place of one of its kind") {
    const scratch place;
    const std::string from = trace_source(place, "hypercube:3");
    for (const std::string format : {"perfetto", "paje"}) {
        CAPTURE(format);
        const std::string to = place.path(format);
        CHECK(run_program(traced(from, format, to)).status == 0);
        CHECK(run_program(traced(from, format, to)).status == 0);
        CHECK(run_program(traced(from, format, "-")).output == text_in(to));
        check_refused(traced(from, format, place.file("text", "text\n")),
                      "another name or --force");
        CHECK(run_program(traced(from, format, place.path("text"), {"--force"})).status == 0);
        check_refused(traced(from, format, from), "--output: ");
    }
}

TEST_CASE("the machine's account makes a second group, of the same run only") {
    const scratch place;
    const std::string from = trace_source(place, "hypercube:3");
    const auto result_of = [&](const words& more) {
        words arguments{"run", "multinode-broadcast", "-n", "hypercube:3", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return place.file("result", run_program(arguments).output);
    };
    const finished end = run_program(
        traced(from, "perfetto", "-", {"--account", result_of({"--profile", "-t", "2"})}));
    CHECK(end.status == 0);
    CHECK(end.output.find("driving thread") != std::string::npos);
    CHECK(end.output.find("\"thread 1\"") != std::string::npos);

    const std::string to = place.path("trace");
    const auto refused = [&](const std::string& file, std::string_view part) {
        check_refused(traced(from, "perfetto", to, {"--account", file}), part);
    };
    refused(result_of({}), "has no \"account\"");
    refused(result_of({"--profile", "--seed", "2"}), "is of another run: its seed is 2");
    refused(place.path("nothing"), "cannot be read");
    refused(place.file("empty", ""), "is not a JSON object");
    refused(from, "is not a JSON object");
    check_refused(traced(from, "paje", to, {"--account", from}), "--account: paje has no place");
    CHECK_FALSE(std::filesystem::exists(to));
}

TEST_CASE("an OTF2 archive is a folder that gets its name when it is whole") {
    const scratch place;
    const std::string from = trace_source(place, "hypercube:3");
    const std::string to = place.path("archive");
    if (!tutti::has_otf2()) {
        check_refused(traced(from, "otf2", to), "libopen-trace-format2-dev");
        return;
    }
    CHECK(run_program(traced(from, "otf2", to)).status == 0);
    CHECK(std::filesystem::exists(to + "/traces.otf2"));
    CHECK(run_program(traced(from, "otf2", to + "/")).status == 0);
    CHECK(entries_in(place) == 2);

    std::filesystem::create_directory(place.path("other"));
    CHECK(run_program(traced(from, "otf2", place.path("other"))).status == 0);
    std::ofstream{place.path("other/notes")} << "mine";
    check_refused(traced(from, "otf2", place.path("other"), {"--force"}),
                  "exists and is not a directory of this kind");
    CHECK(text_in(place.path("other/notes")) == "mine");
    check_refused(traced(from, "otf2", from), "exists and is not a directory of this kind");
    check_refused(traced(from, "otf2", "-"), "otf2 writes a directory");
    check_refused(traced(from, "otf2", ""), "otf2 writes a directory");
    check_refused(traced(from, "otf2", place.path("missing/x")), "No such file or directory");
    CHECK(entries_in(place) == 3);
}

TEST_CASE("what cannot be written leaves nothing") {
    const scratch place;
    const std::string from = trace_source(place, "hypercube:5");
    for (const std::string format : {"perfetto", "paje", "otf2"}) {
        // Half a kilobyte a file, or one: an archive has several, all of which have to be whole.
        for (const std::string limit : {"-f 1", "-f 2"}) {
            if (format == "otf2" && !tutti::has_otf2()) {
                continue;
            }
            CAPTURE(format);
            CAPTURE(limit);
            const finished end =
                run_program_by(limited(limit), traced(from, format, place.path("trace")));
            CHECK(end.status == 4);
            CHECK(end.errors.find("could not be written\n") != std::string::npos);
            CHECK(entries_in(place) == 1);
        }
    }
    CHECK(run_program(traced(from, "perfetto", "/dev/full")).status == 4);
}

TEST_CASE("what no tool opens is refused with its length and the slots that would fit") {
    const scratch place;
    const std::string from = trace_source(place, "hypercube:10");
    check_refused(traced(from, "perfetto", place.path("trace")),
                  "perfetto of 2,097,152 packets, deliveries and marks would take about 4");
    const finished end = run_program(traced(from, "perfetto", place.path("trace")));
    const std::size_t at = end.errors.find("--slots ");
    REQUIRE(at != std::string::npos);
    const std::string slots = end.errors.substr(at + 8, end.errors.find(" fits") - at - 8);
    CAPTURE(slots);
    const finished some =
        run_program(traced(from, "perfetto", place.path("trace"), {"--slots", slots}));
    CHECK(some.status == 0);
    CHECK(some.errors.find(" packets, ") != std::string::npos);
    if (tutti::has_otf2()) {
        const words few = limited("-n 1024");
        const finished many = run_program_by(few, traced(from, "otf2", place.path("archive")));
        CHECK(many.status == 2);
        CHECK(many.errors.find("`ulimit -n 1034`") != std::string::npos);
        CHECK_FALSE(std::filesystem::exists(place.path("archive")));
    }
}

TEST_CASE("slots that are no range are refused for every format") {
    const scratch place;
    const std::string from = trace_source(place, "hypercube:3");
    for (const std::string format : {"csv", "jsonl", "perfetto", "paje", "otf2"}) {
        CAPTURE(format);
        check_refused(traced(from, format, place.path("x"), {"--slots", "5:2"}),
                      "--slots: '5:2' ends before it begins");
        check_refused(traced(from, format, place.path("x"), {"--slots", "5"}),
                      "is not a range A:B");
    }
}

}  // TEST_SUITE("source/cli/export_trace")
