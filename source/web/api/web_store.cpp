#include <array>
#include <deque>
#include <numeric>

#include <boost/describe.hpp>
#include <boost/json.hpp>
#include <fmt/format.h>

#include "experiment/plan/option_error.hpp"
#include "pictures/figures/ascii_figure.hpp"
#include "pictures/figures/figure_query.hpp"
#include "results/group_query.hpp"
#include "results/value_table.hpp"
#include "util/collect.hpp"
#include "util/json_values.hpp"
#include "web_views.hpp"

namespace tutti {

// The JSON of a figure has these members by their names; fields without a value are null.
BOOST_DESCRIBE_STRUCT(figure, (), (title, remarks, x, y, names, mixed, left_out, panels))
BOOST_DESCRIBE_STRUCT(figure_axis, (), (title, is_logarithmic, low, high, values))
BOOST_DESCRIBE_STRUCT(figure_series, (), (name, style, points))
BOOST_DESCRIBE_STRUCT(figure_bound, (), (style, line))
BOOST_DESCRIBE_STRUCT(figure_panel, (), (name, series, bounds))

void tag_invoke(boost::json::value_from_tag /*tag*/, boost::json::value& value,
                const figure_point& point) {
    value = {{"x", point.x},
             {"mean", point.mean},
             {"low", or_null(point.spread, [](const interval& of) { return of.low; })},
             {"high", or_null(point.spread, [](const interval& of) { return of.high; })},
             {"formula", or_null(point.formula)},
             {"bound", or_null(point.bound)}};
}

}  // namespace tutti

namespace tutti::program {
namespace {

namespace json = boost::json;
using serve::answer;
using serve::api_request;
using serve::request_target;

constexpr std::uint64_t usual_rows = 100;
constexpr std::uint64_t most_rows = 10'000;
constexpr std::uint64_t least_width = 300;
constexpr std::uint64_t most_width = 1600;

// The names in a query that are options; the readers of the commands read them.
option_values options_in(const request_target& target) {
    option_values options;
    for (const auto& [name, value] : target.query) {
        if (!value.empty()) {
            options.set("--" + name, {value});
        }
    }
    return options;
}

// Types and endings of the files in which tables are sent, in the order of `table_format_names`.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> media{
    {{"text/csv; charset=utf-8", "csv"},
     {"application/json", "json"},
     {"text/markdown; charset=utf-8", "md"},
     {"text/plain; charset=utf-8", "tex"}}};

std::string written(const std::vector<table_column>& columns, const auto& rows,
                    table_format format) {
    const auto table = make_table_writer(format, columns);
    const std::string head = table->head();
    return head + joined_texts(rows, "", [&](const auto& row) { return table->row(row); }) +
           table->foot();
}

// The newest first.
std::string newest_rows(const option_values& options, const stored_rows& from,
                        const std::stop_token& stop, table_format format) {
    const std::uint64_t count = reading("--count", [&] {
        const auto text = options.value("--count");
        return text ? parse_number(*text, 1, most_rows) : usual_rows;
    });
    std::vector<std::size_t> places(from.columns().size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::deque<std::vector<stored_value>> rows;
    from.visit(places, read_condition(options), [&](std::span<const stored_value> row) {
        serve::require_wanted(stop);
        rows.emplace_front(row.begin(), row.end());
        // The store yields rows from the oldest on; only the latest are kept in memory.
        if (rows.size() > count) {
            rows.pop_back();
        }
    });
    return written(vector_of(from.columns(), column_of_table), rows, format);
}

// Of no complete run there is an empty figure: a sweep that has just begun may have none.
figure figure_of_runs(const option_values& options, const stored_rows& from) {
    try {
        return read_figure(options, from);
    } catch (const no_runs_to_show&) {
        return {};
    }
}

}  // namespace

answer store_table(const api_request& request, const web_context& context) {
    const option_values options = options_in(request.target);
    const auto format = choice_named<table_format>(
        "--format", options.value("--format").value_or("json"), table_format_names());
    const stored_rows from{context.store->path()};
    const auto& [type, ending] = media.at(fmt::underlying(format));
    answer made{.type = std::string{type}};
    if (options.has("--by")) {
        const summary summary = read_groups(options, from, read_condition(options));
        made.body = written(summary.columns, summary.rows, format);
    } else {
        made.body = newest_rows(options, from, request.stop, format);
    }
    // JSON is for the page; all other formats are downloads.
    if (format != table_format::json) {
        made.download_name = fmt::format("results.{}", ending);
    }
    return made;
}

answer store_figure(const api_request& request, const web_context& context) {
    const option_values options = options_in(request.target);
    const stored_rows from{context.store->path()};
    const figure shown = figure_of_runs(options, from);
    json::value data = json::value_from(shown);
    // For those who see no picture.
    data.as_object()["text"] = shown.panels.empty() ? std::string{} : ascii_figure(shown);
    return {.body = serialized(data) + "\n"};
}

// The file that a user downloads is drawn by the same code as that of the command.
answer store_picture(const api_request& request, const web_context& context) {
    const option_values options = options_in(request.target);
    const stored_rows from{context.store->path()};
    // The page asks for the width that it has room for.
    const std::string width = request.target.value("width");
    const double pixels = width.empty() ? 0 : reading("--width", [&] {
        return parse_number<std::uint32_t>(width, least_width, most_width);
    });
    return {.type = "image/svg+xml",
            .body = draw_figure(read_figure(options, from), figure_form::svg, pixels),
            .download_name = "figure.svg"};
}

}  // namespace tutti::program
