#include "experiment/events/link_load.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <boost/json.hpp>
#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("experiment/events/link_load.hpp") {

namespace {

namespace json = boost::json;
using histogram = decltype(tutti::link_load_result::histogram);

bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

tutti::experiment_options counting(int repeats = 1) {
    tutti::experiment_options options{.threads = 1};
    options.repeats = repeats;
    options.counts_loads = true;
    return options;
}

/// The same figures, from a list of all that was sent.
void check_against_events(const tutti::experiment& plan) {
    support::event_recorder log;
    tutti::experiment_options options = counting();
    options.sinks.push_back(&log);
    const tutti::result outcome = tutti::run_experiment(plan, options, "");
    REQUIRE(outcome.link_load);
    std::map<std::pair<tutti::node_id, tutti::port>, std::uint64_t> counts;
    std::map<tutti::slot, std::uint64_t> by_slot;
    for (const tutti::transmission& each : log.transmissions()) {
        ++counts[{each.from, each.through}];
        ++by_slot[each.at];
    }
    std::uint64_t peak = 0;
    for (const auto& each : by_slot) {
        peak = std::max(peak, each.second);
    }
    CHECK(outcome.peak_transmissions == peak);
    std::map<std::uint64_t, std::uint64_t> links;
    tutti::loaded_link busiest;
    for (const auto& [link, packets] : counts) {
        ++links[packets];
        if (packets > busiest.packets) {
            busiest = {.node = link.first, .through = link.second, .to = 0, .packets = packets};
        }
    }
    const std::uint64_t idle = outcome.links - counts.size();
    if (idle > 0) {
        links[0] = idle;
    }

    const tutti::link_load_result& loads = *outcome.link_load;
    CHECK(loads.idle == idle);
    CHECK(loads.mean_load == tutti::rational{outcome.transmissions, outcome.links});
    CHECK(loads.histogram == histogram(links.begin(), links.end()));
    REQUIRE(loads.busiest);
    CHECK(loads.busiest->packets == busiest.packets);
    CHECK(loads.busiest->node == busiest.node);
    CHECK(loads.busiest->through == busiest.through);
}

}  // namespace

TEST_CASE("the loads are those of all links, whatever the network") {
    for (const auto& [name, network] :
         std::map<std::string, std::string>{{"simultaneous-broadcast/prefix-roots", "hypercube:5"},
                                            {"simultaneous-broadcast/split-packing", "array:4x4"},
                                            {"multinode-broadcast/quarter-turns", "torus:5x5"},
                                            {"gather/shortest-paths", "star:9"},
                                            {"scatter/shortest-paths", "product(array:3,path:4)"},
                                            {"reduce/shortest-paths", "debruijn:4"}}) {
        CAPTURE(name);
        CAPTURE(network);
        check_against_events(support::on_network(support::entry(name), network));
    }
}

TEST_CASE("of several busiest links the first by node and port is named, with its far end") {
    tutti::link_loads loads{tutti::parse_network("array:3x2")};
    loads.add(4, 1, 2);
    loads.add(1, 3, 1);
    loads.add(1, 3);
    loads.add(1, 0);

    const tutti::link_load_result measured = loads.sum_up();
    CHECK(measured ==
          tutti::link_load_result{
              .idle = 14 - 3,
              .mean_load = {5, 14},
              .busiest = tutti::loaded_link{.node = 1, .through = 3, .to = 4, .packets = 2},
              .histogram = {{0, 11}, {1, 1}, {2, 2}}});
    CHECK(loads.load(1, 3) == 2);
    CHECK(loads.load(0, 1) == 0);
}

TEST_CASE("without packets there is no busiest link, without links no load") {
    CHECK(tutti::link_loads{tutti::parse_network("ring:3")}.sum_up() ==
          tutti::link_load_result{.idle = 6, .histogram = {{0, 6}}});
    CHECK(tutti::link_loads{tutti::parse_network("ring:1")}.sum_up() == tutti::link_load_result{});
    CHECK(tutti::link_loads{tutti::parse_network("complete:1")}.sum_up() ==
          tutti::link_load_result{});
}

TEST_CASE("of several runs one counts, and the others are not watched") {
    const tutti::experiment plan =
        support::on_cube(support::entry("multinode-broadcast/rotation-classes"), 4);
    const auto once = tutti::run_experiment(plan, counting(), "").link_load;
    const auto often = tutti::run_experiment(plan, counting(5), "").link_load;

    REQUIRE(once);
    CHECK(once == often);
    tutti::link_loads loads{plan.built_network};
    CHECK(loads.wants(0) == tutti::interest::events);
    loads.end({});
    CHECK(loads.wants(0) == tutti::interest::nothing);
}

TEST_CASE("the JSON of a result has the loads if they were asked for, and else null") {
    const tutti::experiment plan = support::on_cube(support::entry("broadcast/binomial"), 2);
    const json::value without = json::parse(to_json(support::run(plan)));
    const json::value with = json::parse(to_json(tutti::run_experiment(plan, counting(), "")));

    CHECK(without.at("link_load").is_null());
    CHECK(with.at("link_load") == json::parse(R"({"idle": 5, "mean_load": "3/8", "largest_load": 1,
                          "busiest": {"node": 0, "port": 0, "to": 1},
                          "histogram": [[0, 5], [1, 3]]})"));
}

TEST_CASE("the table has a row a load, and of many loads eight rows at most") {
    const tutti::experiment small = support::on_cube(support::entry("broadcast/binomial"), 2);
    tutti::result outcome = tutti::run_experiment(small, counting(), "");
    CHECK(holds(to_table(outcome), R"(
  link load     0.4 packets on average; most 1, of node 0 through port 0 to 1; 5 idle
    packets            links
    0                      5
    1                      3
)"));
    CHECK_FALSE(holds(to_table(support::run(small)), "link load"));

    outcome.link_load->histogram.clear();
    for (std::uint64_t load = 10; load <= 40; ++load) {
        outcome.link_load->histogram.emplace_back(load, 100);
    }
    outcome.link_load->busiest->packets = 40;
    const std::string table = to_table(outcome);
    CHECK(holds(table, "\n    10 to 13             400\n"));
    CHECK(holds(table, "\n    38 to 41             300\n"));
    CHECK_FALSE(holds(table, "\n    42"));
}

TEST_CASE("what counting takes is in the estimate") {
    const tutti::experiment plan =
        support::on_cube(support::entry("multinode-broadcast/rotation-classes"), 8);
    tutti::experiment_options options = counting();
    CHECK(watching_bytes(plan, options) == tutti::link_loads::bytes_for(plan.built_network));
    CHECK(watching_bytes(plan, options) >= 8 * 2048);
    options.memory_limit_bytes = estimate_memory(plan).total_bytes() + 8 * 2048;
    CHECK_THROWS_AS(check_memory(plan, options), tutti::memory_limit_exceeded);
    options.counts_loads = false;
    CHECK(watching_bytes(plan, options) == 0);
    CHECK_NOTHROW(check_memory(plan, options));
}

}  // TEST_SUITE("experiment/events/link_load.hpp")
