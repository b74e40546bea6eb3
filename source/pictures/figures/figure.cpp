#include "figure.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "axis_titles.hpp"
#include "figure_lines.hpp"
#include "figure_notes.hpp"
#include "results/value_table.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

bool can_be_drawn(double value) {
    return value == 0 || (std::abs(value) <= largest_drawn && std::abs(value) >= 1 / largest_drawn);
}

/// Makes a figure of the groups of runs.
class figure_maker {
public:
    figure_maker(const stored_rows& from, const figure_request& wanted)
        : from_{&from}, request_{&wanted} {
        // Options are checked before the store is read, which may take long.
        check_axis("--x", wanted.x);
        check_axis("--y", wanted.y);
        find_theory();
        groups_ = grouped_runs();
        if (groups_.groups.empty()) {
            throw no_runs_to_show{
                "--where: no complete run meets it; `tutti results FILE` lists the runs"};
        }
        leave_out();
        check_units();
    }

    [[nodiscard]] figure made() {
        for (const run_group& group : groups_.groups) {
            add_point(group);
        }
        for (figure_panel& panel : made_.panels) {
            panel.bounds = bounds_of(panel.series);
        }
        // The axes need all points; bars come later, since they depend on the axis and may extend
        // it.
        made_.x = axis(request_->x, request_->is_x_logarithmic, &figure_maker::add_x);
        made_.y = axis(request_->y, request_->is_y_logarithmic, &figure_maker::add_y);
        check_logarithm("x", made_.x);
        check_logarithm("y", made_.y);
        add_bars();
        made_.mixed = mixed_columns(groups_, *from_);
        made_.left_out = groups_.left_out;
        describe(made_, *from_, *request_, groups_);
        return std::move(made_);
    }

private:
    static constexpr std::size_t none = ~std::size_t{0};

    [[nodiscard]] const std::string& name_of(std::size_t place) const {
        return from_->columns()[place].name;
    }

    [[nodiscard]] run_groups grouped_runs() const {
        try {
            return group_runs(*from_, request());
        } catch (const std::invalid_argument& wrong) {
            refuse("--y: {}", wrong.what());
        }
    }

    // A text has no place on an axis.
    void check_axis(std::string_view option, std::size_t place) const {
        if (from_->columns()[place].kind == column_kind::text) {
            refuse(
                "{}: {} is text; name a column of numbers, such as nodes, messages, slots or ratio",
                option, name_of(place));
        }
    }

    // Finds the theory among the collected columns. The first is y.
    void find_theory() {
        const std::string& y = name_of(request_->y);
        const bool is_time = y == "units" || y == "slots";
        collected_ = {request_->y};
        if (is_time || y == "transmissions") {
            formula_ = collect(is_time ? "expected" : "expected_transmissions");
        }
        if (is_time) {
            bound_ = collect("lower_bound");
        }
        if (y == "slots") {
            units_ = collect("units");
        }
        const bool is_model_time = y == "model_seconds";
        if (is_model_time && request_->has_bound) {
            bound_ = collect("bound_seconds");
        }
        if (request_->has_bound && !is_time && !is_model_time && y != "ratio") {
            refuse(
                "--bound: there is no bound for {}; use --y units, slots, ratio or model_seconds",
                y);
        }
    }
    std::size_t collect(std::string_view column) {
        collected_.push_back(from_->place_of(column));
        return collected_.size() - 1;
    }

    [[nodiscard]] grouping_request request() const {
        grouping_request grouping{
            .by = {}, .of = collected_, .watched = {}, .filter = request_->filter};
        for (const auto& place : {request_->facet, request_->by}) {
            if (place) {
                grouping.by.push_back(*place);
            }
        }
        // The order of the key is facet, series, x, by which the groups are sorted: points of one
        // series are adjacent, and so are series of one panel.
        grouping.by.push_back(request_->x);
        grouping.watched = {from_->place_of("expected_kind"), from_->place_of("family")};
        return grouping;
    }

    // Leaves out runs without a number in x or y.
    void leave_out() {
        for (run_group& group : groups_.groups) {
            for (std::vector<double>& each : group.values) {
                std::erase_if(each, [](double value) { return !can_be_drawn(value); });
            }
            const auto x = number_of(group.key.back());
            const bool has_x = x && can_be_drawn(*x);
            const std::size_t count = has_x ? group.values.front().size() : 0;
            if (count < group.runs) {
                made_.without[name_of(has_x ? request_->y : request_->x)] += group.runs - count;
            }
            group.runs = count;
        }
        // A group may lose all its runs, and then has no point.
        std::erase_if(groups_.groups, [](const run_group& each) { return each.runs == 0; });
        if (groups_.groups.empty()) {
            refuse("--y: no run has both {} and {}", name_of(request_->x), name_of(request_->y));
        }
    }

    // Theory is in units: it goes with slots if they are the same.
    void check_units() {
        if (units_ == none || std::ranges::all_of(groups_.groups, [&](const run_group& each) {
                return each.values.front() == each.values[units_];
            })) {
            return;
        }
        if (request_->has_bound) {
            refuse("--bound: the bound is in units, and the slots here are not; use --y units");
        }
        formula_ = bound_ = none;
    }

    // Groups come in the order of their keys, so that points are appended to the latest series.
    void add_point(const run_group& group) {
        series_for(group).points.push_back(
            {.x = number_of(group.key.back()).value_or(0),
             .mean = mean_of(group.values.front()),
             .spread = interval_of(group.values.front(), request_->method),
             .formula = formula_of(group),
             .bound = bound_of(group)});
    }

    figure_series& series_for(const run_group& group) {
        const auto label = [this](std::size_t place, const stored_value& value) {
            return label_of(from_->columns()[place], value);
        };
        const std::string panel = request_->facet ? label(*request_->facet, group.key.front()) : "";
        if (made_.panels.empty() || made_.panels.back().name != panel) {
            if (made_.panels.size() == most_panels) {
                refuse("--facet: {} has more than {} values; --where can choose some",
                       name_of(request_->facet.value_or(0)), most_panels);
            }
            made_.panels.push_back({.name = panel});
        }
        const std::string name =
            request_->by ? label(*request_->by, group.key[group.key.size() - 2]) : "";
        auto& lines = made_.panels.back().series;
        if (lines.empty() || lines.back().name != name) {
            lines.push_back({.name = name, .style = style_of(name)});
        }
        return lines.back();
    }

    // A series has one style in all panels, by the order of first occurrence.
    std::size_t style_of(const std::string& name) {
        const std::size_t style = position_of(made_.names, name);
        if (style == made_.names.size()) {
            if (style == most_series) {
                refuse("--by: {} has more than {} values; --where can choose some",
                       name_of(request_->by.value_or(0)), most_series);
            }
            made_.names.push_back(name);
        }
        return style;
    }

    [[nodiscard]] std::optional<double> formula_of(const run_group& group) const {
        if (formula_ == none || group.values[formula_].size() != group.runs) {
            return std::nullopt;
        }
        // Only exact times are drawn as a line: a bound from above is no prediction.
        const std::optional<stored_value>& kind = group.shared[group.shared.size() - 2];
        const bool is_exact = bound_ == none || kind == std::optional{stored_value{"exact"}};
        return is_exact ? std::optional{mean_of(group.values[formula_])} : std::nullopt;
    }

    [[nodiscard]] std::optional<double> bound_of(const run_group& group) const {
        if (!request_->has_bound) {
            return std::nullopt;
        }
        if (bound_ != none && group.values[bound_].size() < group.runs) {
            refuse(
                "--bound: there are runs without lower_bound, which a store has for all; it is "
                "damaged");
        }
        // The ratio of time and lower bound has the bound 1.
        return bound_ == none ? 1.0 : mean_of(group.values[bound_]);
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

    // A mean above 0 may have an interval that is not. Where no point is below 0, bars are cut
    // there, and on a logarithmic axis at its end.
    void add_bars() {
        const double lowest = made_.y.low >= 0 ? 0 : -largest_drawn;
        const double room = made_.y.low / 2;  // so that a cut bar is seen to go on
        for_each_point(made_.panels, [&](figure_point& point) { add_bar(point.spread, lowest); });
        if (made_.y.is_logarithmic && made_.has_cut_bars) {
            made_.y.low = std::min(made_.y.low, room);
        }
    }
    void add_bar(std::optional<interval>& spread, double lowest) {
        if (!spread) {
            return;
        }
        const bool is_cut =
            spread->low < lowest || (made_.y.is_logarithmic && spread->low < 1 / largest_drawn);
        made_.has_cut_bars |= is_cut;
        spread->low = is_cut ? lowest : spread->low;
        if (!made_.y.is_logarithmic || !is_cut) {
            made_.y.low = std::min(made_.y.low, spread->low);
        }
        made_.y.high = std::max(made_.y.high, spread->high);
    }

    [[nodiscard]] figure_axis axis(std::size_t place, bool is_logarithmic,
                                   void (*add)(const figure_point&, std::set<double>&)) const {
        std::set<double> values;
        for_each_point(made_.panels, [&](const figure_point& point) { add(point, values); });
        return {.title = axis_title_of(name_of(place)),
                .is_logarithmic = is_logarithmic,
                .low = *values.begin(),
                .high = *values.rbegin(),
                .values = {values.begin(), values.end()}};
    }

    // The message names the axis, since both may be logarithmic.
    static void check_logarithm(std::string_view name, const figure_axis& axis) {
        if (axis.is_logarithmic && axis.low <= 0) {
            refuse("--log: {} has no logarithm at {}; leave out {}", in_quotes(axis.title),
                   readable_text(axis.low), name);
        }
    }

    const stored_rows* from_;
    const figure_request* request_;
    std::vector<std::size_t> collected_;
    std::size_t formula_ = none;
    std::size_t bound_ = none;
    std::size_t units_ = none;
    run_groups groups_;
    figure made_{.title = {}, .x = {}, .y = {}};
};

}  // namespace

figure figure_of(const stored_rows& from, const figure_request& request) {
    return figure_maker{from, request}.made();
}

}  // namespace tutti
