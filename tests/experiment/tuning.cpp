#include "experiment/tune/tuning.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "experiment/plan/plan_command_line.hpp"
#include "experiment/plan/plan_reader.hpp"
#include "experiment/tune/choices.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/catalogue.hpp"

TEST_SUITE("experiment/tune/tuning.hpp") {

namespace {

using tutti::exact_number;
using tutti::size_function;
using tutti::size_line;

tutti::plan_values values_of(std::string_view text) {
    return tutti::values_of_words(tutti::split_words(text));
}

tutti::plan_context context() {
    return {.catalogue = &support::standard(), .memory_limit_bytes = std::uint64_t{1} << 30U};
}

tutti::tuning tuned(std::string_view text) {
    const std::vector<tutti::candidate> candidates =
        tutti::read_tuned_candidates(values_of(text), context(), {.threads = 1});
    return tutti::tune({.candidates = candidates, .run = [](const tutti::experiment& plan) {
                            return tutti::run_experiment(plan, {.threads = 1}, "");
                        }});
}

std::vector<size_line> drawn_lines() {
    const auto numbers = *rc::gen::container<std::vector<std::pair<int, int>>>(
        *rc::gen::inRange<std::size_t>(1, 6),
        rc::gen::pair(rc::gen::inRange(0, 20), rc::gen::inRange(0, 20)));
    std::vector<size_line> lines;
    for (const auto& [seconds, slope] : numbers) {
        lines.push_back({.seconds = seconds, .seconds_a_byte = exact_number{slope, 7}});
    }
    return lines;
}

}  // namespace

TEST_CASE("functions of sizes are the sums of their largest lines, and the envelope is the least") {
    CHECK(rc::check([] {
        std::vector<size_function> functions(*rc::gen::inRange<std::size_t>(1, 6));
        std::vector<std::vector<size_line>> all;
        for (size_function& each : functions) {
            all.push_back(drawn_lines());
            each = size_function::largest(all.back());
            const std::vector<size_line> more = drawn_lines();
            each.add(size_function::largest(more), 2);
            for (const int bytes : {0, 1, 5, 50}) {
                const auto most = [&](const std::vector<size_line>& lines) {
                    exact_number largest = 0;
                    for (const size_line& line : lines) {
                        largest = std::max<exact_number>(largest, line.at(bytes));
                    }
                    return largest;
                };
                RC_ASSERT(each.at(bytes) == most(all.back()) + 2 * most(more));
            }
        }
        const auto envelope = tutti::lower_envelope(functions, 1, 60);
        for (int sixths = 6; sixths <= 360; ++sixths) {
            const exact_number bytes{sixths, 6};
            const auto after =
                std::ranges::upper_bound(envelope, bytes, {}, &tutti::best_from::bytes);
            const exact_number best = functions[std::prev(after)->which].at(bytes);
            for (const size_function& each : functions) {
                RC_ASSERT(best <= each.at(bytes));
            }
        }
    }));
}

TEST_CASE("a tuning names what takes least, and no bound is above it") {
    for (const std::string model : {"slots", "startups"}) {
        CAPTURE(model);
        const std::string machine = "-n torus:4x4 --latency 1us --bandwidth 1GB/s";
        const tutti::tuning found =
            tuned(fmt::format("tune allreduce {} --bytes 8..1MiB --model {}", machine, model));
        REQUIRE(found.sizes.size() == 18);
        CHECK(found.failed.empty());
        for (const tutti::tuned_size& size : found.sizes) {
            CHECK(size.bound_seconds <= size.seconds * (1 + 1e-12));
            for (const tutti::tuned_choice& each : found.choices) {
                CHECK(size.seconds <=
                      each.seconds.at(size.bytes).convert_to<double>() * (1 + 1e-12));
            }
            // What was said by the theory, or another size, is what a run takes.
            tutti::experiment plan = found.choices[size.choice].plan;
            plan.time_model.bytes = size.bytes;
            const tutti::result ran = tutti::run_experiment(plan, {.threads = 1}, "");
            REQUIRE(ran.model_time);
            const double seconds = model == "slots" ? ran.model_time->seconds
                                                    : ran.model_time->startup_seconds.value_or(0);
            CHECK(seconds == doctest::Approx(size.seconds));
        }
        for (const tutti::crossover& each : found.crossovers) {
            CHECK(found.choices[each.from].seconds.at(each.bytes) ==
                  found.choices[each.to].seconds.at(each.bytes));
        }
    }
}

TEST_CASE(
    "no bound is above a time where few values have few results, or not all nodes take part") {
    for (const std::string_view plan :
         {"reduce-scatter -n star:6", "reduce-scatter -n path:5", "allreduce -n star:5",
          "reduce -n path:4 --root 1", "allgather -n star:6 --participants nodes:1-3",
          "allgather -n hypercube:3 --ports single", "allreduce -n fat-tree:2",
          "scatter -n array:3x3"}) {
        for (const std::string_view model : {"slots", "startups"}) {
            CAPTURE(plan);
            CAPTURE(model);
            const tutti::tuning found = tuned(
                fmt::format("tune {} --latency 1us --bandwidth 1GB/s --bytes 8..64KiB --model {}",
                            plan, model));
            REQUIRE_FALSE(found.sizes.empty());
            for (const tutti::tuned_size& size : found.sizes) {
                CHECK(size.bound_seconds <= size.seconds * (1 + 1e-12));
            }
        }
    }
}

TEST_CASE("algorithms whose pieces are searched take what the theory says") {
    for (const std::string_view plan :
         {"broadcast/pieces -n torus:3x3", "broadcast/arborescences -n hypercube:3",
          "allgather/receiver-matching -n array:3x3"}) {
        for (const int pieces : {1, 5, 18}) {
            const std::string text =
                fmt::format("run {} --latency 1us --bandwidth 1GB/s --bytes 90KB --set pieces={}",
                            plan, pieces);
            CAPTURE(text);
            const tutti::experiment run = tutti::read_experiment(values_of(text), context());
            const tutti::result ran = tutti::run_experiment(run, {.threads = 1}, "");
            REQUIRE(ran.model_time);
            const auto by_theory = tutti::function_by_theory(run, tutti::timed_by::slots);
            REQUIRE(by_theory);
            CHECK(by_theory->at(90'000).convert_to<double>() ==
                  doctest::Approx(ran.model_time->seconds));
        }
    }
}

TEST_CASE("pieces=auto is the number of pieces that takes least") {
    const std::string_view machine = "-n hypercube:3 --latency 1us --bandwidth 1GB/s";
    for (const std::string_view bytes : {"8", "30KB", "1MB"}) {
        const auto timed = [&](std::string_view pieces) {
            const tutti::experiment plan = tutti::read_experiment(
                values_of(fmt::format("run broadcast/pieces {} --bytes {} --set pieces={}", machine,
                                      bytes, pieces)),
                context());
            const tutti::result ran = tutti::run_experiment(plan, {.threads = 1}, "");
            REQUIRE(ran.model_time);
            return ran.model_time->seconds;
        };
        const double best = timed("auto");
        for (int pieces = 1; pieces <= 64; ++pieces) {
            CHECK(best <= timed(std::to_string(pieces)) * (1 + 1e-12));
        }
    }
}

}  // TEST_SUITE
