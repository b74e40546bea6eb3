#include "recording/export/event_tables.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/folded_torus.hpp"
#include "experiment/events/event_file.hpp"
#include "made_slots.hpp"
#include "recorded.hpp"
#include "support/scratch.hpp"

TEST_SUITE("recording/export/event_tables.hpp") {

namespace {

using support::entry;
using support::made_slots;
using support::on_network;

std::string rows_of(const made_slots& made, std::string_view table) {
    const tutti::network net = tutti::parse_network("path:3");
    const auto rows = tutti::record_table_named(table).rows(made.plan, net);
    fmt::memory_buffer text;
    for (const tutti::recorded_slot& each : made.slots) {
        rows->add(each, made.names(), text);
    }
    rows->end(text);
    return {text.data(), text.size()};
}

/// Lines written for a recording.
std::string written(const tutti::recording& from, tutti::slot_lines& lines) {
    std::string content;
    write_lines(from, lines, [&](std::string_view text) { content += text; });
    return content;
}

/// Its lines, those of a slot sorted: their order within it says nothing.
std::vector<std::string> lines_by_slot(std::istream& from) {
    std::vector<std::pair<std::int64_t, std::string>> lines;
    for (std::string line; std::getline(from, line);) {
        const std::size_t at = line.find(R"("slot":)");
        REQUIRE(at != std::string::npos);
        const std::int64_t slot = std::stoll(line.substr(at + 7));
        CHECK((lines.empty() || lines.back().first <= slot));
        lines.emplace_back(slot, std::move(line));
    }
    std::ranges::sort(lines);
    std::vector<std::string> matches;
    for (auto& [slot, line] : lines) {
        matches.push_back(std::move(line));
    }
    return matches;
}

}  // namespace

TEST_CASE("transmissions are rows with exact times and the phases of their nodes") {
    CHECK(rows_of(made_slots{}, "transmissions") ==
          "1,1/3,\"count, or \"\"rank\"\"\",0,1,1,sum,,,,,1,0\r\n"
          "1,1/3,\"count, or \"\"rank\"\"\",1,0,0,sum,,,,,1,0\r\n"
          "2,4/3,send,0,1,1,,0,7,,00000000000000ab,0,1\r\n"
          "2,2/3,\"count, or \"\"rank\"\"\",1,1,2,part,2,0,3,ffffffffffffffff,0,1/4\r\n");
}

TEST_CASE("deliveries and marks are rows, too; a mark belongs to the phase that it ends") {
    CHECK(rows_of(made_slots{}, "deliveries") ==
          "0,0,\"count, or \"\"rank\"\"\",0,0,7,00000000000000ab\r\n"
          "2,2/3,\"count, or \"\"rank\"\"\",1,0,7,00000000000000ab\r\n");
    CHECK(rows_of(made_slots{}, "marks") ==
          "1,1/3,\"count, or \"\"rank\"\"\",0,\"count, or \"\"rank\"\"\"\r\n"
          "2,4/3,send,0,send\r\n"
          "2,2/3,\"count, or \"\"rank\"\"\",1,elsewhere\r\n");
}

TEST_CASE("a slot's row has its sums, and the time of the node that has gone through most") {
    CHECK(rows_of(made_slots{}, "slots") ==
          "0,0,0,0,0.000000,0,,1,0\r\n"
          "1,1/3,2,2,0.500000,2,1.000000,0,1\r\n"
          "2,4/3,2,2,0.500000,0,0.000000,1,2\r\n");
}

TEST_CASE("every link has a row, those that were idle too") {
    CHECK(rows_of(made_slots{}, "links") ==
          "0,1,1,2,1\r\n"
          "1,0,0,1,1\r\n"
          "1,1,2,1,0\r\n"
          "2,0,1,0,0\r\n");
}

TEST_CASE("rows have as many fields as there are columns") {
    const tutti::recording from = support::opened(support::recorded(
        on_network(entry("simultaneous-broadcast/split-packing"), "torus:4x4", "random:7")));
    for (const tutti::record_table& table : tutti::record_tables()) {
        CAPTURE(table.name);
        std::istringstream rows{written(from, *table.rows(from.plan(), from.where()))};
        const auto commas = std::ranges::count(table.columns, ',');
        int lines = 0;
        for (std::string line; std::getline(rows, line); ++lines) {
            CHECK(std::ranges::count(line, ',') == commas);
            CHECK(line.ends_with('\r'));
        }
        CHECK(lines > 0);
    }
}

TEST_CASE("a recording as JSON lines is the log of its run") {
    for (const tutti::experiment& plan :
         {on_network(entry("simultaneous-broadcast/prefix-roots"), "hypercube:4", "nodes:1,1,7"),
          on_network(entry("simultaneous-broadcast/random-roots-detected"), "hypercube:5"),
          on_network(entry("simultaneous-broadcast/split-packing"), "torus:4x4", "random:7"),
          on_network(entry("multinode-broadcast/quarter-turns"), "folded-torus:5x5"),
          on_network(entry("dynamic-broadcast/intervals"), "torus:3x3"),
          on_network(entry("allreduce/edge-trees"), "hypercube:3"),
          on_network(entry("multinode-broadcast/tree"), "random-graph:20.30.4"),
          on_network(entry("successive-broadcasts/rotated"), "hypercube:3")}) {
        CAPTURE(plan.algorithm->name);
        const support::scratch place;
        const tutti::problem input = problem_of(plan);
        tutti::event_file log{place.path("log"), plan.algorithm->phases(input),
                              names_on_array(*plan.algorithm->goal, input)};
        std::ostringstream bytes;
        tutti::experiment_options options{.threads = 1};
        options.sinks.push_back(&log);
        (void)support::record(plan, options, {}, bytes);
        REQUIRE(log.close());

        const tutti::recording from = support::opened(bytes.str());
        std::istringstream exported{written(from, *tutti::json_lines(from.plan()))};
        std::ifstream logged{place.path("log")};
        const std::vector<std::string> lines = lines_by_slot(exported);
        CHECK(lines.size() > 10);
        CHECK(lines == lines_by_slot(logged));
    }
}

TEST_CASE("the loads of links are those that were counted in the run") {
    const tutti::experiment plan =
        on_network(entry("simultaneous-broadcast/greedy"), "hypercube:4", "random:5");
    std::ostringstream bytes;
    tutti::experiment_options options{.threads = 1};
    options.counts_loads = true;
    const auto counted = support::record(plan, options, {}, bytes).link_load;
    const tutti::recording from = support::opened(bytes.str());

    std::istringstream rows{
        written(from, *tutti::record_table_named("links").rows(from.plan(), from.where()))};
    std::uint64_t largest = 0;
    std::uint64_t idle = 0;
    for (std::string line; std::getline(rows, line);) {
        std::uint64_t packets = 0;
        std::istringstream fields{line};
        for (int field = 0; field < 4; ++field) {
            fields >> packets;
            fields.ignore();
        }
        largest = std::max(largest, packets);
        idle += packets == 0 ? 1U : 0U;
    }
    REQUIRE(counted);
    CHECK(largest == counted->largest_load());
    CHECK(idle == counted->idle);
}

TEST_CASE("an unknown table is refused with the nearest one") {
    CHECK_THROWS_WITH_AS((void)tutti::record_table_named("transmission"),
                         "'transmission' is not a table; did you mean 'transmissions'?",
                         std::invalid_argument);
}

TEST_CASE("what is damaged is refused, and what the taker throws ends the writing") {
    const tutti::recording from =
        support::opened(support::recorded(on_network(entry("broadcast/binomial"), "hypercube:3")));
    const auto lines = tutti::json_lines(from.plan());

    CHECK_THROWS_AS(
        write_lines(from, *lines, [](std::string_view) { throw std::length_error{"full"}; }),
        std::length_error);
}

}  // TEST_SUITE("recording/export/event_tables.hpp")
