#include "played_schedule.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "algorithms/shared_table.hpp"
#include "engine/memory/memory.hpp"
#include "row_numbers.hpp"
#include "schedule/row_verifier.hpp"
#include "schedule/schedule_report.hpp"
#include "schedule_file.hpp"
#include "topology/networks/network_specification.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// A file that is to be played, and how.
struct played_file {
    const setting* context = nullptr;
    std::shared_ptr<const schedule_file> file{};
    schedule_options options{};
    schedule_collective collective = schedule_collective::unknown;
    node_id root = 0;
};

foreign_schedule read_at_root(const played_file& played, std::string root) {
    schedule_options options = played.options;
    options.root = std::move(root);
    return read_schedule(played.file->content, options);
}

std::string nodes_text(const participant_set& set) {
    return set.is_everyone() ? "all nodes" : "nodes " + short_text(set);
}

// Why the run is not the schedule's, or an empty text.
std::string mismatch_of(const foreign_schedule& schedule, const played_file& played) {
    if (schedule.format == schedule_format::goal) {
        return "GOAL does not say what packets carry; check verifies it, and no run plays it";
    }
    const bool is_other = schedule.collective != schedule_collective::stated &&
                          schedule.collective != played.collective;
    if (is_other) {
        const std::string_view own = name_of(schedule.collective);
        return fmt::format("it is {}, not {}", own.empty() ? "of no known collective" : own,
                           name_of(played.collective));
    }
    const participant_set own = schedule.participants();
    const participant_set& others = played.context->participants;
    return own == others
               ? std::string{}
               : fmt::format("{} take part in it, and in the run {}; say --participants {}",
                             nodes_text(own), nodes_text(others),
                             own.is_everyone() ? "all" : "nodes:" + to_string(own));
}

// Finds the first fault as packets that leave in their slots have it: untimed programs keep sums
// side by side, and rows of a step read what was there before it.
schedule_findings findings_of_packets(foreign_schedule& schedule, std::uint64_t most_bytes) {
    schedule.step_ends.clear();
    schedule.may_overlap = false;
    return verify_rows(schedule, most_bytes);
}

played_schedule refused(std::string fault, int status = 2) {
    return {.status = status, .fault = std::move(fault)};
}

// Why no run can be this one, though the schedule is right; or an empty text.
std::string fault_of_packets(foreign_schedule& schedule, std::uint64_t most_bytes) {
    const schedule_findings findings = findings_of_packets(schedule, most_bytes);
    return findings.faults.empty()
               ? std::string{}
               : fmt::format(
                     "{} (as packets that leave in their slots, of nodes that keep one sum "
                     "of a value)",
                     findings.faults.front().line());
}

packet_numbering numbering_of(const played_file& played) {
    const setting& context = *played.context;
    return {.collective = played.collective,
            .is_hypercube = std::holds_alternative<hypercube>(context.network),
            .nodes = node_count(context.network),
            .root = played.root,
            .participants = context.participants};
}

played_schedule play_rows(foreign_schedule schedule, const played_file& played,
                          const link_table& links) {
    if (std::string why = fault_of_packets(schedule, played.options.most_bytes); !why.empty()) {
        return refused(std::move(why));
    }
    played_schedule made{.numbering = numbering_of(played)};
    try {
        const numbered_rows numbered = number_rows(schedule, links, made.numbering);
        made.numbering.pieces = numbered.pieces;
        made.values = numbered.values;
        made.rows = std::make_unique<const node_rows>(links, numbered.sends);
    } catch (const std::invalid_argument& wrong) {
        return refused(wrong.what());
    }
    return made;
}

// What is missing at the end has no place in the file.
std::string line_of(const schedule_report& report) {
    const schedule_fault& first = report.findings.faults.front();
    return first.place.empty() ? fmt::format("{}: {}", report.schedule.file, first.text)
                               : first.line();
}

played_schedule played_if_right(const played_file& played, schedule_report report,
                                const link_table& links) {
    const std::string mismatch = mismatch_of(report.schedule, played);
    if (!mismatch.empty()) {
        return refused(fmt::format("{}: {}", played.options.file, mismatch));
    }
    if (report.verdict().status != 0) {
        return refused(line_of(report), report.verdict().status);
    }
    return play_rows(std::move(report.schedule), played, links);
}

schedule_report report_at_root(const played_file& played, std::string root) {
    return report_on(read_at_root(played, std::move(root)), played.options.most_bytes,
                     played.options.ports);
}

// As the file states the root. Null if that is not the run's and it states none, but that of node 0
// does not fit.
std::optional<schedule_report> own_report(const played_file& played) {
    if (!has_root(played.collective)) {
        return report_at_root(played, "");
    }
    try {
        return report_at_root(played, "");
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

// A root that the file states is not the run's, but one that it leaves out is.
played_schedule judged_at_run_root(const played_file& played, const link_table& links,
                                   const std::optional<schedule_report>& own) {
    const auto other_root = [&] {
        return refused(fmt::format("{0}: its root is {1}, and that of the run {2}; say --root {1}",
                                   played.options.file, own->schedule.root, played.root));
    };
    const bool is_right = own && own->verdict().status == 0;
    try {
        schedule_report report = report_at_root(played, fmt::format("{}", played.root));
        return is_right && report.verdict().status != 0
                   ? other_root()
                   : played_if_right(played, std::move(report), links);
    } catch (const std::invalid_argument&) {
        if (is_right) {
            return other_root();
        }
        throw;
    }
}

played_schedule judged_and_played(const played_file& played, const link_table& links) {
    std::optional<schedule_report> own = own_report(played);
    return own && (!has_root(played.collective) || own->schedule.root == played.root)
               ? played_if_right(played, std::move(*own), links)
               : judged_at_run_root(played, links, own);
}

// `auto` leaves it to the content.
std::optional<schedule_format> format_in(const setting& context) {
    return enumerator_of<schedule_format>(schedule_format_names(),
                                          context.parameter<std::string>("format"));
}

// As it was at first: processes that may open no files cannot tell.
std::uint64_t memory_of_the_process() {
    static const std::uint64_t bytes = available_memory_bytes();
    return bytes;
}

// Of the links, as the judge and the nodes have them.
void require_room(const network& net) {
    constexpr std::uint64_t bytes_each = 32;
    const std::uint64_t bytes =
        bounded_product(node_count(net) + std::uint64_t{link_count(net)}, bytes_each);
    if (const std::uint64_t most = memory_of_the_process(); bytes > most) {
        refuse("the tables of a schedule on {} with {} links take {} bytes; the limit is {}",
               quantity(node_count(net), "node"), grouped(link_count(net)), grouped(bytes),
               grouped(most));
    }
}

schedule_collective collective_named(std::string_view name) {
    const auto collective = schedule_collective_of(name);
    if (!collective) {
        refuse("{} has no form as a schedule", name);
    }
    return *collective;
}

}  // namespace

std::shared_ptr<const played_schedule> played_schedule_of(const setting& context,
                                                          std::string_view collective,
                                                          node_id root) {
    const auto& path = context.parameter<std::string>("file");
    if (path.empty()) {
        refuse("it plays a file; name one with --set file=FILE");
    }
    require_room(context.network);
    played_file played{.context = &context,
                       .file = schedule_file_at(path),
                       .collective = collective_named(collective),
                       .root = root};
    played.options = {.file = path,
                      .format = format_in(context),
                      .network = specification_of(context.network),
                      .built = &context.network,
                      .collective = std::string{name_of(played.collective)},
                      .ports = context.ports,
                      .most_bytes = memory_of_the_process()};
    const std::uint64_t variant =
        std::uint64_t{to_underlying(context.ports)} << 16U |
        std::uint64_t{to_underlying(played.collective)} << 8U |
        (played.options.format ? to_underlying(*played.options.format) + 1U : 0U);
    return shared_table<played_schedule>(
        context.network,
        {.maker = "schedule",
         .sizes = {played.file->hash ^ std::hash<std::string>{}(path), variant << 32U | root},
         .participants = context.participants},
        [&](const link_table& links) { return judged_and_played(played, links); });
}

std::optional<played_fault> fault_of_played_schedule(const experiment& plan) {
    if (!plan.algorithm->plays_a_file || !plan.algorithm->is_of_library) {
        return std::nullopt;
    }
    const bool is_rooted = has_root(collective_named(plan.algorithm->collective));
    const node_id root = is_rooted ? root_of(plan) : 0;
    const auto played = played_schedule_of(setting_of(plan), plan.algorithm->collective, root);
    constexpr int refused_status = 2;
    if (played->fault.empty() || played->status == refused_status) {
        return std::nullopt;
    }
    // Networks of files have names in plans only.
    std::string line = played->fault;
    const std::string unnamed = "in " + specification_of(plan.built_network);
    if (line.ends_with(unnamed)) {
        line.replace(line.size() - unnamed.size(), unnamed.size(), "in " + plan.network.text());
    }
    return played_fault{.status = played->status, .line = std::move(line)};
}

}  // namespace tutti
