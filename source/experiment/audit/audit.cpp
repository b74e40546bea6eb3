#include "tutti/experiment/audit.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <boost/json.hpp>
#include <fmt/format.h>
#include <sys/random.h>
#include <unistd.h>

#include "audit_draws.hpp"
#include "experiment/plan/plan_command_line.hpp"
#include "independent_run.hpp"
#include "isolated_runs.hpp"
#include "tutti/experiment/stress.hpp"
#include "util/stopwatch.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// The heading is complete before anything runs, so that an interrupted audit can be reported, too.
audit_report heading_of(const experiment& plan, const audit_options& options, std::string command) {
    audit_report report;
    report.request::operator=(request_of(plan));
    report.parameters = setting_of(plan).parameters;
    report.broadcasters = printable(sender_text(plan));
    report.command = std::move(command);
    report.knowledge = plan.algorithm->knowledge;
    report.withheld = options.withheld;
    report.trials = options.trials;
    return report;
}

// Whether a run of all whose inputs and streams do not follow from the seed does as well.
void add_independent_run(audit_report& report, const independent_result& independent) {
    report.independent_text = independent.why_none;
    if (!independent.reference) {
        return;
    }
    report.independent = independent.wrong ? independent.wrong->judged : verdict::complete;
    report.needs_seed = independent.needs_seed;
    if (independent.wrong) {
        report.independent_text = independent.wrong->text;
        report.independent_text += independent.fails_by_itself ? "; other seeds fail as well" : "";
    }
}

// Figures of the run of all nodes go into the report as they are: isolated runs are compared with
// the logs, not with these.
void add_first_run(audit_report& report, const first_run& reference) {
    report.diameter = reference.heading.diameter;
    report.broadcaster_nodes = reference.heading.broadcaster_nodes;
    report.packets = reference.heading.packets;
    report.first_run = reference.judged;
    report.first_text = reference.text;
    report.slots = reference.last + 1;
    report.stated = reference.stated;
    report.audited = reference.nodes;
    report.isolation.refuses_files =
        report.isolation.has_own_processes && reference.sandbox_failure.empty();
    if (report.isolation.isolation_gap.empty()) {
        report.isolation.isolation_gap = reference.sandbox_failure;
    }
}

// All but the variables of the processes of an `mpirun`: the command is none of them.
std::vector<std::string> environment_of_command() {
    constexpr std::array<std::string_view, 4> of_launchers{"OMPI_", "PMI_", "PMIX_", "HYDRA_"};
    std::vector<std::string> texts;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-pointer-arithmetic): it ends with a null pointer
    for (const char* const* each = ::environ; *each != nullptr; ++each) {
        const std::string_view text{*each};
        if (std::ranges::none_of(of_launchers,
                                 [&](std::string_view name) { return text.starts_with(name); })) {
            texts.emplace_back(text);
        }
    }
    return texts;
}

// Null if it is no result.
std::optional<run_figures> figures_in(const std::string& output) {
    std::error_code wrong;
    const boost::json::value document = boost::json::parse(output, wrong);
    if (wrong || !document.is_object()) {
        return std::nullopt;
    }
    try {
        constexpr int hexadecimal = 16;
        return run_figures{
            .digest = std::stoull(document.at("digest").as_string().c_str(), nullptr, hexadecimal),
            .slots = document.at("time").at("slots").to_number<slot>(),
            .transmissions = document.at("transmissions").to_number<std::uint64_t>()};
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

// Output of this program's `run` command for the plan, in the environment of this process and not
// as its child, so that a program cannot detect the audit; null if it was stopped. The command is
// the one that a report prints to repeat a run: equal figures show that users see the audited
// behaviour.
std::optional<std::string> output_of_command(const experiment& plan, const audit_options& options) {
    std::vector<std::string> words{plan.program};
    const std::vector<std::string> command = repeat_words(plan, options.slot_budget);
    words.insert(words.end(), command.begin(), command.end());
    words.insert(words.end(), {"--json", "--quiet"});
    // Output arrives in pieces of any size, and is parsed when it has ended.
    std::string output;
    const process_end end = run_isolated_command(
        {.words = std::move(words), .environment = environment_of_command()},
        [&](std::span<const std::byte> some) {
            const std::size_t before = output.size();
            output.resize(before + some.size());
            std::ranges::copy(some,
                              std::as_writable_bytes(std::span{output}.subspan(before)).begin());
        },
        {.stop = options.stop});
    return end.ending == process_ending::stopped ? std::nullopt : std::optional{output};
}

// False if it was stopped.
bool compare_plainly(const experiment& plan, const audit_options& options,
                     const first_run& reference, audit_report& report) {
    if (!report.isolation.has_own_processes || !has_command_line()) {
        report.plain_text = "there is no command line for a separate process";
        return true;
    }
    const std::optional<std::string> output = output_of_command(plan, options);
    if (!output) {
        return false;
    }
    const std::optional<run_figures> figures = figures_in(*output);
    if (!figures) {
        report.plain_text =
            fmt::format("{} has no result", repeat_command(plan, options.slot_budget));
    } else if (*figures == reference.figures) {
        report.plain = plain_comparison::the_same;
    } else {
        report.plain = plain_comparison::different;
        report.plain_text = fmt::format(
            "{} slots, {} transmissions, digest {:016x}; audited: {}, {}, {:016x}", figures->slots,
            figures->transmissions, figures->digest, reference.figures.slots,
            reference.figures.transmissions, reference.figures.digest);
    }
    return true;
}

// As processes get it that cannot open the file of its broadcasters.
experiment without_file(experiment plan) {
    if (collective_of(plan).takes_broadcasters && plan.broadcasters.text().starts_with("file:")) {
        plan.broadcasters = broadcaster_specification::at(mentions_of(plan));
    }
    return plan;
}

// A run of one node takes less time than that of all nodes, so that a longer one hangs.
process_limits limits_of_lone_runs(const audit_options& options, double first_seconds) {
    const std::chrono::duration<double> seconds{options.hung_seconds + first_seconds};
    return {.time = std::chrono::duration_cast<std::chrono::milliseconds>(seconds),
            .stop = options.stop};
}

// Entropy of the system. The seed is below 2^53, so that readers of JSON that store numbers as
// doubles keep it exact.
std::uint64_t draw_audit_seed() {
    constexpr unsigned int spare_bits = 11;
    std::uint64_t seed = 0;
    if (::getrandom(&seed, sizeof seed, 0) != ssize_t{sizeof seed}) {
        throw std::system_error{errno, std::generic_category(), "entropy for an audit"};
    }
    return seed >> spare_bits;
}

void audit_nodes(const experiment& original, const audit_options& options, const stopwatch& watch,
                 audit_report& report) {
    const experiment plan = without_file(original);
    const process_starter starter{plan};
    const audit_draws draws{report.audit_seed};
    // The verdict stays so until the last stage has ended: whatever returns early was stopped.
    report.verdict = locality::interrupted;
    report.isolation.has_own_processes = starter.fork_reason().empty();
    report.isolation.isolation_gap = starter.fork_reason();
    std::optional<first_run> run =
        run_all(starter, plan, options, {.node_seed = draws.node_seed()});
    if (!run) {
        return;
    }
    const reference_run seeded{.plan = plan, .run = std::move(*run)};
    add_first_run(report, seeded.run);
    if (options.progress != nullptr) {
        options.progress->runs = seeded.run.nodes.size() * options.trials;
    }
    const process_limits limits = limits_of_lone_runs(options, watch.seconds());
    if (!compare_plainly(original, options, seeded.run, report)) {
        return;
    }
    // A second run of all, with inputs that do not follow from the seed, finds programs that
    // compute the input of other nodes from it.
    const independent_result other = run_independently(starter, plan, options, draws, seeded.run);
    add_independent_run(report, other);
    // Isolated runs alternate between both runs of all. They take place unless the second one was
    // stopped.
    if (other.reference || !other.why_none.empty()) {
        run_nodes_alone({.options = &options,
                         .starter = &starter,
                         .draws = &draws,
                         .seeded = &seeded,
                         .independent = other.reference ? &*other.reference : nullptr,
                         .limits = limits},
                        report);
    }
    if (report.plain == plain_comparison::different || report.needs_seed) {
        report.verdict = locality::not_local;
    }
}

}  // namespace

std::string_view name_of(locality judged) noexcept {
    constexpr std::array<std::string_view, 3> names{"local", "not-local", "interrupted"};
    return names.at(fmt::underlying(judged));
}

// A failure of the run of all is a failure of the program, and not of the audit.
int exit_status(const audit_report& report) noexcept {
    constexpr std::array statuses{0, 1, 130};
    constexpr int failed = 3;
    const int own = statuses.at(fmt::underlying(report.verdict));
    return own == 0 && exit_status(report.first_run) == failed ? failed : own;
}

// To withhold an item that nodes do not receive would change nothing, and look like a result.
void check_withheld(const algorithm& algorithm, knowledge_item withheld) {
    if (std::ranges::count(algorithm.knowledge, withheld) == 0) {
        refuse("{} cannot be withheld: the nodes of {}/{} know {}", name_of(withheld),
               algorithm.collective, algorithm.name,
               algorithm.knowledge.empty() ? "nothing" : to_string(algorithm.knowledge));
    }
}

audit_report audit(const experiment& plan, const audit_options& options, std::string command) {
    for (const knowledge_item each : options.withheld) {
        check_withheld(*plan.algorithm, each);
    }
    experiment here = plan;
    here.built_network = built(here.built_network);
    const stopwatch watch;
    audit_report report = heading_of(here, options, std::move(command));
    // All nodes know the participants, which are the same in every world.
    here.participants = participant_specification::of(participants_of(here));
    report.audit_seed = options.audit_seed ? *options.audit_seed : draw_audit_seed();
    audit_nodes(here, options, watch, report);
    report.wall_seconds = watch.seconds();
    return report;
}

}  // namespace tutti
