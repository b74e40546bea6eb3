#include "export_text.hpp"

#include <cstdio>

#include "cli/arguments/experiment_options.hpp"
#include "cli/arguments/recording_arguments.hpp"

namespace tutti::program {

recorded_part read_part(const command_line& arguments) {
    const auto text = arguments.value("--slots");
    if (!text) {
        return {};
    }
    const slot_range_argument range = reading("--slots", [&] { return read_slots(*text); });
    return {.first = range.first, .last = range.last};
}

void write_text(const command_line& arguments, const recording& from, text_output& to,
                const lines_maker& make_lines, std::string_view head) {
    // The lines are made anew for each pass: `make_lines` yields a writer with its initial state.
    const recorded_part part = read_part(arguments);
    const auto hand_to = [&](const text_sink& take) {
        reading_file(arguments, [&] { write_lines(from, *make_lines(), take, part); });
    };
    // A recording may be damaged at its end. It is read through before the first byte is written
    // where written bytes cannot be taken back.
    if (has_reader_at_once(arguments)) {
        hand_to([](std::string_view /*text*/) {});
    }
    to.write(head);
    hand_to([&](std::string_view text) { to.write(text); });
    to.finish();
    warn_missing_events(arguments, from);
}

// This is a warning: the intact part has been exported.
void warn_missing_events(const command_line& arguments, const recording& from) {
    if (!from.damage().empty()) {
        fmt::print(
            stderr, "{}\n",
            one_line(fmt::format("tutti: {}: {}; the part before it was exported",
                                 in_quotes(arguments.argument().value_or("")), from.damage())));
    }
}

}  // namespace tutti::program
