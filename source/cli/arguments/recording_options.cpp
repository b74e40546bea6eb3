#include "recording_options.hpp"

#include <cstdio>

#include "cli/commands.hpp"
#include "cli/output/text_output.hpp"
#include "experiment_options.hpp"
#include "recording_arguments.hpp"
#include "topology/node_naming.hpp"

namespace tutti::program {
namespace {

// 4 GiB, in bytes: a mistyped dimension must not fill a disk.
constexpr std::uint64_t usual_most_bytes = std::uint64_t{4} << 30U;

// The filter looks nodes up by binary search, and so needs them sorted and distinct.
void read_nodes(std::string_view text, const node_naming& nodes, recording_filter& only) {
    try {
        only.nodes = nodes.parse_list(text);
    } catch (const std::invalid_argument& why) {
        const std::string reason = nodes.has_names()
                                       ? why.what()
                                       : "is not a list of nodes, as 3,5,9, each " +
                                             whole_number_from(0, nodes.node_count() - 1);
        refuse("{} {}", in_quotes(text), reason);
    }
    std::ranges::sort(only.nodes);
    const auto again = std::ranges::unique(only.nodes);
    only.nodes.erase(again.begin(), again.end());
}

recording_filter read_filter(const command_line& arguments, const experiment& plan) {
    const recorded_part slots = read_slots(arguments);
    recording_filter only{
        .first = slots.first, .last = slots.last, .has_control = !arguments.has("--no-control")};
    if (const auto nodes = arguments.value("--nodes")) {
        reading("--nodes", [&] { read_nodes(*nodes, plan.built_network, only); });
    }
    return only;
}

}  // namespace

std::vector<option> recording_options() {
    return {{.name = "--max-bytes",
             .value = "BYTES",
             .meaning = "refuse a recording that would be larger (default 4 GiB)"},
            {.name = "--slots",
             .value = "A:B",
             .meaning = "record only slots A to B; A or B may be omitted"},
            {.name = "--nodes",
             .value = "LIST",
             .meaning = "record only events at these nodes, such as 3,5,7-9"},
            {.name = "--no-control", .meaning = "omit packets that carry no message"},
            {.name = "--force", .meaning = "replace a file that is not a recording"}};
}

recording_file::recording_file(const command_line& arguments, std::string_view file,
                               const experiment& plan, const experiment_options& options)
    : option_{file}, path_{arguments.value(file).value_or("")} {
    if (options.repeats > 1) {
        refuse("{}: one run is recorded; leave out --repeat", file);
    }
    if (path_ == "-") {
        refuse("{}: '-' is not a file, and standard output has the result; name a file", file);
    }
    // All that can be refused is refused before the file is opened, and the memory before the
    // events, as their estimate draws the input.
    const recording_filter only = read_filter(arguments, plan);
    const std::uint64_t most_bytes =
        size_of_option(arguments, "--max-bytes").value_or(usual_most_bytes);
    check_replaced(arguments, file, path_, {.name = "recording", .has = [](std::string_view line) {
                                                return line.starts_with(recording::begins_with);
                                            }});
    reading("--memory-limit", [&] { check_memory(plan, options); });
    reading(file, [&] {
        const std::uint64_t events = estimate_events(plan);
        const std::uint64_t bytes = estimate_recording(plan, events, only);
        if (bytes > most_bytes) {
            refuse("{} would take about {} bytes for {} events, and --max-bytes allows {}",
                   in_quotes(path_), grouped(bytes), grouped(events), grouped(most_bytes));
        }
        content_ = std::make_unique<atomic_file>(path_);
        if (!arguments.has("--quiet") && !arguments.has("--json")) {
            fmt::print(stderr, "recording up to {}, about {}\n", quantity(events, "event"),
                       quantity(bytes, "byte"));
        }
        recorder_ = std::make_unique<experiment_recorder>(plan, only, content_->content(),
                                                          most_bytes, options.slot_budget);
    });
}

// The recorder writes the end of the file before the file gets its name: an incomplete recording
// never replaces a complete one.
void recording_file::finish(const result& result) {
    recorder_->finish(result);
    if (!content_->finish()) {
        throw output_error{fmt::format("{}: {} could not be written", option_, in_quotes(path_))};
    }
}

}  // namespace tutti::program
