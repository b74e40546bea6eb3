#include "plan_reader.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <stdexcept>

#include "engine/memory/address_space.hpp"
#include "expansion.hpp"
#include "experiment/time_model/time_model.hpp"
#include "option_error.hpp"
#include "plan_schema.hpp"
#include "topology/node_naming.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

std::string read_collective(const plan_values& values) {
    const auto text = values.value("collective");
    if (!text) {
        refuse_option("COLLECTIVE",
                      "missing; name one, for example simultaneous-broadcast, or see tutti list");
    }
    return *text;
}

// An option that is ignored would let a user believe in an input that was not run. Where all nodes
// send, `all` is accepted, as it says what happens anyway.
void require_scope(const plan_field& field, const collective& collective, const std::string& text) {
    if (field.applies_to(collective)) {
        return;
    }
    if (field.scope == field_scope::with_root) {
        refuse_option(field.option, "{} has no root; leave out {}", collective.name,
                      in_quotes(text));
    }
    if (collective.takes_root) {
        refuse_option(field.option, "{} has a root; use --root ID in place of {}", collective.name,
                      in_quotes(text));
    }
    const auto named =
        reading(field.option, [&] { return broadcaster_specification::parse(text); });
    if (named.text() != "all") {
        refuse_option(field.option, "{} is from every node; {} must be all or left out",
                      collective.name, in_quotes(text));
    }
}

// @param collective null: it is not read yet
void read_fields(candidate_request& request, const plan_values& values,
                 const collective* collective) {
    for (const plan_field& field : plan_fields()) {
        const bool needs_collective = field.scope != field_scope::every_collective;
        if (field.read == nullptr || !field.is_taken_by(values.command()) ||
            needs_collective != (collective != nullptr)) {
            continue;
        }
        for (const std::string& text : values.values(field.name())) {
            if (collective != nullptr) {
                require_scope(field, *collective, text);
            }
            reading(field.option, [&] { field.read(request, text); });
        }
    }
}

// True if a file is set, so that algorithms that play one have something to play.
bool names_played_file(const plan_values& values) {
    return std::ranges::any_of(values.values("set"), [](const std::string& setting) {
        return setting.starts_with("file=");
    });
}

// `compare` runs all algorithms of a collective; an algorithm that is named would be ignored.
std::vector<const algorithm*> choose_algorithms(const candidate_request& request,
                                                const plan_values& values,
                                                algorithm_choice choice) {
    const catalogue& catalogue = *request.common.catalogue;
    const std::string text = read_collective(values);
    const std::size_t slash = text.find('/');
    const bool is_named = slash != std::string::npos;
    if (is_named && choice == algorithm_choice::all_of_the_collective) {
        refuse_option("COLLECTIVE", "{} takes a collective; leave {} out of {}",
                      name_of(values.command()), in_quotes(std::string_view{text}.substr(slash)),
                      in_quotes(text));
    }
    return reading("COLLECTIVE", [&]() -> std::vector<const algorithm*> {
        return is_named ? std::vector{&choose_algorithm(catalogue, text, request.common, {})}
                        : algorithms_for(catalogue, text, names_played_file(values));
    });
}

/// The most values of one axis.
constexpr std::uint64_t most_on_an_axis = 1'000'000;

// Results of `read` for every value of every text.
template <class Read>
auto values_of_axis(std::string_view label, const std::vector<std::string>& texts,
                    const Read& read) {
    std::vector<decltype(read(std::string{}))> read_values;
    for (const std::string& text : texts) {
        const expansion values = reading(label, [&] { return expansion::parse(text); });
        if (values.size() > most_on_an_axis - read_values.size()) {
            refuse_option(label, "{} and more values are too many; at most {} are allowed",
                          grouped(values.size()), grouped(most_on_an_axis));
        }
        for (std::uint64_t i = 0; i < values.size(); ++i) {
            read_values.push_back(reading(
                label, [&] { return read(values.at(i)); }, values.size() > 1 ? text : ""));
        }
    }
    return read_values;
}

// All algorithms of a sweep serve one collective: results of different collectives have no common
// input. Braces may list names, as may commas.
std::vector<const algorithm*> read_swept_algorithms(const plan_values& values,
                                                    const catalogue& catalogue) {
    const std::string text = read_collective(values);
    const std::size_t slash = text.find('/');
    const collective& task = reading("COLLECTIVE", [&]() -> auto& {
        return parse_collective(catalogue, text.substr(0, slash));
    });
    if (slash == std::string::npos) {
        return catalogue.algorithms_for(task.name, names_played_file(values));
    }
    std::vector<const algorithm*> algorithms;
    for (const std::string& names : values_of_axis("COLLECTIVE", {text.substr(slash + 1)},
                                                   [](std::string name) { return name; })) {
        for (const std::string_view name : split(names, ',')) {
            algorithms.push_back(&reading("COLLECTIVE", [&]() -> auto& {
                return parse_algorithm(catalogue, task.name, name);
            }));
        }
    }
    return algorithms;
}

// Every choice of a value for each name.
std::vector<parameter_values> read_swept_parameters(const std::vector<std::string>& texts,
                                                    std::span<const algorithm* const> algorithms) {
    std::map<std::string, std::vector<parameter_value>> by_name;
    for (const std::string& text : texts) {
        for (auto& [name, value] : values_of_axis("--set", {text}, [&](const std::string& one) {
                 return parse_parameter(algorithms, one);
             })) {
            by_name[name].push_back(value);
        }
    }
    std::vector<parameter_values> combinations{{}};
    for (const auto& [name, values_of_name] : by_name) {
        std::vector<parameter_values> longer;
        // The limit is checked before the product is formed, by a division that cannot overflow.
        if (combinations.size() > most_on_an_axis / values_of_name.size()) {
            refuse_option("--set", "more than {} combinations of values; give fewer",
                          grouped(most_on_an_axis));
        }
        for (const parameter_values& begin : combinations) {
            for (const parameter_value& value : values_of_name) {
                longer.push_back(begin);
                longer.back().emplace(name, value);
            }
        }
        combinations = std::move(longer);
    }
    return combinations;
}

void require_swept_scope(const plan_field& field, const collective& collective,
                         const std::string& text) {
    if (field.scope == field_scope::with_broadcasters && !collective.takes_broadcasters) {
        refuse_option(field.option, "{} has no choice of broadcasters; leave out {}",
                      collective.name, in_quotes(text));
    }
    require_scope(field, collective, text);
}

// Names of nodes are those of one of the networks; all else is checked as far as it can be without
// a network.
template <class Check>
void check_on_some_network(const sweep_axes& axes, const Check& check) {
    candidate_request request = swept_request();
    std::exception_ptr wrong;
    const auto holds = [&] {
        try {
            check(request);
            return true;
        } catch (const std::invalid_argument&) {
            wrong = std::current_exception();
            return false;
        }
    };
    const bool is_right =
        holds() || std::ranges::any_of(axes.networks, [&](const sweep_network& each) {
            request.common.built_network = each.outline;
            return node_naming{each.outline}.has_names() && holds();
        });
    if (!is_right) {
        std::rethrow_exception(wrong);
    }
}

// Values of a field that the schema reads.
std::vector<std::string> read_swept_texts(const plan_field& field,
                                          const std::vector<std::string>& texts,
                                          const sweep_axes& axes) {
    return values_of_axis(field.option, texts, [&](std::string text) {
        // A store would take a changed file for the same run.
        if (field.name() == "participants" && text.starts_with("file:")) {
            refuse("{}: sweeps take no file of participants; write nodes:3,5,7-9", in_quotes(text));
        }
        check_on_some_network(axes, [&](candidate_request& request) {
            field.read(request, text);
            require_one_size(request.common.time_model);
        });
        return text;
    });
}

broadcaster_share read_swept_broadcasters(const std::string& text, const sweep_axes& axes) {
    broadcaster_share share = broadcaster_share::parse(text);
    check_on_some_network(axes, [&](const candidate_request& request) {
        share.among(1).check_names(request.common.built_network);
    });
    return share;
}

// @param texts at least one
void read_axis(sweep_axes& axes, const plan_field& field, const plan_values& values,
               const plan_context& context) {
    const std::vector<std::string>& texts = values.values(field.name());
    require_swept_scope(field, *axes.algorithms.front()->goal, texts.front());
    if (field.name() == "network") {
        axes.networks = values_of_axis(field.option, texts, [&](const std::string& text) {
            return read_network(network_specification::parse(text, context.catalogue->networks()),
                                context.memory_limit_bytes);
        });
    } else if (field.name() == "broadcasters") {
        axes.broadcasters = values_of_axis(field.option, texts, [&](const std::string& text) {
            return read_swept_broadcasters(text, axes);
        });
    } else if (field.name() == "set") {
        axes.settings = read_swept_parameters(texts, axes.algorithms);
    } else {
        axes.texts.set(field.name(), read_swept_texts(field, texts, axes));
    }
}

}  // namespace

candidate_request read_request(const plan_values& values, const plan_context& context,
                               algorithm_choice choice) {
    if (!values.has("network")) {
        refuse_option("--network", "missing; name one, for example -n hypercube:10");
    }
    candidate_request request{
        .common = {.catalogue = context.catalogue, .program = context.program}};
    experiment& common = request.common;
    read_fields(request, values, nullptr);
    // The network is only outlined here: node counts and checks need no links, and a network that
    // exceeds the limit is refused before it is built.
    reading("--network",
            [&] { common.built_network = common.network.outline(context.memory_limit_bytes); });
    reading("--participants", [&] { return participants_of(common); });
    if (values.command() == plan_command::tune) {
        require_tunable(common.time_model);
    } else {
        require_complete(common.time_model);
    }
    if (common.time_model.is_given()) {
        (void)link_costs_of(common.time_model, common.network, common.built_network);
    }
    request.algorithms = choose_algorithms(request, values, choice);
    common.algorithm = request.algorithms.front();
    read_fields(request, values, common.algorithm->goal);
    if (common.algorithm->goal->takes_root) {
        reading("--root", [&] { return root_of(common); });
    }
    return request;
}

experiment read_experiment(const plan_values& values, const plan_context& context) {
    candidate_request request =
        read_request(values, context, algorithm_choice::all_or_the_one_named);
    const bool is_named = read_collective(values).find('/') != std::string::npos;
    const algorithm& chosen =
        is_named ? *request.common.algorithm
                 : reading("COLLECTIVE", [&]() -> auto& { return best_algorithm(request); });
    return experiment_for(chosen, std::move(request));
}

namespace {

// A file that was named is to be tuned, whatever else fits.
void require_named_file(const std::vector<candidate>& candidates) {
    for (const candidate& each : candidates) {
        if (each.plan.algorithm->plays_a_file && !each.inapplicable_reason.empty()) {
            refuse_option("--set", "{}", one_line(each.inapplicable_reason));
        }
    }
}

std::vector<candidate> fitting_candidates(const candidate_request& request,
                                          const experiment_options& options) {
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

}  // namespace

std::vector<candidate> read_candidates(const plan_values& values, const plan_context& context,
                                       const experiment_options& options) {
    return fitting_candidates(
        read_request(values, context, algorithm_choice::all_of_the_collective), options);
}

std::vector<candidate> read_tuned_candidates(const plan_values& values, const plan_context& context,
                                             const experiment_options& options) {
    std::vector<candidate> candidates = fitting_candidates(
        read_request(values, context, algorithm_choice::all_or_the_one_named), options);
    require_named_file(candidates);
    return candidates;
}

sweep_axes read_axes(const plan_values& values, const plan_context& context) {
    sweep_axes axes{.catalogue = context.catalogue, .program = context.program};
    axes.algorithms = read_swept_algorithms(values, *context.catalogue);
    if (!values.has("network")) {
        refuse_option("--network",
                      "missing; name one or more, for example -n 'hypercube:{{4..12}}'");
    }
    for (const plan_field& field : plan_fields()) {
        if (field.is_axis && values.has(field.name())) {
            read_axis(axes, field, values, context);
        }
    }
    require_complete({.latency = values.value("latency").value_or(""),
                      .bandwidth = values.value("bandwidth").value_or(""),
                      .machine = values.value("machine").value_or(""),
                      .bytes = values.has("bytes") ? std::optional{1U} : std::nullopt});
    if (const auto seeds = values.value("seeds")) {
        axes.seeds = reading("--seeds", [&] { return parse_seeds(*seeds); });
    }
    axes.slot_budget = read_slot_budget(values);
    return axes;
}

stress_options read_stress_options(const plan_values& values, const experiment& plan,
                                   experiment_options options) {
    stress_options read{.run = std::move(options)};
    if (const auto trials = number_of(values, "trials")) {
        read.trials = *trials;
    }
    const auto range = values.value("k");
    read.messages = reading("--k", [&] {
        return range ? parse_message_range(*range, plan) : default_message_range(plan);
    });
    return read;
}

std::optional<slot> read_slot_budget(const option_values& values) {
    return number_of<slot>(values, "slot-budget");
}

std::string_view input_option(const experiment& plan) {
    return plan.algorithm->goal->takes_broadcasters ? "--broadcasters" : "--set";
}

std::string_view input_of_trials(const experiment& plan) {
    return plan.algorithm->goal->takes_broadcasters ? "--k" : "--set";
}

}  // namespace tutti
