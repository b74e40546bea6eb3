#include <array>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "printed_text.hpp"
#include "subprocess.hpp"
#include "support/scratch.hpp"
#include "util/text_table.hpp"

TEST_SUITE("source/cli/output/terminal.cpp") {

namespace {

using support::holds;
using support::run_program;
using support::stream_end;
using support::subprocess;
using words = std::vector<std::string>;

const words likes_colours{"/usr/bin/env", "-u", "NO_COLOR", "TERM=xterm"};

/// Output on a terminal, with line ends as the program wrote them.
std::string on_terminal(const words& arguments, const words& environment = likes_colours) {
    std::string shown = subprocess{arguments, stream_end::terminal, environment}.wait().output;
    std::erase(shown, '\r');
    return shown;
}

std::string content_of(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

bool has_colours(std::string_view text) { return holds(text, "\x1b"); }

/// Text without escape sequences, which end at a letter.
std::string plain(std::string_view text) {
    std::string left;
    while (!text.empty()) {
        const std::size_t begin = text.find('\x1b');
        left += text.substr(0, begin);
        text.remove_prefix(begin == std::string_view::npos ? text.size() : begin);
        text.remove_prefix(text.empty() ? 0 : text.find('m') + 1);
    }
    return left;
}

const words listing{"describe", "torus:4x4"};
const words violation{"run", "broadcast/binomial", "-n", "hypercube:3", "--ports", "single"};

}  // namespace

TEST_CASE("on a terminal headings are bold and verdicts have colours") {
    CHECK(on_terminal({"describe", "ring:3"}).starts_with("\x1b[1mring:3\x1b[0m\n"));
    const std::string compared = on_terminal({"compare", "broadcast", "-n", "hypercube:3"});
    CHECK(holds(compared, "\n  \x1b[1malgorithm "));
    CHECK(holds(compared, " %  \x1b[32mcomplete\x1b[0m\n"));
    CHECK(holds(on_terminal(violation), "\n\x1b[31mmodel-violation\x1b[0m: "));
    CHECK(holds(on_terminal({"run", "broadcast", "-n", "hypercube:3"}),
                "\n\x1b[32mcomplete\x1b[0m: every check holds\n"));
    CHECK(holds(on_terminal({"audit", "broadcast", "-n", "hypercube:2"}), "\x1b[32mlocal\x1b[0m"));
    CHECK(on_terminal({"list", "scan"}).starts_with("\x1b[1mprefix-sum\x1b[0m, also called"));
    CHECK(holds(on_terminal({"explain", "slot"}), "\x1b[1mslot, "));
}

TEST_CASE("green is success, yellow is bad luck, and all else is red") {
    constexpr auto style = tutti::table_style::coloured;
    CHECK(tutti::judged("complete", style) == "\x1b[32mcomplete\x1b[0m");
    CHECK(tutti::judged("unlucky", style) == "\x1b[33munlucky\x1b[0m");
    CHECK(tutti::judged("interrupted", style) == "\x1b[33minterrupted\x1b[0m");
    for (const std::string_view each : {"incorrect", "late", "stalled", "VIOLATED", "not local"}) {
        CHECK(tutti::judged(each, style) == "\x1b[31m" + std::string{each} + "\x1b[0m");
    }
    CHECK(tutti::judged("late", tutti::table_style::plain) == "late");
}

TEST_CASE("colours take nothing from a table and move nothing in it") {
    const std::array<words, 5> commands{{listing,
                                         {"compare", "simultaneous-broadcast", "-n", "hypercube:3"},
                                         {"bounds", "simultaneous-broadcast", "-n", "hypercube:3"},
                                         {"list", "broadcast"},
                                         {"explain", "K"}}};
    for (const words& each : commands) {
        CAPTURE(each.front());
        const std::string shown = on_terminal(each);
        CHECK(has_colours(shown));
        CHECK(plain(shown) == run_program(each).output);
    }
}

TEST_CASE("there are no colours where they are not wanted, in JSON, in pipes and in files") {
    CHECK_FALSE(has_colours(run_program(listing).output));
    CHECK_FALSE(has_colours(on_terminal({"describe", "torus:4x4", "--json"})));
    CHECK_FALSE(has_colours(on_terminal({"explain", "slot", "--json"})));
    CHECK_FALSE(has_colours(on_terminal(listing, {"/usr/bin/env", "TERM=xterm", "NO_COLOR=1"})));
    CHECK(has_colours(on_terminal(listing, {"/usr/bin/env", "TERM=xterm", "NO_COLOR="})));
    CHECK_FALSE(has_colours(on_terminal(listing, {"/usr/bin/env", "-u", "NO_COLOR", "TERM=dumb"})));
    CHECK_FALSE(
        has_colours(on_terminal(listing, {"/usr/bin/env", "-u", "NO_COLOR", "-u", "TERM"})));

    const support::scratch place;
    const std::string store = place.path("s.db");
    on_terminal({"sweep", "broadcast", "-n", "hypercube:{2,3}", "--store", store});
    const std::string table = place.path("table.txt");
    CHECK(has_colours(on_terminal({"results", store, "--by", "algorithm"})));
    on_terminal({"results", store, "--by", "algorithm", "-o", table});
    CHECK_FALSE(has_colours(content_of(table)));
}

}  // TEST_SUITE("source/cli/output/terminal.cpp")
