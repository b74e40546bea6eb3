#include <algorithm>

#include "cli/arguments/store_arguments.hpp"
#include "cli/commands.hpp"
#include "cli/output/picture_output.hpp"
#include "cli/output/text_output.hpp"
#include "pictures/figures/ascii_figure.hpp"
#include "pictures/figures/figure_script.hpp"
#include "pictures/pipe_through.hpp"
#include "tutti/version.hpp"
#include "util/file_content.hpp"

namespace tutti::program {
namespace {

// A script may replace only a file that begins so.
constexpr std::string_view script_begin = "# Made by: ";

// Both axes are required: no default would suit every store.
std::size_t read_axis(const command_line& arguments, std::string_view option,
                      const stored_rows& from) {
    const auto name = arguments.value(option);
    if (!name) {
        refuse("{}: missing; name a column of numbers, such as nodes, k, slots or ratio", option);
    }
    return read_column(option, from, *name);
}

std::optional<std::size_t> read_optional_column(const command_line& arguments,
                                                std::string_view option, const stored_rows& from) {
    const auto name = arguments.value(option);
    return name ? std::optional{read_column(option, from, *name)} : std::nullopt;
}

figure_request read_figure_request(const command_line& arguments, const stored_rows& from) {
    figure_request request{.x = read_axis(arguments, "--x", from),
                           .y = read_axis(arguments, "--y", from),
                           .by = read_optional_column(arguments, "--by", from),
                           .facet = read_optional_column(arguments, "--facet", from),
                           .filter = read_condition(arguments),
                           .has_bound = arguments.has("--bound"),
                           .method = read_interval(arguments)};
    const std::string logarithmic{arguments.value("--log").value_or("")};
    for (const std::string_view axis : split(logarithmic, ',')) {
        if (arguments.has("--log") && axis != "x" && axis != "y") {
            refuse("--log: {} is not an axis; use x, y or x,y", in_quotes(axis));
        }
        request.is_x_logarithmic |= axis == "x";
        request.is_y_logarithmic |= axis == "y";
    }
    return request;
}

// The command is made printable: a line break in it would end the comment of the script.
std::string script_of(const command_line& arguments, const figure& shown, figure_form form) {
    return fmt::format("{}{} (tutti {})\n# gnuplot -d THIS_FILE > FIGURE draws it\n{}",
                       script_begin, printable(arguments.text()), version(),
                       gnuplot_script(shown, form));
}

// gnuplot reads no start-up file with -d, so that figures do not depend on the user's settings.
std::string run_gnuplot(const std::string& script) {
    const auto made = filter_by({"gnuplot", "-d"}, script);
    if (!made) {
        refuse("gnuplot, which draws it, is not installed (Debian: gnuplot-nox)");
    }
    if (made->status != 0 || made->output.empty()) {
        throw output_error{fmt::format("gnuplot ended with status {}", made->status)};
    }
    return made->output;
}

// SVG and PDF are edited after gnuplot has drawn them: the SVG gets a title and colours for dark
// pages, and the PDF loses its date.
std::string picture_of(const command_line& arguments, const figure& shown, figure_form form) {
    std::string drawn = run_gnuplot(script_of(arguments, shown, form));
    switch (form) {
        case figure_form::svg:
            return finished_svg(drawn, shown);
        case figure_form::pdf:
            return without_date(std::move(drawn));
        case figure_form::png:
            break;
    }
    return drawn;
}

void keep_script(const command_line& arguments, const figure& shown, figure_form form) {
    const auto path = arguments.value("--script");
    if (!path) {
        return;
    }
    const std::string begin = begin_of_replaced(*path);
    if (!begin.empty() && !begin.starts_with(script_begin) && !arguments.has("--force")) {
        refuse("--script: {} exists and is not a script of this kind; use another name or --force",
               in_quotes(*path));
    }
    reading("--script", [&] {
        atomic_file file{*path};
        file.content() << script_of(arguments, shown, form);
        if (!file.finish()) {
            throw output_error{fmt::format("--script: {} could not be written", in_quotes(*path))};
        }
    });
}

void warn_omitted_points(const figure& shown) {
    for (const auto& [column, runs] : shown.without) {
        fmt::print(stderr, "tutti: {} without a number for {} left out\n", quantity(runs, "run"),
                   printable(column));
    }
    warn_mixed_runs(shown.left_out, shown.mixed);
}

// The elements of `picture_formats` are in the order of `figure_form`.
outcome plot_store(const command_line& arguments, const catalogue& /*catalogue*/) {
    const auto path = arguments.value("--output");
    const bool is_file = path && *path != "-";
    // The name of the output is checked before the store is opened.
    const figure_form form =
        is_file ? static_cast<figure_form>(&format_for(arguments, *path) - picture_formats.data())
                : figure_form::svg;
    const stored_rows from = open_store(arguments);
    const figure shown = read_figure(arguments, from);
    outcome done;
    if (path) {
        const std::string picture = picture_of(arguments, shown, form);
        if (is_file) {
            write_picture(*path, picture);
        } else {
            done.output = picture;
        }
    } else {
        done.output = ascii_figure(shown);
    }
    keep_script(arguments, shown, form);
    warn_omitted_points(shown);
    return done;
}

}  // namespace

figure read_figure(const command_line& arguments, const stored_rows& from) {
    const figure_request request = read_figure_request(arguments, from);
    // A visit without a column evaluates the condition on every row, and attributes its errors.
    reading("--where",
            [&] { from.visit({}, request.filter, [](std::span<const stored_value>) {}); });
    return figure_of(from, request);
}

std::string svg_of(const command_line& arguments, const figure& shown) {
    return picture_of(arguments, shown, figure_form::svg);
}

command plot_command() {
    return {
        .name = "plot",
        .argument = "FILE",
        .argument_meaning = "a store, as written by tutti sweep",
        .meaning = "draw a figure of a store, for papers, with gnuplot",
        .options = {{.name = "--x",
                     .value = "COLUMN",
                     .meaning = "column of the horizontal axis, such as nodes"},
                    {.name = "--y",
                     .value = "COLUMN",
                     .meaning = "column of the vertical axis, such as slots or ratio: the mean of "
                                "all runs with the same x, with its confidence interval"},
                    {.name = "--by",
                     .value = "COLUMN",
                     .meaning = "draw a series for each value of this column"},
                    {.name = "--facet",
                     .value = "COLUMN",
                     .meaning = "draw a panel for each value of this column"},
                    {.name = "--log", .value = "AXES", .meaning = "logarithmic axes: x, y or x,y"},
                    {.name = "--bound", .meaning = "draw the lower bound as a dashed line"},
                    interval_option,
                    where_option,
                    {.name = "--output",
                     .short_name = "-o",
                     .value = "FILE",
                     .meaning = "output file: .svg, .pdf or .png, or - for SVG on standard output "
                                "(default: text, for a terminal)"},
                    {.name = "--script",
                     .value = "FILE",
                     .meaning = "write the gnuplot script of the figure, data included"},
                    {.name = "--force",
                     .meaning = "replace a file that is not a picture of this kind"}},
        .carry_out = plot_store};
}

}  // namespace tutti::program
