// Sweeps over networks and broadcasters in files, whose content changes.
#include <filesystem>
#include <string>
#include <vector>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "cli/refusal.hpp"
#include "cli/stored_rows.hpp"
#include "cli/subprocess.hpp"
#include "support/scratch.hpp"

TEST_SUITE("source/cli") {

namespace {

using support::check_refused;
using support::finished;
using support::only_value;
using support::run_program;
using words = std::vector<std::string>;

constexpr std::string_view path_of_five = "0 1\n1 2\n2 3\n3 4\n";
constexpr std::string_view star_of_five = "0 1\n0 2\n0 3\n0 4\n";

// A folder with a graph, and a store of sweeps over it.
struct swept_graph {
    support::scratch place{};
    std::string graph = place.file("d.txt", path_of_five);
    std::string store = place.path("st.db");

    [[nodiscard]] finished sweep(const std::string& seeds, const words& more = {}) const {
        words arguments{"sweep",   "broadcast/flooding",
                        "-n",      "graph:" + graph,
                        "--seeds", seeds,
                        "--store", store,
                        "--json",  "--quiet"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_program(arguments);
    }
};

std::int64_t number_in(const finished& end, const std::string& name) {
    CAPTURE(end.errors);
    REQUIRE_FALSE(end.output.empty());
    return boost::json::parse(end.output).at(name).as_int64();
}

std::string table_of(const std::string& store, const words& more) {
    words arguments{"results", store, "--csv"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const finished end = run_program(arguments);
    CAPTURE(end.errors);
    CHECK(end.status == 0);
    return end.output;
}

std::string name_of(const std::string& store, const std::string& column, int diameter) {
    return only_value(store, "SELECT " + column +
                                 " || '@' || substr(content, 9, 8) FROM runs "
                                 "WHERE diameter = " +
                                 std::to_string(diameter));
}

}  // namespace

TEST_CASE("runs of a graph whose file changed are repeated, and distinguished from the old ones") {
    const swept_graph made;
    REQUIRE(made.sweep("1-3").status == 0);
    static_cast<void>(made.place.file("d.txt", star_of_five));
    const finished anew = made.sweep("1-4");
    CHECK(anew.status == 0);
    CHECK(number_in(anew, "stored_before") == 0);
    CHECK(number_in(anew, "finished") == 4);
    CHECK(anew.errors.find("3 of the 3 runs in '" + made.store +
                           "' are of files whose content has changed") != std::string::npos);
    CHECK(number_in(made.sweep("1-4"), "stored_before") == 4);

    const std::string before = name_of(made.store, "network", 4);
    const std::string now = name_of(made.store, "network", 2);
    const std::string rows = table_of(made.store, {"--of", "seed,network,diameter,slots"});
    CHECK(rows.find("\r\n1," + before + ",4,4\r\n") != std::string::npos);
    CHECK(rows.find("\r\n1," + now + ",2,1\r\n") != std::string::npos);
    const std::string groups = table_of(made.store, {"--by", "network", "--stat", "mean"});
    CHECK(groups.find(before + ",3,4\r\n") != std::string::npos);
    CHECK(groups.find(now + ",4,1\r\n") != std::string::npos);
    CHECK(table_of(made.store,
                   {"--by", "algorithm", "--stat", "mean", "--where", "network = '" + now + "'"}) ==
          "algorithm,runs,slots_mean\r\nflooding,4,1\r\n");
    check_refused({"results", made.store, "--by", "algorithm"}, "would be merged; --by net");
    check_refused({"plot", made.store, "--x", "nodes", "--y", "slots"}, "would be merged; ");
    CHECK(run_program({"plot", made.store, "--x", "nodes", "--y", "slots", "--by", "network"})
              .output.find(now) != std::string::npos);
    check_refused({"results", made.store, "--where", "network = 'graph:" + made.graph + "'"},
                  "had 2 contents; write 'graph:");
}

TEST_CASE("a file of the same content is the same, wherever it lies") {
    const swept_graph made;
    REQUIRE(made.sweep("1-3").status == 0);
    std::filesystem::rename(made.graph, made.place.path("moved.txt"));
    const finished again =
        run_program({"sweep", "broadcast/flooding", "-n", "graph:" + made.place.path("moved.txt"),
                     "--seeds", "1-4", "--store", made.store, "--json"});
    CHECK(number_in(again, "stored_before") == 3);
    CHECK(again.errors.empty());
}

TEST_CASE("broadcasters in files count by their content") {
    const support::scratch place;
    const std::string store = place.path("bf.db");
    const auto sweep_with = [&](std::string_view ids, const std::string& seeds) {
        return run_program({"sweep", "simultaneous-broadcast/greedy", "-n", "hypercube:5", "-b",
                            "file:" + place.file("b.txt", ids), "--seeds", seeds, "--store", store,
                            "--json"});
    };
    REQUIRE(sweep_with("0\n1\n2\n", "1").status == 0);
    const finished anew = sweep_with("7\n9\n", "1-2");
    CHECK(number_in(anew, "finished") == 2);
    CHECK(anew.errors.find("1 of the 1 runs in '") != std::string::npos);
    const std::string rows = table_of(store, {"--by", "broadcasters,k", "--stat", "max"});
    CHECK(rows.find("b.txt@") != std::string::npos);
    CHECK(rows.find(",3,1,") != std::string::npos);
    CHECK(rows.find(",2,2,") != std::string::npos);
    check_refused({"results", store, "--by", "nodes"}, "would be merged; --by broadcasters");
}

TEST_CASE("files of one name from several folders are distinguished where stores are merged") {
    const support::scratch place;
    const auto before = std::filesystem::current_path();
    for (const auto& [folder, graph] :
         {std::pair{"m1", "0 1\n1 2\n"}, std::pair{"m2", "0 1\n1 2\n2 3\n"}}) {
        std::filesystem::create_directory(place.path(folder));
        std::filesystem::current_path(place.path(folder));
        static_cast<void>(place.file(std::string{folder} + "/g.txt", graph));
        CHECK(run_program({"sweep", "broadcast/flooding", "-n", "graph:g.txt", "--seeds", "1-2",
                           "--store", "s.db", "--quiet"})
                  .status == 0);
    }
    std::filesystem::current_path(before);
    const std::string text = place.path("m.db");
    const finished merged =
        run_program({"results", "merge", place.path("m1/s.db"), place.path("m2/s.db"), "-o", text});
    CHECK(merged.output ==
          "4 runs in '" + text +
              "', files of one name and different contents distinguished in network\n");
    const std::string rows = table_of(text, {"--of", "seed,network,nodes"});
    CHECK(rows.find("1," + name_of(text, "network", 2) + ",3\r\n") != std::string::npos);
    CHECK(rows.find("1," + name_of(text, "network", 3) + ",4\r\n") != std::string::npos);
}

TEST_CASE(
    "runs whose files' content is not known are shown, and neither resumed nor put together") {
    const swept_graph made;
    REQUIRE(made.sweep("1-3").status == 0);
    support::make_older(made.store);
    CHECK(table_of(made.store, {"--by", "network,content", "--stat", "mean"})
              .find(",network:unknown,3,4\r\n") != std::string::npos);
    CHECK(only_value(made.store, "PRAGMA user_version") == "1");  // reading changes nothing
    const finished anew = made.sweep("1-3");
    CHECK(number_in(anew, "finished") == 3);
    CHECK(anew.errors.find("3 of the 3 runs") != std::string::npos);
    const std::string groups = table_of(made.store, {"--by", "network", "--stat", "mean"});
    CHECK(groups.find("d.txt@unknown,3,4\r\n") != std::string::npos);
    CHECK(groups.find("@unknown,6") == std::string::npos);
    check_refused({"results", made.store, "--by", "algorithm"}, "would be merged");
}

TEST_CASE("trials of a stress test in a store count by the content of their graph") {
    const swept_graph made;
    const words trials{
        "stress",  "broadcast/flooding", "-n", "graph:" + made.graph, "--trials", "5", "--store",
        made.store};
    REQUIRE(run_program(trials).status == 0);
    static_cast<void>(made.place.file("d.txt", star_of_five));
    const finished anew = run_program(trials);
    CHECK(anew.status == 0);
    CHECK(anew.errors.find("5 of the 5 runs") != std::string::npos);
    CHECK(only_value(made.store, "SELECT count(DISTINCT content) FROM runs") == "2");
    CHECK(only_value(made.store, "SELECT count(*) FROM runs") == "10");
}

}
