#include "experiment/small_run.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include "support/standard.hpp"

namespace support {

tutti::experiment small_experiment(std::uint64_t seed) {
    const tutti::catalogue& known = support::standard();
    tutti::experiment asked{.known = &known};
    asked.network = tutti::network_specification::parse("torus:4x4");
    asked.where = asked.network.outline();
    asked.what = known.find("simultaneous-broadcast", "split-packing");
    asked.broadcasters = tutti::broadcaster_specification::random(3);
    asked.seed = seed;
    asked.parameters.emplace("prefix-step", tutti::rational{1, 8});
    return asked;
}

tutti::stored_run small_run(std::uint64_t seed) {
    const tutti::experiment asked = small_experiment(seed);
    return run_to_store(asked, {}, run_experiment(asked, {.threads = 1}, {}));
}

// Value of one column of the only row.
std::string only(const std::string& path, const std::string& query) {
    SQLite::Database open{path};
    SQLite::Statement row{open, query};
    REQUIRE(row.executeStep());
    return row.getColumn(0).getString();
}

}  // namespace support
