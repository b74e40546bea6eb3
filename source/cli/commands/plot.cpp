#include "cli/arguments/store_arguments.hpp"
#include "cli/commands.hpp"
#include "cli/output/picture_output.hpp"
#include "cli/output/text_output.hpp"
#include "pictures/figures/ascii_figure.hpp"
#include "pictures/figures/figure_query.hpp"

namespace tutti::program {
namespace {

void keep_script(const command_line& arguments, const figure& shown, figure_form form) {
    const auto path = arguments.value("--script");
    if (!path) {
        return;
    }
    check_replaced(arguments, "--script", *path,
                   {.name = "script of this kind", .has = [](std::string_view first_line) {
                        return first_line.starts_with(figure_script_begin);
                    }});
    write_atomically("--script", *path, figure_script_text(shown, form, arguments.text()));
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
    const figure shown = read_figure(arguments.options(), from);
    outcome done;
    if (path) {
        const std::string picture = draw_figure(shown, form);
        if (is_file) {
            write_atomically("--output", *path, picture);
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
