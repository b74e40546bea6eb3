#include "tutti/store/figure.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "figure_words.hpp"
#include "tutti/store/value_table.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

/// Makes a figure of the groups of runs.
class figure_maker {
public:
    figure_maker(const stored_rows& from, const figure_request& asked)
        : from_{&from}, asked_{&asked} {
        check_axis("--x", asked.x);
        check_axis("--y", asked.y);
        find_theory();
        found_ = group_runs(from, request());
        if (found_.groups.empty()) {
            refuse("--where: no complete run meets it; `tutti results FILE` says what is there");
        }
        check_units();
    }

    [[nodiscard]] figure made() {
        add_points();
        for (figure_panel& panel : made_.panels) {
            add_bounds(panel);
        }
        made_.x = axis(asked_->x, asked_->is_x_logarithmic, &figure_maker::add_x);
        made_.y = axis(asked_->y, asked_->is_y_logarithmic, &figure_maker::add_y);
        check_logarithm("x", made_.x);
        check_logarithm("y", made_.y);
        add_bars();
        made_.mixed = mixed_columns(found_, *from_);
        made_.left_out = found_.left_out;
        describe();
        return std::move(made_);
    }

private:
    static constexpr std::size_t none = ~std::size_t{0};

    [[nodiscard]] const std::string& name_of(std::size_t place) const {
        return from_->columns()[place].name;
    }

    void check_axis(std::string_view option, std::size_t place) const {
        if (from_->columns()[place].kind == column_kind::text) {
            refuse("{}: {} is text; a column of numbers is right, such as nodes, k, slots or ratio",
                   option, name_of(place));
        }
    }

    // Which of the collected columns are theory. The first is y.
    void find_theory() {
        const std::string& y = name_of(asked_->y);
        const bool is_time = y == "units" || y == "slots";
        collected_ = {asked_->y};
        if (is_time || y == "transmissions") {
            formula_ = collect(is_time ? "expected" : "expected_transmissions");
        }
        if (is_time) {
            bound_ = collect("lower_bound");
        }
        if (y == "slots") {
            units_ = collect("units");
        }
        if (asked_->has_bound && !is_time && y != "ratio") {
            refuse("--bound: there is none for {}; it goes with --y units, slots or ratio", y);
        }
    }
    std::size_t collect(std::string_view column) {
        collected_.push_back(from_->place_of(column));
        return collected_.size() - 1;
    }

    [[nodiscard]] grouping_request request() const {
        grouping_request asked{.by = {}, .of = collected_, .watched = {}, .where = asked_->where};
        for (const auto& place : {asked_->facet, asked_->by}) {
            if (place) {
                asked.by.push_back(*place);
            }
        }
        asked.by.push_back(asked_->x);
        asked.watched = {from_->place_of("expected_kind"), from_->place_of("family")};
        return asked;
    }

    // Theory is in units: it goes with slots if they are the same.
    void check_units() {
        if (units_ == none || std::ranges::all_of(found_.groups, [&](const run_group& each) {
                return each.values.front() == each.values[units_];
            })) {
            return;
        }
        if (asked_->has_bound) {
            refuse("--bound: it is in units, and here slots are not; --y units is right");
        }
        formula_ = bound_ = none;
    }

    void add_points() {
        for (const run_group& group : found_.groups) {
            const auto x = number_of(group.key.back());
            if (!x || group.values.front().empty()) {
                continue;
            }
            figure_series& series = series_for(group);
            series.points.push_back({.x = *x,
                                     .mean = mean_of(group.values.front()),
                                     .spread = interval_of(group.values.front(), asked_->method),
                                     .formula = formula_of(group),
                                     .bound = bound_of(group)});
        }
        if (made_.panels.empty()) {
            refuse("--y: no run has both {} and {}", name_of(asked_->x), name_of(asked_->y));
        }
    }

    figure_series& series_for(const run_group& group) {
        const std::string panel = asked_->facet ? label(group.key.front(), *asked_->facet) : "";
        if (made_.panels.empty() || made_.panels.back().name != panel) {
            if (made_.panels.size() == most_panels) {
                refuse("--facet: {} has more than {} values; --where can choose some",
                       name_of(asked_->facet.value_or(0)), most_panels);
            }
            made_.panels.push_back({.name = panel});
        }
        const std::string name = asked_->by ? label(group.key[group.key.size() - 2], *asked_->by)
                                            : short_title_of(name_of(asked_->y));
        auto& all = made_.panels.back().series;
        if (all.empty() || all.back().name != name) {
            all.push_back({.name = name, .style = style_of(name)});
        }
        return all.back();
    }

    // Text says what it is; a number has to be told.
    [[nodiscard]] std::string label(const stored_value& value, std::size_t place) const {
        if (std::holds_alternative<std::monostate>(value)) {
            return "no " + spaced(name_of(place));
        }
        const bool is_named = std::holds_alternative<std::string>(value) &&
                              from_->columns()[place].kind == column_kind::text;
        const std::string text = printable(readable_text(value));
        return is_named ? text : fmt::format("{} = {}", short_title_of(name_of(place)), text);
    }

    std::size_t style_of(const std::string& name) {
        const auto found = std::ranges::find(made_.names, name);
        const auto style = static_cast<std::size_t>(found - made_.names.begin());
        if (found == made_.names.end()) {
            if (style == most_series) {
                refuse("--by: {} has more than {} values; --where can choose some",
                       name_of(asked_->by.value_or(0)), most_series);
            }
            made_.names.push_back(name);
        }
        return style;
    }

    [[nodiscard]] static const std::optional<stored_value>& kind_of_formula(
        const run_group& group) {
        return group.shared[group.shared.size() - 2];
    }

    [[nodiscard]] std::optional<double> formula_of(const run_group& group) const {
        if (formula_ == none || group.values[formula_].size() != group.runs) {
            return std::nullopt;
        }
        const bool is_exact =
            bound_ == none || kind_of_formula(group) == std::optional{stored_value{"exact"}};
        return is_exact ? std::optional{mean_of(group.values[formula_])} : std::nullopt;
    }

    [[nodiscard]] std::optional<double> bound_of(const run_group& group) const {
        if (!asked_->has_bound) {
            return std::nullopt;
        }
        return bound_ == none ? 1.0 : mean_of(group.values[bound_]);
    }

    // Series with the same bound share its line.
    static void add_bounds(figure_panel& panel) {
        for (const figure_series& series : panel.series) {
            std::map<double, double> line;
            for (const figure_point& each : series.points) {
                if (each.bound) {
                    line[each.x] = *each.bound;
                }
            }
            if (!line.empty()) {
                add_bound(panel, series.name, line);
            }
        }
        if (panel.bounds.size() == 1) {
            panel.bounds.front().name = "lower bound";
        }
    }
    static void add_bound(figure_panel& panel, const std::string& name,
                          const std::map<double, double>& line) {
        const auto agree = [&](const figure_bound& other) {
            return std::ranges::all_of(line, [&](const auto& point) {
                const auto there = other.line.find(point.first);
                return there == other.line.end() || there->second == point.second;
            });
        };
        const auto same = std::ranges::find_if(panel.bounds, agree);
        if (same == panel.bounds.end()) {
            panel.bounds.push_back({.name = "lower bound of " + name, .line = line});
        } else {
            same->name += ", " + name;
            same->line.insert(line.begin(), line.end());
        }
    }

    static void add_x(const figure_point& point, std::set<double>& values) {
        values.insert(point.x);
    }
    static void add_y(const figure_point& point, std::set<double>& values) {
        values.insert(point.mean);
        for (const auto& each : {point.formula, point.bound}) {
            if (each) {
                values.insert(*each);
            }
        }
    }

    // A positive mean may have an interval that is not. Where there is no place for its end, its
    // bar leaves the picture.
    void add_bars() {
        constexpr double beyond = 0.1;
        const double outside = made_.y.low * beyond;
        for (figure_panel& panel : made_.panels) {
            for (figure_series& series : panel.series) {
                for (figure_point& point : series.points) {
                    add_bar(point.spread, outside);
                }
            }
        }
    }
    void add_bar(std::optional<interval>& spread, double outside) {
        if (!spread) {
            return;
        }
        if (made_.y.is_logarithmic && spread->low <= 0) {
            spread->low = outside;
        } else {
            made_.y.low = std::min(made_.y.low, spread->low);
        }
        made_.y.high = std::max(made_.y.high, spread->high);
    }

    [[nodiscard]] figure_axis axis(std::size_t place, bool is_logarithmic,
                                   void (*add)(const figure_point&, std::set<double>&)) const {
        std::set<double> values;
        for (const figure_panel& panel : made_.panels) {
            for (const figure_series& series : panel.series) {
                for (const figure_point& point : series.points) {
                    add(point, values);
                }
            }
        }
        return {.title = axis_title_of(name_of(place)),
                .is_logarithmic = is_logarithmic,
                .low = *values.begin(),
                .high = *values.rbegin(),
                .values = {values.begin(), values.end()}};
    }

    static void check_logarithm(std::string_view name, const figure_axis& axis) {
        if (axis.is_logarithmic && axis.low <= 0) {
            refuse("--log: {} has no logarithm at {}; leave out {}", axis.title,
                   readable_text(axis.low), name);
        }
    }

    void describe() {
        const auto shared = shared_by_all();
        const auto task = shared.find("task");
        made_.title =
            fmt::format("{}{}{} by {}", task == shared.end() ? "" : task->second,
                        task == shared.end() ? "" : ": ", short_title_of(name_of(asked_->y)),
                        short_title_of(name_of(asked_->x)));
        for (const auto& [name, text] : shared) {
            const bool is_said = name == "task" || name == "expected_kind" ||
                                 (name == "family" && shared.contains("network"));
            if (!is_said) {
                made_.remarks.push_back(remark_on(name, text));
            }
        }
        describe_points();
        describe_lines();
        if (!made_.mixed.empty()) {
            made_.remarks.push_back(
                fmt::format("a point mixes runs of different {}", fmt::join(made_.mixed, ", ")));
        }
    }

    [[nodiscard]] static std::string remark_on(const std::string& name, const std::string& text) {
        const bool speaks_for_itself = name == "network" || name == "family" || name == "algorithm";
        return speaks_for_itself ? text : fmt::format("{} {}", spaced(name), text);
    }

    // The names and texts of watched columns in which all runs agree.
    [[nodiscard]] std::map<std::string, std::string> shared_by_all() const {
        std::map<std::string, std::string> shared;
        for (std::size_t i = 0; i < found_.watched.size(); ++i) {
            const std::size_t place = found_.watched[i];
            const auto& first = found_.groups.front().shared[i];
            const bool is_shared = first && !std::holds_alternative<std::monostate>(*first) &&
                                   std::ranges::all_of(found_.groups, [&](const run_group& each) {
                                       return each.shared[i] == first;
                                   });
            const bool is_asked = place == asked_->x || std::optional{place} == asked_->by ||
                                  std::optional{place} == asked_->facet;
            if (is_shared && !is_asked) {
                shared[name_of(place)] = printable(readable_text(first.value_or(stored_value{})));
            }
        }
        return shared;
    }

    void describe_points() {
        const auto [fewest, most] =
            std::ranges::minmax(found_.groups, {}, [](const run_group& each) { return each.runs; });
        if (most.runs > 1) {
            made_.remarks.push_back(
                fewest.runs == most.runs
                    ? fmt::format("points: means of {} runs", grouped(most.runs))
                    : fmt::format("points: means of {} to {} runs", grouped(fewest.runs),
                                  grouped(most.runs)));
        }
        if (has_any([](const figure_point& each) { return each.spread.has_value(); })) {
            made_.remarks.push_back(
                fmt::format("bars: 95 % intervals ({}), none where all runs agree",
                            asked_->method == interval_method::student ? "Student" : "bootstrap"));
        } else if (most.runs > 1) {
            made_.remarks.emplace_back("no intervals: all runs agree");
        }
    }

    void describe_lines() {
        if (has_any([](const figure_point& each) { return each.formula.has_value(); })) {
            made_.remarks.emplace_back("lines: exact formulas");
        }
        if (asked_->has_bound) {
            made_.remarks.emplace_back("dashed: lower bound");
        }
    }

    template <class Has>
    [[nodiscard]] bool has_any(const Has& has) const {
        return std::ranges::any_of(made_.panels, [&](const figure_panel& panel) {
            return std::ranges::any_of(panel.series, [&](const figure_series& series) {
                return std::ranges::any_of(series.points, has);
            });
        });
    }

    const stored_rows* from_;
    const figure_request* asked_;
    std::vector<std::size_t> collected_;
    std::size_t formula_ = none;
    std::size_t bound_ = none;
    std::size_t units_ = none;
    run_groups found_;
    figure made_{.title = {}, .x = {}, .y = {}};
};

}  // namespace

figure figure_of(const stored_rows& from, const figure_request& asked) {
    return figure_maker{from, asked}.made();
}

}  // namespace tutti
