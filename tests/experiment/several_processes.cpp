#include <string>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "support/engines.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/engine/transport.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "verification/faulty_program.hpp"

TEST_SUITE("tutti/experiment/experiment.hpp") {

namespace {

namespace json = boost::json;

// Without what is each process's own.
json::object shared_part(const tutti::result& outcome) {
    json::object object = json::parse(tutti::to_json(outcome)).as_object();
    for (const std::string name : {"processes", "threads", "wall_seconds", "setup_seconds",
                                   "packet_hops_per_second", "peak_rss_bytes"}) {
        object.erase(name);
    }
    return object;
}

tutti::experiment_options plain_options() {
    return {.threads = 1, .executor = tutti::executor_kind::plain_threads, .counts_loads = true};
}

}  // namespace

TEST_CASE("several processes verify possession at the nodes of all") {
    const support::faulty_program honest{.name = "honest", .outcome = "complete"};
    const support::faulty_program liar{
        .name = "passes on another message",
        .outcome = "incorrect: delivery, possession",
        .hears =
            support::heard(1, [](tutti::message&, tutti::message& passed) { passed.payload = 0; })};
    for (const support::faulty_program* one : {&honest, &liar}) {
        CAPTURE(one->name);
        support::for_creature(*one, [&](const tutti::experiment& plan) {
            const tutti::result alone = tutti::run_experiment(plan, plain_options(), {});
            CHECK(support::outcome_in_short(alone) == one->outcome);
            CHECK(alone.verified.possession.starts_with("node by node"));
            for (const int count : {2, 3}) {
                const auto outcomes = support::on_engines(count, [&](tutti::transport& end) {
                    tutti::experiment_options options = plain_options();
                    options.carrier = &end;
                    return tutti::run_experiment(plan, options, {});
                });
                REQUIRE(outcomes.back().value);
                CHECK(shared_part(*outcomes.front().value) == shared_part(alone));
                CHECK(outcomes.back().value->verdict == alone.verdict);
            }
        });
    }
}

}  // TEST_SUITE
