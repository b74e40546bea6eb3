#include "experiment/plan/plan_identity.hpp"

#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "cli/stored_rows.hpp"
#include "experiment/small_run.hpp"
#include "results/store/store.hpp"
#include "support/scratch.hpp"
#include "support/standard.hpp"

TEST_SUITE("experiment/plan/plan_identity.hpp") {

namespace {

using support::make_older;
using support::only_value;
using support::scratch;
using tutti::content_of;
using tutti::experiment;
using tutti::result_store;
using tutti::stored_run;

experiment flooding_on(const std::string& network) {
    const tutti::catalogue& catalogue = support::standard();
    experiment plan{.catalogue = &catalogue};
    plan.network = tutti::network_specification::parse(network);
    plan.built_network = plan.network.outline();
    plan.algorithm = catalogue.find("broadcast", "flooding");
    return plan;
}

stored_run run_on(const std::string& network) {
    const experiment plan = flooding_on(network);
    return run_to_store(plan, {}, run_experiment(plan, {.threads = 1}, {}));
}

std::string key_on(const std::string& network) {
    const experiment plan = flooding_on(network);
    return identity_of(plan, {}, contents_of_files(plan)).key();
}

}  // namespace

TEST_CASE("a file counts by its content, whatever its name, in products too") {
    const scratch place;
    const std::string one = place.file("one", "0 1\n1 2\n");
    const std::string same = place.file("same", "0 1\n1 2\n");
    const std::string other = place.file("other", "0 1\n0 2\n");
    CHECK(key_on("graph:" + one) == key_on("graph:" + same));
    CHECK(key_on("graph:" + one) != key_on("graph:" + other));
    CHECK(key_on("product(ring:3,graph:" + one + ",graph:" + other + ")") ==
          key_on("product(ring:3,graph:" + same + ",graph:" + other + ")"));
    CHECK(key_on("product(ring:3,graph:" + one + ",graph:" + other + ")") !=
          key_on("product(ring:3,graph:" + other + ",graph:" + one + ")"));
    CHECK(key_on("graph:" + one + ",loops=drop") == key_on("graph:" + same + ",loops=drop"));
    CHECK(key_on("graph:" + one + ",loops=drop") != key_on("graph:" + one));
    // XXH3-128 of the bytes, as `xxh128sum` prints it.
    CHECK(tutti::hash_of_file(place.file("empty", "")) == "99aa06d3014798d86001c324468d497f");
    CHECK_THROWS_WITH_AS(static_cast<void>(content_of(
                             tutti::network_specification::parse("graph:" + place.path("none")))),
                         doctest::Contains("none' cannot be read"), std::invalid_argument);
}

TEST_CASE("a store of schema 1 is brought to the present one, its runs of files with no content") {
    const scratch place;
    const std::string path = place.path("results.db");
    const std::string graph = place.file("g", "0 1\n1 2\n");
    const stored_run of_file = run_on("graph:" + graph);
    support::store_runs(path, {support::small_run(1), of_file});
    const std::string phases =
        only_value(path, "SELECT group_concat(run || name || slots) FROM phases");
    make_older(path);
    {
        result_store store{path};
        CHECK(store.run_count() == 2);
        CHECK(store.find(support::small_run(1).key()));
        CHECK_FALSE(store.find(of_file.key()));  // the content of the file is unknown
        CHECK(store.count_changed_files({{"graph:" + graph, of_file.content}}) == 1);
        store.put(of_file);
        store.put(support::small_run(1));
        store.put(support::small_run(2));
        store.commit();
        CHECK(store.run_count() == 4);
    }
    CHECK(only_value(path, "PRAGMA user_version") == "3");
    CHECK_FALSE(std::filesystem::exists(path + ".schema-1"));
    CHECK(only_value(path, "SELECT count(*) FROM pragma_foreign_key_check") == "0");
    CHECK(only_value(path, "SELECT content FROM runs WHERE id = 2") == "network:unknown");
    CHECK(only_value(path, "SELECT count(*) FROM runs WHERE content IS NULL") == "2");
    CHECK(
        only_value(path, "SELECT group_concat(run || name || slots) FROM phases WHERE run <= 2") ==
        phases);
    CHECK(only_value(path, "SELECT count(*) FROM phases WHERE run = 4") != "0");
}

TEST_CASE("numbers in lowest terms identify a plan, which keeps them as they are written") {
    const auto with = [](const tutti::parameter_value& rate, const std::string& set) {
        experiment plan = support::small_experiment(1);
        plan.parameters = {{"rate", rate}};
        plan.broadcasters = tutti::broadcaster_specification::parse(set);
        return identity_of(plan, {}, {});
    };
    const tutti::rational eighth{1, 8};
    const auto identity = with({eighth, "0.125"}, "bernoulli:.50");
    CHECK(identity.plan.find("bernoulli:.50") != std::string::npos);
    CHECK(identity.plan.find("rate=0.125") != std::string::npos);
    CHECK(identity.key().find("bernoulli:1/2") != std::string::npos);
    CHECK(identity.key().find("rate=1/8") != std::string::npos);
    CHECK(identity.earlier_key == identity.plan);
    CHECK(with({eighth, "125e-3"}, "bernoulli:5e-1").key() == identity.key());
    const auto reduced = with({eighth, "1/8"}, "bernoulli:1/2");
    CHECK(reduced.plan == identity.key());
    CHECK(reduced.identity.empty());
    CHECK(reduced.earlier_key.empty());
    CHECK(with(tutti::parameter_value{"0.125"}, "all").key().find("rate=0.125") !=
          std::string::npos);  // a name
}

TEST_CASE(
    "a store of schema 1 is found by numbers in every form, and keeps runs that it has twice") {
    const scratch place;
    const std::string path = place.path("results.db");
    const auto with = [](const std::string& text) {
        stored_run run = support::small_run(1);
        run.result.parameters = {{"step", {tutti::rational{1, 8}, text}}};
        run.plan += " --set step=" + text;
        return run;
    };
    {
        result_store store{path};
        for (const std::string text : {"0.125", "2/16", "1/8"}) {
            store.put(with(text));
        }
        store.commit();
    }
    make_older(path);
    static_cast<void>(result_store{path});
    CHECK(only_value(path, "SELECT count(*) FROM runs") == "3");
    CHECK(only_value(path, "SELECT count(identity) FROM runs") == "0");  // the third has the key
    support::change_store(path, "PRAGMA foreign_keys = ON; DELETE FROM runs WHERE id > 2");
    make_older(path);
    static_cast<void>(result_store{path});
    CHECK(only_value(path, "SELECT group_concat(ifnull(identity, '-'), ';') FROM runs") ==
          with("1/8").plan + ";-");
}

TEST_CASE("a store of schema 1 is merged as it is, and one with foreign columns is not migrated") {
    const scratch place;
    const std::string path = place.path("results.db");
    const stored_run of_file = run_on("graph:" + place.file("g", "0 1\n1 2\n"));
    support::store_runs(path, {support::small_run(1), of_file});
    make_older(path);
    {
        result_store merged{place.path("all.db")};
        merged.put(of_file);
        CHECK(merged.merge(path).added == 2);
        merged.commit();
    }
    CHECK(only_value(path, "PRAGMA user_version") == "1");
    CHECK(only_value(place.path("all.db"),
                     "SELECT group_concat(ifnull(content, '-')) FROM runs "
                     "WHERE id > 1") == "-,network:unknown");
    support::change_store(path, "ALTER TABLE runs ADD COLUMN mine");
    CHECK_THROWS_WITH_AS(result_store{path}, doctest::Contains("has additional columns"),
                         std::invalid_argument);
    CHECK(only_value(path, "PRAGMA user_version") == "1");
}

TEST_CASE("broadcasters and parameters in files have contents") {
    const scratch place;
    const std::string path = place.file("b", "0\n3\n");
    const std::string hash = tutti::hash_of_file(path);
    experiment plan = support::small_experiment(1);
    plan.broadcasters = tutti::broadcaster_specification::parse("file:" + path);
    plan.parameters.emplace("file", path);
    plan.parameters.emplace("profile", path);
    const tutti::file_contents read = contents_of_files(plan);
    CHECK(read.text() == "broadcasters:" + hash + " file:" + hash);
    const std::string key = identity_of(plan, {}, read).key();
    CHECK(key.find("-b file:@" + hash) != std::string::npos);
    CHECK(key.find("--set file=@" + hash) != std::string::npos);
    CHECK(key.find("profile=" + path) != std::string::npos);
}

}  // TEST_SUITE("experiment/plan/plan_identity.hpp")
