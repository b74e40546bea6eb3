/// @file
/// What does the engine itself cost: a packet-hop, a slot, a wake-up, a node?
///
/// Every run checks its answer, and the program exits with 1 if one was wrong. Times are those of
/// the time stepping alone unless a benchmark's name says otherwise.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include "tutti/experiment/experiment.hpp"
#include "tutti/machine/emulator.hpp"
#include "tutti/topology/hypercube.hpp"

namespace {

using tutti::hypercube;
using tutti::node_id;
using tutti::run_report;
using tutti::slot;
using tutti::task;

bool all_right = true;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void expect(benchmark::State& state, bool holds, const char* what) {
    if (!holds) {
        all_right = false;
        state.SkipWithError(what);
    }
}

// Packet-hops per second of an algorithm of the catalogue, everything checked.
void packet_hops(benchmark::State& state, std::string_view algorithm,
                 std::string_view broadcasters) {
    tutti::experiment asked{.network_text = "hypercube:" + std::to_string(state.range(0))};
    asked.where = tutti::parse_network(asked.network_text);
    asked.what = &tutti::choose_algorithm(algorithm, asked.where, {});
    asked.broadcasters = tutti::broadcaster_specification::parse(broadcasters);
    const auto threads = static_cast<int>(state.range(1));
    std::uint64_t hops = 0;
    std::uint64_t peak_bytes = 0;
    while (state.KeepRunning()) {
        const tutti::result found = run_experiment(asked, {.threads = threads}, "");
        expect(state, found.verdict == tutti::verdict::complete, "the run is not complete");
        state.SetIterationTime(found.wall_seconds);
        hops += found.transmissions;
        peak_bytes = found.peak_rss_bytes;
    }
    state.counters["hops/s"] =
        benchmark::Counter(static_cast<double>(hops), benchmark::Counter::kIsRate);
    state.counters["peak_MiB"] = static_cast<double>(peak_bytes) / (1024.0 * 1024.0);
}

void greedy(benchmark::State& state) { packet_hops(state, "simultaneous-broadcast/greedy", "all"); }

void prefix_roots(benchmark::State& state) {
    packet_hops(state, "simultaneous-broadcast/prefix-roots", "random:1024");
}

// One node of a network counts slots, the others have returned: what is left is the clock.
void empty_slot(benchmark::State& state) {
    constexpr slot slots = 200'000;
    const hypercube cube{10};
    while (state.KeepRunning()) {
        const run_report report = run(cube, {.threads = 1}, [](auto& self) -> task<> {
            while (self.id() == 0 && self.slot() < slots) {
                co_await self.next_slot();
            }
        });
        expect(state, report.slots == slots, "the wrong number of slots");
        state.SetIterationTime(report.wall_seconds / static_cast<double>(slots));
    }
}

// A packet bounces between nodes 0 and 1 until slot `end`, the others return.
template <tutti::node_of<hypercube> Node>
task<> bounce(Node& self, slot end) {
    if (self.id() > 1) {
        co_return;
    }
    if (self.id() == 0) {
        self.send(0, 1);
    }
    while (self.slot() < end) {
        co_await self.mail_or(end);
        for (const auto [through, count] : self.inbox()) {
            if (self.slot() < end) {
                self.send(through, count + 1);
            }
        }
    }
}

// Two of a million nodes run: what it costs to find the one whose turn it is.
void wake_one_of_a_million(benchmark::State& state) {
    constexpr slot slots = 20'000;
    const hypercube cube{20};
    while (state.KeepRunning()) {
        const run_report report =
            run(cube, {.threads = 1}, [](auto& self) { return bounce(self, slots); });
        expect(state, report.transmissions == slots, "the wrong number of packets");
        state.SetIterationTime(report.wall_seconds / static_cast<double>(slots));
    }
}

// Making, starting and ending a coroutine at each of a million nodes.
void start_a_million_nodes(benchmark::State& state) {
    const hypercube cube{20};
    const auto threads = static_cast<int>(state.range(0));
    tutti::no_host receiver;
    tutti::no_observer watcher;
    tutti::emulator<hypercube, std::uint64_t> machine{
        cube, {.threads = threads}, receiver, watcher};
    while (state.KeepRunning()) {
        std::vector<std::uint8_t> started(cube.node_count());
        const run_report report = machine.run(
            [&](auto& self) -> task<> {
                started[self.id()] = 1;
                co_return;
            },
            {});
        expect(state, report.slots == 0 && std::ranges::count(started, 1) == 1 << 20,
               "not every node ran");
        state.SetIterationTime(report.setup_seconds + report.wall_seconds);
    }
}

constexpr int repetitions = 11;

BENCHMARK(greedy)
    ->ArgNames({"d", "threads"})
    ->ArgsProduct({{8, 10, 12}, {1, 2}})
    ->UseManualTime()
    ->MinTime(0.1)
    ->Unit(benchmark::kMillisecond)
    ->Repetitions(repetitions)
    ->ReportAggregatesOnly();
BENCHMARK(prefix_roots)
    ->ArgNames({"d", "threads"})
    ->ArgsProduct({{10, 12, 14}, {1, 2}})
    ->UseManualTime()
    ->MinTime(0.1)
    ->Unit(benchmark::kMillisecond)
    ->Repetitions(repetitions)
    ->ReportAggregatesOnly();
BENCHMARK(empty_slot)
    ->UseManualTime()
    ->Iterations(1)
    ->Repetitions(repetitions)
    ->ReportAggregatesOnly();
BENCHMARK(wake_one_of_a_million)
    ->UseManualTime()
    ->Iterations(1)
    ->Repetitions(repetitions)
    ->ReportAggregatesOnly();
BENCHMARK(start_a_million_nodes)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1)
    ->Repetitions(repetitions)
    ->ReportAggregatesOnly();

}  // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return all_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
