#include "tutti/experiment/audit.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "audit_draws.hpp"
#include "audit_processes.hpp"
#include "independent_run.hpp"
#include "isolated_runs.hpp"
#include "plain_run.hpp"
#include "tutti/experiment/stress.hpp"
#include "util/stopwatch.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

audit_report heading_of(const experiment& asked, const audit_options& how, std::string command) {
    audit_report report;
    static_cast<request&>(report) = request_of(asked);
    report.parameters = setting_of(asked).parameters;
    report.broadcasters = printable(sender_text(asked));
    report.command = std::move(command);
    report.knowledge = asked.what->knowledge;
    report.withheld = how.withheld;
    report.trials = how.trials;
    return report;
}

// Whether a run of all whose inputs and streams do not follow from the seed does as well.
void add_independent_run(audit_report& report, const independent_result& found) {
    report.independent_text = found.why_none;
    if (!found.reference) {
        return;
    }
    report.independent = found.wrong ? found.wrong->judged : verdict::complete;
    report.needs_seed = found.needs_seed;
    if (found.wrong) {
        report.independent_text = found.wrong->text;
        report.independent_text += found.fails_by_itself ? "; other seeds fail as well" : "";
    }
}

void add_first_run(audit_report& report, const first_run& all) {
    report.diameter = all.asked.diameter;
    report.broadcaster_nodes = all.asked.broadcaster_nodes;
    report.packets = all.asked.packets;
    report.first_run = all.judged;
    report.first_text = all.text;
    report.slots = all.last + 1;
    report.stated = all.stated;
    report.audited = all.nodes;
    report.isolation.refuses_files =
        report.isolation.has_own_processes && all.sandbox_failure.empty();
    if (report.isolation.inapplicable_reason.empty()) {
        report.isolation.inapplicable_reason = all.sandbox_failure;
    }
}

// False if it was stopped.
bool compare_plainly(const experiment& asked, const audit_options& how, const first_run& all,
                     audit_report& report) {
    if (!report.isolation.has_own_processes || !has_command_line()) {
        report.plain_text = "there is no command line for a run in a process of its own";
        return true;
    }
    const plain_run plain = run_plainly(asked, how);
    report.plain_text = plain.why_none;
    if (plain.figures) {
        const bool is_same = *plain.figures == all.figures;
        report.plain = is_same ? plain_comparison::the_same : plain_comparison::different;
        if (!is_same) {
            report.plain_text = fmt::format(
                "{} slots, {} transmissions, digest {:016x}; audited: {}, {}, {:016x}",
                plain.figures->slots, plain.figures->transmissions, plain.figures->digest,
                all.figures.slots, all.figures.transmissions, all.figures.digest);
        }
    }
    return !plain.is_stopped;
}

// As processes get it that cannot open the file of its broadcasters.
experiment without_file(experiment asked) {
    if (collective_of(asked).takes_broadcasters && asked.broadcasters.text().starts_with("file:")) {
        asked.broadcasters = broadcaster_specification::at(mentions_of(asked));
    }
    return asked;
}

std::chrono::milliseconds limit_of_lone_runs(const audit_options& how, double first_seconds) {
    return std::chrono::milliseconds{
        static_cast<std::int64_t>(1000 * (how.hung_seconds + first_seconds))};
}

void audit_nodes(const experiment& original, const audit_options& how, const stopwatch& watch,
                 audit_report& report) {
    const experiment asked = without_file(original);
    const process_starter starter{asked};
    const audit_draws draws{report.audit_seed};
    report.verdict = locality::interrupted;
    report.isolation.has_own_processes = starter.fork_reason().empty();
    report.isolation.inapplicable_reason = starter.fork_reason();
    std::optional<first_run> all = run_all(starter, asked, how, {.node_seed = draws.node_seed()});
    if (!all) {
        return;
    }
    const reference_run seeded{.asked = asked, .run = std::move(*all)};
    add_first_run(report, seeded.run);
    if (how.progress != nullptr) {
        how.progress->runs = seeded.run.nodes.size() * how.trials;
    }
    const std::chrono::milliseconds limit = limit_of_lone_runs(how, watch.seconds());
    if (!compare_plainly(original, how, seeded.run, report)) {
        return;
    }
    const independent_result other = run_independently(starter, asked, how, draws, seeded.run);
    add_independent_run(report, other);
    if (other.reference || !other.why_none.empty()) {
        isolated_runs{{.how = &how,
                       .starter = &starter,
                       .draws = &draws,
                       .seeded = &seeded,
                       .independent = other.reference ? &*other.reference : nullptr,
                       .limit = limit}}
            .pass(report);
    }
    if (report.plain == plain_comparison::different || report.needs_seed) {
        report.verdict = locality::not_local;
    }
}

}  // namespace

std::string_view name_of(locality judged) noexcept {
    constexpr std::array<std::string_view, 3> names{"local", "not-local", "interrupted"};
    return names.at(static_cast<std::size_t>(judged));
}

int exit_status(const audit_report& found) noexcept {
    constexpr std::array statuses{0, 1, 130};
    constexpr int failed = 3;
    const int own = statuses.at(static_cast<std::size_t>(found.verdict));
    return own == 0 && exit_status(found.first_run) == failed ? failed : own;
}

void check_withheld(const algorithm& what, knowledge_item withheld) {
    if (std::ranges::count(what.knowledge, withheld) == 0) {
        refuse("{} cannot be withheld: the nodes of {}/{} know {}", name_of(withheld),
               what.collective, what.name,
               what.knowledge.empty() ? "nothing" : to_string(what.knowledge));
    }
}

audit_report audit(const experiment& asked, const audit_options& how, std::string command) {
    for (const knowledge_item each : how.withheld) {
        check_withheld(*asked.what, each);
    }
    experiment here = asked;
    here.where = built(here.where);
    const stopwatch watch;
    audit_report report = heading_of(here, how, std::move(command));
    report.audit_seed = how.audit_seed ? *how.audit_seed : draw_audit_seed();
    audit_nodes(here, how, watch, report);
    report.wall_seconds = watch.seconds();
    return report;
}

}  // namespace tutti
