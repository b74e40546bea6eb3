#include "tutti/experiment/sweep.hpp"

#include <doctest/doctest.h>

#include "support/scratch.hpp"
#include "support/standard.hpp"

TEST_SUITE("tutti/experiment/sweep.hpp") {

namespace {

using tutti::result_store;

}  // namespace

TEST_CASE("a stop ends a sweep before its first run, too") {
    const support::scratch place;
    tutti::sweep_axes axes{.algorithms = support::standard().algorithms_for("broadcast"),
                           .known = &support::standard()};
    const auto named = tutti::network_specification::parse("hypercube:3");
    axes.networks.push_back({.named = named, .outline = named.outline()});
    const tutti::sweep_plan plan{axes, {.threads = 1}};
    result_store store{place.path("results.db")};
    std::stop_source stop;
    tutti::sweep_progress progress;
    tutti::sweep_options how{.run = {.threads = 1}, .progress = &progress};
    how.run.stop = stop.get_token();
    CHECK(run_sweep(plan, store, how).finished == plan.run_count());
    CHECK(progress.looked_up == 0);

    bool has_begun = false;
    how.begins = [&] { has_begun = true; };
    CHECK(run_sweep(plan, store, how).stored == plan.run_count());
    CHECK(has_begun);
    CHECK(progress.looked_up == plan.run_count());
    stop.request_stop();
    const tutti::sweep_report found = run_sweep(plan, store, how);
    CHECK(found.is_interrupted);
    CHECK(found.stored == 0);
    CHECK(found.status == 130);
}

}  // TEST_SUITE("tutti/experiment/sweep.hpp")
