#include "tuning_figure.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "figure_lines.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr double microseconds = 1e6;
// As many as there are colours.
constexpr std::size_t most_lines = 7;

// Seconds by algorithm, of its best choice, for each of the sizes.
using times_by_algorithm = std::map<std::string, std::vector<double>>;

double least_seconds(const tuning& tuned, const std::string& algorithm, std::uint64_t bytes) {
    std::optional<exact_number> least;
    for (const tuned_choice& each : tuned.choices) {
        if (each.plan.algorithm->name == algorithm && !each.is_left_out) {
            const exact_number seconds = each.seconds.at(bytes);
            least = least ? std::min(*least, seconds) : seconds;
        }
    }
    return least.value_or(0).convert_to<double>();
}

times_by_algorithm times_of(const tuning& tuned) {
    times_by_algorithm times;
    for (const tuned_choice& each : tuned.choices) {
        const std::string& name = each.plan.algorithm->name;
        if (!each.is_left_out && !times.contains(name)) {
            times[name] = vector_of(tuned.sizes, [&](const tuned_size& size) {
                return least_seconds(tuned, name, size.bytes);
            });
        }
    }
    return times;
}

// Those that are the best for some size come first, then the others by their time for the largest.
std::vector<std::string> shown_algorithms(const tuning& tuned, const times_by_algorithm& times) {
    std::vector<std::string> names;
    for (const tuned_size& each : tuned.sizes) {
        const std::string& name = tuned.choices[each.choice].plan.algorithm->name;
        if (std::ranges::find(names, name) == names.end()) {
            names.push_back(name);
        }
    }
    std::vector<std::string> others;
    for (const auto& [name, seconds] : times) {
        if (std::ranges::find(names, name) == names.end()) {
            others.push_back(name);
        }
    }
    std::ranges::stable_sort(others, {},
                             [&](const std::string& name) { return times.at(name).back(); });
    names.insert(names.end(), others.begin(), others.end());
    names.resize(std::min(names.size(), most_lines));
    return names;
}

figure_series series_of(const tuning& tuned, const std::string& name, std::size_t style,
                        const std::vector<double>& seconds) {
    figure_series series{.name = name, .style = style};
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        const double time = seconds[i] * microseconds;
        if (time > 0) {
            series.points.push_back({.x = rational{tuned.sizes[i].bytes}.to_double(),
                                     .mean = time,
                                     .formula = time,
                                     .bound = tuned.sizes[i].bound_seconds * microseconds});
        }
    }
    return series;
}

figure_axis axis_over(std::string title, const std::set<double>& values) {
    return {.title = std::move(title),
            .is_logarithmic = true,
            .low = *values.begin(),
            .high = *values.rbegin(),
            .values = {values.begin(), values.end()}};
}

}  // namespace

figure figure_of(const tuning& tuned) {
    const times_by_algorithm times = times_of(tuned);
    figure made;
    made.title = fmt::format("{} on {}", tuned.collective, tuned.network);
    const std::string& named = tuned.model.machine;
    made.remarks = {named.empty() ? fmt::format("latency {}, bandwidth {}", tuned.model.latency,
                                                tuned.model.bandwidth)
                                  : fmt::format("links of {}", named),
                    tuned.model.by == timed_by::slots ? "every slot takes its latency"
                                                      : "start-ups and bytes of the critical path",
                    "dashed: lower bound"};
    figure_panel panel;
    std::set<double> sizes;
    std::set<double> seconds;
    for (const std::string& name : shown_algorithms(tuned, times)) {
        panel.series.push_back(series_of(tuned, name, made.names.size(), times.at(name)));
        made.names.push_back(name);
        for (const figure_point& each : panel.series.back().points) {
            sizes.insert(each.x);
            seconds.insert(each.mean);
            if (const double bound = each.bound.value_or(0); bound > 0) {
                seconds.insert(bound);
            }
        }
    }
    if (sizes.empty()) {
        refuse("nothing takes any time, and a logarithmic axis has no 0");
    }
    std::erase_if(panel.series, [](const figure_series& each) { return each.points.empty(); });
    panel.bounds = bounds_of(panel.series);
    made.panels.push_back(std::move(panel));
    made.x = axis_over("size in bytes", sizes);
    made.y = axis_over("time in microseconds", seconds);
    return made;
}

}  // namespace tutti
