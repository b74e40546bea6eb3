#include "experiment_options.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "cli/output/progress_line.hpp"
#include "cli/processes.hpp"
#include "engine/memory/address_space.hpp"
#include "engine/memory/control_group.hpp"
#include "experiment/plan/plan_schema.hpp"

namespace tutti::program {
namespace {

// Processes on one machine share its memory, so the default is the part of this one. A limit that
// is given is the limit of each process.
std::uint64_t read_memory_limit(const option_values& values) {
    const auto limit = number_of(values, "memory-limit");
    return limit ? *limit
                 : std::min(available_memory_bytes(), unused_memory_bytes()) /
                       static_cast<std::uint64_t>(processes::on_this_machine());
}

// All cores that the process may use, its share of the machine's at most, or as many threads as can
// be started beside the one that heeds signals.
int read_threads(const option_values& values) {
    if (const auto threads = number_of<int>(values, "threads")) {
        return *threads;
    }
    const int cores =
        std::min(static_cast<int>(std::thread::hardware_concurrency()), own_processor_quota());
    const int share =
        std::min(available_threads(), std::max(1, cores / processes::on_this_machine()));
    return std::max(1, startable_threads(share + 1) - 1);
}

option option_of(const plan_field& field, plan_command command) {
    return {.name = field.option,
            .short_name = field.short_option,
            .value = field.placeholder_for(command),
            .meaning = field.meaning_for(command),
            .is_repeatable = field.type == field_type::settings || field.joins_values ||
                             (field.is_axis && command == plan_command::sweep),
            .choices = field.choices,
            .field = &field,
            .command = command};
}

}  // namespace

command command_for(plan_command name, std::string_view meaning, std::vector<option> own,
                    outcome (*carry_out)(const command_line&, const catalogue&)) {
    const plan_field& argument = plan_field_named("collective");
    std::vector<option> options;
    options.reserve(plan_fields().size() + own.size());
    for (const plan_field& each : plan_fields()) {
        if (each.type != field_type::collective && each.is_taken_by(name)) {
            options.push_back(option_of(each, name));
        }
    }
    std::ranges::move(own, std::back_inserter(options));
    return {.name = name_of(name),
            .argument = argument.placeholder,
            .argument_meaning = argument.meaning_for(name),
            .meaning = meaning,
            .options = std::move(options),
            .carry_out = carry_out};
}

std::optional<std::uint64_t> size_of_option(const command_line& arguments,
                                            std::string_view option) {
    return number_of_option(arguments, option, 1, std::uint64_t{1} << 60U);
}

plan_context read_context(const command_line& arguments, const catalogue& catalogue) {
    return {.catalogue = &catalogue,
            .program = arguments.program(),
            .memory_limit_bytes = read_memory_limit(arguments.options())};
}

// The defaults of both are looked up in files, and only where they are wanted.
experiment_options read_options(const command_line& arguments) {
    const option_values& values = arguments.options();
    return {.threads = read_threads(values),
            .memory_limit_bytes = read_memory_limit(values),
            .slot_budget = read_slot_budget(values),
            .repeats = number_of<int>(values, "repeat").value_or(1)};
}

progress_display display_for(const command_line& arguments) {
    const bool is_quiet =
        arguments.has("--quiet") || arguments.has("--json") || !processes::is_first();
    return is_quiet ? progress_display::hidden : progress_display::shown;
}

// The stop token is shared by all runs of the command, so that one signal ends them all.
run_watches::run_watches(const command_line& arguments, experiment_options options,
                         algorithm_shown names)
    : command_{arguments.text()},
      display_{display_for(arguments)},
      options_{std::move(options)},
      names_{names} {
    options_.stop = stop_.get_token();
}

// Tables of sends may take seconds to make.
signal_and_progress_scope::run_watch run_watches::watch_preparation() {
    if (!signal_and_progress_scope::shows(display_)) {
        return nullptr;
    }
    if (!beside_) {
        beside_.emplace(display_, stop_);
    }
    const auto line = [](double seconds, std::size_t columns) {
        return fmt::format("preparing the run, {}", duration_text(seconds)).substr(0, columns);
    };
    return has_begun_ ? beside_->watch(line) : beside_->watch_preparation(line);
}

result run_watches::operator()(const experiment& plan) {
    run_progress progress;
    signal_and_progress_scope::run_watch shown = watch_preparation();
    experiment_options options = options_;
    options.sinks.push_back(&progress);
    // Until the run ends, a process that dies ends the others soon after they are asked to stop.
    processes::watch_stop(stop_.get_token());
    options.ended = [] {
        processes::watch_stop({});
    };  // all agree on the end, and wait for each other then
    options.begins = [&](const experiment_scale& scale) {
        if (!beside_) {
            beside_.emplace(display_, stop_);
        }
        has_begun_ = true;
        shown.reset();
        const slot slots = scale.expected_units ? scale.expected_units->ceil() : 0;
        const bool is_named = names_ == algorithm_shown::yes;
        shown = beside_->watch(progress,
                               {.deliveries = scale.required_deliveries,
                                .slots = slots,
                                .name = is_named ? plan.algorithm->name : std::string_view{}});
    };
    return run_experiment(plan, options, command_);
}

}  // namespace tutti::program
