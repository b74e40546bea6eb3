#include "tutti/experiment/sweep.hpp"

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "experiment/plan/plan_command_line.hpp"
#include "experiment/sweep/sweep_axes.hpp"
#include "results/store/store.hpp"
#include "support/engines.hpp"
#include "support/scratch.hpp"
#include "support/standard.hpp"

TEST_SUITE("tutti/experiment/sweep.hpp") {

namespace {

using tutti::result_store;

tutti::sweep_axes axes_of(const std::string& task, const std::vector<std::string>& networks) {
    tutti::sweep_axes axes{.algorithms = support::standard().algorithms_for(task),
                           .catalogue = &support::standard()};
    for (const std::string& network : networks) {
        const auto named = tutti::network_specification::parse(network);
        axes.networks.push_back({.named = named, .outline = named.outline()});
    }
    return axes;
}

/// Plain threads, which ThreadSanitizer understands.
tutti::sweep_options on_threads(int threads, tutti::transport* carrier = nullptr) {
    return {.run = {.threads = threads,
                    .executor = tutti::executor_kind::plain_threads,
                    .carrier = carrier}};
}

std::string summary_of(const tutti::sweep_report& report) {
    std::string text = fmt::format("{} {} {} {} {}\n", report.runs, report.stored, report.finished,
                                   report.is_interrupted, report.status);
    for (const auto& [name, count] : report.verdicts) {
        text += fmt::format("{} {}\n", name, count);
    }
    for (const tutti::failed_run& each : report.failures) {
        text += fmt::format("{}: {}\n", each.plan, each.text);
    }
    for (const tutti::inapplicable_combination& each : report.inapplicable) {
        text += fmt::format("{} {} {}\n", each.algorithm, each.reason, each.runs);
    }
    return text;
}

}  // namespace

TEST_CASE("a sweep over networks that are not those that are named is refused") {
    tutti::sweep_axes axes = axes_of("broadcast", {"hypercube:2", "torus:3x3"});
    axes.networks[1].outline = tutti::sweep_network{}.outline;  // left as it is

    CHECK_THROWS_WITH_AS((tutti::sweep_plan{std::move(axes), {.threads = 1}}),
                         "the network is 'torus:3x3', but its outline is another one, of 1 node; "
                         "use that of `network_specification::outline()`",
                         std::invalid_argument);
}

TEST_CASE("a seed is listed once, and a share of the nodes is the nearest number") {
    CHECK(tutti::parse_seeds("1-4,5,7").size() == 3);
    CHECK_THROWS_WITH_AS(std::ignore = tutti::parse_seeds("1-4,4"),
                         "'1-4,4' has 4 twice; list it once", std::invalid_argument);
    CHECK(tutti::broadcaster_share::parse("random:50%").among(17).text() == "random:9");
}

TEST_CASE("processes take the runs of a sweep, and process 0 stores all") {
    tutti::sweep_axes axes = axes_of("simultaneous-broadcast", {"hypercube:4", "torus:3x3"});
    axes.broadcasters = {tutti::broadcaster_share::parse("random:3"),
                         tutti::broadcaster_share::parse("random:50%")};
    axes.seeds = {{.first = 1, .last = 12}};
    const tutti::sweep_plan plan{axes, {.threads = 1}};
    const support::scratch place;
    result_store alone{place.path("alone.db")};
    const std::string due = summary_of(run_sweep(plan, alone, on_threads(1)));
    for (const auto& [processes, threads] : {std::pair{2, 1}, {3, 2}}) {
        result_store store{place.path(fmt::format("{}.db", processes))};
        std::atomic<int> begun = 0;
        const auto outcomes = support::on_engines(processes, [&](tutti::transport& end) {
            tutti::sweep_options options = on_threads(threads, &end);
            options.begins = [&] { ++begun; };
            if (end.self() == 0) {
                return summary_of(run_sweep(plan, store, options));
            }
            run_sweep_worker(plan, options);
            return std::string{};
        });
        CHECK(begun == processes);
        REQUIRE(outcomes.front().value);
        CHECK(*outcomes.front().value == due);
        CHECK(store.run_count() == plan.run_count());
        for (std::uint64_t run = 0; run < plan.run_count(); ++run) {
            const std::string text = plan_text(plan.at(run), {});
            CAPTURE(text);
            const auto summary = store.find(text);
            REQUIRE(summary);
            CHECK(summary->is_same_result(alone.find(text).value()));
        }
    }
}

TEST_CASE("what goes wrong in the sweep of one process ends it in all") {
    const tutti::sweep_plan plan{axes_of("broadcast", {"hypercube:3"}), {.threads = 1}};
    const tutti::sweep_plan other{axes_of("broadcast", {"hypercube:4"}), {.threads = 1}};
    const support::scratch place;
    result_store store{place.path("results.db")};
    const auto run = [&](const tutti::sweep_plan& of_last, const std::stop_token& stop) {
        return support::on_engines(3, [&](tutti::transport& end) {
            tutti::sweep_options options = on_threads(1, &end);
            if (end.self() == 0) {
                return run_sweep(plan, store, options).status;
            }
            options.run.stop = end.self() == 1 ? stop : std::stop_token{};
            run_sweep_worker(end.self() == 2 ? of_last : plan, options);
            return 0;
        });
    };
    SUBCASE("another plan") {
        for (const auto& each : run(other, {})) {
            REQUIRE(each.thrown);
            CHECK_THROWS_WITH_AS(std::rethrow_exception(each.thrown),
                                 doctest::Contains("process 2 has other runs to do than process 0"),
                                 std::invalid_argument);
        }
    }
    SUBCASE("a stop in one") {
        std::stop_source stop;
        stop.request_stop();
        CHECK(run(plan, stop.get_token()).front().value == 130);
    }
    SUBCASE("another result in the store") {
        tutti::stored_run stored =
            run_to_store(plan.at(0), {}, run_experiment(plan.at(0), on_threads(1).run, {}));
        stored.result.slots += 1;
        store.put(stored);
        store.commit();
        const auto outcomes = run(plan, {});
        REQUIRE(outcomes.front().thrown);
        CHECK_THROWS_AS(std::rethrow_exception(outcomes.front().thrown), tutti::store_conflict);
        REQUIRE(outcomes.back().thrown);
        CHECK_THROWS_AS(std::rethrow_exception(outcomes.back().thrown), tutti::process_left);
    }
}

TEST_CASE("a stop ends a sweep before its first run, too") {
    const support::scratch place;
    const tutti::sweep_plan plan{axes_of("broadcast", {"hypercube:3"}), {.threads = 1}};
    result_store store{place.path("results.db")};
    std::stop_source stop;
    tutti::sweep_progress progress;
    tutti::sweep_options options{.run = {.threads = 1}, .progress = &progress};
    options.run.stop = stop.get_token();
    CHECK(run_sweep(plan, store, options).finished == plan.run_count());
    CHECK(progress.looked_up == 0);

    bool has_begun = false;
    options.begins = [&] { has_begun = true; };
    CHECK(run_sweep(plan, store, options).stored == plan.run_count());
    CHECK(has_begun);
    CHECK(progress.looked_up == plan.run_count());
    stop.request_stop();
    const tutti::sweep_report report = run_sweep(plan, store, options);
    CHECK(report.is_interrupted);
    CHECK(report.stored == 0);
    CHECK(report.status == 130);
}

}  // TEST_SUITE("tutti/experiment/sweep.hpp")
