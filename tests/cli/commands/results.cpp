#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/refusal.hpp"
#include "cli/stored_rows.hpp"
#include "cli/subprocess.hpp"
#include "results/made_runs.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli/commands/results.cpp") {

namespace {

using support::check_refused;
using support::finished;
using support::run_program;
using support::scratch;

std::string store_of(const scratch& place, std::string_view name = "results.db",
                     const std::vector<support::made_run>& runs = support::two_algorithms()) {
    support::make_store(place.path(name), runs);
    return place.path(name);
}

std::string text_of_file(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

std::size_t files_in(const scratch& place) {
    const std::filesystem::directory_iterator files{place.path("")};
    return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

}  // namespace

TEST_CASE("results says what is in a store, all of it or what meets a condition") {
    const scratch place;
    const std::string store = store_of(place);
    const finished process = run_program({"results", store});
    CHECK(process.status == 0);
    CHECK(process.errors.empty());
    CHECK(process.output.starts_with("8 runs\n\n  column "));
    CHECK(run_program({"results", store, "--where", "nodes = 16"}).output.starts_with("4 runs\n"));
    const std::string path = place.path("all.txt");
    CHECK(run_program({"results", store, "-o", path}).status == 0);
    CHECK(text_of_file(path) == process.output);
}

TEST_CASE("a table of means is written in each format, to standard output or a file") {
    const scratch place;
    const std::string store = store_of(place);
    const std::vector<std::string> names{"results", store,        "--by",   "algorithm",
                                         "--where", "nodes = 16", "--stat", "mean,max"};
    const auto with = [&](std::vector<std::string> more) {
        std::vector<std::string> texts = names;
        texts.insert(texts.end(), more.begin(), more.end());
        return run_program(texts);
    };
    CHECK(with({}).output ==
          "  algorithm  runs  slots_mean  slots_max\n"
          "  greedy        2         8.5  9\n"
          "  prefix        2          12  12\n");
    const std::string csv =
        "algorithm,runs,slots_mean,slots_max\r\ngreedy,2,8.5,9\r\nprefix,2,12,12\r\n";
    CHECK(with({"--csv"}).output == csv);
    CHECK(with({"--csv", "-o", "-"}).output == csv);
    CHECK(with({"--markdown"}).output ==
          "| algorithm | runs | slots_mean | slots_max |\n| --- | ---: | ---: | ---: |\n"
          "| greedy | 2 | 8.5 | 9 |\n| prefix | 2 | 12 | 12 |\n");
    CHECK(with({"--latex"}).output.starts_with("\\begin{tabular}{lrrr}\n\\hline\nalgorithm & "));
    const auto json = boost::json::parse(with({"--json"}).output).as_array();
    CHECK(json.at(0).at("slots_mean").as_double() == 8.5);
    CHECK(json.at(1).at("runs").to_number<int>() == 2);

    const std::string path = place.path("table.csv");
    CHECK(with({"--csv", "-o", path}).output.empty());
    CHECK(text_of_file(path) == csv);
    CHECK(with({"--csv", "-o", path}).status == 0);
    std::ofstream{path} << "my notes";
    std::vector<std::string> refused = names;
    refused.insert(refused.end(), {"--csv", "-o", path});
    check_refused(refused, "exists and is not a table of this kind");
    CHECK(with({"--csv", "-o", path, "--force"}).status == 0);
    CHECK(text_of_file(path) == csv);
}

TEST_CASE("intervals say how they were worked out") {
    const scratch place;
    const std::string store = store_of(place);
    const std::string student =
        run_program({"results", store, "--by", "algorithm,nodes", "--csv"}).output;
    CHECK(student.starts_with(
        "algorithm,nodes,runs,slots_mean,slots_student95_low,slots_student95_high\r\n"
        "greedy,16,2,8.5,2.14"));
    CHECK(student.find("\r\nprefix,16,2,12,,\r\n") != std::string::npos);
    const std::string bootstrap = run_program({"results", store, "--by", "algorithm,nodes", "--csv",
                                               "--interval", "bootstrap"})
                                      .output;
    CHECK(bootstrap.find("slots_bootstrap95_low") != std::string::npos);
    CHECK(bootstrap.find("\r\ngreedy,16,2,8.5,8,9\r\n") != std::string::npos);
}

TEST_CASE("without groups the rows are the runs") {
    const scratch place;
    const std::string store = store_of(place);
    CHECK(run_program({"results", store, "--of", "seed,slots,units", "--where",
                       "algorithm = greedy and nodes = 32", "--csv"})
              .output == "seed,slots,units\r\n1,10,10\r\n2,13,13\r\n");
    const auto value = boost::json::parse(run_program({"results", store, "--json"}).output);
    CHECK(value.as_array().size() == 8);
    CHECK(value.at(0).at("network").as_string() == "hypercube:4");
    CHECK(value.at(0).at("expected").is_null());
}

TEST_CASE("what a mean mixes or leaves out is said on standard error") {
    const scratch place;
    auto runs = support::two_algorithms();
    runs.back().verdict = tutti::verdict::stalled;
    const std::string store = store_of(place, "results.db", runs);
    const finished end = run_program({"results", store, "--by", "nodes"});
    CHECK(end.status == 0);
    CHECK(end.errors ==
          "tutti: 1 run that did not end complete left out; --where 'verdict != complete' selects "
          "them\ntutti: groups mix runs of different algorithm; --where or --by separates them\n");
}

TEST_CASE("what cannot be answered is refused in one line") {
    const scratch place;
    const std::string store = store_of(place);
    check_refused({"results"}, "FILE: missing; name a store");
    check_refused({"results", place.path("none.db")}, "does not exist");
    check_refused({"results", place.file("notes.txt", "my notes, long enough to be looked at")},
                  "FILE: '");
    check_refused({"results", store, "--by", "algoritm"},
                  "--by: 'algoritm' is not a column of the store; did you mean 'algorithm'?");
    check_refused({"results", store, "--by", "nodes", "--of", "network"}, "--of: network is text");
    check_refused({"results", store, "--by", "nodes", "--stat", "mode"},
                  "--stat: 'mode' is unknown");
    check_refused({"results", store, "--stat", "mean"}, "--stat: needs --by");
    check_refused({"results", store, "--by", "nodes", "--interval", "t"}, "--interval: 't' is");
    check_refused({"results", store, "--csv", "--json"}, "--json: cannot be combined with --csv");
    check_refused({"results", store, "--where", "nodes"}, "--where: it ends where one of");
    check_refused({"results", store, "--where", "nodes = '1; DROP TABLE runs'"},
                  "--where: nodes is a number");
    check_refused({"results", store, store}, "unexpected argument '");
    CHECK(run_program({"results", store, "--csv"}, support::stream_end::full).status == 4);
}

TEST_CASE("a hostile store is refused in one line, and its text reaches no terminal as it is") {
    const scratch place;
    const std::string view = store_of(place, "view.db");
    support::change_store(
        view,
        "PRAGMA legacy_alter_table = ON; ALTER TABLE runs RENAME TO own; CREATE VIEW runs AS "
        "SELECT * FROM own WHERE (WITH RECURSIVE more(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM "
        "more) SELECT count(*) FROM more) > 0");
    const std::string large = store_of(place, "large.db");
    support::change_store(
        large, "UPDATE runs SET complaint = CAST(zeroblob(20000000) AS TEXT) WHERE id = 1");
    for (const std::string_view each : {"--csv", "--json", "--markdown"}) {
        check_refused({"results", view, std::string{each}}, "runs is a view or a virtual table");
    }
    check_refused({"plot", view, "--x", "nodes", "--y", "slots"}, "runs is a view or a virtual");
    check_refused({"results", large}, "has a value or a row of more than 16 MiB");

    const std::string written = store_of(place, "written.db");
    support::change_store(written,
                          "UPDATE runs SET algorithm = char(27) || '[31m', network = '=1+1';"
                          "INSERT INTO parameters VALUES (1, char(27), '@x' || char(10), NULL)");
    for (const std::string_view each : {"--csv", "--json", "--markdown", "--latex"}) {
        const finished end = run_program({"results", written, std::string{each}});
        CHECK(end.status == 0);
        CHECK(end.output.find('\x1b') == std::string::npos);
    }
    CHECK(run_program({"results", written}).output.find('\x1b') == std::string::npos);
    CHECK(run_program({"results", written, "--of", "network,\\x1b", "--csv", "--where", "id = 1"})
              .output == "network,\\x1b\r\n'=1+1,'@x\\n\r\n");
    const finished drawn = run_program({"plot", written, "--x", "nodes", "--y", "slots", "--by",
                                        "algorithm", "--facet", "network"});
    CHECK(drawn.output.find("\\x1b[31m") != std::string::npos);
    CHECK(drawn.output.find('\x1b') == std::string::npos);
}

TEST_CASE("nothing of a store with a damaged row reaches a reader at once") {
    const scratch place;
    const std::string store = store_of(place);
    support::change_store(store, "UPDATE runs SET complaint = zeroblob(30000000) WHERE id = 8");
    for (const std::string format : {"--csv", "--json", "--markdown", "--latex"}) {
        for (const std::string path : {"-", "/dev/stdout"}) {
            check_refused({"results", store, format, "-o", path}, "a row of more than 16 MiB");
        }
    }
}

TEST_CASE("stores that were written apart become one, or nothing does") {
    const scratch place;
    const std::vector<support::made_run> runs = support::two_algorithms();
    const std::string first = store_of(place, "a.db", {runs.begin(), runs.begin() + 5});
    const std::string second = store_of(place, "b.db", {runs.begin() + 3, runs.end()});
    const std::string path = place.path("c.db");
    const finished end = run_program({"results", "merge", first, second, "-o", path});
    CHECK(end.status == 0);
    CHECK(end.output.starts_with("8 runs in '"));
    CHECK(end.output.ends_with(", 2 of them in more than one store\n"));
    CHECK(files_in(place) == 3);
    CHECK(run_program({"results", path}).output.starts_with("8 runs\n"));

    check_refused({"results", "merge", first, second, "-o", path}, "already exists; name a new");
    check_refused({"results", "merge", first, "-o", place.path("d.db")}, "name two stores or more");
    check_refused({"results", "merge", first, second}, "--output: missing; name a new store");
    check_refused({"results", "merge", first, place.path("none.db"), "-o", place.path("d.db")},
                  "does not exist");
    check_refused({"results", "merge", first, second, "-o", place.path("none/d.db")}, "none/d.db");
    auto changed = runs;
    changed[3].units = 1;
    const std::string other = store_of(place, "e.db", changed);
    check_refused({"results", "merge", first, other, "-o", place.path("d.db")},
                  "nothing was merged");
    CHECK_FALSE(std::filesystem::exists(place.path("d.db")));
    CHECK(files_in(place) == 4);

    const auto merged_with = [&](const std::string& source, const std::vector<std::string>& more) {
        std::vector<std::string> words{"results", "merge", first, source};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    const std::vector<std::string> into_new{"-o", place.path("d.db")};
    check_refused(merged_with(second, {"-o", "-"}),
                  "--output: a store cannot be written to standard output");
    check_refused(merged_with(second, {"-o", place.path("d.db"), "--csv"}),
                  "--csv: cannot be combined with merge; leave out --csv");
    support::change_store(second, "UPDATE runs SET version = '0.0.9'");
    check_refused(merged_with(second, into_new),
                  "2 runs from another version or program in those before it, the first `");
    support::change_store(second, "DELETE FROM runs WHERE id <= 2");
    CHECK(run_program(merged_with(second, into_new))
              .output.ends_with(", 3 from other versions or programs, such as tutti 0.0.9\n"));
    CHECK(files_in(place) == 5);

    std::filesystem::remove(place.path("d.db"));
    const auto size = std::filesystem::file_size(second);
    std::fstream file{second, std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(4096);
    file << std::string(static_cast<std::size_t>(size) - 4096, '\xa5');
    file.close();
    check_refused(merged_with(second, into_new), "FILE: '" + second + "' is damaged");
    CHECK(files_in(place) == 4);
}

TEST_CASE("a merge that finds no room on the disk leaves nothing") {
    const scratch place;
    std::vector<support::made_run> many;
    for (std::uint64_t seed = 1; seed <= 600; ++seed) {
        many.push_back({.seed = seed});
    }
    const std::string first = store_of(place, "a.db", many);
    const std::string second = store_of(place, "b.db");
    const std::vector<std::string> limited{"/bin/sh", "-c", R"(ulimit -f 300; exec "$0" "$@")"};
    const std::string path = place.path("c.db");
    const finished end =
        support::run_program_by(limited, {"results", "merge", first, second, "-o", path});
    CAPTURE(end.errors);
    CHECK(end.status == 4);
    CHECK(end.errors.starts_with("tutti: --output: '" + path + "' could not be written"));
    CHECK(end.errors.ends_with("; nothing was merged\n"));
    CHECK(files_in(place) == 2);
}

TEST_CASE("Python reads a store as README says, and numbers are numbers") {
    const scratch place;
    static_cast<void>(store_of(place));
    const std::vector<std::string> python{"/usr/bin/python3", TUTTI_README_PYTHON, TUTTI_README,
                                          place.path("")};
    if (!std::filesystem::exists(python.front())) {
        return;
    }
    const finished end = support::run_program_by(python, {});
    CAPTURE(end.errors);
    CHECK(end.status == 0);
    CHECK((end.output.ends_with("pandas\n")));
}

}  // TEST_SUITE("source/cli/commands/results.cpp")
