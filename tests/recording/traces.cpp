#include "recording/export/traces.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/folded_torus.hpp"
#include "experiment/events/event_file.hpp"
#include "recorded.hpp"
#include "support/scratch.hpp"

TEST_SUITE("recording/export/traces.hpp") {

namespace {

using support::entry;
using support::on_network;

/// Recordings with phases that take fractions of a unit, pieces, control packets, one port, nodes
/// that begin again, sums, and nothing at all.
std::vector<tutti::experiment> traced_runs() {
    return {on_network(entry("simultaneous-broadcast/prefix-roots"), "hypercube:4", "nodes:1,1,7"),
            on_network(entry("simultaneous-broadcast/split-packing"), "torus:4x4", "random:7"),
            on_network(entry("multinode-broadcast/product"), "product(ring:3,path:4)"),
            on_network(entry("multinode-broadcast/tree"), "random-graph:20.30.4"),
            on_network(entry("multinode-broadcast/quarter-turns"), "folded-torus:4x4"),
            on_network(entry("dynamic-broadcast/intervals"), "torus:3x3"),
            on_network(entry("multinode-broadcast/rotation-classes"), "hypercube:6"),
            on_network(entry("total-exchange/recursive"), "hypercube:6"),
            on_network(entry("allreduce/edge-trees"), "hypercube:3"),
            on_network(entry("successive-broadcasts/rotated"), "hypercube:3"),
            on_network(entry("multinode-broadcast/hamiltonian"), "ring:1")};
}

std::string text_of(const tutti::recording& from, tutti::slot_lines& lines,
                    const tutti::recorded_part& part = {}) {
    std::string content;
    write_lines(
        from, lines, [&](std::string_view text) { content += text; }, part);
    return content;
}

std::vector<std::string> lines_in(const std::string& text) {
    std::istringstream from{text};
    std::vector<std::string> lines;
    for (std::string line; std::getline(from, line);) {
        lines.push_back(line);
    }
    return lines;
}

/// Those that begin with the number of a slot of `part`.
std::vector<std::string> rows_in(const std::vector<std::string>& rows,
                                 const tutti::recorded_part& part) {
    std::vector<std::string> matches;
    std::ranges::copy_if(rows, std::back_inserter(matches), [&](const std::string& row) {
        const tutti::slot at = std::stoll(row);
        return at >= part.first && at <= part.last;
    });
    return matches;
}

std::uint64_t bytes_in(const std::string& folder) {
    std::uint64_t sum = 0;
    for (const auto& each : std::filesystem::recursive_directory_iterator{folder}) {
        sum += each.is_regular_file() ? each.file_size() : 0;
    }
    return sum;
}

const tutti::trace_format& trace_format_named(std::string_view name) {
    return *std::ranges::find(tutti::trace_formats(), name, &tutti::trace_format::name);
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

TEST_CASE("a recording as JSON lines is the log of its run") {
    for (const tutti::experiment& plan : traced_runs()) {
        CAPTURE(plan.algorithm->name);
        const support::scratch place;
        const tutti::problem input = problem_of(plan);
        tutti::event_file log{place.path("log"), plan.algorithm->phases(input),
                              names_on_array(*plan.algorithm, input)};
        std::ostringstream bytes;
        tutti::experiment_options options{.threads = 1};
        options.sinks.push_back(&log);
        (void)support::record(plan, options, {}, bytes);
        REQUIRE(log.close());

        const tutti::recording from = support::opened(bytes.str());
        std::istringstream exported{text_of(from, *tutti::json_lines(from.plan()))};
        std::ifstream logged{place.path("log")};
        const std::vector<std::string> lines = lines_by_slot(exported);
        CHECK(lines == lines_by_slot(logged));
    }
}

TEST_CASE("rows of some slots are those that these slots have in the whole table") {
    for (const tutti::experiment& plan : traced_runs()) {
        CAPTURE(plan.algorithm->name);
        const tutti::recording from = support::opened(support::recorded(plan));
        const tutti::slot third = from.last_slot() / 3;
        for (const tutti::recorded_part& part :
             {tutti::recorded_part{.first = third, .last = 2 * third},
              tutti::recorded_part{.first = from.last_slot()}, tutti::recorded_part{.last = third},
              tutti::recorded_part{.first = from.last_slot() + 1}}) {
            CAPTURE(part.first);
            for (const std::string_view name : {"transmissions", "slots", "deliveries", "marks"}) {
                CAPTURE(name);
                const auto make = [&] {
                    return tutti::record_table_named(name).rows(from.plan(), from.where());
                };
                const std::string whole = text_of(from, *make());
                CHECK(lines_in(text_of(from, *make(), part)) == rows_in(lines_in(whole), part));
            }
            const auto lines = tutti::json_lines(from.plan());
            const std::string whole = text_of(from, *lines);
            const auto some = tutti::json_lines(from.plan());
            const std::string rest = text_of(from, *some, part);
            CHECK(whole.find(rest) != std::string::npos);
        }
    }
}

TEST_CASE("what a trace will take is foretold: at least that, and by a fifth at most more") {
    constexpr std::uint64_t frame = 4096;
    for (const tutti::experiment& plan : traced_runs()) {
        CAPTURE(plan.algorithm->name);
        const tutti::recording from = support::opened(support::recorded(plan));
        for (const tutti::recorded_part& part :
             {tutti::recorded_part{}, tutti::recorded_part{.first = 3, .last = 5}}) {
            const tutti::trace_extent extent = extent_of(from, part, 1'000'000);
            const auto check_foretold = [&](std::string_view format, std::uint64_t bytes) {
                CAPTURE(format);
                const std::uint64_t foretold = trace_format_named(format).bytes(from, extent);
                CAPTURE(foretold);
                CHECK(foretold >= bytes);
                CHECK(foretold <= bytes + bytes / 5 + frame);
            };
            const auto perfetto = tutti::perfetto_lines(from, extent);
            check_foretold("perfetto", text_of(from, *perfetto, part).size());
            const auto paje = tutti::paje_lines(from, extent);
            check_foretold("paje", text_of(from, *paje, part).size());
            if (tutti::has_otf2()) {
                const support::scratch place;
                write_otf2(from, extent, place.path(""));
                const std::uint64_t bytes = bytes_in(place.path(""));
                const std::uint64_t foretold = trace_format_named("otf2").bytes(from, extent);
                CHECK(foretold >= bytes);
                CHECK(foretold <= bytes + bytes / 2 + frame + 250 * extent.nodes.size());
            }
        }
    }
}

TEST_CASE("an extent has the counts of its slots, and says how far one may go") {
    const tutti::recording from =
        support::opened(support::recorded(on_network(entry("broadcast/binomial"), "hypercube:4")));
    const tutti::trace_extent extent = extent_of(from, {}, 1'000'000);

    CHECK(extent.counts == from.counts());
    CHECK(extent.fits_until == from.last_slot());
    CHECK(extent.nodes.size() == 16);
    CHECK(std::accumulate(extent.packets_of_kind.begin(), extent.packets_of_kind.end(), 0ULL) ==
          15);
    // The root has its message in slot 0, and sends it to four neighbours in the slots after it.
    const tutti::trace_extent some = extent_of(from, {.first = 0, .last = 2}, 3);
    CHECK(some.fits_until < 2);
    CHECK(some.counts.sent < 15);
    const tutti::trace_extent none = extent_of(from, {.first = 1}, 0);
    CHECK(none.fits_until == 0);
    CHECK(extent_of(from, {.first = 100}, 10).events() == 0);
}

TEST_CASE("the account of another run, or none, is refused with what is wrong") {
    const tutti::recording from =
        support::opened(support::recorded(on_network(entry("broadcast/binomial"), "hypercube:3")));
    REQUIRE(from.result());
    const std::string account =
        R"("wall_seconds":0.5,"account":{"slots_on_one_thread":1,"slots_on_all_threads":2,)"
        R"("seconds_on_one_thread":0.125,"seconds_on_all_threads":0.25,)"
        R"("between_slots_seconds":0.0625,"threads":[{"programs_seconds":0.25,)"
        R"("barrier_seconds":0.125}]},)";
    const std::string result = "{" + account + from.result()->substr(1);

    const tutti::machine_times times = read_machine_times(result, from);
    CHECK(times.wall_seconds == 0.5);
    CHECK(times.account.slots_on_all == 2);
    CHECK(times.account.seconds_on_all == 0.25);
    REQUIRE(times.account.threads.size() == 1);
    CHECK(times.account.threads[0].barrier == 0.125);

    const auto refused = [&](std::string_view old, std::string_view with, const char* text) {
        CAPTURE(with);
        std::string changed = result;
        const std::size_t at = changed.find(old);
        REQUIRE(at != std::string::npos);
        changed.replace(at, old.size(), with);
        CHECK_THROWS_WITH_AS((void)read_machine_times(changed, from), text, std::invalid_argument);
    };
    refused(
        "tutti.result/2", "tutti.result/3",
        R"(has the schema "tutti.result/3"; this program reads 'tutti.result/1' and 'tutti.result/2')");
    refused("0.0625", "-1", "has a \"between_slots_seconds\" that is not a number of seconds");
    refused("thread\":1,", "thread\":1.5,", "has a \"slots_on_one_thread\" that is not a count");
    refused("[{\"programs", "[1,{\"programs", "has a thread that is not an object");
    refused(",\"threads\":[{", ",\"others\":[{",
            "has no \"threads\"; use the output of run --profile --json");
}

}  // TEST_SUITE("recording/export/traces.hpp")
