#include <fmt/ranges.h>

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/glossary/glossary_lookup.hpp"
#include "cli/output/catalogue_text.hpp"
#include "cli/output/text_output.hpp"
#include "util/collect.hpp"
#include "util/json_values.hpp"
#include "util/text_table.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

std::string listed_words(const std::vector<word_group>& groups, std::string_view program) {
    return fmt::format("`{} explain WORD` explains one of these words:\n\n", program) +
           joined_texts(groups, "\n", [](const word_group& each) {
               return fmt::format("{}\n{}", bold(each.name, style_of_output()),
                                  indented(fmt::format("{}", fmt::join(each.words, ", "))));
           });
}

json::object json_of_group(const word_group& each) {
    return {{"name", each.name}, {"words", json::array(each.words.begin(), each.words.end())}};
}

// Without a word, the answer is the list of all words, by group.
outcome list_words(const command_line& arguments, const catalogue& catalogue) {
    const std::vector<word_group> groups = explained_words(catalogue);
    return {.output =
                arguments.has("--json")
                    ? serialized(json::object{{"groups", array_of(groups, json_of_group)}}) + "\n"
                    : listed_words(groups, arguments.program())};
}

// Of several words they are one: `tutti explain lower bound`.
std::string word_of(const command_line& arguments) {
    std::string word{arguments.argument().value_or("")};
    for (const std::string& each : arguments.more_arguments()) {
        word += ' ' + each;
    }
    return word;
}

json::object json_of_meaning(const meaning& each) {
    return {{"kind", each.kind}, {"name", each.name}, {"text", in_one_line(each.text)}};
}

outcome explain(const command_line& arguments, const catalogue& catalogue) {
    const std::string word = word_of(arguments);
    if (word.empty()) {
        return list_words(arguments, catalogue);
    }
    const std::vector<meaning> meanings =
        reading("WORD", [&] { return meanings_of(word, catalogue); });
    if (arguments.has("--json")) {
        return {.output = serialized(json::object{
                              {"word", word}, {"meanings", array_of(meanings, json_of_meaning)}}) +
                          "\n"};
    }
    return {.output = joined_texts(meanings, "\n", [](const meaning& each) {
                return fmt::format("{}\n{}", bold(each.name, style_of_output()), each.text);
            })};
}

}  // namespace

command explain_command() {
    return {
        .name = "explain",
        .argument = "WORD",
        .argument_meaning =
            "a word that tutti prints, a collective or COLLECTIVE/ALGORITHM; none: a list of all",
        .meaning = "explain a word, a collective or an algorithm in plain words",
        .options = {{.name = "--json", .meaning = "print the meanings as one JSON object"}},
        .carry_out = explain,
        .takes_more_arguments = true};
}

}  // namespace tutti::program
