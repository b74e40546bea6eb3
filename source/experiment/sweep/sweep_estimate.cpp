#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "engine/exchange/gather.hpp"
#include "engine/memory/address_space.hpp"
#include "sweep_runs.hpp"
#include "sweep_stored.hpp"
#include "tutti/experiment/sweep.hpp"
#include "util/counts.hpp"
#include "util/stopwatch.hpp"

namespace tutti {
namespace {

constexpr double sample_budget = 2;  // seconds
constexpr std::size_t most_samples = 16;

/// A run that was done to see how long it takes.
struct sample {
    double work = 0;
    double seconds = 0;
};

// Between two samples as a power of the work, above the last in proportion to it.
double seconds_for_work(const std::vector<sample>& samples, double work) {
    const auto above =
        std::ranges::find_if(samples, [&](const sample& each) { return each.work >= work; });
    if (above == samples.end()) {
        return samples.back().seconds * work / samples.back().work;
    }
    if (above == samples.begin() || above->work <= std::prev(above)->work) {
        return above->seconds;
    }
    const sample& below = *std::prev(above);
    const double share = std::log(work / below.work) / std::log(above->work / below.work);
    return below.seconds * std::pow(above->seconds / below.seconds, share);
}

// Of each cell, the runs that are to be done.
std::vector<std::uint64_t> runs_left(const sweep_plan& plan, const std::vector<bool>& is_done) {
    std::vector<std::uint64_t> left(plan.cells().size(), plan.seed_count());
    for (std::size_t run = 0; run < is_done.size(); ++run) {
        left[run / plan.seed_count()] -= is_done[run] ? 1U : 0U;
    }
    return left;
}

// Cells without a run that is left are not sampled.
std::vector<std::size_t> cells_left(std::span<const std::uint64_t> left) {
    std::vector<std::size_t> cells;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i] > 0) {
            cells.push_back(i);
        }
    }
    return cells;
}

// Cells by work, the first, the last and some in between.
std::vector<std::size_t> cells_to_sample(const sweep_plan& plan, std::vector<std::size_t> order) {
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return plan.cells()[i].work; });
    const std::size_t count = std::min(most_samples, order.size());
    std::vector<std::size_t> chosen;
    chosen.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        chosen.push_back(order[count == 1 ? 0 : i * (order.size() - 1) / (count - 1)]);
    }
    return chosen;
}

// The bound that every cell has, or what an estimate says, which costs more.
std::uint64_t bytes_of_run(const sweep_plan& plan, std::size_t cell) {
    const experiment original = plan.at(cell * plan.seed_count());
    return std::min(plan.cells()[cell].bytes, estimate_memory(original).total_bytes());
}

// Memory of the largest runs that may be done side by side, or of the largest that is done alone.
std::uint64_t bytes_in_flight(const sweep_plan& plan, std::span<const std::uint64_t> left,
                              const experiment_options& options) {
    std::vector<std::size_t> order = cells_left(left);
    std::ranges::stable_sort(order, std::greater{},
                             [&](std::size_t cell) { return plan.cells()[cell].bytes; });
    const auto threads = static_cast<std::uint64_t>(options.threads);
    std::uint64_t alone = 0;
    std::uint64_t together = 0;
    std::uint64_t runs = 0;
    for (const std::size_t cell : order) {
        if (is_run_alone(plan, plan.cells()[cell])) {
            alone = alone == 0 ? bytes_of_run(plan, cell) : alone;
        } else if (runs < threads) {
            const std::uint64_t times = std::min(left[cell], threads - runs);
            together += times * bytes_of_run(plan, cell);
            runs += times;
        }
    }
    return std::min(std::max(alone, together),
                    usable_memory_bytes(options.memory_limit_bytes, options.threads));
}

double seconds_of(const experiment& plan, const experiment_options& each) {
    const stopwatch watch;
    const result ran = run_experiment(plan, each, {});
    return watch.seconds();
}

}  // namespace

sweep_estimate estimate_runs_left(const sweep_plan& plan, const experiment_options& options,
                                  const stored_sweep_runs& stored) {
    const std::vector<std::uint64_t> left = runs_left(plan, stored.is_done);
    sweep_estimate estimate{.runs = plan.run_count(),
                            .stored = stored.count(),
                            .others = stored.others,
                            .bytes = bytes_in_flight(plan, left, options)};
    std::vector<sample> samples;
    for (const std::size_t cell : cells_to_sample(plan, cells_left(left))) {
        const experiment original = plan.at(cell * plan.seed_count());
        const experiment_options each = options_for(plan, plan.cells()[cell], options);
        double seconds = seconds_of(original, each);
        estimate.sample_seconds += seconds;
        ++estimate.sample_runs;
        // Memory that a first run fetches from the system the next one has.
        if (estimate.sample_seconds < sample_budget / 2) {
            const double again = seconds_of(original, each);
            estimate.sample_seconds += again;
            ++estimate.sample_runs;
            seconds = std::min(seconds, again);
        }
        samples.push_back({.work = plan.cells()[cell].work, .seconds = seconds});
        if (estimate.sample_seconds > sample_budget || options.stop.stop_requested()) {
            break;
        }
    }
    for (const std::size_t i : cells_left(left)) {
        const sweep_cell& cell = plan.cells()[i];
        const double side_by_side = is_run_alone(plan, cell) ? 1 : options.threads;
        estimate.seconds += product(left[i], seconds_for_work(samples, cell.work)) / side_by_side;
    }
    // Processes share the runs evenly.
    estimate.seconds /= process_count(options.carrier);
    return estimate;
}

}  // namespace tutti
