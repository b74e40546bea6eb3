#include "experiment/events/link_load.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/engine/run_report.hpp"
#include "tutti/experiment/experiment.hpp"

TEST_SUITE("experiment/events/link_load.hpp") {

namespace {

using histogram = decltype(tutti::link_load_result::histogram);

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

TEST_CASE("of parallel links the copy is named") {
    const tutti::network net = tutti::parse_network("box:dgx1");
    for (const auto& [through, copy] : {std::pair{0, 0}, {1, 1}, {2, -1}, {4, 0}, {5, 1}}) {
        CAPTURE(through);
        tutti::link_loads loads{net};
        loads.add(0, through);
        CHECK(loads.sum_up().busiest->copy == copy);
    }
}

}  // TEST_SUITE("experiment/events/link_load.hpp")
