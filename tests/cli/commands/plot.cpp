#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "cli/refusal.hpp"
#include "cli/stored_rows.hpp"
#include "cli/subprocess.hpp"
#include "results/made_runs.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli/commands/plot.cpp") {

namespace {

using support::check_refused;
using support::finished;
using support::run_program;
using support::scratch;

std::string stored_in(const scratch& place) {
    support::make_store(place.path("results.db"), support::two_algorithms());
    return place.path("results.db");
}

std::string read_whole(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::vector<std::string> plot_with(const std::string& store, std::vector<std::string> more) {
    std::vector<std::string> texts{"plot", store,   "--x",  "nodes",
                                   "--y",  "slots", "--by", "algorithm"};
    texts.insert(texts.end(), more.begin(), more.end());
    return texts;
}

/// True if gnuplot is installed; if not, checks that one line says so.
bool has_gnuplot(const std::string& store) {
    const finished end = run_program(plot_with(store, {"-o", "-"}));
    if (end.status == 0) {
        return true;
    }
    CHECK(end.status == 2);
    CHECK(end.errors == "tutti: gnuplot, which draws it, is not installed (Debian: gnuplot-nox)\n");
    return false;
}

}  // namespace

TEST_CASE("each kind of picture is written, the same bytes each time") {
    const scratch place;
    const std::string store = stored_in(place);
    if (!has_gnuplot(store)) {
        return;
    }
    for (const std::string ending : {"svg", "pdf", "png"}) {
        CAPTURE(ending);
        const std::string path = place.path("figure." + ending);
        const auto names = plot_with(store, {"--bound", "--log", "x,y", "-o", path});
        const finished end = run_program(names);
        CAPTURE(end.errors);
        CHECK(end.status == 0);
        CHECK(end.output.empty());
        CHECK(end.errors.empty());
        const std::string drawn = read_whole(path);
        CHECK(drawn.starts_with(ending == "svg" ? "<?xml" : ending == "pdf" ? "%PDF-" : "\x89PNG"));
        CHECK(run_program(names).status == 0);
        CHECK(read_whole(path) == drawn);
    }
    const std::string svg = read_whole(place.path("figure.svg"));
    for (const std::string_view part :
         {"<title>simultaneous-broadcast: time in slots by nodes</title>", "time in slots</text>",
          ">nodes</text>", ">greedy</text>", ">prefix</text>", ">lower bound</text>",
          "prefers-color-scheme:dark"}) {
        CAPTURE(part);
        CHECK(svg.find(part) != std::string::npos);
    }
    CHECK(run_program(plot_with(store, {"--bound", "--log", "x,y", "-o", "-"})).output == svg);
}

TEST_CASE("in a terminal the figure is text") {
    const scratch place;
    const std::string store = stored_in(place);
    const finished end = run_program(plot_with(store, {"--facet", "nodes", "--bound"}));
    CHECK(end.status == 0);
    CHECK(end.errors.empty());
    CHECK(end.output.starts_with("simultaneous-broadcast: time in slots by nodes\n  "));
    CHECK(end.output.find("   - lower bound\n") != std::string::npos);
    CHECK(end.output.find("\ntime in slots, nodes = 32\n") != std::string::npos);
}

TEST_CASE("runs that cannot be drawn are counted on standard error") {
    const scratch place;
    auto runs = support::two_algorithms();
    runs[0].parameters = {{"c", std::uint64_t{3}}};
    support::make_store(place.path("c.db"), runs);
    const finished end = run_program({"plot", place.path("c.db"), "--x", "c", "--y", "slots"});
    CHECK(end.status == 0);
    CHECK(end.errors == "tutti: 7 runs without a number for c left out\n");
}

TEST_CASE("the script that is kept draws the same picture") {
    const scratch place;
    const std::string store = stored_in(place);
    const std::string script = place.path("figure.gp");
    const std::string figure = place.path("figure.svg");
    if (!has_gnuplot(store)) {
        return;
    }
    const auto names = plot_with(store, {"-o", figure, "--script", script});
    CHECK(run_program(names).status == 0);
    const std::string text = read_whole(script);
    CHECK(text.starts_with("# Made by: tutti plot "));
    // NOLINTNEXTLINE(cert-env33-c,concurrency-mt-unsafe)
    CHECK(std::system(("gnuplot -d " + script + " > " + place.path("again.svg")).c_str()) == 0);
    const std::string drawn = read_whole(figure);
    const std::string again = read_whole(place.path("again.svg"));
    CHECK(drawn.ends_with(again.substr(again.find("<g id="))));
    CHECK(run_program(names).status == 0);
    std::ofstream{script} << "my notes";
    check_refused(names, "--script: '");
    CHECK(read_whole(script) == "my notes");
}

TEST_CASE("a logarithmic axis includes the low ends of intervals, and says which bars are cut") {
    const scratch place;
    const std::string store = place.path("two.db");
    const std::string script = place.path("p.gp");
    REQUIRE(
        run_program({"sweep", "simultaneous-broadcast/random-roots-detected", "-n", "hypercube:5",
                     "-b", "random:{2,8,32}", "--seeds", "1-2", "--store", store})
            .status == 0);
    const finished end =
        run_program({"plot", store, "--x", "k", "--y", "slots", "--log", "y", "--script", script});
    CHECK(end.status == 0);
    CHECK(end.output.find("bars that reach 0 or less are cut at the axis") != std::string::npos);
    const std::string text = read_whole(script);
    CHECK(text.find("\n8 19.5 0.44069289573796055 38.559") != std::string::npos);
    const std::size_t range = text.find("set yrange [") + 12;
    const std::string low = text.substr(range, text.find(':', range) - range);
    CHECK(std::stod(low) > 0);
    CHECK(std::stod(low) < 0.4407);
    CHECK(text.find("\n2 15.5 " + low + " 34.559") != std::string::npos);
}

TEST_CASE("what cannot be drawn is refused in one line, and leaves no file") {
    const scratch place;
    const std::string store = stored_in(place);
    const std::string path = place.path("x.svg");
    check_refused({"plot"}, "FILE: missing; name a store");
    check_refused({"plot", store, "--y", "slots"}, "--x: missing; name a column of numbers");
    check_refused({"plot", store, "--x", "nods", "--y", "slots"}, "did you mean 'nodes'?");
    check_refused({"plot", store, "--x", "network", "--y", "slots", "-o", path},
                  "--x: network is text");
    check_refused(plot_with(store, {"--log", "z"}), "--log: 'z' is not an axis");
    check_refused(plot_with(store, {"--facet", "sides", "--where", "sides = 4"}),
                  "--where: no complete run meets it");
    check_refused(plot_with(store, {"--where", "nods = 4"}), "--where: 'nods' is not a column");
    check_refused(plot_with(store, {"-o", place.path("x.jpg")}), "ends in none of .svg, .pdf and");
    check_refused(plot_with(store, {"-o", store}), "ends in none of");
    check_refused(plot_with(store, {"-o", place.file("y.svg", "my notes")}),
                  "exists and is not a .svg picture");
    CHECK_FALSE(std::filesystem::exists(path));
    support::change_store(store,
                          "UPDATE runs SET network = 'graph:g', "
                          "content = 'network:' || printf('%08x%024x', id, 0)");
    check_refused(plot_with(store, {}), "--y: runs of 'graph:g@");
}

TEST_CASE("without gnuplot one line names its package") {
    const scratch place;
    const std::string store = stored_in(place);
    const std::vector<std::string> without{"/usr/bin/env", "PATH=" + place.path("")};
    CHECK(support::run_program_by(without, plot_with(store, {})).status == 0);  // letters
    const finished end = support::run_program_by(without, plot_with(store, {"-o", "-"}));
    CHECK(end.status == 2);
    CHECK(end.output.empty());
    CHECK(end.errors == "tutti: gnuplot, which draws it, is not installed (Debian: gnuplot-nox)\n");
}

}  // TEST_SUITE("source/cli/commands/plot.cpp")
