/// @file
/// Check of tutti's speed and memory against its targets. Measures every target, each with its
/// answer checked, and says whether it holds.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "../peers/deque_loop.hpp"
#include "algorithms/emulation.hpp"
#include "algorithms/hypercube/multinode_broadcast/multinode_rotation_classes.hpp"
#include "algorithms/hypercube/simultaneous_broadcast/greedy.hpp"
#include "algorithms/hypercube/simultaneous_broadcast/prefix_roots.hpp"
#include "engine/memory/memory.hpp"
#include "measure.hpp"
#include "memory.hpp"
#include "programs.hpp"
#include "recordings.hpp"
#include "reductions.hpp"
#include "report.hpp"
#include "rivals.hpp"
#include "schedules.hpp"
#include "tutti/engine/run.hpp"
#include "yardstick.hpp"

namespace {

using perf::comparison;
using perf::report;
using perf::rival;

// The program of the build that these measurements belong to.
std::string built_beside() {
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
    return (self.parent_path().parent_path() / "tutti").string();
}

struct settings {
    perf::effort spent;
    int largest = 14;
    std::string program = built_beside();
    std::string only;
    std::string json;
};

struct rotation_classes {
    explicit rotation_classes(const tutti::hypercube& cube) : classes{cube} {}
    template <class Node>
    tutti::task<> operator()(Node& self, tutti::initial_messages messages,
                             std::uint64_t /*count*/) const {
        return tutti::multinode_rotation_classes(self, std::move(messages), classes);
    }
    tutti::rotation_classes classes;
};

struct prefix_roots {
    explicit prefix_roots(const tutti::hypercube& /*cube*/) {}
    template <class Node>
    tutti::task<> operator()(Node& self, tutti::initial_messages messages,
                             std::uint64_t /*count*/) const {
        (void)co_await tutti::prefix_roots(self, std::move(messages));
    }
};

struct greedy {
    explicit greedy(const tutti::hypercube& /*cube*/) {}
    template <class Node>
    tutti::task<> operator()(Node& self, tutti::initial_messages messages,
                             std::uint64_t count) const {
        return tutti::greedy_broadcasts(self, std::move(messages), count);
    }
};

tutti::broadcaster_set everybody(int d) {
    std::vector<tutti::node_id> nodes(std::size_t{1} << static_cast<unsigned>(d));
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        nodes[node] = static_cast<tutti::node_id>(node);
    }
    return tutti::broadcasters_at(std::move(nodes));
}

tutti::broadcaster_set drawn(int d, std::size_t count) {
    return tutti::broadcasters_at(
        tutti::pick(std::size_t{1} << static_cast<unsigned>(d), count, 1));
}

template <class Program>
rival everyone(int d, int threads) {
    return perf::rival_on_the_machine<Program>(d, threads, everybody(d));
}

template <int D>
rival yardstick(int threads) {
    const auto measured = std::make_shared<perf::yardstick<D>>(threads);
    return {.work = perf::yardstick<D>::hops(), .run = [measured] { return measured->run(); }};
}

template <int D>
void against_the_yardstick(report& results, const settings& settings) {
    for (int threads = 1; threads <= 2 && D <= settings.largest; ++threads) {
        const comparison pair = perf::compare(everyone<rotation_classes>(D, threads),
                                              yardstick<D>(threads), settings.spent);
        results.add(
            {.name = fmt::format("rotation-classes d={} t={} to the loop ({:.0f} to {:.0f} M/s)", D,
                                 threads, pair.rate / 1e6, pair.other / 1e6),
             .measured = pair.ratio,
             .required = 0.5,
             .goal = 0.8,
             .unit = "ratio"});
    }
}

void rotation(report& results, const settings& settings) {
    against_the_yardstick<8>(results, settings);
    against_the_yardstick<10>(results, settings);
    against_the_yardstick<12>(results, settings);
    against_the_yardstick<14>(results, settings);
}

void prefix(report& results, const settings& settings) {
    for (const auto& [d, count] : {std::pair{14, 4096}, std::pair{16, 2000}}) {
        if (d > settings.largest + 2) {
            continue;
        }
        const auto senders = drawn(d, static_cast<std::size_t>(count));
        const comparison pair =
            perf::compare(perf::rival_on_the_machine<prefix_roots>(d, 2, senders),
                          perf::rival_on_the_machine<prefix_roots>(d, 1, senders), settings.spent);
        const std::string name = fmt::format("prefix-roots d={} K={}", d, count);
        results.add({.name = name + " t=1",
                     .measured = pair.other / 1e6,
                     .required = 100,
                     .goal = 150,
                     .unit = "M hops/s"});
        results.add({.name = name + " t=2 to t=1",
                     .measured = pair.ratio,
                     .required = 1.5,
                     .goal = 1.8,
                     .unit = "ratio"});
    }
}

rival deque_loop(int d) {
    const peers::workload work{.dimensions = d};
    return {.work = static_cast<double>(work.hops()),
            .run = [work] { return peers::run_deque_loop(work).wall_seconds; }};
}

void against_the_deque(report& results, const settings& settings) {
    struct wanted {
        int threads;
        int d;
        double required;
        double goal;
    };
    for (const wanted& each :
         {wanted{1, 10, 1.3, 2}, wanted{1, 12, 2, 3.2}, wanted{1, 14, 2, 3.2},
          wanted{2, 10, 2.2, 3.6}, wanted{2, 12, 3.8, 6}, wanted{2, 14, 3.8, 6}}) {
        if (each.d > settings.largest) {
            continue;
        }
        const comparison pair = perf::compare(everyone<greedy>(each.d, each.threads),
                                              deque_loop(each.d), settings.spent);
        results.add(
            {.name = fmt::format("greedy d={} t={} to the deque loop ({:.0f} to {:.0f} M/s)",
                                 each.d, each.threads, pair.rate / 1e6, pair.other / 1e6),
             .measured = pair.ratio,
             .required = each.required,
             .goal = each.goal,
             .unit = "ratio"});
    }
}

template <class Program>
void two_to_one(report& results, const settings& settings, std::string_view name, int d,
                bool is_large) {
    if (d > settings.largest) {
        return;
    }
    const comparison pair =
        perf::compare(everyone<Program>(d, 2), everyone<Program>(d, 1), settings.spent);
    results.add({.name = fmt::format("{} d={} t=2 to t=1", name, d),
                 .measured = pair.ratio,
                 .required = is_large ? 1.6 : 0.9,
                 .goal = is_large ? std::optional{1.9} : std::nullopt,
                 .unit = "ratio"});
}

void two_threads(report& results, const settings& settings) {
    for (const int d : {4, 6, 8, 10}) {
        two_to_one<rotation_classes>(results, settings, "rotation-classes", d, false);
        two_to_one<greedy>(results, settings, "greedy", d, false);
    }
    two_to_one<greedy>(results, settings, "greedy", 12, false);
    two_to_one<rotation_classes>(results, settings, "rotation-classes", 12, true);
    two_to_one<rotation_classes>(results, settings, "rotation-classes", 14, true);
}

double seconds_of(const std::function<void()>& action) {
    const auto begin = std::chrono::steady_clock::now();
    action();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void sparse(report& results, const settings& settings) {
    std::vector<double> whole;
    std::vector<double> stepping;
    double peak = 0;
    for (int i = 0; i < settings.spent.pairs; ++i) {
        const auto ran = perf::run_program(settings.program, "run broadcast -n hypercube:20 -t 1");
        whole.insert(whole.end(), ran.seconds);
        stepping.insert(stepping.end(), ran.number("wall_seconds"));
        peak = std::max(peak, ran.number("peak_rss_bytes"));
    }
    const std::string name = "one broadcast on the 20-cube";
    results.add({.name = name + ", process included",
                 .measured = perf::median(whole),
                 .required = 1.5,
                 .goal = {},
                 .unit = "s",
                 .is_limit = true});
    results.add({.name = name + ", time stepping",
                 .measured = perf::median(stepping),
                 .required = 0.15,
                 .goal = {},
                 .unit = "s",
                 .is_limit = true});
    results.add({.name = name + ", peak memory",
                 .measured = peak / (1U << 30U),
                 .required = 1.5,
                 .goal = {},
                 .unit = "GiB",
                 .is_limit = true});
}

// All nodes sleep: the clock has to jump.
void sleepers(report& results) {
    constexpr tutti::slot slots = 1'000'000;
    const tutti::hypercube cube{12};
    const auto ran = tutti::run(cube, {.threads = 1},
                                [](auto& self) -> tutti::task<> { co_await self.until(slots); });
    results.add({.name = "4,096 nodes that sleep until slot 10^6, a slot",
                 .measured = ran.wall_seconds / static_cast<double>(slots) * 1e9,
                 .required = 10,
                 .goal = {},
                 .unit = "ns",
                 .is_limit = true});
}

void start_up(report& results, const settings& settings) {
    const tutti::hypercube cube{20};
    tutti::emulator<tutti::hypercube, std::uint64_t> machine{cube, {.threads = 1}};
    std::vector<double> seconds;
    for (int i = 0; i <= settings.spent.pairs; ++i) {
        std::vector<std::uint8_t> started(cube.node_count());
        seconds.insert(seconds.end(), seconds_of([&] {
                           (void)machine.run(
                               [&](auto& self) -> tutti::task<> {
                                   started[self.id()] = 1;
                                   co_return;
                               },
                               {});
                       }));
        if (std::ranges::count(started, 1) != 1 << 20) {
            throw std::runtime_error{"not every node was started"};
        }
    }
    seconds.erase(seconds.begin());  // it touched the memory
    results.add({.name = "a million coroutines made, run and ended",
                 .measured = perf::median(std::move(seconds)),
                 .required = 0.4,
                 .goal = {},
                 .unit = "s",
                 .is_limit = true});
}

void stress(report& results, const settings& settings) {
    std::vector<double> rates;
    for (int i = 0; i < settings.spent.pairs; ++i) {
        const auto ran = perf::run_program(
            settings.program,
            "stress simultaneous-broadcast/prefix-roots -n hypercube:6 --trials 4000 -t 2");
        rates.insert(rates.end(), ran.number("trials_per_second"));
    }
    results.add({.name = "stress on the 6-cube, 2 threads",
                 .measured = perf::median(std::move(rates)),
                 .required = 5000,
                 .goal = {},
                 .unit = "trials/s"});
}

void measure(report& results, const settings& settings) {
    const std::vector<std::pair<std::string_view, std::function<void()>>> groups{
        {"rotation", [&] { rotation(results, settings); }},
        {"reductions", [&] { perf::reductions(results, settings.program, settings.spent); }},
        {"schedules", [&] { perf::schedules(results, settings.program, settings.spent); }},
        {"recordings", [&] { perf::recordings(results, settings.program, settings.spent); }},
        {"prefix", [&] { prefix(results, settings); }},
        {"greedy", [&] { against_the_deque(results, settings); }},
        {"threads", [&] { two_threads(results, settings); }},
        {"sparse",
         [&] {
             sparse(results, settings);
             sleepers(results);
         }},
        {"memory", [&] { perf::memory(results, settings.program); }},
        {"start", [&] { start_up(results, settings); }},
        {"stress", [&] { stress(results, settings); }},
    };
    for (const auto& [name, run] : groups) {
        if (settings.only.empty() || settings.only == name) {
            run();
        }
    }
}

int measured_as_asked(int argc, char** argv) {
    settings settings;
    CLI::App app{"Measures tutti against its targets; exit status 1 if an answer was wrong."};
    app.add_option("--repeat", settings.spent.pairs, "pairs of runs of each ratio")
        ->check(CLI::Range(1, 1001));
    app.add_option("--seconds", settings.spent.seconds, "least length of a sample")
        ->check(CLI::Range(0.0, 60.0));
    app.add_option("--largest", settings.largest, "most dimensions that are measured")
        ->check(CLI::Range(8, 14));
    app.add_option("--program", settings.program, "the program tutti")->capture_default_str();
    app.add_option("--only", settings.only, "one group of targets")
        ->check(CLI::IsMember({"rotation", "reductions", "schedules", "recordings", "prefix",
                               "greedy", "threads", "sparse", "memory", "start", "stress"}));
    app.add_option("--json", settings.json, "file to write the figures to");
    CLI11_PARSE(app, argc, argv);
    report results{settings.json};
    measure(results, settings);
    return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
    tutti::keep_freed_memory();
    try {
        return measured_as_asked(argc, argv);
    } catch (const std::exception& wrong) {
        std::fputs("perf_targets: ", stderr);
        std::fputs(wrong.what(), stderr);
        std::fputs("\n", stderr);
        return EXIT_FAILURE;
    } catch (...) {
        return EXIT_FAILURE;
    }
}
