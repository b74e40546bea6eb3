#include "experiment_options.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "tutti/machine/memory.hpp"
#include "tutti/topology/specification.hpp"

namespace tutti::program {
namespace {

constexpr std::uint64_t most_repeats = 1'000'000;

// First what to run, then how.
constexpr std::array<option, 10> options{{
    {.name = "--network",
     .short_name = "-n",
     .value = "NETWORK",
     .meaning = "hypercube:D, torus:P1xP2, array:P1xP2, ring:N, path:N, complete:N, ccc:D, "
                "butterfly:D, debruijn:D, graph:FILE or product(A,B,..) of these"},
    {.name = "--broadcasters",
     .short_name = "-b",
     .value = "SET",
     .meaning =
         "all, none, random:K, bernoulli:P, nodes:3,5,9, adversarial or file:PATH (default all)"},
    {.name = "--root", .short_name = "", .value = "ID", .meaning = "where it starts (default 0)"},
    {.name = "--ports",
     .short_name = "",
     .value = "MODEL",
     .meaning = "all, single, single-half or shout (default: the algorithm's own)"},
    {.name = "--seed",
     .short_name = "",
     .value = "N",
     .meaning = "the only source of randomness (default 1)"},
    {.name = "--set",
     .short_name = "",
     .value = "NAME=VALUE",
     .meaning = "a parameter of the algorithm's own; see tutti list",
     .is_repeatable = true},
    {.name = "--threads",
     .short_name = "-t",
     .value = "N",
     .meaning = "threads, from 1 to 1,024 (default: all cores)"},
    {.name = "--memory-limit",
     .short_name = "",
     .value = "BYTES",
     .meaning = "refuse what needs more (default: what there is)"},
    {.name = "--slot-budget",
     .short_name = "",
     .value = "N",
     .meaning = "slots after which the run is given up"},
    {.name = "--repeat",
     .short_name = "",
     .value = "N",
     .meaning = "run N times in one process; median and spread of the times"},
}};

std::uint64_t read_number(const command_line& given, std::string_view name, std::uint64_t low,
                          std::uint64_t high, std::uint64_t otherwise) {
    const auto text = given.value(name);
    return text ? reading(name, [&] { return parse_number(*text, low, high); }) : otherwise;
}

port_model read_ports(std::string_view text) {
    if (const auto model = port_model_named(text)) {
        return *model;
    }
    constexpr std::array<std::string_view, 4> names{"all", "single", "single-half", "shout"};
    throw usage_error{"--ports", fmt::format("{} is not a port model{}", quoted(text),
                                             did_you_mean(text, names))};
}

std::optional<port_model> read_ports(const command_line& given) {
    const auto text = given.value("--ports");
    return text ? std::optional{read_ports(*text)} : std::nullopt;
}

std::uint64_t read_memory_limit(const command_line& given) {
    constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
    return read_number(given, "--memory-limit", 1, unlimited, available_memory_bytes());
}

void read_network(experiment& asked, const command_line& given) {
    const auto text = given.value("--network");
    if (!text) {
        throw usage_error{"--network", "missing; name one, for example -n hypercube:10"};
    }
    const std::uint64_t limit = read_memory_limit(given);
    reading("--network", [&] {
        asked.network = network_specification::parse(*text);
        asked.where = asked.network.build(limit);
    });
}

std::string_view read_task(const command_line& given) {
    const auto task = given.argument();
    if (!task) {
        throw usage_error{"TASK",
                          "missing; name one, for example simultaneous-broadcast, or see "
                          "tutti list"};
    }
    return *task;
}

std::uint64_t read_seed(const command_line& given) {
    return read_number(given, "--seed", 0, std::numeric_limits<std::uint64_t>::max(), 1);
}

parameter_values read_settings(const command_line& given, std::span<const algorithm* const> those) {
    parameter_values settings;
    for (const std::string& setting : given.values("--set")) {
        auto [name, value] = reading("--set", [&] { return parse_parameter(those, setting); });
        if (!settings.emplace(name, value).second) {
            throw usage_error{"--set", fmt::format("{} is set twice; once is right", quoted(name))};
        }
    }
    return settings;
}

std::vector<const algorithm*> read_algorithms(const command_line& given, const catalogue& known,
                                              algorithm_choice allowed, const network& where) {
    const std::string_view text = read_task(given);
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
        return known.algorithms_for(
            reading("TASK", [&]() -> auto& { return parse_task(known, text); }).name);
    }
    if (allowed == algorithm_choice::all_of_the_task) {
        throw usage_error{"TASK", fmt::format("compare takes a task; leave {} out of {}",
                                              quoted(text.substr(slash)), quoted(text))};
    }
    return {&reading("TASK", [&]() -> auto& { return choose_algorithm(known, text, where, {}); })};
}

void read_senders(experiment& asked, const command_line& given) {
    const auto broadcasters = given.value("--broadcasters");
    const auto root = given.value("--root");
    const collective& goal = *asked.what->goal;
    if (root && !goal.takes_root) {
        throw usage_error{
            "--root", fmt::format("{} has no root; leave out {}", asked.what->task, quoted(*root))};
    }
    if (broadcasters && goal.takes_root && !goal.takes_broadcasters) {
        throw usage_error{"--broadcasters",
                          fmt::format("{} has a root; use --root ID in place of {}",
                                      asked.what->task, quoted(*broadcasters))};
    }
    if (broadcasters) {
        asked.broadcasters = reading(
            "--broadcasters", [&] { return broadcaster_specification::parse(*broadcasters); });
    }
    if (!goal.takes_root && !goal.takes_broadcasters && asked.broadcasters.text() != "all") {
        throw usage_error{"--broadcasters",
                          fmt::format("{} is from every node; {} must be all or left out",
                                      asked.what->task, quoted(broadcasters.value_or("")))};
    }
    if (goal.takes_root) {
        const std::uint64_t last = node_count(asked.where) - 1;
        asked.root = static_cast<node_id>(read_number(given, "--root", 0, last, 0));
    }
}

}  // namespace

std::vector<option> experiment_options_help() { return {options.begin(), options.end()}; }

std::vector<option> experiment_options_help(std::initializer_list<std::string_view> names) {
    std::vector<option> wanted;
    std::ranges::copy_if(options, std::back_inserter(wanted), [&](const option& known) {
        return std::ranges::find(names, known.name) != names.end();
    });
    return wanted;
}

experiment read_experiment(const command_line& given, const catalogue& known) {
    experiment asked{.known = &known, .program = given.program()};
    read_network(asked, given);
    const std::string_view task = read_task(given);
    const auto ports = read_ports(given);
    asked.what = &reading(
        "TASK", [&]() -> auto& { return choose_algorithm(known, task, asked.where, ports); });
    asked.ports = ports.value_or(asked.what->ports.front());
    asked.seed = read_seed(given);
    read_senders(asked, given);
    asked.parameters = read_settings(given, std::span{&asked.what, 1});
    return asked;
}

candidate_request read_request(const command_line& given, const catalogue& known,
                               algorithm_choice allowed) {
    candidate_request asked;
    experiment& common = asked.common;
    common.known = &known;
    common.program = given.program();
    read_network(common, given);
    asked.algorithms = read_algorithms(given, known, allowed, common.where);
    common.what = asked.algorithms.front();
    asked.ports = read_ports(given);
    common.seed = read_seed(given);
    read_senders(common, given);
    common.parameters = read_settings(given, asked.algorithms);
    return asked;
}

experiment_options read_options(const command_line& given) {
    experiment_options how;
    constexpr auto most_slots = static_cast<std::uint64_t>(never) - 1;
    how.threads = static_cast<int>(
        read_number(given, "--threads", 1, most_threads, static_cast<std::uint64_t>(how.threads)));
    how.memory_limit_bytes = read_memory_limit(given);
    how.repeats = static_cast<int>(read_number(given, "--repeat", 1, most_repeats, 1));
    if (given.has("--slot-budget")) {
        how.slot_budget = static_cast<slot>(read_number(given, "--slot-budget", 1, most_slots, 1));
    }
    return how;
}

}  // namespace tutti::program
