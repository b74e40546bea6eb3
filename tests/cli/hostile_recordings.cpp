// Recordings that were made to take much memory or time.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "recording/forging.hpp"
#include "subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

using support::finished;
using support::run_program;
using words = std::vector<std::string>;

std::string bytes_of(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// With 200 MB of address space, and two seconds of processor time.
finished run_within_limits(const words& arguments) {
    const words limited{"/bin/sh", "-c", R"(ulimit -v 200000; ulimit -t 2; exec "$0" "$@")"};
    return support::run_program(arguments, limited);
}

void check_refused_at_once(const words& arguments) {
    CAPTURE(arguments.front());
    const finished end = run_within_limits(arguments);
    CAPTURE(end.errors);
    CHECK(end.status == 2);
    CHECK(end.output.empty());
    CHECK(std::ranges::count(end.errors, '\n') == 1);
    CHECK(end.errors.size() <= 301);
}

}  // namespace

TEST_CASE("a recording that was made to take much is refused in one line and at once") {
    if (!support::memory_is_our_own) {
        return;  // which takes more address space than there is
    }
    const support::scratch place;
    const std::string honest = place.path("honest");
    REQUIRE(run_program({"record", "broadcast", "-n", "hypercube:3", "-o", honest}).status == 0);
    for (const support::hostile_recording& each : support::hostile_recordings(bytes_of(honest))) {
        CAPTURE(each.name);
        const std::string path = place.file("hostile", each.bytes);
        check_refused_at_once({"check", path});
        check_refused_at_once({"show", path});
        check_refused_at_once({"export", path, "--as", "csv", "-o", place.path("rows")});
        check_refused_at_once({"draw", path, "--as", "use"});
    }
}

TEST_CASE("an event in a slot beyond all others takes no longer than one in the next") {
    if (!support::memory_is_our_own) {
        return;
    }
    const support::scratch place;
    const std::string honest = place.path("honest");
    REQUIRE(run_program({"record", "simultaneous-broadcast", "-n", "hypercube:3", "-o", honest})
                .status == 0);
    for (const tutti::slot late :
         {tutti::slot{1} << 40U, tutti::slot{1} << 49U, tutti::never - 1}) {
        const std::string path =
            place.file("late", support::with_late_mark(bytes_of(honest), late));
        CAPTURE(late);
        const words out{"-o", place.path("out"), "--force"};
        for (words arguments :
             {words{"check", path}, words{"show", path}, words{"export", path, "--as", "csv"},
              words{"export", path, "--as", "jsonl"}, words{"export", path, "--as", "html"},
              words{"export", path, "--as", "perfetto"}, words{"export", path, "--as", "paje"},
              words{"draw", path, "--as", "space-time"}, words{"draw", path, "--as", "use"},
              words{"draw", path, "--as", "links"}, words{"draw", path, "--as", "network"}}) {
            CAPTURE(arguments.back());
            if (arguments.front() == "export") {
                arguments.insert(arguments.end(), out.begin(), out.end());
            }
            const finished end = run_within_limits(arguments);
            CAPTURE(end.errors);
            CHECK((end.status == 0 || end.status == 2 ||
                   (end.status == 1 && arguments.front() == "check")));
        }
    }
}

}  // TEST_SUITE
