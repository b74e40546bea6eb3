#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "experiment/plan/plan_command_line.hpp"
#include "experiment/plan/plan_reader.hpp"
#include "experiment/time_model/run_timing.hpp"
#include "experiment/tune/choices.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/collective.hpp"

TEST_SUITE("experiment/time_model/run_timing.hpp") {

namespace {

tutti::experiment plan_of(std::string_view text) {
    constexpr std::uint64_t memory_limit = std::uint64_t{1} << 30U;
    return tutti::read_experiment(
        tutti::values_of_words(tutti::split_words(text)),
        {.catalogue = &support::standard(), .memory_limit_bytes = memory_limit});
}

tutti::model_time timed(const tutti::experiment& plan) {
    const tutti::result ran = tutti::run_experiment(plan, {.threads = 1}, "");
    REQUIRE(ran.verdict == tutti::verdict::complete);
    REQUIRE(ran.model_time);
    return *ran.model_time;
}

/// A plan with a time that was worked out by hand.
struct worked_case {
    std::string_view plan;
    std::string_view model;
    double microseconds;
    std::uint64_t startups;
    double startup_microseconds;
};

constexpr std::array worked_cases{
    // Three hops of 1 + 1.
    worked_case{"run broadcast/tree -n path:4", "--latency 1us --bandwidth 1GB/s --bytes 1KB", 6, 3,
                6},
    // Six slots of 1 + 1300/13/1000; each message goes over six links.
    worked_case{"run allgather/both-ways -n ring:13",
                "--latency 1us --bandwidth 1GB/s --bytes 1300B", 6.6, 6, 6.6},
    // Twelve in one port.
    worked_case{"run allgather/hamiltonian -n complete:13",
                "--latency 1us --bandwidth 1GB/s --bytes 13KB", 24, 12, 24},
    // A doubling goes on in each link, 1, 2 and 4 messages: three start-ups, seven messages.
    worked_case{"run allgather/doubling -n hypercube:3",
                "--latency 10us --bandwidth 1GB/s --bytes 8KB", 77, 3, 37},
    // Values are 3000/3 bytes, each in a slot of 3.
    worked_case{"run allreduce/dimension-exchange -n hypercube:3 --set values=3",
                "--latency 1us --bandwidth 1GB/s --bytes 3KB", 6, 3, 6},
    // Ten pieces of 100 bytes, one behind the other: two start-ups, eleven pieces.
    worked_case{"run broadcast/arborescences -n path:3 --set pieces=10",
                "--latency 1us --bandwidth 1GB/s --bytes 1KB", 12.1, 2, 3.1},
    // The root sends 3 messages of 4000/4 bytes over one link.
    worked_case{"run scatter/farthest-first -n path:4",
                "--latency 1us --bandwidth 1GB/s --bytes 4KB", 6, 3, 6},
    // Two links of hosts, 1 + 1, and one between switches, 5 + 0.5; the slots alike.
    worked_case{"run broadcast/tree -n clos:1.2.1",
                "--latency host=1us,switch=5us --bandwidth host=1GB/s,switch=2GB/s --bytes 1KB", 15,
                4, 15},
    // Control takes latency alone, up to node 1, and down through its one port.
    worked_case{"run barrier/telephone -n path:3", "--latency 1us --bandwidth 1GB/s --bytes 1GiB",
                4, 3, 3},
    // 40 bits at 8 bits a microsecond.
    worked_case{"run broadcast/flooding -n path:2", "--latency 0s --bandwidth 8Mb/s --bytes 5", 5,
                1, 5},
    // A node that begins its second phase with a packet sends it in that phase; 1 byte a value.
    worked_case{"run allreduce/hamiltonian -n ring:3 --ports single-half",
                "--latency 1us --bandwidth 1GB/s --bytes 3", 12.012, 4, 4.004},
    // One port takes the bytes of both directions.
    worked_case{"run alltoall -n path:2 --ports single-half",
                "--latency 0us --bandwidth 1MB/s --bytes 2", 2, 1, 2},
    // A switch has all its ports: four messages of 250 bytes at a time.
    worked_case{"run alltoall/balanced-routes -n switch:4 --ports single",
                "--latency 0us --bandwidth 1MB/s --bytes 1000", 1'000, 2, 1'000}};

std::string schedule_plan(std::string_view file, std::string_view bytes) {
    return fmt::format(
        "run allgather/schedule -n box:dgx1 --set file={}/{} --latency 1us --bandwidth 1GB/s "
        "--bytes {}",
        TUTTI_SCHEDULES, file, bytes);
}

/// Seconds by the size of the data.
tutti::size_function seconds_by_size(const tutti::experiment& plan, tutti::timed_by by) {
    const auto function = tutti::function_of_run(plan, timed(plan), by);
    REQUIRE(function);
    return *function;
}

}  // namespace

TEST_CASE("runs take the seconds that were worked out by hand") {
    for (const worked_case& each : worked_cases) {
        CAPTURE(each.plan);
        const tutti::model_time time = timed(plan_of(fmt::format("{} {}", each.plan, each.model)));
        CHECK(time.seconds * 1e6 == doctest::Approx(each.microseconds));
        CHECK(time.startups == each.startups);
        CHECK(time.startup_seconds.value_or(0) * 1e6 == doctest::Approx(each.startup_microseconds));
    }
}

TEST_CASE("no run of the catalogue takes less than its bound, nor less than its critical path") {
    for (const std::string_view network :
         {"hypercube:3", "torus:4x4", "array:3x3", "ring:5", "complete:4", "fat-tree:2"}) {
        for (const tutti::algorithm* const each : support::standard().algorithms()) {
            for (const std::string_view model : {"--latency 1us --bandwidth 1GB/s --bytes 8",
                                                 "--latency 1us --bandwidth 1GB/s --bytes 1MB"}) {
                tutti::experiment plan;
                const std::string text =
                    fmt::format("run {}/{} -n {} {}", each->collective, each->name, network, model);
                CAPTURE(text);
                try {
                    plan = plan_of(text);
                    tutti::require_applicable(*each, plan.built_network,
                                              tutti::participants_of(plan));
                    if (each->goal->is_dynamic || !tutti::inapplicable_reason(plan).empty()) {
                        continue;
                    }
                } catch (const std::invalid_argument&) {
                    continue;
                }
                const tutti::result ran = tutti::run_experiment(plan, {.threads = 1}, "");
                if (ran.verdict != tutti::verdict::complete) {
                    continue;
                }
                REQUIRE(ran.model_time);
                const tutti::model_time& time = *ran.model_time;
                CHECK(time.bound_seconds.value_or(0) <= time.seconds * (1 + 1e-12));
                CHECK(time.startup_seconds.value_or(0) <= time.seconds * (1 + 1e-12));
                const tutti::problem input = tutti::problem_of(plan);
                const tutti::link_costs costs =
                    tutti::link_costs_of(plan.time_model, plan.network, plan.built_network);
                const auto by_theory = tutti::seconds_by_theory(
                    tutti::theory_of(plan, input), costs,
                    tutti::part_bytes(*each->goal, input, *plan.time_model.bytes));
                if (by_theory) {
                    CHECK(by_theory->convert_to<double>() >= time.seconds * (1 - 1e-12));
                }
            }
        }
    }
}

// Of eight GPUs of an NVIDIA DGX-1: S steps of R rounds in all, with C pieces of each message, as
// Cai et al., Synthesizing optimal collective algorithms (PPoPP 2021), write (C, S, R).
TEST_CASE("allgathers of (2, 2, 3) and (6, 3, 7) cross where their formulas do") {
    const tutti::experiment few =
        plan_of(schedule_plan("csv_dgx1_allgather_2_steps_3_rounds.csv", "8"));
    const tutti::experiment many =
        plan_of(schedule_plan("csv_dgx1_allgather_3_steps_7_rounds.csv", "8"));
    constexpr int of_start_ups = 24'000;  // bytes: 3 * latency * bandwidth for each of 8 nodes
    constexpr int of_slots = 96'000;
    CHECK(seconds_by_size(few, tutti::timed_by::startups)
              .falls_behind(seconds_by_size(many, tutti::timed_by::startups), 0) == of_start_ups);
    CHECK(seconds_by_size(few, tutti::timed_by::slots)
              .falls_behind(seconds_by_size(many, tutti::timed_by::slots), 0) == of_slots);
}

}  // TEST_SUITE
