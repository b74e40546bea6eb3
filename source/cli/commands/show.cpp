#include "recording/inspect/show.hpp"

#include "cli/arguments/experiment_options.hpp"
#include "cli/arguments/recording_arguments.hpp"
#include "cli/commands.hpp"
#include "cli/output/text_output.hpp"
#include "topology/node_naming.hpp"

namespace tutti::program {
namespace {

outcome as_asked(const command_line& arguments, const auto& shown) {
    const list_length length = arguments.has("--all") ? list_length::all : list_length::a_screen;
    return {.output = arguments.has("--json") ? shown.json() + "\n" : shown.text(length)};
}

outcome show_slot(const command_line& arguments, const recording& from, slot at) {
    const list_length length = arguments.has("--all") ? list_length::all : list_length::a_screen;
    const auto written = [&](const recorded_slot& record) {
        return arguments.has("--json") ? json_of(record, names_in(from)) + "\n"
                                       : text_of(record, names_in(from), length, from.where());
    };
    outcome result;
    from.visit(at, at, payload_use::none,
               [&](const recorded_slot& record) { result.output = written(record); });
    // A slot without events is not stored, but is one that can be shown.
    if (result.output.empty()) {
        result.output = written({.at = at});
    }
    return result;
}

outcome show_node(const command_line& arguments, const recording& from, node_id node) {
    node_life life{node, from.where()};
    from.visit(0, never, payload_use::none,
               [&](const recorded_slot& record) { life.add(record, names_in(from)); });
    return as_asked(arguments, life);
}

outcome show_message(const command_line& arguments, const recording& from, std::string_view text) {
    const message_name name =
        reading("--message", [&] { return read_message_name(text, from.where()); });
    message_path path{name.origin, name.number, from.where()};
    from.visit([&](const recorded_slot& record) { path.add(record, names_in(from)); });
    if (path.is_empty()) {
        const auto& numbers = path.numbers();
        const std::string right = numbers ? fmt::format("its origin has the numbers {} to {}",
                                                        numbers->first, numbers->second)
                                          : "its origin has none";
        refuse("--message: {} is in no packet of this recording; {}", in_quotes(text), right);
    }
    return as_asked(arguments, path);
}

// Each option selects another form of output, so that two of them contradict each other.
void refuse_two_questions(const command_line& arguments) {
    std::string_view first;
    for (const std::string_view each : {"--slot", "--node", "--message"}) {
        if (arguments.has(each) && !first.empty()) {
            refuse("{}: cannot be combined with {}; use one of them", each, first);
        }
        first = arguments.has(each) ? each : first;
    }
    if (arguments.has("--all") && first.empty()) {
        refuse("--all: needs --slot, --node or --message");
    }
}

outcome show(const command_line& arguments, const catalogue& /*catalogue*/) {
    refuse_two_questions(arguments);
    const recording from = open_recording(arguments);
    return reading_file(arguments, [&]() -> outcome {
        const auto last = static_cast<std::uint64_t>(from.last_slot());
        if (const auto at = number_of_option<slot>(arguments, "--slot", 0, last)) {
            return show_slot(arguments, from, *at);
        }
        if (const auto node = arguments.value("--node")) {
            return show_node(arguments, from, reading("--node", [&] {
                                 return node_naming{from.where()}.parse(*node);
                             }));
        }
        if (const auto text = arguments.value("--message")) {
            return show_message(arguments, from, *text);
        }
        const recording_summary summary{from};
        return {.output = arguments.has("--json") ? summary.json() + "\n"
                                                  : summary.text(style_of_output())};
    });
}

}  // namespace

command show_command() {
    return {.name = "show",
            .argument = "FILE",
            .argument_meaning = "a recording, as written by tutti record",
            .meaning = "print a recording as text: a summary, a slot, a node or a message",
            .options =
                {{.name = "--slot",
                  .value = "T",
                  .meaning =
                      "show the events of slot T, from 1; in slot 0 nodes have their own messages"},
                 {.name = "--node",
                  .value = "NODE",
                  .meaning = "show what a node received, sent, delivered and marked"},
                 {.name = "--message",
                  .value = "ORIGIN:NUMBER",
                  .meaning = "follow a message link by link"},
                 {.name = "--all", .meaning = "show long lists in full"},
                 {.name = "--json", .meaning = "print all of it as one JSON object"},
                 reading_memory_option()},
            .carry_out = show};
}

}  // namespace tutti::program
