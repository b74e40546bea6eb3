#include "web_plan.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "experiment/plan/command_text.hpp"
#include "experiment/plan/expansion.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

// Limits of what a client may send in one field.
constexpr std::size_t most_text = 4000;
constexpr std::size_t most_values = 100;
constexpr std::uint64_t most_networks = 10'000;
constexpr std::string_view graph_begin = "graph:";
constexpr unsigned wrong_input = 400;

/// A field of plans, and the option that it is.
struct plan_field {
    std::string_view name;
    std::string_view option;  ///< as one types it
    bool is_list = false;     ///< in sweeps
};

constexpr std::array plan_fields{
    plan_field{.name = "network", .option = "-n", .is_list = true},
    plan_field{.name = "broadcasters", .option = "-b", .is_list = true},
    plan_field{.name = "root", .option = "--root", .is_list = true},
    plan_field{.name = "ports", .option = "--ports", .is_list = true},
    plan_field{.name = "seed", .option = "--seed"},
    plan_field{.name = "seeds", .option = "--seeds"},
    plan_field{.name = "slot-budget", .option = "--slot-budget"},
    plan_field{.name = "trials", .option = "--trials"},
    plan_field{.name = "k", .option = "--k"}};

[[noreturn]] void refuse_field(std::string_view field, const std::string& text) {
    throw serve::refusal{wrong_input, text, std::string{field}};
}

// Of all commands, a plan may name only these four.
command command_named(const std::string& name) {
    for (const auto& make : {run_command, compare_command, stress_command, sweep_command}) {
        if (command made = make(); made.name == name) {
            return made;
        }
    }
    refuse_field("command", fmt::format("command: {} is unknown; use run, compare, stress or sweep",
                                        in_quotes(name)));
}

// A text or a number; empty if it is not given.
std::string text_of(std::string_view field, const json::value& value) {
    std::string text;
    if (value.is_string()) {
        text = std::string{value.as_string()};
    } else if (value.is_int64() || value.is_uint64()) {
        text = json::serialize(value);
    } else if (!value.is_null()) {
        refuse_field(field, fmt::format("{}: {} is neither text nor a number", field,
                                        in_quotes(json::serialize(value))));
    }
    if (text.size() > most_text) {
        refuse_field(field, fmt::format("{}: {} has {} characters; at most {} are allowed", field,
                                        in_quotes(text), text.size(), most_text));
    }
    return text;
}

std::vector<std::string> texts_of(std::string_view field, const json::value& value) {
    std::vector<std::string> texts;
    if (const auto* const list = value.if_array()) {
        if (list->size() > most_values) {
            refuse_field(field, fmt::format("{}: {} values; at most {} are allowed", field,
                                            list->size(), most_values));
        }
        for (const json::value& each : *list) {
            texts.push_back(text_of(field, each));
        }
    } else {
        texts.push_back(text_of(field, value));
    }
    std::erase(texts, std::string{});
    return texts;
}

bool is_true(const json::object& sent, std::string_view name) {
    const json::value* const value = sent.if_contains(name);
    return value != nullptr && value->is_bool() && value->as_bool();
}

// A path is allowed only if it is the file that the archive has under this name.
bool is_sent(const std::string& path, const serve::archive& graphs) {
    const std::string_view name = std::string_view{path}.substr(path.find_last_of('/') + 1);
    const auto file = graphs.graph_named(name.substr(0, name.find('.')));
    return file && file->string() == path;
}

// Of the network and all factors in it.
void refuse_files(const network_specification& named, const serve::archive& graphs) {
    std::vector<network_specification> rest{named};
    while (!rest.empty()) {
        const network_specification specification = std::move(rest.back());
        rest.pop_back();
        if (!specification.path().empty() && !is_sent(specification.path(), graphs)) {
            refuse_field("network", fmt::format("--network: {} was not uploaded; upload the file, "
                                                "and use the name that it gets",
                                                in_quotes(specification.text())));
        }
        rest.insert(rest.end(), specification.factors().begin(), specification.factors().end());
    }
}

void check_broadcasters(const std::string& text) {
    try {
        const expansion combinations = expansion::parse(text);
        for (std::uint64_t i = 0; i < std::min(combinations.size(), most_networks); ++i) {
            if (combinations.at(i).starts_with("file:")) {
                refuse_field("broadcasters", fmt::format("--broadcasters: {} is a file of the "
                                                         "server; list the nodes, as nodes:3,5,9",
                                                         in_quotes(combinations.at(i))));
            }
        }
    } catch (const std::invalid_argument& wrong) {
        refuse_field("broadcasters", fmt::format("--broadcasters: {}", wrong.what()));
    }
}

// The words of a plan, one option after the other.
class plan_arguments {
public:
    plan_arguments(const json::object& sent, const command& chosen, const serve::archive& graphs)
        : sent_{&sent}, chosen_{&chosen}, graphs_{&graphs} {
        read_collective();
        for (const plan_field& each : plan_fields) {
            read_field(each);
        }
        read_settings();
        if (is_true(sent, "again") && takes("--again")) {
            add("--again");
        }
        if (takes("--seeds")) {
            // The server stores every run; the shown command does the same on the command line.
            shown_.emplace_back("--store");
            shown_.emplace_back("results.db");
        }
        for (const auto& each : sent) {
            refuse_unknown(each.key());
        }
    }

    [[nodiscard]] std::vector<std::string>& real() noexcept { return real_; }
    [[nodiscard]] const std::vector<std::string>& shown() const noexcept { return shown_; }

private:
    void add(const std::string& word) { add(word, word); }
    // Words that are executed have paths of the server; those that are shown have the names that
    // clients know.
    void add(const std::string& word, const std::string& shown) {
        real_.push_back(word);
        shown_.push_back(shown);
    }

    [[nodiscard]] bool takes(std::string_view option) const {
        return std::ranges::any_of(chosen_->options, [&](const tutti::program::option& each) {
            return each.name == option || each.short_name == option;
        });
    }

    [[nodiscard]] const json::value* given(std::string_view name) const {
        return sent_->if_contains(name);
    }

    void read_collective() {
        add(std::string{chosen_->name});
        const json::value* const task = given("task");
        const std::string text = task == nullptr ? "" : text_of("task", *task);
        // A text that begins with a dash would be read as an option.
        if (text.starts_with('-')) {
            refuse_field("task",
                         fmt::format("COLLECTIVE: {} is not a collective", in_quotes(text)));
        }
        if (!text.empty()) {
            add(text);
        }
    }

    void read_field(const plan_field& field) {
        const json::value* const value = given(field.name);
        if (value == nullptr) {
            return;
        }
        // Only sweeps take several values of a field.
        const std::vector<std::string> texts =
            field.is_list && chosen_->name == "sweep"
                ? texts_of(field.name, *value)
                : std::vector<std::string>{text_of(field.name, *value)};
        for (const std::string& text : texts) {
            if (!text.empty()) {
                add_option(field, text);
            }
        }
    }

    void add_option(const plan_field& field, const std::string& text) {
        if (!takes(field.option)) {
            refuse_field(field.name, fmt::format("{}: {} has no such field; leave it out",
                                                 field.name, chosen_->name));
        }
        std::string meant = text;
        if (field.name == "network") {
            meant = with_graphs(text, *graphs_);
            check_networks(meant, *graphs_);
        } else if (field.name == "broadcasters") {
            check_broadcasters(text);
        }
        add(std::string{field.option});
        add(meant, text);
    }

    void read_settings() {
        const json::value* const set = given("set");
        if (set == nullptr || set->is_null()) {
            return;
        }
        if (!set->is_object()) {
            refuse_field("set", "set: must be an object of names and values");
        }
        for (const auto& each : set->as_object()) {
            const std::string name{each.key()};
            for (const std::string& value : texts_of(name, each.value())) {
                add("--set");
                add(fmt::format("{}={}", name, value));
            }
        }
    }

    static void refuse_unknown(std::string_view name) {
        constexpr std::array<std::string_view, 4> others{"command", "task", "set", "again"};
        if (std::ranges::find(others, name) == others.end() &&
            std::ranges::find(plan_fields, name, &plan_field::name) == plan_fields.end()) {
            refuse_field(name, fmt::format("{} is not a field of a plan{}", in_quotes(name),
                                           did_you_mean(name, plan_fields, &plan_field::name)));
        }
    }

    const json::object* sent_;
    const command* chosen_;
    const serve::archive* graphs_;
    std::vector<std::string> real_;
    std::vector<std::string> shown_;
};

// The length of the string that `text` begins with, quotes included. @pre it is one of JSON
std::size_t length_of_string(std::string_view text) {
    std::size_t end = 1;
    while (text[end] != '"') {
        end += text[end] == '\\' ? 2U : 1U;
    }
    return end + 1;
}

// Quotes around every number but whole ones of 64 bits: digits of others would be rounded, and the
// sign of -0 lost. @pre `text` is JSON
std::string with_quoted_numbers(std::string_view text) {
    std::string made;
    while (!text.empty()) {
        const std::size_t digits = std::min(text.find_first_not_of("+-.0123456789eE"), text.size());
        const bool is_number = text.front() == '-' || (text.front() >= '0' && text.front() <= '9');
        const std::string_view next = text.substr(0, is_number             ? digits
                                                     : text.front() == '"' ? length_of_string(text)
                                                                           : 1);
        const bool is_quoted = is_number && !number_between(next, 0, ~std::uint64_t{0});
        made += is_quoted ? fmt::format("\"{}\"", next) : std::string{next};
        text.remove_prefix(next.size());
    }
    return made;
}

// The field of an option, or of a parameter.
std::string field_of(std::string_view option) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> others{
        {{"COLLECTIVE", "task"}, {"--set", "set"}, {"NETWORK", "network"}}};
    for (const auto& each : others) {
        if (each.first == option) {
            return std::string{each.second};
        }
    }
    return option.starts_with("--") ? std::string{option.substr(2)} : std::string{};
}

}  // namespace

// Only names of the archive are replaced; other paths remain and are refused later.
std::string with_graphs(const std::string& specification, const serve::archive& graphs) {
    std::string text = specification;
    std::size_t at = text.find(graph_begin);
    while (at != std::string::npos) {
        at += graph_begin.size();
        constexpr std::size_t name_length = 16;
        const auto path = graphs.graph_named(text.substr(at, name_length));
        if (path) {
            text.replace(at, name_length, path->string());
        }
        at = text.find(graph_begin, at);
    }
    return text;
}

void check_networks(const std::string& text, const serve::archive& graphs) {
    try {
        const expansion combinations = expansion::parse(text);
        if (combinations.size() > most_networks) {
            refuse_field("network",
                         fmt::format("--network: {} expands to {} networks; at most {} are allowed",
                                     in_quotes(text), combinations.size(), most_networks));
        }
        for (std::uint64_t i = 0; i < combinations.size(); ++i) {
            // Only files matter here: an unknown family is refused where the plan is read.
            refuse_files(network_specification::parse(combinations.at(i), library_networks(),
                                                      unknown_networks::kept),
                         graphs);
        }
    } catch (const std::invalid_argument& wrong) {
        refuse_field("network", fmt::format("--network: {}", wrong.what()));
    }
}

// The text is parsed twice: the second step relies on it being JSON.
json::value parse_plan(std::string_view text, json::error_code& wrong, std::size_t deepest) {
    const json::parse_options limits{.max_depth = deepest};
    json::value sent = json::parse({text.data(), text.size()}, wrong, {}, limits);
    if (!wrong) {
        sent = json::parse(with_quoted_numbers(text), wrong, {}, limits);
    }
    return sent;
}

web_plan read_web_plan(const json::object& sent, const serve::archive& graphs,
                       std::string_view program, std::uint64_t memory_limit) {
    const json::value* const name = sent.if_contains("command");
    const command chosen = command_named(name == nullptr ? "run" : text_of("command", *name));
    plan_arguments words{sent, chosen, graphs};
    const std::vector<std::string_view> shown(words.shown().begin(), words.shown().end());
    web_plan plan{.command = std::string{chosen.name}, .text = command_text(program, shown)};
    plan.words = std::move(words.real());
    // The limit of the server comes last, and no field of a plan has this option.
    plan.words.emplace_back("--memory-limit");
    plan.words.push_back(std::to_string(memory_limit));
    return plan;
}

command_line read_words(const web_plan& plan, std::string_view program) {
    const std::array chosen{command_named(plan.command)};
    const std::vector<std::string_view> words(plan.words.begin(), plan.words.end());
    command_line arguments{chosen, words, program};
    // Requests for help print text on the command line; here something is missing.
    if (arguments.answer()) {
        refuse("COLLECTIVE: missing; name one");
    }
    return arguments;
}

serve::refusal refusal_for(const std::invalid_argument& wrong) {
    const std::string_view text = wrong.what();
    return serve::refusal{wrong_input, std::string{text}, field_of(text.substr(0, text.find(':')))};
}

}  // namespace tutti::program
