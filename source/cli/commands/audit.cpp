#include "tutti/experiment/audit.hpp"

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/text_output.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// This is the limit of `--trials`: worlds of each node that runs in isolation.
constexpr std::uint64_t most_worlds = 1'000'000;

// A first run with more events than this is announced.
constexpr std::uint64_t many_events = 100'000'000;

// An item is refused if the algorithm does not receive it: its nodes could not depend on it.
std::vector<knowledge_item> read_withheld(const command_line& arguments, const experiment& plan) {
    std::vector<knowledge_item> withheld;
    for (const std::string& name : arguments.values("--withhold")) {
        const auto item = knowledge_item_named(name);
        if (!item) {
            refuse("--withhold: {} is not known to nodes; they may know {}", in_quotes(name),
                   to_string(all_knowledge_items));
        }
        reading("--withhold", [&] { check_withheld(*plan.algorithm, *item); });
        withheld.push_back(*item);
    }
    return withheld;
}

audit_options read_audit_options(const command_line& arguments, const experiment& plan) {
    const experiment_options run = read_options(arguments);
    audit_options options{.withheld = read_withheld(arguments, plan),
                          .memory_limit_bytes = run.memory_limit_bytes,
                          .slot_budget = run.slot_budget};
    const std::size_t total = node_count(plan.built_network);
    options.nodes = arguments.value("--nodes") == "all"
                        ? total
                        : number_of_option(arguments, "--nodes", 1, total).value_or(options.nodes);
    options.trials =
        number_of_option(arguments, "--trials", 1, most_worlds).value_or(options.trials);
    // Zero is a valid seed.
    options.audit_seed = number_of_option(arguments, "--audit-seed", 0, ~std::uint64_t{0});
    options.keeps_contents = arguments.has("--keep-contents");
    return options;
}

void announce(const audit_scale& scale) {
    if (scale.events > many_events) {
        fmt::print(stderr, "a run of all nodes with up to {} events, then {} of one node each\n",
                   grouped(scale.events), quantity(scale.nodes * scale.trials, "run"));
    }
}

// Long audits show their progress, and all can be interrupted.
audit_report audit_with_progress(const experiment& plan, audit_options options,
                                 const command_line& arguments) {
    const progress_display display = display_for(arguments);
    signal_and_progress_scope beside{display};
    audit_progress progress;
    options.stop = beside.stop_token();
    options.progress = &progress;
    if (display == progress_display::shown) {
        options.begins = announce;
    }
    const auto shown = beside.watch([&](double seconds, std::size_t columns) {
        return progress.runs == 0 ? fmt::format("the run of all nodes: slot {}", progress.now + 1)
                                        .substr(0, columns)
                                  : batch_line({.trials = progress.runs,
                                                .finished = progress.finished,
                                                .failed = progress.differing,
                                                .work = static_cast<double>(progress.runs),
                                                .work_done = static_cast<double>(progress.finished),
                                                .seconds = seconds},
                                               columns);
    });
    return audit(plan, options, arguments.text());
}

// An error in the drawn input is one of the option that determines the input.
outcome audit_algorithm(const command_line& arguments, const catalogue& catalogue) {
    const experiment plan = read_experiment(arguments.plan(), read_context(arguments, catalogue));
    const audit_options options = read_audit_options(arguments, plan);
    const audit_report report =
        reading(input_option(plan), [&] { return audit_with_progress(plan, options, arguments); });
    return {.output = json_or_named_table(arguments, plan, report), .status = exit_status(report)};
}

}  // namespace

command audit_command() {
    return command_for(
        plan_command::audit,
        "run nodes in isolation and check that they use only what they may know",
        {{.name = "--audit-seed",
          .value = "N",
          .meaning = "repeat the draws of the audit that printed N"},
         {.name = "--keep-contents",
          .meaning = "give isolated nodes the payloads of the run of all"},
         {.name = "--nodes",
          .value = "N",
          .meaning = "number of nodes that run in isolation, or all (default 32)"},
         {.name = "--trials",
          .value = "N",
          .meaning = "number of worlds for each node, from 1 to 1,000,000 (default 4)"},
         {.name = "--withhold",
          .value = "NAME",
          .meaning = "give nodes another value of K, root, rank, ..",
          .is_repeatable = true},
         {.name = "--json", .meaning = "print the report as one JSON object"},
         quiet_flag},
        audit_algorithm);
}

}  // namespace tutti::program
