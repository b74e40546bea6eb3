#include "figure_query.hpp"

#include <stdexcept>

#include "experiment/plan/option_error.hpp"
#include "pictures/pipe_through.hpp"
#include "results/group_query.hpp"
#include "tutti/version.hpp"

namespace tutti {
namespace {

// Both axes are required: no default would suit every store.
std::size_t read_axis(const option_values& query, std::string_view option,
                      const stored_rows& from) {
    const auto place = read_column(query, option, from);
    if (!place) {
        refuse_option(option,
                      "missing; name a column of numbers, such as nodes, messages, slots or ratio");
    }
    return *place;
}

figure_request read_figure_request(const option_values& query, const stored_rows& from) {
    figure_request request{.x = read_axis(query, "--x", from),
                           .y = read_axis(query, "--y", from),
                           .by = read_column(query, "--by", from),
                           .facet = read_column(query, "--facet", from),
                           .filter = read_condition(query),
                           .has_bound = query.has("--bound"),
                           .method = read_interval(query)};
    const std::string logarithmic = query.value("--log").value_or("");
    for (const std::string_view axis : split(logarithmic, ',')) {
        if (query.has("--log") && axis != "x" && axis != "y") {
            refuse_option("--log", "{} is not an axis; use x, y or x,y", in_quotes(axis));
        }
        request.is_x_logarithmic |= axis == "x";
        request.is_y_logarithmic |= axis == "y";
    }
    return request;
}

// gnuplot reads no start-up file with -d, so that figures do not depend on the user's settings.
std::string run_gnuplot(const std::string& script) {
    const auto made = filter_by({"gnuplot", "-d"}, script);
    if (!made) {
        refuse("gnuplot, which draws it, is not installed (Debian: gnuplot-nox)");
    }
    if (made->status != 0 || made->output.empty()) {
        throw std::runtime_error{fmt::format("gnuplot ended with status {}", made->status)};
    }
    return made->output;
}

}  // namespace

figure read_figure(const option_values& query, const stored_rows& from) {
    const figure_request request = read_figure_request(query, from);
    // A visit without a column evaluates the condition on every row, and attributes its errors.
    reading("--where",
            [&] { from.visit({}, request.filter, [](std::span<const stored_value>) {}); });
    return figure_of(from, request);
}

// The command is made printable: a line break in it would end the comment of the script.
std::string figure_script_text(const figure& shown, figure_form form, std::string_view command) {
    return fmt::format("{}{} (tutti {})\n# gnuplot -d THIS_FILE > FIGURE draws it\n{}",
                       figure_script_begin, printable(command), version(),
                       gnuplot_script(shown, form));
}

// SVG and PDF are edited after gnuplot has drawn them: the SVG gets a title and colours for dark
// pages, and the PDF loses its date.
std::string draw_figure(const figure& shown, figure_form form, double width) {
    std::string drawn = run_gnuplot(gnuplot_script(shown, form, width));
    return form == figure_form::svg   ? finished_svg(drawn, shown)
           : form == figure_form::pdf ? without_date(std::move(drawn))
                                      : drawn;
}

}  // namespace tutti
