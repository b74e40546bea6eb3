#include "cli/arguments/experiment_options.hpp"
#include "cli/arguments/recording_arguments.hpp"
#include "cli/commands.hpp"
#include "cli/output/picture_output.hpp"
#include "cli/output/text_output.hpp"
#include "pictures/drawing.hpp"
#include "pictures/pipe_through.hpp"

namespace tutti::program {
namespace {

picture_kind kind_of_picture(const command_line& arguments) {
    if (!arguments.has("--as")) {
        refuse("--as: missing; valid: {}", fmt::join(picture_kind_names, ", "));
    }
    return choice_of<picture_kind>(arguments, "--as", picture_kind_names);
}

drawing_options read_drawing_options(const command_line& arguments, const recording& shown) {
    drawing_options options{
        .colour = choice_of<packet_colour>(arguments, "--colour", packet_colour_names),
        .form = choice_of<packet_form>(arguments, "--packets", packet_form_names),
        .order = choice_of<node_order>(arguments, "--order", node_order_names)};
    const recorded_part slots = read_slots(arguments);
    options.first = slots.first;
    options.last = slots.last;
    if (const auto text = arguments.value("--message")) {
        options.message =
            reading("--message", [&] { return read_message_name(*text, shown.where()); });
    }
    return options;
}

std::string drawn(const command_line& arguments, picture_kind kind) {
    const recording shown = open_recording(arguments);
    const drawing_options options = read_drawing_options(arguments, shown);
    return reading_file(arguments, [&] {
        try {
            return draw(source_of(shown), kind, options);
        } catch (const std::overflow_error&) {
            throw recording_error{"has times that are too large to be drawn"};
        }
    });
}

// The picture is drawn as SVG, and librsvg converts it. A scale of 2 suits displays of high
// density.
std::string converted(const std::string& svg, const picture_format& format) {
    if (format.ending == ".svg") {
        return svg;
    }
    const auto made = filter_by(
        {"rsvg-convert", fmt::format("--format={}", format.ending.substr(1)), "--zoom=2"}, svg);
    if (!made) {
        refuse("--output: {} takes rsvg-convert (Debian: librsvg2-bin), which is not installed",
               format.ending);
    }
    if (made->status != 0) {
        throw output_error{
            fmt::format("--output: rsvg-convert ended with status {}", made->status)};
    }
    return made->output;
}

outcome draw_recording(const command_line& arguments, const catalogue& /*catalogue*/) {
    // The output is checked before the recording is read.
    const picture_kind kind = kind_of_picture(arguments);
    const auto path = arguments.value("--output");
    if (!path || *path == "-") {
        return {.output = drawn(arguments, kind)};
    }
    const picture_format& format = format_for(arguments, *path);
    write_atomically("--output", *path, converted(drawn(arguments, kind), format));
    return {};
}

}  // namespace

command draw_command() {
    return {.name = "draw",
            .argument = "FILE",
            .argument_meaning = "a recording, as written by tutti record",
            .meaning = "draw a picture of a recording, for papers",
            .options = {{.name = "--as",
                         .value = "KIND",
                         .meaning = "kind of picture: space-time (nodes down, slots across), links "
                                    "(load of each link), use (share of busy links by slot) or "
                                    "network (with the trees along which messages spread)",
                         .choices = picture_kind_names},
                        {.name = "--output",
                         .short_name = "-o",
                         .value = "FILE",
                         .meaning = "output file: .svg, or .pdf or .png (with rsvg-convert); by "
                                    "default or with -, SVG on standard output"},
                        {.name = "--colour",
                         .value = "BY",
                         .meaning = "colour packets by phase, kind or origin (default: auto)",
                         .choices = packet_colour_names},
                        {.name = "--packets",
                         .value = "FORM",
                         .meaning = "draw packets as arrows or cells (default: auto, arrows where "
                                    "they can be told apart)",
                         .choices = packet_form_names},
                        {.name = "--order",
                         .value = "ORDER",
                         .meaning = "order nodes by id or, on a hypercube, by gray, the Gray code",
                         .choices = node_order_names},
                        {.name = "--slots", .value = "A:B", .meaning = "draw only slots A to B"},
                        {.name = "--message",
                         .value = "ORIGIN:NUMBER",
                         .meaning = "draw only the tree of this message"},
                        {.name = "--force",
                         .meaning = "replace a file that is not a picture of this kind"},
                        reading_memory_option()},
            .carry_out = draw_recording};
}

}  // namespace tutti::program
