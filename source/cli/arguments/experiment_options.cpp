#include "experiment_options.hpp"

#include <algorithm>
#include <thread>

#include "cli/processes.hpp"
#include "engine/memory/address_space.hpp"
#include "engine/memory/control_group.hpp"

namespace tutti::program {
namespace {

constexpr std::uint64_t most_repeats = 1'000'000;
constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// First what to run, then how.
constexpr std::array<option, 10> plan_option_list{{
    {.name = "--network",
     .short_name = "-n",
     .value = "NETWORK",
     .meaning = {}},  // the catalogue's families, see `all_commands`
    {.name = "--broadcasters",
     .short_name = "-b",
     .value = "SET",
     .meaning = "all, none, random:K, bernoulli:P, nodes:3,5,9, adversarial[:K] or file:PATH "
                "(default all)"},
    {.name = "--root", .value = "ID", .meaning = "root of the collective (default 0)"},
    {.name = "--ports",
     .value = "MODEL",
     .meaning =
         "port model: all, single, single-half, shout or one-way (default: that of the algorithm)",
     .choices = port_model_names},
    {.name = "--seed", .value = "N", .meaning = "seed of all random draws (default 1)"},
    {.name = "--set",
     .value = "NAME=VALUE",
     .meaning = "set a parameter of the algorithm; see tutti list",
     .is_repeatable = true},
    {.name = "--threads",
     .short_name = "-t",
     .value = "N",
     .meaning = "number of threads, from 1 to 1,024 (default: one for each core, as far as they "
                "can be started)"},
    {.name = "--memory-limit",
     .value = "BYTES",
     .meaning = "refuse a run that needs more memory (default: the available memory)"},
    {.name = "--slot-budget", .value = "N", .meaning = "abandon the run after N slots"},
    {.name = "--repeat",
     .value = "N",
     .meaning = "run N times, compare the runs, and print the median and the spread of the times"},
}};

std::uint64_t read_number(const command_line& arguments, std::string_view name, std::uint64_t low,
                          std::uint64_t high, std::uint64_t otherwise) {
    const auto text = arguments.value(name);
    return text ? reading(name, [&] { return parse_number(*text, low, high); }) : otherwise;
}

// Null leaves the choice of the port model to the algorithm.
std::optional<port_model> read_ports(const command_line& arguments) {
    const auto text = arguments.value("--ports");
    return text ? reading("--ports", [&] { return read_port_model(*text); }) : std::nullopt;
}

// Processes on one machine share its memory, so the default is the part of this one. A limit that
// is given is the limit of each process.
std::uint64_t read_memory_limit(const command_line& arguments) {
    const auto here = static_cast<std::uint64_t>(processes::on_this_machine());
    if (arguments.has("--memory-limit")) {
        return read_number(arguments, "--memory-limit", 1, unlimited, unlimited);
    }
    return std::min(available_memory_bytes(), unused_memory_bytes()) / here;
}

// An experiment of this program on the network that was asked for.
experiment read_common(const command_line& arguments, const catalogue& catalogue) {
    const auto text = arguments.value("--network");
    if (!text) {
        refuse("--network: missing; name one, for example -n hypercube:10");
    }
    experiment plan{.catalogue = &catalogue, .program = arguments.program()};
    // The network is only outlined here: node counts and checks need no links, and a network that
    // exceeds the limit is refused before it is built.
    const std::uint64_t limit = read_memory_limit(arguments);
    reading("--network", [&] {
        plan.network = network_specification::parse(*text, catalogue.networks());
        plan.built_network = plan.network.outline(limit);
    });
    return plan;
}

std::string_view read_collective(const command_line& arguments) {
    const auto task = arguments.argument();
    if (!task) {
        refuse(
            "COLLECTIVE: missing; name one, for example simultaneous-broadcast, or see tutti list");
    }
    return *task;
}

// All cores that the process may use, its share of the machine's at most, or as many threads as can
// be started beside the one that heeds signals.
int read_threads(const command_line& arguments) {
    if (arguments.has("--threads")) {
        return static_cast<int>(read_number(arguments, "--threads", 1, most_threads, 1));
    }
    const int cores =
        std::min(static_cast<int>(std::thread::hardware_concurrency()), own_processor_quota());
    const int share =
        std::min(available_threads(), std::max(1, cores / processes::on_this_machine()));
    return std::max(1, startable_threads(share + 1) - 1);
}

// The range of a value depends on the algorithm, so parameters are read after it is chosen.
parameter_values read_settings(const command_line& arguments,
                               std::span<const algorithm* const> algorithms) {
    parameter_values settings;
    for (const std::string& setting : arguments.values("--set")) {
        auto [name, value] = reading("--set", [&] { return parse_parameter(algorithms, setting); });
        if (!settings.emplace(name, value).second) {
            refuse("--set: {} is set twice; set it once", in_quotes(name));
        }
    }
    return settings;
}

// `compare` runs all algorithms of a collective; an algorithm that is named would be ignored.
std::vector<const algorithm*> read_algorithms(const command_line& arguments,
                                              const catalogue& catalogue, algorithm_choice allowed,
                                              const network& net) {
    const std::string_view text = read_collective(arguments);
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
        return catalogue.algorithms_for(reading("COLLECTIVE", [&]() -> auto& {
                                            return parse_collective(catalogue, text);
                                        }).name);
    }
    if (allowed == algorithm_choice::all_of_the_collective) {
        refuse("COLLECTIVE: compare takes a collective; leave {} out of {}",
               in_quotes(text.substr(slash)), in_quotes(text));
    }
    return {&reading("COLLECTIVE",
                     [&]() -> auto& { return choose_algorithm(catalogue, text, net, {}); })};
}

// Each option is refused where the collective has no use for it: an ignored option would let a
// user believe in an input that was not run.
void read_senders(experiment& plan, const command_line& arguments) {
    const auto broadcasters = arguments.value("--broadcasters");
    const auto root = arguments.value("--root");
    const collective& collective = *plan.algorithm->goal;
    if (root && !collective.takes_root) {
        refuse("--root: {} has no root; leave out {}", plan.algorithm->collective,
               in_quotes(*root));
    }
    if (broadcasters && collective.takes_root && !collective.takes_broadcasters) {
        refuse("--broadcasters: {} has a root; use --root ID in place of {}",
               plan.algorithm->collective, in_quotes(*broadcasters));
    }
    if (broadcasters) {
        plan.broadcasters = reading(
            "--broadcasters", [&] { return broadcaster_specification::parse(*broadcasters); });
    }
    // Where all nodes send, `all` is accepted, as it says what happens anyway.
    if (!collective.takes_root && !collective.takes_broadcasters &&
        plan.broadcasters.text() != "all") {
        refuse("--broadcasters: {} is from every node; {} must be all or left out",
               plan.algorithm->collective, in_quotes(broadcasters.value_or("")));
    }
    if (collective.takes_root) {
        const std::uint64_t last = node_count(plan.built_network) - 1;
        plan.root = static_cast<node_id>(read_number(arguments, "--root", 0, last, 0));
    }
}

}  // namespace

std::vector<option> experiment_options_and(std::vector<option> own,
                                           std::initializer_list<std::string_view> names) {
    std::vector<option> accepted;
    std::ranges::copy_if(plan_option_list, std::back_inserter(accepted), [&](const option& option) {
        return names.size() == 0 || std::ranges::find(names, option.name) != names.end();
    });
    std::ranges::move(own, std::back_inserter(accepted));
    return accepted;
}

std::optional<port_model> read_port_model(const std::string& text) {
    const auto model = port_model_named(text);
    if (!model) {
        refuse("{} is not a port model{}", in_quotes(text), did_you_mean(text, port_model_names));
    }
    return model;
}

// The order matters: the default ports are those of the algorithm, and the senders are checked
// against its collective.
experiment read_experiment(const command_line& arguments, const catalogue& catalogue) {
    experiment plan = read_common(arguments, catalogue);
    const std::string_view task = read_collective(arguments);
    const auto ports = read_ports(arguments);
    plan.algorithm = &reading("COLLECTIVE", [&]() -> auto& {
        return choose_algorithm(catalogue, task, plan.built_network, ports);
    });
    plan.ports = ports.value_or(plan.algorithm->ports.front());
    plan.seed = read_number(arguments, "--seed", 0, unlimited, 1);
    read_senders(plan, arguments);
    plan.parameters = read_settings(arguments, std::span{&plan.algorithm, 1});
    return plan;
}

candidate_request read_request(const command_line& arguments, const catalogue& catalogue,
                               algorithm_choice allowed) {
    candidate_request request{.common = read_common(arguments, catalogue)};
    experiment& common = request.common;
    request.algorithms = read_algorithms(arguments, catalogue, allowed, common.built_network);
    common.algorithm = request.algorithms.front();
    request.ports = read_ports(arguments);
    common.seed = read_number(arguments, "--seed", 0, unlimited, 1);
    read_senders(common, arguments);
    common.parameters = read_settings(arguments, request.algorithms);
    return request;
}

std::string_view input_option(const experiment& plan) {
    return plan.algorithm->goal->takes_broadcasters ? "--broadcasters" : "--set";
}

std::vector<candidate> read_candidates(const command_line& arguments, const catalogue& catalogue,
                                       const experiment_options& options) {
    const candidate_request request =
        read_request(arguments, catalogue, algorithm_choice::all_of_the_collective);
    std::vector<candidate> candidates = find_candidates(request);
    // Candidates that exceed the memory are excluded first, since to draw the input of a large
    // network takes memory itself.
    reading("--broadcasters", [&] {
        exclude_large(candidates, usable_memory_bytes(options.memory_limit_bytes, options.threads),
                      options.carrier, options.shares.get());
        draw_input(request, candidates);
    });
    reading("COLLECTIVE", [&] { require_a_fit(candidates); });
    return candidates;
}

experiment_options read_options(const command_line& arguments) {
    // `never` is the largest slot and means no budget.
    constexpr auto most_slots = static_cast<std::uint64_t>(never) - 1;
    // The defaults of both are looked up in files, and only where they are wanted.
    experiment_options options{.threads = read_threads(arguments),
                               .memory_limit_bytes = read_memory_limit(arguments)};
    options.repeats = static_cast<int>(read_number(arguments, "--repeat", 1, most_repeats, 1));
    if (arguments.has("--slot-budget")) {
        options.slot_budget =
            static_cast<slot>(read_number(arguments, "--slot-budget", 1, most_slots, 1));
    }
    return options;
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

result run_watches::operator()(const experiment& plan) {
    run_progress progress;
    signal_and_progress_scope::run_watch shown;
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
