#include "experiment/processes/result_bytes.hpp"

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("experiment/processes/result_bytes.hpp") {

// The figures that are only there on demand are in it, too: loads, repeats and accounts.
TEST_CASE("a result that another process sends is the result") {
    const tutti::experiment plan =
        support::on_cube(support::entry("simultaneous-broadcast/prefix-roots"), 5, "nodes:1,9,30");
    tutti::experiment_options options{.threads = 1};
    options.repeats = 2;
    options.counts_loads = true;
    options.keeps_account = true;
    const tutti::result sent = tutti::run_experiment(plan, options, "tutti run ..");
    REQUIRE(sent.link_load);
    REQUIRE(sent.account);

    std::vector<std::byte> bytes;
    tutti::append_result(bytes, sent);
    tutti::detail::byte_reader reader{bytes};
    const tutti::result received = tutti::take_result(reader);
    CHECK(reader.is_at_end());
    CHECK(tutti::to_json(received) == tutti::to_json(sent));
    CHECK(tutti::to_table(received) == tutti::to_table(sent));
    REQUIRE(received.marks.size() == sent.marks.size());
    for (std::size_t i = 0; i < sent.marks.size(); ++i) {
        CHECK(received.marks[i].name == sent.marks[i].name);
        CHECK(received.marks[i].node_sum == sent.marks[i].node_sum);
    }
}

}
