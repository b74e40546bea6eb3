#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments/experiment_options.hpp"
#include "cli/arguments/recording_arguments.hpp"
#include "cli/commands.hpp"
#include "cli/output/text_output.hpp"
#include "engine/memory/memory.hpp"
#include "recording/check/recording_check.hpp"
#include "schedule/schedule_links.hpp"
#include "schedule/schedule_report.hpp"
#include "schedule/tighten.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// Damage and violations are failures; parts that could not be verified have a separate status,
// since a recording with a filter has gaps that are no fault.
int status_of(const command_line& arguments, const recording_findings& findings) {
    constexpr int not_verified = 5;
    return !findings.hold() || findings.is_damaged                               ? 1
           : findings.not_verified().empty() || arguments.has("--allow-partial") ? 0
                                                                                 : not_verified;
}

outcome check_recording(const command_line& arguments, const catalogue& catalogue) {
    const recording recording = open_recording(arguments);
    return reading_file(arguments, [&] {
        const recording_findings findings = check(recording, catalogue);
        const std::string text = json_or_table(arguments, findings, recording);
        const std::vector<std::string> verbatim{printable(recording.plan().network)};
        return outcome{.output = arguments.has("--json")
                                     ? text
                                     : named_table(text, recording.where(), verbatim),
                       .status = status_of(arguments, findings)};
    });
}

// True for files that begin as recordings do, and for those that cannot be opened.
bool is_recording(const command_line& arguments) {
    std::ifstream file{std::string{arguments.argument().value_or("")}, std::ios::binary};
    if (!file.is_open()) {
        return true;
    }
    std::array<char, recording::begins_with.size()> head{};
    file.read(head.data(), std::ssize(head));
    return std::string_view{head.data(), head.size()} == recording::begins_with;
}

// `K` or `used` of --parallel.
void read_parallel(const command_line& arguments, schedule_options& options) {
    options.is_parallel_as_used = arguments.value("--parallel") == "used";
    if (!options.is_parallel_as_used) {
        options.parallel =
            number_of_option<std::uint32_t>(arguments, "--parallel", 1, most_parallel_links)
                .value_or(1);
    }
}

schedule_options read_schedule_options(const command_line& arguments) {
    schedule_options options{
        .file = std::string{arguments.argument().value_or("")},
        .network = arguments.value("--network").value_or(""),
        .collective = arguments.value("--collective").value_or(""),
        .root = arguments.value("--root").value_or(""),
        .packet_bytes = size_of_option(arguments, "--packet-bytes").value_or(0),
        .most_bytes =
            size_of_option(arguments, "--memory-limit").value_or(available_memory_bytes())};
    if (const auto format = arguments.value("--format")) {
        options.format =
            choice_named<schedule_format>("--format", *format, schedule_format_names());
    }
    read_parallel(arguments, options);
    if (const auto ports = arguments.value("--ports")) {
        options.ports = choice_named<port_model>("--ports", *ports, port_model_names);
    }
    return options;
}

// A schedule that is wrong is not written: its rows would have other contents.
void write_tightened(const command_line& arguments, schedule_report& report,
                     std::uint64_t most_bytes) {
    const foreign_schedule& found = report.schedule;
    if (found.format == schedule_format::goal || found.collective == schedule_collective::unknown) {
        refuse("--tighten: what the rows carry is not known{}",
               found.format == schedule_format::goal ? "; GOAL has no contents"
                                                     : "; name the --collective");
    }
    if (report.verdict().status != 0) {
        return;
    }
    foreign_schedule moved = report.schedule;
    tighten(moved);
    const std::string text = to_csv(moved);
    report.tightened = moved.slots();
    if (report_on(std::move(moved), most_bytes).verdict().status != 0) {
        throw std::logic_error{"a tightened schedule is wrong"};
    }
    if (const auto path = arguments.value("--output")) {
        check_replaced(arguments, "--output", *path, {.name = "schedule", .has = is_csv_line});
        write_atomically("--output", *path, text);
    }
}

// The comment in front of the links tells such files from others.
void write_links(const command_line& arguments, const foreign_schedule& schedule,
                 const std::string& path) {
    const std::string text = edge_list(schedule.links);
    check_replaced(arguments, "--write-links", path,
                   {.name = "list of links", .has = [&](std::string_view first_line) {
                        return first_line == std::string_view{text}.substr(0, text.find('\n'));
                    }});
    write_atomically("--write-links", path, text);
}

outcome check_schedule(const command_line& arguments) {
    const schedule_options options = read_schedule_options(arguments);
    const std::uint64_t most_bytes = std::max(
        std::uint64_t{256} << 20U, size_of_option(arguments, "--memory-limit").value_or(0));
    const std::string content = reading_file(arguments, [&] {
        try {
            return content_of_file(options.file,
                                   {.content = "a schedule", .most_bytes = most_bytes});
        } catch (const std::invalid_argument& wrong) {
            refuse("{} {}", in_quotes(options.file), wrong.what());
        }
    });
    if (arguments.has("--tighten") && options.ports != port_model::all_port) {
        refuse("--tighten: rows are moved for all ports; leave out --ports");
    }
    if (arguments.has("--output") && !arguments.has("--tighten")) {
        refuse("--output: nothing is written; add --tighten, or leave it out");
    }
    schedule_report report =
        report_on(read_schedule(content, options), options.most_bytes, options.ports);
    if (const auto path = arguments.value("--write-links")) {
        write_links(arguments, report.schedule, *path);
    }
    if (arguments.has("--tighten")) {
        write_tightened(arguments, report, options.most_bytes);
    }
    return {.output = json_or_table(arguments, report), .status = report.verdict().status};
}

// Of schedules alone: a recording is verified as it is.
std::vector<option> options_of_schedules() {
    return {{.name = "--format",
             .value = "FORMAT",
             .meaning = "format of a schedule (default: recognised by its content)",
             .choices = schedule_format_names()},
            {.name = "--network",
             .short_name = "-n",
             .value = "NETWORK",
             .meaning = "network of a schedule (default: that of the file, else the links "
                        "that it uses)"},
            {.name = "--collective",
             .value = "NAME",
             .meaning = "collective of a schedule that names none"},
            {.name = "--root", .value = "ID", .meaning = "its root, an id or a name"},
            {.name = "--parallel",
             .value = "K",
             .meaning = "packets that a used link carries in a slot, or used: as many as the "
                        "schedule has (default 1)"},
            {.name = "--ports",
             .value = "PORTS",
             .meaning = "what the nodes of a schedule may do in a slot (default all)",
             .choices = port_model_names},
            {.name = "--packet-bytes",
             .value = "BYTES",
             .meaning = "bytes of a packet in GOAL (default: the largest send)"},
            {.name = "--tighten",
             .meaning = "move the rows of a right schedule to the earliest slots on the "
                        "same links, and say how many slots that takes"},
            {.name = "--output",
             .short_name = "-o",
             .value = "FILE",
             .meaning = "write the tightened schedule, as slot,from,to,message"},
            {.name = "--write-links",
             .value = "FILE",
             .meaning = "write the links of a schedule as an edge list, to run algorithms on them: "
                        "-n graph:FILE,weights=parallel"}};
}

outcome check_file(const command_line& arguments, const catalogue& catalogue) {
    if (!is_recording(arguments)) {
        return check_schedule(arguments);
    }
    for (const option& each : options_of_schedules()) {
        if (arguments.has(each.name)) {
            refuse("{0}: a recording is verified as it is; leave {0} out", each.name);
        }
    }
    return check_recording(arguments, catalogue);
}

std::vector<option> check_options() {
    std::vector<option> options{
        {.name = "--json", .meaning = "print the findings as one JSON object"},
        {.name = "--allow-partial",
         .meaning = "exit with status 0, not 5, if nothing is wrong but some parts "
                    "could not be verified, as in a filtered recording"}};
    std::ranges::move(options_of_schedules(), std::back_inserter(options));
    options.push_back({.name = "--force", .meaning = "replace a file that is not a schedule"});
    options.push_back(reading_memory_option());
    return options;
}

}  // namespace

command check_command() {
    return {.name = "check",
            .argument = "FILE",
            .argument_meaning = "a recording, as written by record or run --record, or a schedule",
            .meaning =
                "verify a recording independently: links, ports, possession, deliveries, figures, "
                "digest; or the schedule of any tool: links, possession, sums, needs, bound",
            .options = check_options(),
            .carry_out = check_file};
}

}  // namespace tutti::program
