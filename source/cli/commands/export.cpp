#include <boost/json.hpp>

#include "cli/arguments/experiment_options.hpp"
#include "cli/arguments/recording_arguments.hpp"
#include "cli/commands.hpp"
#include "cli/output/export_output.hpp"
#include "engine/memory/memory.hpp"
#include "recording/export/event_tables.hpp"
#include "schedule/recorded_schedule.hpp"
#include "schedule/schedule_contents.hpp"
#include "schedule/schedule_report.hpp"
#include "schedule/tighten.hpp"
#include "schedule/written/schedule_text.hpp"
#include "web/replay/replay_page.hpp"

namespace tutti::program {
namespace {

/// Format that a recording can be exported to.
struct export_format {
    std::string_view name;
    void (*write)(const command_line& arguments, const recording& from);
    bool is_folder = false;  ///< whether it is no text
};

// The first line of a CSV file is that of its columns. It decides if a file may be replaced.
void write_csv(const command_line& arguments, const recording& from) {
    const auto name = arguments.value("--table");
    const record_table& table =
        name ? reading("--table", [&]() -> auto& { return record_table_named(*name); })
             : record_tables().front();
    text_output to{arguments,
                   {.name = "table of this kind", .has = [&](std::string_view first_line) {
                        return first_line == table.columns;
                    }}};
    write_text(
        arguments, from, to, [&] { return table.rows(from.plan(), from.where()); },
        fmt::format("{}\r\n", table.columns));
}

// Any object with an event counts: a line may have other fields in another version.
bool is_event_line(std::string_view line) {
    boost::json::error_code wrong;
    const auto value = boost::json::parse({line.data(), line.size()}, wrong);
    return !wrong && value.is_object() && value.as_object().contains("event");
}

void write_jsonl(const command_line& arguments, const recording& from) {
    text_output to{arguments, {.name = "file of events as JSON lines", .has = is_event_line}};
    write_text(arguments, from, to, [&] { return json_lines(from.plan()); });
}

// Prints the slots that would fit, where a page shows only sums.
void say_sums(const replay_content& shown) {
    if (shown.sums_of.empty()) {
        return;
    }
    const std::string fitting =
        shown.fits_until > 0
            ? fmt::format("; --slots {}:{} would show every packet", shown.first, shown.fits_until)
            : "";
    fmt::print(stderr, "tutti: too large to show every packet, so the page shows sums: {}{}\n",
               shown.sums_of, fitting);
}

void write_html(const command_line& arguments, const recording& from) {
    text_output to{arguments, {.name = "page of a replay", .has = [](std::string_view first_line) {
                                   return first_line == replay_page_line;
                               }}};
    const recorded_part part = read_slots(arguments);
    const replay_content shown =
        reading_file(arguments, [&] { return replay_of(source_of(from), part); });
    to.write(replay_page(from.plan(), shown));
    to.finish();
    say_sums(shown);
    warn_missing_events(arguments, from);
}

// A run whose nodes keep sums beside each other is right, and has rows that are wrong where each
// node has one value of a number: the sender's other sum is sent, or the receiver's is kept.
[[noreturn]] void refuse_rows(const foreign_schedule& schedule, const schedule_fault& first) {
    const bool is_conflict = first.kind == fault_kind::conflict;
    if (!is_conflict && first.kind != fault_kind::counted_twice) {
        refuse("{} (as a schedule, in which a node has one value of a number)", first.line());
    }
    refuse("{}: node {} keeps more than one partial sum of {} (slot {}); a schedule has one",
           schedule.file, schedule.label(is_conflict ? first.to : first.from),
           message_text(schedule, first.message, first.piece), first.at);
}

// What is written is verified before, as tutti check does.
foreign_schedule verified_schedule(const command_line& arguments, const recording& from) {
    schedule_report report = reading_file(arguments, [&] {
        return report_on(
            schedule_of(from, std::string{arguments.argument().value_or("")}),
            size_of_option(arguments, "--memory-limit").value_or(available_memory_bytes()));
    });
    if (!report.findings.faults.empty()) {
        refuse_rows(report.schedule, report.findings.faults.front());
    }
    if (report.schedule.messages == 0) {
        refuse("{}: the run has no messages; a schedule has some", report.schedule.file);
    }
    return std::move(report.schedule);
}

// Writes the text that `make` makes of the schedule, and its remarks to standard error.
template <class Make>
void write_rows(const command_line& arguments, const recording& from, const replaceable_kind& kind,
                schedule_format format, const Make& make) {
    if (arguments.has("--slots")) {
        refuse("--slots: a schedule has all slots; leave it out");
    }
    text_output to{arguments, kind};
    foreign_schedule schedule = verified_schedule(arguments, from);
    to.write(make(schedule));
    to.finish();
    for (const std::string& remark : needed_options(schedule, format)) {
        schedule.remarks.push_back(remark);
    }
    for (const std::string& remark : schedule.remarks) {
        fmt::print(stderr, "tutti: {}\n", remark);
    }
}

void write_schedule(const command_line& arguments, const recording& from) {
    write_rows(arguments, from, {.name = "schedule", .has = is_csv_line}, schedule_format::csv,
               to_csv);
}

void write_msccl_json(const command_line& arguments, const recording& from) {
    write_rows(arguments, from, {.name = "file of msccl JSON", .has = is_msccl_json_line},
               schedule_format::msccl_json, to_msccl_json);
}

void write_msccl_xml(const command_line& arguments, const recording& from) {
    write_rows(arguments, from, {.name = "file of MSCCL XML", .has = is_msccl_xml_line},
               schedule_format::msccl_xml, to_msccl_xml);
}

void write_goal(const command_line& arguments, const recording& from) {
    const std::uint64_t packet_bytes =
        number_of_option(arguments, "--packet-bytes", 1, most_goal_bytes).value_or(1);
    write_rows(arguments, from, {.name = "file of GOAL", .has = is_goal_line},
               schedule_format::goal,
               [&](const foreign_schedule& schedule) { return to_goal(schedule, packet_bytes); });
}

// The order is that of the help; names are unique.
constexpr std::array export_formats{
    export_format{.name = "csv", .write = write_csv},
    export_format{.name = "jsonl", .write = write_jsonl},
    export_format{.name = "html", .write = write_html},
    export_format{.name = "schedule", .write = write_schedule},
    export_format{.name = "msccl-json", .write = write_msccl_json},
    export_format{.name = "msccl-xml", .write = write_msccl_xml},
    export_format{.name = "goal", .write = write_goal},
    export_format{.name = "perfetto", .write = write_perfetto},
    export_format{.name = "otf2", .write = write_otf2_folder, .is_folder = true},
    export_format{.name = "paje", .write = write_paje}};

constexpr auto format_names = [] {
    std::array<std::string_view, export_formats.size()> names{};
    std::ranges::transform(export_formats, names.begin(), &export_format::name);
    return names;
}();

const export_format& read_format(const command_line& arguments) {
    const auto name = arguments.value("--as");
    if (!name) {
        refuse("--as: missing; name a format, for example --as csv");
    }
    const auto* const format = std::ranges::find(export_formats, *name, &export_format::name);
    if (format == export_formats.end()) {
        refuse("--as: {} is not a format{}", in_quotes(*name),
               did_you_mean(*name, export_formats, &export_format::name));
    }
    if (arguments.has("--table") && format->name != "csv") {
        refuse("--table: {} has no tables; leave out --table, or use --as csv", format->name);
    }
    if (arguments.has("--account") && format->name != "perfetto") {
        refuse("--account: {} has no place for it; leave it out, or use --as perfetto",
               format->name);
    }
    if (arguments.has("--packet-bytes") && format->name != "goal") {
        refuse("--packet-bytes: {} has no sizes of packets; leave it out, or use --as goal",
               format->name);
    }
    return *format;
}

outcome export_recording(const command_line& arguments, const catalogue& /*catalogue*/) {
    const export_format& format = read_format(arguments);
    // A range that is wrong is refused before the recording is opened, which may take long.
    (void)read_slots(arguments);
    if (!format.is_folder && arguments.value("--output").value_or("").empty()) {
        refuse("--output: missing; name a file, or - for standard output");
    }
    format.write(arguments, open_recording(arguments));
    return {};
}

}  // namespace

command export_command() {
    return {
        .name = "export",
        .argument = "FILE",
        .argument_meaning = "a recording, as written by tutti record",
        .meaning = "convert a recording to data for other programs",
        .options =
            {{.name = "--as",
              .value = "FORMAT",
              .meaning =
                  "format: csv, a table; jsonl, the lines of run --log, in any order "
                  "within a slot; html, a page that replays the run; schedule, its "
                  "rows as slot,from,to,message; msccl-json, msccl-xml and goal, "
                  "the same for msccl-tools, runtimes of MSCCL and LogGOPSim; perfetto, a trace "
                  "for ui.perfetto.dev and chrome://tracing; otf2, a directory for "
                  "Vampir; paje, a trace for ViTE and pajeng",
              .choices = format_names},
             {.name = "--table",
              .value = "TABLE",
              .meaning =
                  "table of csv: transmissions (default), links, slots, deliveries or marks"},
             {.name = "--slots",
              .value = "A:B",
              .meaning = "export only slots A to B; A or B may be omitted"},
             {.name = "--account",
              .value = "FILE",
              .meaning = "for perfetto: the output of run --profile --json for the same run, "
                         "shown as a second group of tracks"},
             {.name = "--packet-bytes",
              .value = "BYTES",
              .meaning = "for goal: bytes of a packet (default 1)"},
             {.name = "--output",
              .short_name = "-o",
              .value = "FILE",
              .meaning = "output file; - is standard output"},
             {.name = "--force", .meaning = "replace a file of another kind"},
             reading_memory_option()},
        .carry_out = export_recording};
}

}  // namespace tutti::program
