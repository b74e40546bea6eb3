#include "submitted_plan.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "experiment/plan/plan_command_line.hpp"
#include "experiment/plan/plan_files.hpp"
#include "experiment/plan/plan_json.hpp"
#include "experiment/plan/plan_schema.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

// Limits of what a client may send in one field.
constexpr std::size_t most_text = 4000;
constexpr std::size_t most_values = 100;

void require_command(plan_command command) {
    using enum plan_command;
    constexpr std::array served{run, compare, stress, sweep, tune};
    if (std::ranges::find(served, command) == served.end()) {
        refuse_option("command", "{} is unknown; use run, compare, stress, sweep or tune",
                      in_quotes(name_of(command)));
    }
}

void require_short(const plan_field& field, const std::vector<std::string>& texts) {
    if (texts.size() > most_values && field.type != field_type::settings) {
        refuse_option(field.name(), "{} values; at most {} are allowed", texts.size(), most_values);
    }
    for (const std::string& text : texts) {
        if (text.size() > most_text) {
            refuse_option(field.name(), "{} has {} characters; at most {} are allowed",
                          in_quotes(text), text.size(), most_text);
        }
    }
}

// A path is allowed only if it is the file that the archive has under this name.
bool is_uploaded(const std::string& path, const serve::archive& graphs) {
    const std::string_view name = std::string_view{path}.substr(path.find_last_of('/') + 1);
    const auto file = graphs.graph_named(name.substr(0, name.find('.')));
    return file && file->string() == path;
}

// Only names of the archive are replaced; other paths remain.
std::string with_paths(const std::string& network, const serve::archive& graphs) {
    constexpr std::string_view graph_begin = "graph:";
    constexpr std::size_t name_length = 16;
    std::string text = network;
    std::size_t at = text.find(graph_begin);
    while (at != std::string::npos) {
        at += graph_begin.size();
        const auto path = graphs.graph_named(text.substr(at, name_length));
        if (path) {
            text.replace(at, name_length, path->string());
        }
        at = text.find(graph_begin, at);
    }
    return text;
}

// The path of an upload in place of its name, in the setting of a file.
std::string setting_with_path(const std::string& setting, const serve::archive& uploads) {
    constexpr std::string_view file = "file=";
    if (!setting.starts_with(file)) {
        return setting;
    }
    const auto path = uploads.graph_named(std::string_view{setting}.substr(file.size()));
    return path ? fmt::format("{}{}", file, path->string()) : setting;
}

void refuse_files(const plan_field& field, const std::string& text, const serve::archive& graphs) {
    for (const named_file& file : files_named_in(field, text)) {
        const bool may_be_uploaded =
            field.type == field_type::named_network || field.type == field_type::settings;
        if (!may_be_uploaded) {
            refuse_option(field.option, "{} is a file of the server{}", in_quotes(file.text),
                          field.type == field_type::node_set ? "; list the nodes, as nodes:3,5,9"
                                                             : "; leave it out");
        }
        if (!is_uploaded(file.path, graphs)) {
            refuse_option(field.option,
                          "{} was not uploaded; upload the file, and use the name that it gets",
                          in_quotes(file.text));
        }
    }
}

}  // namespace

std::string with_uploads(const std::string& network, const serve::archive& graphs) {
    std::string text = with_paths(network, graphs);
    refuse_files(plan_field_named("network"), text, graphs);
    return text;
}

// The command line that is shown has the names that clients know, and not the paths of the server.
submitted_plan read_submitted_plan(const json::object& sent, const serve::archive& graphs,
                                   std::string_view program) {
    plan_values values = values_of(sent, plan_command::run);
    require_command(values.command());
    plan_values shown = values;
    if (plan_field_named("store").is_taken_by(values.command())) {
        // The server stores every run; the shown command does the same on the command line.
        shown.set("store", {"results.db"});
    }
    for (const plan_field& field : plan_fields()) {
        std::vector<std::string> texts = values.values(field.name());
        require_short(field, texts);
        for (std::string& text : texts) {
            if (field.type == field_type::named_network) {
                text = with_uploads(text, graphs);
            } else {
                text = field.type == field_type::settings ? setting_with_path(text, graphs) : text;
                refuse_files(field, text, graphs);
            }
        }
        values.set(field.name(), std::move(texts));
    }
    return {.values = std::move(values), .text = command_text(program, words_of(shown))};
}

// A field has the name of its option; other options are those of a query.
serve::refusal refusal_for(const option_error& wrong) {
    constexpr unsigned wrong_input = 400;
    const std::string_view option = wrong.option();
    const plan_field* const field = find_field_by_label(option);
    return serve::refusal{wrong_input, wrong.what(),
                          std::string{field != nullptr           ? field->name()
                                      : option.starts_with("--") ? option.substr(2)
                                                                 : option}};
}

}  // namespace tutti::program
