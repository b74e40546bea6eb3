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
    tutti::task<> operator()(Node& self, tutti::initial_messages mine,
                             std::uint64_t /*count*/) const {
        return tutti::multinode_rotation_classes(self, std::move(mine), classes);
    }
    tutti::rotation_classes classes;
};

struct prefix_roots {
    explicit prefix_roots(const tutti::hypercube& /*cube*/) {}
    template <class Node>
    tutti::task<> operator()(Node& self, tutti::initial_messages mine,
                             std::uint64_t /*count*/) const {
        (void)co_await tutti::prefix_roots(self, std::move(mine));
    }
};

struct greedy {
    explicit greedy(const tutti::hypercube& /*cube*/) {}
    template <class Node>
    tutti::task<> operator()(Node& self, tutti::initial_messages mine, std::uint64_t count) const {
        return tutti::greedy_broadcasts(self, std::move(mine), count);
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
void against_the_yardstick(report& found, const settings& asked) {
    for (int threads = 1; threads <= 2 && D <= asked.largest; ++threads) {
        const comparison pair = perf::compare(everyone<rotation_classes>(D, threads),
                                              yardstick<D>(threads), asked.spent);
        found.add(
            {.what = fmt::format("rotation-classes d={} t={} to the loop ({:.0f} to {:.0f} M/s)", D,
                                 threads, pair.rate / 1e6, pair.other / 1e6),
             .measured = pair.ratio,
             .required = 0.5,
             .goal = 0.8,
             .unit = "ratio"});
    }
}

void rotation(report& found, const settings& asked) {
    against_the_yardstick<8>(found, asked);
    against_the_yardstick<10>(found, asked);
    against_the_yardstick<12>(found, asked);
    against_the_yardstick<14>(found, asked);
}

void prefix(report& found, const settings& asked) {
    for (const auto& [d, count] : {std::pair{14, 4096}, std::pair{16, 2000}}) {
        if (d > asked.largest + 2) {
            continue;
        }
        const auto senders = drawn(d, static_cast<std::size_t>(count));
        const comparison pair =
            perf::compare(perf::rival_on_the_machine<prefix_roots>(d, 2, senders),
                          perf::rival_on_the_machine<prefix_roots>(d, 1, senders), asked.spent);
        const std::string name = fmt::format("prefix-roots d={} K={}", d, count);
        found.add({.what = name + " t=1",
                   .measured = pair.other / 1e6,
                   .required = 100,
                   .goal = 150,
                   .unit = "M hops/s"});
        found.add({.what = name + " t=2 to t=1",
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

void against_the_deque(report& found, const settings& asked) {
    struct wanted {
        int threads;
        int d;
        double required;
        double goal;
    };
    for (const wanted& each :
         {wanted{1, 10, 1.3, 2}, wanted{1, 12, 2, 3.2}, wanted{1, 14, 2, 3.2},
          wanted{2, 10, 2.2, 3.6}, wanted{2, 12, 3.8, 6}, wanted{2, 14, 3.8, 6}}) {
        if (each.d > asked.largest) {
            continue;
        }
        const comparison pair =
            perf::compare(everyone<greedy>(each.d, each.threads), deque_loop(each.d), asked.spent);
        found.add({.what = fmt::format("greedy d={} t={} to the deque loop ({:.0f} to {:.0f} M/s)",
                                       each.d, each.threads, pair.rate / 1e6, pair.other / 1e6),
                   .measured = pair.ratio,
                   .required = each.required,
                   .goal = each.goal,
                   .unit = "ratio"});
    }
}

template <class Program>
void two_to_one(report& found, const settings& asked, std::string_view name, int d, bool is_large) {
    if (d > asked.largest) {
        return;
    }
    const comparison pair =
        perf::compare(everyone<Program>(d, 2), everyone<Program>(d, 1), asked.spent);
    found.add({.what = fmt::format("{} d={} t=2 to t=1", name, d),
               .measured = pair.ratio,
               .required = is_large ? 1.6 : 0.9,
               .goal = is_large ? std::optional{1.9} : std::nullopt,
               .unit = "ratio"});
}

void two_threads(report& found, const settings& asked) {
    for (const int d : {4, 6, 8, 10}) {
        two_to_one<rotation_classes>(found, asked, "rotation-classes", d, false);
        two_to_one<greedy>(found, asked, "greedy", d, false);
    }
    two_to_one<greedy>(found, asked, "greedy", 12, false);
    two_to_one<rotation_classes>(found, asked, "rotation-classes", 12, true);
    two_to_one<rotation_classes>(found, asked, "rotation-classes", 14, true);
}

double seconds_of(const std::function<void()>& what) {
    const auto begin = std::chrono::steady_clock::now();
    what();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void sparse(report& found, const settings& asked) {
    std::vector<double> whole;
    std::vector<double> stepping;
    double peak = 0;
    for (int i = 0; i < asked.spent.pairs; ++i) {
        const auto ran = perf::run_program(asked.program, "run broadcast -n hypercube:20 -t 1");
        whole.insert(whole.end(), ran.seconds);
        stepping.insert(stepping.end(), ran.number("wall_seconds"));
        peak = std::max(peak, ran.number("peak_rss_bytes"));
    }
    const std::string name = "one broadcast on the 20-cube";
    found.add({.what = name + ", process included",
               .measured = perf::median(whole),
               .required = 1.5,
               .goal = {},
               .unit = "s",
               .is_limit = true});
    found.add({.what = name + ", time stepping",
               .measured = perf::median(stepping),
               .required = 0.15,
               .goal = {},
               .unit = "s",
               .is_limit = true});
    found.add({.what = name + ", peak memory",
               .measured = peak / (1U << 30U),
               .required = 1.5,
               .goal = {},
               .unit = "GiB",
               .is_limit = true});
}

// Everybody sleeps: the clock has to jump.
void sleepers(report& found) {
    constexpr tutti::slot slots = 1'000'000;
    const tutti::hypercube cube{12};
    const auto ran = tutti::run(cube, {.threads = 1},
                                [](auto& self) -> tutti::task<> { co_await self.until(slots); });
    found.add({.what = "4,096 nodes that sleep until slot 10^6, a slot",
               .measured = ran.wall_seconds / static_cast<double>(slots) * 1e9,
               .required = 10,
               .goal = {},
               .unit = "ns",
               .is_limit = true});
}

void start_up(report& found, const settings& asked) {
    const tutti::hypercube cube{20};
    tutti::emulator<tutti::hypercube, std::uint64_t> machine{cube, {.threads = 1}};
    std::vector<double> seconds;
    for (int i = 0; i <= asked.spent.pairs; ++i) {
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
    found.add({.what = "a million coroutines made, run and ended",
               .measured = perf::median(std::move(seconds)),
               .required = 0.4,
               .goal = {},
               .unit = "s",
               .is_limit = true});
}

void stress(report& found, const settings& asked) {
    std::vector<double> rates;
    for (int i = 0; i < asked.spent.pairs; ++i) {
        const auto ran = perf::run_program(
            asked.program, "stress simultaneous-broadcast -n hypercube:6 --trials 4000 -t 2");
        rates.insert(rates.end(), ran.number("trials_per_second"));
    }
    found.add({.what = "stress on the 6-cube, 2 threads",
               .measured = perf::median(std::move(rates)),
               .required = 5000,
               .goal = {},
               .unit = "trials/s"});
}

void measure(report& found, const settings& asked) {
    const std::vector<std::pair<std::string_view, std::function<void()>>> groups{
        {"rotation", [&] { rotation(found, asked); }},
        {"reductions", [&] { perf::reductions(found, asked.program, asked.spent); }},
        {"recordings", [&] { perf::recordings(found, asked.program, asked.spent); }},
        {"prefix", [&] { prefix(found, asked); }},
        {"greedy", [&] { against_the_deque(found, asked); }},
        {"threads", [&] { two_threads(found, asked); }},
        {"sparse",
         [&] {
             sparse(found, asked);
             sleepers(found);
         }},
        {"memory", [&] { perf::memory(found, asked.program); }},
        {"start", [&] { start_up(found, asked); }},
        {"stress", [&] { stress(found, asked); }},
    };
    for (const auto& [name, run] : groups) {
        if (asked.only.empty() || asked.only == name) {
            run();
        }
    }
}

int measured_as_asked(int argc, char** argv) {
    settings asked;
    CLI::App app{"Measures tutti against its targets; exit status 1 if an answer was wrong."};
    app.add_option("--repeat", asked.spent.pairs, "pairs of runs of each ratio")
        ->check(CLI::Range(1, 1001));
    app.add_option("--seconds", asked.spent.seconds, "least length of a sample")
        ->check(CLI::Range(0.0, 60.0));
    app.add_option("--largest", asked.largest, "most dimensions that are measured")
        ->check(CLI::Range(8, 14));
    app.add_option("--program", asked.program, "the program tutti")->capture_default_str();
    app.add_option("--only", asked.only, "one group of targets")
        ->check(CLI::IsMember({"rotation", "reductions", "recordings", "prefix", "greedy",
                               "threads", "sparse", "memory", "start", "stress"}));
    app.add_option("--json", asked.json, "file to write the figures to");
    CLI11_PARSE(app, argc, argv);
    report found{asked.json};
    measure(found, asked);
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
