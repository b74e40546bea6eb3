#include "sweep_arguments.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include <boost/property_tree/ini_parser.hpp>
#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>

#include "experiment/plan/expansion.hpp"
#include "experiment_options.hpp"
#include "util/file_content.hpp"

namespace tutti::program {
namespace {

using boost::property_tree::ptree;

// Keys of a file; they have no dashes there.
constexpr std::array<std::string_view, 9> options_of_plans{
    "COLLECTIVE", "--network", "--broadcasters", "--root",       "--ports",
    "--set",      "--seeds",   "--store",        "--slot-budget"};

std::string key_of(std::string_view option) {
    return option == "COLLECTIVE" ? "task" : std::string{option.substr(2)};
}

// Options of one value, in which commas join several; a file may list them side by side.
bool is_joined(std::string_view option) { return option == "COLLECTIVE" || option == "--seeds"; }
bool takes_one(std::string_view option) { return option == "--store" || option == "--slot-budget"; }

// Of a file in INI, which has one line for a key, several values are listed side by side.
std::vector<std::string> words_in(const std::string& text) {
    std::istringstream words{text};
    return {std::istream_iterator<std::string>{words}, {}};
}

std::string joined_by_commas(const std::vector<std::string>& values) {
    std::string text;
    for (const std::string& value : values) {
        const std::size_t begin = value.find_first_not_of(", ");
        const std::size_t end = value.find_last_not_of(", ");
        if (begin != std::string::npos) {
            text += (text.empty() ? "" : ",") + value.substr(begin, end - begin + 1);
        }
    }
    return text;
}

// A value, or a list of values.
std::vector<std::string> listed_values(const std::string& key, const ptree& document) {
    if (document.empty()) {
        return {document.data()};
    }
    std::vector<std::string> values;
    for (const auto& each : document) {
        if (!each.first.empty() || !each.second.empty()) {
            refuse("{}: {} is not a value; write a value or a list of values", key,
                   each.first.empty() ? "a list in a list" : in_quotes(each.first));
        }
        values.push_back(each.second.data());
    }
    return values;
}

// JSON has parameters as an object by name, or as a list of texts NAME=VALUE; INI has them as a
// section, or as one line of several.
std::vector<std::string> settings_in(const ptree& document, bool is_json) {
    std::vector<std::string> settings;
    for (const auto& each : document) {
        for (const std::string& value : listed_values(each.first, each.second)) {
            settings.push_back(each.first.empty() ? value : each.first + "=" + value);
        }
    }
    if (document.empty()) {
        return is_json ? std::vector{document.data()} : words_in(document.data());
    }
    return settings;
}

// `is_json` matters only for scalars: a scalar of INI may hold several words.
std::vector<std::string> values_in(std::string_view option, const ptree& document, bool is_json) {
    if (option == "--set") {
        return settings_in(document, is_json);
    }
    const std::string key = key_of(option);
    std::vector<std::string> values = listed_values(key, document);
    if (takes_one(option)) {
        if (values.size() != 1) {
            refuse("{}: {} values; give one", key, values.size());
        }
        return values;
    }
    if (!is_json && document.empty()) {
        values = words_in(document.data());
    }
    return is_joined(option) ? std::vector{joined_by_commas(values)} : values;
}

// The parser of JSON keeps all values of a repeated key, and lookups would see only one of them.
void refuse_repeated(const ptree& document) {
    for (const auto& each : document) {
        if (!each.first.empty() && document.count(each.first) > 1) {
            refuse("{} is given {} times; give it once, with a list of values",
                   in_quotes(each.first), document.count(each.first));
        }
    }
}

// The library's reader calls itself for each level.
void refuse_deep_nesting(std::string_view content) {
    constexpr int most_levels = 3;
    int level = 0;
    bool is_in_string = false;
    for (std::size_t i = 0; i < content.size(); ++i) {
        if (is_in_string && content[i] == '\\') {
            ++i;
        } else if (content[i] == '"') {
            is_in_string = !is_in_string;
        } else if (!is_in_string && (content[i] == '{' || content[i] == '[')) {
            // Three levels are the plan, its object of parameters and a list of their values.
            if (++level > most_levels) {
                refuse("line {}: more than {} lists and objects in each other",
                       1 + std::ranges::count(content.substr(0, i), '\n'), most_levels);
            }
        } else if (!is_in_string && (content[i] == '}' || content[i] == ']')) {
            --level;
        }
    }
}

// Only the line and the text of the library's error are kept, since it has read a stream and knows
// no file; the caller adds its name.
ptree parsed(const std::string& content, bool is_json) {
    if (is_json) {
        refuse_deep_nesting(content);
    }
    std::istringstream stream{content};
    ptree tree;
    try {
        if (is_json) {
            boost::property_tree::read_json(stream, tree);
        } else {
            boost::property_tree::read_ini(stream, tree);
        }
    } catch (const boost::property_tree::file_parser_error& wrong) {
        refuse("line {}: {}", wrong.line(), wrong.message());
    }
    return tree;
}

/// The most values of one axis.
constexpr std::uint64_t most_on_an_axis = 1'000'000;

// Results of `read` for every value of every text.
template <class Read>
auto values_of(std::string_view key, const std::vector<std::string>& texts, const Read& read) {
    std::vector<decltype(read(std::string{}))> read_values;
    for (const std::string& text : texts) {
        const expansion values = reading(key, [&] { return expansion::parse(text); });
        if (values.size() > most_on_an_axis - read_values.size()) {
            refuse("{}: {} and more values are too many; at most {} are allowed", key,
                   grouped(values.size()), grouped(most_on_an_axis));
        }
        for (std::uint64_t i = 0; i < values.size(); ++i) {
            const std::string in = values.size() > 1 ? ": " + in_quotes(text) : std::string{};
            read_values.push_back(
                reading(fmt::format("{}{}", key, in), [&] { return read(values.at(i)); }));
        }
    }
    return read_values;
}

// All algorithms of a sweep serve one collective: results of different collectives have no common
// input. Braces may list names, as may commas.
std::vector<const algorithm*> read_swept_algorithms(const sweep_arguments& arguments,
                                                    const catalogue& catalogue) {
    const auto text = arguments.value("COLLECTIVE");
    if (!text) {
        refuse(
            "COLLECTIVE: missing; name one, for example simultaneous-broadcast, or see tutti list");
    }
    const std::size_t slash = text->find('/');
    const collective& task = reading("COLLECTIVE", [&]() -> auto& {
        return parse_collective(catalogue, text->substr(0, slash));
    });
    if (slash == std::string::npos) {
        return catalogue.algorithms_for(task.name);
    }
    std::vector<const algorithm*> algorithms;
    for (const std::string& names : values_of("COLLECTIVE", {text->substr(slash + 1)},
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
std::vector<parameter_values> read_parameters(const sweep_arguments& arguments,
                                              std::span<const algorithm* const> algorithms) {
    std::map<std::string, std::vector<parameter_value>> by_name;
    for (const std::string& text : arguments.values("--set")) {
        const std::string name = text.substr(0, text.find('='));
        for (auto& [read_name, value] : values_of("--set", {text}, [&](const std::string& one) {
                 return parse_parameter(algorithms, one);
             })) {
            by_name[read_name].push_back(value);
        }
    }
    std::vector<parameter_values> combinations{{}};
    for (const auto& [name, values] : by_name) {
        std::vector<parameter_values> longer;
        // The limit is checked before the product is formed, by a division that cannot overflow.
        if (combinations.size() > most_on_an_axis / values.size()) {
            refuse("--set: more than {} combinations of values; give fewer",
                   grouped(most_on_an_axis));
        }
        for (const parameter_values& begin : combinations) {
            for (const parameter_value& value : values) {
                longer.push_back(begin);
                longer.back().emplace(name, value);
            }
        }
        combinations = std::move(longer);
    }
    return combinations;
}

// Roots are checked against the size of a network later: an axis may pair them with networks of
// different sizes.
void read_swept_senders(sweep_axes& axes, const sweep_arguments& arguments) {
    const collective& collective = *axes.algorithms.front()->goal;
    const auto broadcasters = arguments.values("--broadcasters");
    const auto roots = arguments.values("--root");
    if (!broadcasters.empty() && !collective.takes_broadcasters) {
        refuse("--broadcasters: {} has no choice of broadcasters; leave out {}", collective.name,
               in_quotes(broadcasters.front()));
    }
    if (!roots.empty() && !collective.takes_root) {
        refuse("--root: {} has no root; leave out {}", collective.name, in_quotes(roots.front()));
    }
    if (!broadcasters.empty()) {
        axes.broadcasters = values_of("--broadcasters", broadcasters, [](const std::string& text) {
            return broadcaster_share::parse(text);
        });
    }
    if (!roots.empty()) {
        constexpr std::uint64_t most_nodes = std::uint64_t{1} << 30U;
        axes.roots = values_of("--root", roots, [](const std::string& text) {
            return static_cast<node_id>(parse_number(text, 0, most_nodes - 1));
        });
    }
}

}  // namespace

// The command line takes precedence over the file, option by option.
sweep_arguments::sweep_arguments(const command_line& arguments) {
    if (const auto path = arguments.value("--plan")) {
        reading("--plan", [&] { read_file(*path); });
    }
    for (const std::string_view option : options_of_plans) {
        std::vector<std::string> words;
        if (option == "COLLECTIVE") {
            words.assign(arguments.argument() ? 1 : 0,
                         std::string{arguments.argument().value_or("")});
        } else {
            words = arguments.values(option);
        }
        if (!words.empty()) {
            replace(option, std::move(words));
        }
    }
}

void sweep_arguments::replace(std::string_view option, std::vector<std::string> words) {
    std::vector<std::string>& values = values_[std::string{option}];
    const auto name_of = [](const std::string& text) { return text.substr(0, text.find('=')); };
    // Of the parameters, those that are said anew.
    std::erase_if(values, [&](const std::string& key) {
        return option != "--set" || std::ranges::find(words, name_of(key), name_of) != words.end();
    });
    std::ranges::move(words, std::back_inserter(values));
}

void sweep_arguments::read_file(const std::string& path) {
    constexpr file_kind plans{.content = "a plan in INI or JSON", .most_bytes = 1U << 20U};
    const std::string content =
        reading(in_quotes(path), [&] { return content_of_file(path, plans); });
    const std::string_view begin = trimmed(without_byte_order_mark(content));
    // An INI file cannot begin with a brace, so that the first character decides the format.
    const bool is_json = !begin.empty() && begin.front() == '{';
    const ptree tree =
        reading(in_quotes(path), [&] { return parsed(std::string{begin}, is_json); });
    reading(in_quotes(path), [&] {
        refuse_repeated(tree);
        refuse_repeated(tree.get_child("set", {}));
    });
    for (const auto& each : tree) {
        const auto* const option = std::ranges::find(
            options_of_plans, each.first, [](std::string_view one) { return key_of(one); });
        if (option == options_of_plans.end()) {
            std::vector<std::string> keys;
            std::ranges::transform(options_of_plans, std::back_inserter(keys), key_of);
            refuse("{}: {} is not known{}", in_quotes(path), in_quotes(each.first),
                   did_you_mean(each.first, keys,
                                [](const std::string& key) { return std::string_view{key}; }));
        }
        values_[std::string{*option}] =
            reading(in_quotes(path), [&] { return values_in(*option, each.second, is_json); });
    }
}

std::optional<std::string> sweep_arguments::value(std::string_view name) const {
    const auto position = values_.find(name);
    return position == values_.end() || position->second.empty()
               ? std::nullopt
               : std::optional{position->second.front()};
}

std::vector<std::string> sweep_arguments::values(std::string_view name) const {
    const auto position = values_.find(name);
    return position == values_.end() ? std::vector<std::string>{} : position->second;
}

sweep_axes read_axes(const sweep_arguments& axes_arguments, const command_line& arguments,
                     const catalogue& catalogue, std::uint64_t memory_limit) {
    sweep_axes axes{.catalogue = &catalogue, .program = arguments.program()};
    axes.algorithms = read_swept_algorithms(axes_arguments, catalogue);
    axes.networks =
        values_of("--network", axes_arguments.values("--network"), [&](const std::string& text) {
            return read_network(network_specification::parse(text, catalogue.networks()),
                                memory_limit);
        });
    if (axes.networks.empty()) {
        refuse("--network: missing; name one or more, for example -n 'hypercube:{{4..12}}'");
    }
    read_swept_senders(axes, axes_arguments);
    if (const auto ports = axes_arguments.values("--ports"); !ports.empty()) {
        axes.ports = values_of("--ports", ports, read_port_model);
    }
    axes.settings = read_parameters(axes_arguments, axes.algorithms);
    if (const auto seeds = axes_arguments.value("--seeds")) {
        axes.seeds = reading("--seeds", [&] { return parse_seeds(*seeds); });
    }
    if (const auto budget = axes_arguments.value("--slot-budget")) {
        constexpr auto most_slots = static_cast<std::uint64_t>(never) - 1;
        axes.slot_budget = static_cast<slot>(
            reading("--slot-budget", [&] { return parse_number(*budget, 1, most_slots); }));
    }
    return axes;
}

}  // namespace tutti::program
