#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "verification/faulty.hpp"

TEST_SUITE("tutti/experiment/result.hpp") {

namespace {

/// The run of the specification's example, with times as if measured.
tutti::result timed_run() {
    tutti::result outcome = support::run(
        support::on_cube(support::entry("simultaneous-broadcast/prefix-roots"), 3, "nodes:0,1,2"));
    outcome.digest = 0x1d90497c4a439e57;
    outcome.wall_seconds = 26e-6;
    outcome.setup_seconds = 1.25;
    outcome.packet_hops_per_second = 2.46e6;
    return outcome;
}

std::string table_of_fault(std::string_view fault) {
    const tutti::algorithm algorithm = support::faulty("simultaneous-broadcast/prefix-roots");
    tutti::experiment plan = support::on_cube(algorithm, 3, "nodes:0,1,2");
    plan.parameters = {{"fault", std::string{fault}}};
    return to_table(support::run(plan));
}

bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("the table of a complete run shows all that was found") {
    CHECK(to_table(timed_run()) ==
          R"(simultaneous-broadcast/prefix-roots on hypercube:3: 8 nodes, 24 links, ports: all
Stamoulis & Tsitsiklis 1991, 3.2

  broadcasters  nodes:0,1,2: 3 nodes, 3 packets, seed 1
  phase                slots     expected  slot length
    rank                   7            7            1
    collect                3            3            1
    broadcast              4            4            1
  time          14 slots; exact 14 = 2*ceil(K/d) + 4d; lower bound 3 (x 4.67)
  lower bound   3 for whole packets: the farthest node is 3 links away
                7/8 for pieces of 1/m: 3 messages go over 7 links each, and there are 24
  transmissions 64 (expected 64, 38 of them control); 19.0 % of the links busy on average
  delivery      24 of 24; 0 missing, 0 twice, 0 unexpected
  termination   the first node knows in slot 12, the last in slot 14
  speed         2.5 M packet-hops/s: 26 us on 1 thread, 1.25 s to set up
  busiest slot  18 packets
  digest        1d90497c4a439e57

complete: every check holds
)");
}

TEST_CASE("large numbers are grouped, and repeats have a line") {
    tutti::result outcome = timed_run();
    outcome.nodes = 1'048'576;
    outcome.transmissions = 12'345'678'901;
    outcome.threads = 8;
    outcome.wall_seconds = 0.0125;
    outcome.packet_hops_per_second = 2460;
    outcome.repeat = {.runs = 9, .seconds = {.minimum = 0.01, .median = 0.0125, .maximum = 2}};
    outcome.parameters = {{"announce", "true"}};
    const std::string table = to_table(outcome);

    CHECK(holds(table, ": 1,048,576 nodes, 24 links"));
    CHECK(holds(table, "transmissions 12,345,678,901 (expected 64"));
    CHECK(holds(table, "2.5 k packet-hops/s: 12.5 ms on 8 threads"));
    CHECK(holds(table, "median of 9 runs, 10.0 ms to 2.00 s"));
    CHECK(holds(table, "  parameter     announce = true\n"));
}

TEST_CASE("an algorithm that may fail says how likely, the others say nothing of it") {
    const tutti::algorithm& random = support::entry("simultaneous-broadcast/random-roots");
    tutti::result outcome = support::run(support::on_cube(random, 4));

    CHECK(holds(to_table(outcome),
                "  may fail      with probability 1.5e-05 over its draws; Chernoff bound 0.022\n"));
    outcome.failure->exact.reset();
    CHECK(holds(to_table(outcome), "with probability not worked out over its draws"));
    CHECK_FALSE(holds(to_table(timed_run()), "may fail"));
}

TEST_CASE("the table of a failed run says what is wrong, last") {
    const std::string table = table_of_fault("is done too late and forgets a message");

    CHECK(table.ends_with(R"(
incorrect
  delivery      1 missing, 0 twice, 0 unexpected (0 with a wrong payload)
  phases        broadcast took 10 slots, not 4
  time          20 is later than 14
)"));
    CHECK_FALSE(holds(table, "complete"));
}

TEST_CASE("the table of a run that did not end has no phases and says what ended it") {
    const std::string table = table_of_fault("passes no end on");

    CHECK(holds(table, "    broadcast              -            4            1\n"));
    CHECK_FALSE(holds(table, "termination"));
    CHECK(holds(table,
                "\nstalled: simultaneous-broadcast/prefix-roots: stalled after slot 14: "
                "4 nodes wait for mail"));
    CHECK(table.ends_with("  phases        4 marks of the end of broadcast, not 8\n"));
}

}  // TEST_SUITE("tutti/experiment/result.hpp")
