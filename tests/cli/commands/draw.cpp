#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "cli/refusal.hpp"
#include "cli/subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli/commands/draw.cpp") {

namespace {

using support::check_refused;
using support::finished;
using support::run_program;
using support::scratch;
using support::stream_end;

std::string recorded_in(const scratch& place) {
    std::string path = place.path("run.tutti");
    const finished end =
        run_program({"record", "multinode-broadcast", "-n", "hypercube:3", "-o", path, "--quiet"});
    REQUIRE(end.status == 0);
    return path;
}

std::string content_of(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace

TEST_CASE("each kind of picture is written to a file, or to standard output") {
    const scratch place;
    const std::string run = recorded_in(place);
    for (const std::string kind : {"space-time", "links", "use", "network"}) {
        CAPTURE(kind);
        const std::string path = place.path(kind + ".svg");
        const finished end = run_program({"draw", run, "-o", path, "--as", kind});
        CHECK(end.status == 0);
        CHECK(end.output.empty());
        CHECK(end.errors.empty());
        CHECK(content_of(path).starts_with("<svg "));
        CHECK(run_program({"draw", run, "--as", kind}).output == content_of(path));
        CHECK(run_program({"draw", run, "--as", kind, "-o", "-"}).output == content_of(path));
        const finished unread = run_program({"draw", run, "--as", kind}, stream_end::unread_pipe);
        CHECK(unread.status == 4);
        CHECK(unread.errors.empty());
    }
}

TEST_CASE("what is asked for is known, or the nearest is named") {
    const scratch place;
    const std::string run = recorded_in(place);
    check_refused({"draw", run}, "--as: missing; valid: space-time, links, use, network");
    check_refused({"draw", run, "--as", "spacetime"}, "did you mean 'space-time'?");
    check_refused({"draw", run, "--as", "use", "--colour", "kid"}, "did you mean 'kind'?");
    check_refused({"draw", run, "--as", "use", "--order", "grey"}, "did you mean 'gray'?");
    check_refused({"draw", run, "--as", "use", "--packets", "cell"}, "did you mean 'cells'?");
    check_refused({"draw", run, "--as", "use", "--slots", "3"}, "--slots: '3' is not a range A:B");
    check_refused({"draw", run, "--as", "use", "--slots", "3:2"}, "write 2:3");
    check_refused({"draw", run, "--as", "use", "--slots", "9:"}, "--slots: '9'");
    check_refused({"draw", run, "--as", "network", "--message", "9:0"}, "--message: '9'");
    check_refused({"draw", run, "--as", "network", "--message", "x"},
                  "--message: 'x' is not ORIGIN:NUMBER, as 3:0");
    check_refused({"draw", run, "--as", "use", "-o", place.path("x.jpg")},
                  "ends in none of .svg, .pdf and .png");
    check_refused({"draw", "--as", "use"}, "FILE: missing; name a recording");
}

TEST_CASE("what is no recording is not drawn, and leaves no file") {
    const scratch place;
    const std::string to = place.path("x.svg");
    for (const std::string& path : {place.file("text", "text"), place.file("empty", ""),
                                    place.path("missing"), place.path("")}) {
        CAPTURE(path);
        const finished end = run_program({"draw", path, "--as", "use", "-o", to});
        CHECK(end.status == 2);
        CHECK(end.output.empty());
        CHECK_FALSE(std::filesystem::exists(to));
    }
}

TEST_CASE("a picture takes the place of one of its kind, and of others if that is wanted") {
    const scratch place;
    const std::string run = recorded_in(place);
    const std::string path = place.file("x.svg", "my notes");
    check_refused({"draw", run, "--as", "use", "-o", path}, "exists and is not a .svg picture");
    CHECK(content_of(path) == "my notes");
    CHECK(run_program({"draw", run, "--as", "use", "-o", path, "--force"}).status == 0);
    CHECK(content_of(path).starts_with("<svg "));
    CHECK(run_program({"draw", run, "--as", "links", "-o", path}).status == 0);
    CHECK(content_of(path).find("most loaded") != std::string::npos);
}

TEST_CASE("a picture that cannot be written is a result that could not be") {
    const scratch place;
    const std::string run = recorded_in(place);
    check_refused({"draw", run, "--as", "use", "-o", place.path("missing/x.svg")},
                  "No such file or directory");
    const std::string full = place.path("full.svg");
    std::filesystem::create_symlink("/dev/full", full);
    const finished end = run_program({"draw", run, "--as", "use", "-o", full});
    CHECK(end.status == 4);
    CHECK(end.errors.find("could not be written") != std::string::npos);
    CHECK(run_program({"draw", run, "--as", "use"}, support::stream_end::full).status == 4);
}

TEST_CASE("PDF and PNG are made by rsvg-convert, or refused for want of it") {
    const scratch place;
    const std::string run = recorded_in(place);
    for (const std::string_view ending : {".pdf", ".png"}) {
        CAPTURE(ending);
        const std::string path = place.path("x" + std::string{ending});
        const finished end = run_program({"draw", run, "--as", "use", "-o", path});
        if (end.status == 0) {
            CHECK(content_of(path).starts_with(ending == ".pdf" ? "%PDF-" : "\x89PNG"));
            const std::string before = content_of(path);
            CHECK(run_program({"draw", run, "--as", "use", "-o", path}).status == 0);
            CHECK(content_of(path) == before);
        } else {
            CHECK(end.status == 2);
            CHECK(end.errors.find("takes rsvg-convert (Debian: librsvg2-bin), which is not "
                                  "installed") != std::string::npos);
            CHECK_FALSE(std::filesystem::exists(path));
        }
    }
}

}  // TEST_SUITE("source/cli/commands/draw.cpp")
