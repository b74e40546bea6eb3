#include "figure_notes.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "axis_titles.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

bool has_point(const figure& shown, bool (*has)(const figure_point&)) {
    bool any = false;
    for_each_point(shown.panels, [&](const figure_point& each) { any = any || has(each); });
    return any;
}

// Labels of the watched columns in which all runs agree, by the names of these.
std::map<std::string, std::string> shared_labels(const stored_rows& from,
                                                 const figure_request& request,
                                                 const run_groups& groups) {
    std::map<std::string, std::string> labels;
    for (std::size_t i = 0; i < groups.watched.size(); ++i) {
        const std::size_t place = groups.watched[i];
        const auto& first = groups.groups.front().shared[i];
        const bool is_shared = first && !std::holds_alternative<std::monostate>(*first) &&
                               std::ranges::all_of(groups.groups, [&](const run_group& each) {
                                   return each.shared[i] == first;
                               });
        // Columns that are axes, series or panels are named by the figure itself.
        const bool is_asked = place == request.x || std::optional{place} == request.by ||
                              std::optional{place} == request.facet;
        if (is_shared && !is_asked) {
            const readable_column& column = from.columns()[place];
            labels[column.name] = label_of(column, first.value_or(stored_value{}));
        }
    }
    return labels;
}

void describe_points(figure& made, interval_method method, const run_groups& groups) {
    const auto [fewest, most] =
        std::ranges::minmax(groups.groups, {}, [](const run_group& each) { return each.runs; });
    // Points of single runs are no means and have no intervals.
    if (most.runs == 1) {
        return;
    }
    made.remarks.push_back(
        fmt::format("points: means of {}{}",
                    fewest.runs == most.runs ? "" : fmt::format("{} to ", grouped(fewest.runs)),
                    quantity(most.runs, "run")));
    made.remarks.push_back(
        has_point(made, [](const figure_point& each) { return each.spread.has_value(); })
            ? fmt::format("bars: 95 % intervals ({}), none where all runs agree",
                          method == interval_method::student ? "Student" : "bootstrap")
            : "no intervals: all runs agree");
    if (made.has_cut_bars) {
        made.remarks.emplace_back(made.y.is_logarithmic
                                      ? "bars that reach 0 or less are cut at the axis"
                                      : "bars that reach below 0 are cut there");
    }
}

void describe_lines(figure& made) {
    if (has_point(made, [](const figure_point& each) { return each.formula.has_value(); })) {
        made.remarks.emplace_back("lines: exact formulas");
    }
    const auto has_colour = [](const figure_panel& panel) {
        return std::ranges::any_of(panel.bounds,
                                   [](const figure_bound& each) { return each.style.has_value(); });
    };
    if (std::ranges::any_of(made.panels, has_colour)) {
        made.remarks.emplace_back("a bound in colour is that of this series alone");
    }
}

// Whatever was left out or mixed is stated, so that a figure shows no more than it holds.
void describe_runs(figure& made) {
    if (!made.mixed.empty()) {
        made.remarks.push_back(
            fmt::format("a point mixes runs of different {}", fmt::join(made.mixed, ", ")));
    }
    if (made.left_out > 0) {
        made.remarks.push_back(
            fmt::format("left out: {} that did not end complete", quantity(made.left_out, "run")));
    }
    for (const auto& [name, runs] : made.without) {
        made.remarks.push_back(fmt::format("left out: {} without a number for {}",
                                           quantity(runs, "run"), spaced(name)));
    }
}

}  // namespace

void describe(figure& made, const stored_rows& from, const figure_request& request,
              const run_groups& groups) {
    const auto short_title = [&](std::size_t place) {
        return short_title_of(from.columns()[place].name);
    };
    auto labels = shared_labels(from, request, groups);
    const std::string collective =
        labels.contains("collective") ? labels["collective"] + ": " : std::string{};
    made.title =
        fmt::format("{}{} by {}", collective, short_title(request.y), short_title(request.x));
    for (const auto& [name, label] : labels) {
        // The title has the collective, and a network implies its family.
        const bool is_said = name == "collective" || name == "expected_kind" ||
                             (name == "family" && labels.contains("network"));
        if (!is_said) {
            made.remarks.push_back(label);
        }
    }
    describe_points(made, request.method, groups);
    describe_lines(made);
    describe_runs(made);
}

}  // namespace tutti
