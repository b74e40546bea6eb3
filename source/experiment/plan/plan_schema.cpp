#include "plan_schema.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiment/time_model/machines.hpp"
#include "experiment/time_model/quantities.hpp"
#include "experiment/time_model/searched_parameters.hpp"
#include "experiment/time_model/time_model.hpp"
#include "option_error.hpp"
#include "topology/node_naming.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Sets of commands that take a field.
namespace takers {
using enum plan_command;
constexpr std::array every{run, record, compare, stress, bounds, sweep, audit, tune, optimum};
constexpr std::array with_input{run, record, compare, bounds, sweep, audit, tune, optimum};
constexpr std::array of_one_seed{run, record, compare, stress, bounds, audit, tune, optimum};
constexpr std::array running{run, record, compare, stress, sweep, audit, tune, optimum};
constexpr std::array on_threads{run, record, compare, stress, sweep, tune, optimum};
constexpr std::array scheduling{run, record, compare, stress, bounds, sweep, tune};
constexpr std::array repeating{run, record, compare};
constexpr std::array timing{run, record, compare, bounds, sweep, tune};
constexpr std::array tuning{tune};
constexpr std::array recording{run, record};
constexpr std::array stressing{stress};
constexpr std::array sweeping{sweep};
}  // namespace takers

// `never` is the largest slot and means no budget.
constexpr std::uint64_t most_slots = std::uint64_t{never} - 1;

std::string joined_by_commas(const std::vector<std::string>& values) {
    std::vector<std::string_view> parts;
    for (const std::string_view value : values) {
        const std::size_t begin = value.find_first_not_of(", ");
        if (begin != std::string_view::npos) {
            parts.push_back(value.substr(begin, value.find_last_not_of(", ") - begin + 1));
        }
    }
    return fmt::format("{}", fmt::join(parts, ","));
}

void read_setting(candidate_request& to, const std::string& text) {
    if (const auto searched = searched_parameter(to.algorithms, text)) {
        to.common.searched_parameters.push_back(*searched);
        return;
    }
    auto [name, value] = parse_parameter(to.algorithms, text);
    if (!to.common.parameters.emplace(name, value).second) {
        refuse("{} is set twice; set it once", in_quotes(name));
    }
}

void read_label(candidate_request& to, const std::string& text) {
    constexpr std::size_t most_characters = 100;
    if (text.size() > most_characters) {
        refuse("{} has {} characters; at most {} are allowed", in_quotes(text), text.size(),
               most_characters);
    }
    to.common.label = text;
}

// Stores take the default and its other names for the same run. A file may change: its nodes count.
std::string participants_unless_usual(const experiment& plan) {
    const bool are_in_file = plan.participants.text().starts_with("file:");
    const std::string text = are_in_file
                                 ? participant_specification::of(participants_of(plan)).text()
                                 : plan.participants.text();
    const bool is_usual =
        text == "hosts" ||
        (text == "all" && participant_specification{}.draw(plan.built_network, 0).is_everyone());
    return is_usual ? "" : text;
}

std::string text_of_size(const time_model_request& model) {
    return model.bytes ? size_text(*model.bytes) : std::string{};
}

std::string ports_unless_usual(const experiment& plan) {
    return plan.ports == plan.algorithm->ports.front() ? "" : std::string{name_of(plan.ports)};
}

// First what to run, then how.
constexpr std::array field_table{
    plan_field{.option = "--collective",
               .type = field_type::collective,
               .placeholder = "COLLECTIVE",
               .meaning = "COLLECTIVE or COLLECTIVE/ALGORITHM; see tutti list",
               .swept_meaning = "COLLECTIVE, COLLECTIVE/ALGORITHM or "
                                "COLLECTIVE/ALGORITHM,ALGORITHM; see tutti list",
               .commands = takers::every,
               .earlier_name = "task",
               .column = "collective"},
    plan_field{.option = "--network",
               .short_option = "-n",
               .type = field_type::named_network,
               .placeholder = "NETWORKS",
               // The meaning is the list of the catalogue's families.
               .swept_meaning = "networks: hypercube:{4..12}, torus:{4,8}x{4,8}, ring:{8..64*2}; "
                                "braces hold lists and ranges, here and below",
               .commands = takers::every,
               .is_axis = true,
               .column = "network",
               .place_in_text = 1,
               .read =
                   [](auto& to, auto& text) {
                       to.common.network =
                           network_specification::parse(text, to.common.catalogue->networks());
                   },
               .write = [](auto& plan, auto& /*budget*/) { return plan.network.text(); }},
    plan_field{.option = "--broadcasters",
               .short_option = "-b",
               .type = field_type::node_set,
               .placeholder = "SETS",
               .meaning = "all, none, random:K, bernoulli:P, nodes:3,5,7-9, adversarial[:K]",
               .file_form = "file:PATH",
               .swept_meaning = "broadcasters: random:{1,8,50%} and every other form that `run` "
                                "takes; P% is a share of the nodes",
               .default_text = "all",
               .commands = takers::with_input,
               .scope = field_scope::with_broadcasters,
               .is_axis = true,
               .column = "broadcasters",
               .place_in_text = 3,
               .read =
                   [](auto& to, auto& text) {
                       to.common.broadcasters = broadcaster_specification::parse(text);
                       to.common.broadcasters.check_names(to.common.built_network);
                   },
               .write = [](auto& plan, auto& /*budget*/) { return plan.broadcasters.text(); }},
    plan_field{.option = "--root",
               .type = field_type::node,
               .placeholder = "IDS",
               .meaning = "root of the collective, an id or a name",
               .default_text = "the first participant",
               .commands = takers::with_input,
               .scope = field_scope::with_root,
               .is_axis = true,
               .column = "root",
               .place_in_text = 2,
               .read =
                   [](auto& to, auto& text) {
                       to.common.root = node_naming{to.common.built_network}.parse(text);
                   },
               .write = [](auto& plan, auto& /*budget*/) { return std::to_string(root_of(plan)); }},
    plan_field{
        .option = "--participants",
        .type = field_type::node_set,
        .placeholder = "SETS",
        .meaning = "the nodes that have or need messages, all others only forward: all, "
                   "hosts, random:K, bernoulli:P, nodes:3,5,7-9",
        .file_form = "file:PATH",
        .default_text = "all nodes, or the hosts of a network with switches",
        .commands = takers::every,
        .is_axis = true,
        .column = "participants",
        .place_in_text = 9,
        .read = [](auto& to,
                   auto& text) { to.common.participants = participant_specification::parse(text); },
        .write = [](auto& plan, auto& /*budget*/) { return participants_unless_usual(plan); }},
    plan_field{.option = "--ports",
               .type = field_type::choice,
               .placeholder = "MODELS",
               .meaning = "port model: all, single, single-half, shout or one-way",
               .default_text = "that of the algorithm",
               .choices = port_model_names,
               .commands = takers::every,
               .is_axis = true,
               .column = "ports",
               .place_in_text = 6,
               .read = [](auto& to, auto& text) { to.ports = read_port_model(text); },
               .write = [](auto& plan, auto& /*budget*/) { return ports_unless_usual(plan); }},
    plan_field{
        .option = "--seed",
        .placeholder = "N",
        .meaning = "seed of all random draws",
        .default_text = "1",
        .commands = takers::of_one_seed,
        .column = "seed",
        .place_in_text = 4,
        .read = [](auto& to,
                   auto& text) { to.common.seed = parse_number(text, 0, ~std::uint64_t{0}); },
        .write = [](auto& plan, auto& /*budget*/) { return std::to_string(plan.seed); }},
    plan_field{.option = "--latency",
               .type = field_type::text,
               .placeholder = "TIMES",
               .meaning =
                   "print times in seconds, too: what a slot takes beside its bytes, as 0.7us; "
                   "0.7us,global=2us with another for a class of links",
               .swept_meaning = "print times in seconds, too: what a slot takes beside its bytes",
               .commands = takers::timing,
               .is_axis = true,
               .column = "latency",
               .joins_values = true,
               .place_in_text = 10,
               .read = [](auto& to, auto& text) { add_latency(to.common.time_model, text); },
               .write = [](auto& plan, auto& /*budget*/) { return plan.time_model.latency; }},
    plan_field{.option = "--bandwidth",
               .type = field_type::text,
               .placeholder = "RATES",
               .meaning = "bandwidth of a link in each direction, as 50GB/s or 400Gb/s; "
                          "50GB/s,host=12.5GB/s with another for a class of links",
               .swept_meaning = "bandwidth of a link in each direction",
               .commands = takers::timing,
               .is_axis = true,
               .column = "bandwidth",
               .joins_values = true,
               .place_in_text = 11,
               .read = [](auto& to, auto& text) { add_bandwidth(to.common.time_model, text); },
               .write = [](auto& plan, auto& /*budget*/) { return plan.time_model.bandwidth; }},
    plan_field{.option = "--machine",
               .type = field_type::choice,
               .placeholder = "NAMES",
               .meaning = "latency and bandwidth of a published machine; see tutti list machines",
               .choices = machine_names,
               .commands = takers::timing,
               .is_axis = true,
               .place_in_text = 12,
               .read = [](auto& to, auto& text) { set_machine(to.common.time_model, text); },
               .write = [](auto& plan, auto& /*budget*/) { return plan.time_model.machine; }},
    plan_field{
        .option = "--bytes",
        .type = field_type::text,
        .placeholder = "SIZES",
        .meaning = "size of the data, as 1MiB or 4096, in tune 8..1GiB; see tutti explain bytes",
        .commands = takers::timing,
        .is_axis = true,
        .column = "bytes",
        .place_in_text = 13,
        .read = [](auto& to, auto& text) { set_bytes(to.common.time_model, text); },
        .write = [](auto& plan, auto& /*budget*/) { return text_of_size(plan.time_model); }},
    plan_field{
        .option = "--model",
        .type = field_type::choice,
        .placeholder = "MODEL",
        .title = "Times compared",
        .meaning = "times that are compared: of all slots, or of the critical path's startups",
        .default_text = "slots",
        .choices = timed_by_names,
        .commands = takers::tuning,
        .read = [](auto& to, auto& text) { set_timed_by(to.common.time_model, text); }},
    plan_field{.option = "--label",
               .type = field_type::text,
               .placeholder = "TEXT",
               .meaning = "text of at most 100 characters that is kept with the run",
               .commands = takers::recording,
               .column = "label",
               .row = "label",
               .place_in_text = 8,
               .read = read_label,
               .write = [](auto& plan, auto& /*budget*/) { return plan.label; }},
    plan_field{.option = "--set",
               .type = field_type::settings,
               .placeholder = "NAME=VALUES",
               .meaning = "set a parameter of the algorithm; see tutti list",
               .swept_meaning = "set a parameter of the algorithms that have it",
               .commands = takers::every,
               .scope = field_scope::of_algorithm,
               .is_axis = true,
               .place_in_text = 5,
               .read = read_setting},
    plan_field{.option = "--seeds",
               .type = field_type::seeds,
               .placeholder = "A-B",
               .meaning = "seeds, as 1-30 or 1-10,77",
               .default_text = "1",
               .commands = takers::sweeping},
    plan_field{.option = "--store",
               .type = field_type::path,
               .placeholder = "FILE",
               .meaning = "the database of results; runs that it has are not repeated",
               .commands = takers::sweeping},
    plan_field{.option = "--plan",
               .type = field_type::path,
               .placeholder = "FILE",
               .meaning = "read options from a file, INI or JSON; those on the command line take "
                          "precedence",
               .commands = takers::sweeping,
               .part = field_part::run},
    plan_field{.option = "--again",
               .type = field_type::flag,
               .title = "Repeat runs of other versions",
               .meaning = "repeat and replace runs that the store has from another version or with "
                          "another result",
               .commands = takers::sweeping},
    plan_field{.option = "--threads",
               .short_option = "-t",
               .placeholder = "N",
               .meaning = "number of threads",
               .default_text = "one for each core, as far as they can be started",
               .least = 1,
               .most = most_threads,
               .shows_range = true,
               .commands = takers::on_threads,
               .part = field_part::run},
    plan_field{.option = "--memory-limit",
               .placeholder = "BYTES",
               .meaning = "refuse a run that needs more memory",
               .swept_meaning = "memory of all concurrent runs",
               .default_text = "the available memory",
               .least = 1,
               .commands = takers::running,
               .part = field_part::run},
    plan_field{.option = "--no-schedule-cache",
               .type = field_type::flag,
               .meaning = "neither read schedules from the user's cache folder nor keep them there",
               .commands = takers::scheduling,
               .part = field_part::run},
    plan_field{
        .option = "--slot-budget",
        .placeholder = "N",
        .meaning = "abandon the run after N slots",
        .swept_meaning = "abandon a run after N slots",
        .least = 1,
        .most = most_slots,
        .commands = takers::running,
        .column = "slot_budget",
        .place_in_text = 7,
        .write = [](auto& /*plan*/,
                    auto& budget) { return budget ? std::to_string(*budget) : std::string{}; }},
    plan_field{.option = "--repeat",
               .placeholder = "N",
               .meaning = "run N times, compare the runs, and print the median and the spread of "
                          "the times",
               .least = 1,
               .most = 1'000'000,
               .commands = takers::repeating,
               .part = field_part::run},
    plan_field{.option = "--trials",
               .placeholder = "N",
               .meaning = "number of trials",
               .default_text = "1000",
               .least = 1,
               .most = 1'000'000'000,
               .shows_range = true,
               .commands = takers::stressing},
    plan_field{.option = "--k",
               .type = field_type::number_range,
               .placeholder = "K or LO-HI",
               .title = "Messages of a trial",
               .meaning = "messages of a trial",
               .default_text = "from 1 to one for each node",
               .commands = takers::stressing,
               .scope = field_scope::of_algorithm}};

}  // namespace

std::span<const plan_field> plan_fields() noexcept { return field_table; }

void give_texts(plan_values& values, const plan_field& field, std::string_view name,
                std::vector<std::string> texts) {
    if (texts.empty()) {
        return;
    }
    if (!field.is_taken_by(values.command())) {
        refuse_option(name, "{} has no such field; leave it out", name_of(values.command()));
    }
    if (values.has(field.name())) {
        refuse_option(name, "given as {} and as {}; give it once", in_quotes(field.name()),
                      in_quotes(field.earlier_name));
    }
    const bool takes_several = field.type == field_type::settings || field.joins_values ||
                               (field.is_axis && values.command() == plan_command::sweep);
    if (field.type == field_type::collective || field.type == field_type::seeds) {
        texts = {joined_by_commas(texts)};
    } else if (texts.size() > 1 && !takes_several) {
        refuse_option(name, "{} values; give one", texts.size());
    }
    values.set(field.name(), std::move(texts));
}

std::optional<port_model> read_port_model(const std::string& text) {
    const auto model = port_model_named(text);
    if (!model) {
        refuse("{} is not a port model{}", in_quotes(text), did_you_mean(text, port_model_names));
    }
    return model;
}

}  // namespace tutti
