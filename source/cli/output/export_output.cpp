#include "export_output.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <sys/resource.h>

#include "atomic_directory.hpp"
#include "cli/arguments/experiment_options.hpp"
#include "cli/arguments/recording_arguments.hpp"
#include "cli/commands.hpp"
#include "recording/export/traces.hpp"
#include "util/file_content.hpp"

namespace tutti::program {
namespace {

const trace_format& format_named(std::string_view name) {
    return *std::ranges::find(trace_formats(), name, &trace_format::name);
}

// The size is rounded up, so that it is never 0 MB.
std::string size_in_words(std::uint64_t bytes) {
    constexpr std::uint64_t megabyte = 1'000'000;
    return fmt::format("{} MB", grouped(bytes / megabyte + 1));
}

// Advice on an extent that would fit.
std::string way_out(const trace_extent& extent) {
    return extent.fits_until < std::max<slot>(extent.part.first, 1)
               ? std::string{"record fewer nodes (record --nodes)"}
               : fmt::format("--slots {}:{} fits", extent.part.first, extent.fits_until);
}

void check_size(const trace_format& format, const trace_extent& extent, std::uint64_t bytes) {
    if (extent.events() > format.most_events) {
        refuse("--as: {} of {} packets, deliveries and marks would take about {}; {} open {}; {}",
               format.name, grouped(extent.events()), size_in_words(bytes), format.readers,
               grouped(format.most_events), way_out(extent));
    }
    // 10 MB are written in a moment; larger files are announced.
    constexpr std::uint64_t large = 10'000'000;
    if (bytes > large) {
        fmt::print(stderr, "tutti: {}: {} packets, {} deliveries, about {}\n", format.name,
                   grouped(extent.counts.sent), grouped(extent.counts.delivered),
                   size_in_words(bytes));
    }
}

// Counts what will be written, and refuses what is too much.
trace_extent checked_extent(const command_line& arguments, const recording& from,
                            const trace_format& format) {
    return reading_file(arguments, [&] {
        trace_extent extent = extent_of(from, read_slots(arguments), format.most_events);
        check_size(format, extent, format.bytes(from, extent));
        return extent;
    });
}

// The file is the result of another run of the same plan; its reader checks that it matches.
std::optional<machine_times> read_account(const command_line& arguments, const recording& from) {
    const auto path = arguments.value("--account");
    if (!path) {
        return std::nullopt;
    }
    constexpr file_kind kind{.content = "the result that run --profile --json prints",
                             .most_bytes = std::uint64_t{64} << 20U};
    try {
        return read_machine_times(content_of_file(*path, kind), from);
    } catch (const std::invalid_argument& wrong) {
        refuse("--account: {} {}", in_quotes(*path), wrong.what());
    }
}

// The library's reader opens a file a node at once, and a few more.
void check_open_files(const trace_extent& extent) {
    constexpr std::uint64_t others = 10;
    ::rlimit limit{};
    const std::uint64_t wanted = extent.nodes.size() + others;
    if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && wanted > limit.rlim_cur) {
        refuse(
            "--as: otf2 writes a file for each node, and readers open all {} at once; use `ulimit "
            "-n {}` in this shell, or record fewer nodes (record --nodes)",
            grouped(extent.nodes.size()), wanted);
    }
}

// An archive, or nothing: what else is there stays, whatever the options say.
bool is_otf2_archive(const std::string& folder) {
    namespace fs = std::filesystem;
    constexpr std::array<std::string_view, 3> parts{otf2_anchor, "traces.def", "traces"};
    std::error_code failure;
    for (const auto& each : fs::directory_iterator{folder, failure}) {
        const std::string name = each.path().filename().string();
        if (std::ranges::find(parts, name) == parts.end()) {
            return false;
        }
    }
    return !failure &&
           (fs::is_empty(folder, failure) || fs::exists(fs::path{folder} / otf2_anchor, failure));
}

}  // namespace

void write_text(const command_line& arguments, const recording& from, text_output& to,
                const lines_maker& make_lines, std::string_view head) {
    // The lines are made anew for each pass: `make_lines` yields a writer with its initial state.
    const recorded_part part = read_slots(arguments);
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

void write_perfetto(const command_line& arguments, const recording& from) {
    const auto machine = read_account(arguments, from);
    const trace_extent extent = checked_extent(arguments, from, format_named("perfetto"));
    text_output to{arguments,
                   {.name = "trace of this kind", .has = [](std::string_view first_line) {
                        return first_line.find(R"("traceEvents":[)") != std::string_view::npos;
                    }}};
    write_text(arguments, from, to,
               [&] { return perfetto_lines(from, extent, machine ? &*machine : nullptr); });
}

void write_paje(const command_line& arguments, const recording& from) {
    const trace_extent extent = checked_extent(arguments, from, format_named("paje"));
    text_output to{arguments, {.name = "Paje trace", .has = [](std::string_view first_line) {
                                   return first_line.starts_with("%EventDef ");
                               }}};
    write_text(arguments, from, to, [&] { return paje_lines(from, extent); });
}

void write_otf2_folder(const command_line& arguments, const recording& from) {
    if (!has_otf2()) {
        refuse(
            "--as: this build has no OTF2; install libopen-trace-format2-dev and configure again, "
            "or use --as perfetto or paje");
    }
    const auto path = arguments.value("--output");
    if (!path || path->empty() || *path == "-") {
        refuse("--output: otf2 writes a directory, and {} is not one; name a directory",
               in_quotes(path.value_or("")));
    }
    const trace_extent extent = checked_extent(arguments, from, format_named("otf2"));
    check_open_files(extent);
    reading("--output", [&] {
        atomic_directory made{*path, is_otf2_archive};
        try {
            reading_file(arguments, [&] { write_otf2(from, extent, made.temporary_path()); });
        } catch (const trace_error& wrong) {
            throw output_error{fmt::format("--output: {} {}", in_quotes(*path), wrong.what())};
        }
        if (!made.finish()) {
            throw output_error{fmt::format("--output: {} could not be written", in_quotes(*path))};
        }
    });
    warn_missing_events(arguments, from);
}

}  // namespace tutti::program
