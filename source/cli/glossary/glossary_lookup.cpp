#include "glossary_lookup.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <ranges>

#include <fmt/ranges.h>

#include "cli/output/catalogue_text.hpp"
#include "glossary.hpp"
#include "results/schema/result_schema.hpp"
#include "results/symbols.hpp"
#include "topology/networks/network_kinds.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/experiment/experiment.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// Equality of two words, and all words that could be meant.
using equality = std::function<bool(std::string_view one, std::string_view other)>;

// Case, dashes and underscores are ignored, so that a word can be copied from any output.
char folded(char each) { return each == '-' || each == '_' ? ' ' : lower_case(each); }

// The folding keeps lengths: words of different lengths are never alike.
bool are_alike(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, folded, folded);
}

bool is_any_of(const auto& names, std::string_view word, const equality& is_same) {
    return std::ranges::any_of(names, [&](std::string_view each) { return is_same(each, word); });
}

void add_words(std::vector<meaning>& to, std::string_view word, const equality& is_same) {
    for (const glossary_entry& each : glossary()) {
        if (is_any_of(each.names, word, is_same)) {
            to.push_back({.kind = "word",
                          .name = fmt::format("{}", fmt::join(each.names, ", ")),
                          .text = std::string{each.text}});
        }
    }
}

// The general meaning first.
void add_symbols(std::vector<meaning>& to, std::string_view word, const equality& is_same) {
    std::string general;
    std::string special;
    for (const symbol& each : symbols()) {
        if (is_same(each.name, word) && each.within.empty()) {
            general += indented(each.meaning);
        } else if (is_same(each.name, word)) {
            special += indented(fmt::format("with \"{}\": {}", each.within, each.meaning));
        }
    }
    if (!general.empty() || !special.empty()) {
        to.push_back({.kind = "symbol",
                      .name = fmt::format("{}, in formulas of times", word),
                      .text = general + special});
    }
}

// The first line of the text is its heading, which the caller prints.
std::string text_of_collective(const collective& collective, const catalogue& catalogue) {
    const auto name_of = [](const algorithm* each) -> std::string_view { return each->name; };
    const std::vector<const algorithm*> algorithms =
        catalogue.algorithms_for(collective.name, true);
    const std::string text = text_of(collective);
    return text.substr(text.find('\n') + 1) +
           (collective.takes_root ? indented("--root chooses the root.") : "") +
           (collective.takes_broadcasters ? indented("--broadcasters chooses who has messages.")
                                          : "") +
           indented(fmt::format("Algorithms, the preferred first: {}.",
                                fmt::join(algorithms | std::views::transform(name_of), ", ")));
}

void add_collectives(std::vector<meaning>& to, std::string_view word, const catalogue& catalogue,
                     const equality& is_same) {
    for (const auto& each : catalogue.collectives()) {
        if (is_same(each->name, word) || is_any_of(each->aliases, word, is_same)) {
            const std::string text = text_of(*each);
            to.push_back({.kind = "task",
                          .name = text.substr(0, text.find('\n')) + ": a collective",
                          .text = text_of_collective(*each, catalogue)});
        }
    }
}

meaning meaning_of(const algorithm& algorithm) {
    const std::string text = text_of(algorithm, formula_symbols::explained);
    const std::size_t name_end = text.find('\n');
    return {
        .kind = "algorithm", .name = text.substr(0, name_end), .text = text.substr(name_end + 1)};
}

// An algorithm's name without its task may be that of several.
void add_algorithms(std::vector<meaning>& to, std::string_view word, const catalogue& catalogue,
                    const equality& is_same) {
    std::vector<const algorithm*> algorithms;
    std::ranges::copy_if(catalogue.algorithms(), std::back_inserter(algorithms),
                         [&](const algorithm* each) { return is_same(each->name, word); });
    if (algorithms.size() == 1) {
        to.push_back(meaning_of(*algorithms.front()));
    } else if (!algorithms.empty()) {
        to.push_back({.kind = "algorithm",
                      .name = fmt::format("{}: algorithms", word),
                      .text = joined_texts(algorithms, "", [](const algorithm* each) {
                          return indented(
                              fmt::format("{}/{}: {}", each->collective, each->name, each->idea));
                      })});
    }
}

// Several algorithms may have the same parameter.
void add_parameters(std::vector<meaning>& to, std::string_view word, const catalogue& catalogue,
                    const equality& is_same) {
    std::map<std::string, std::vector<std::string>> users;  // by what it means
    for (const algorithm* const algorithm : catalogue.algorithms()) {
        for (const parameter& each : algorithm->parameters) {
            if (is_same(each.name, word)) {
                users[fmt::format("{}; {}; default {}", each.meaning, each.range_text(),
                                  each.default_value.text())]
                    .push_back(fmt::format("{}/{}", algorithm->collective, algorithm->name));
            }
        }
    }
    const std::string text = joined_texts(users, "", [](const auto& each) {
        return indented(fmt::format("{}. Of {}.", each.first, fmt::join(each.second, ", ")));
    });
    if (!text.empty()) {
        to.push_back({.kind = "parameter",
                      .name = fmt::format("--set {}: a parameter", word),
                      .text = text});
    }
}

// Families of users: those of the library are words of the glossary.
void add_networks(std::vector<meaning>& to, std::string_view word, const catalogue& catalogue,
                  const equality& is_same) {
    for (const network_kind* const each : catalogue.networks().kinds()) {
        if (each->family == nullptr || !is_same(each->name, word)) {
            continue;
        }
        std::string text = indented(each->family->meaning);
        for (const network_parameter& one : each->family->parameters) {
            text += indented(
                fmt::format("{}, {} to {}: {}", one.name, one.least, one.most, one.meaning));
        }
        to.push_back({.kind = "word",
                      .name = fmt::format("{}: a family of networks", each->form),
                      .text = text + indented(each->family->ports)});
    }
}

// A field of results by its column, or by its place in JSON or the last part of it.
void add_fields(std::vector<meaning>& to, std::string_view word, const equality& is_same) {
    for (const result_field& field : result_fields()) {
        const std::string_view key = field.path.substr(field.path.rfind('.') + 1);
        const std::array<std::string_view, 5> names{field.column, field.path, key, field.shown.row,
                                                    field.shown.formerly};
        const bool is_meant = std::ranges::any_of(
            names, [&](std::string_view name) { return !name.empty() && is_same(name, word); });
        if (!is_meant) {
            continue;
        }
        std::vector<std::string> places;
        if (!field.column.empty()) {
            places.push_back(fmt::format("{}: a column of a store", field.column));
        }
        if (!field.path.empty()) {
            places.push_back(fmt::format("{}: a field of results in JSON", field.path));
        }
        to.push_back({.kind = "column",
                      .name = fmt::format("{}", fmt::join(places, "; ")),
                      .text = indented(field.meaning)});
    }
}

// The order is that of the answer: general words first.
std::vector<meaning> search_words(const equality& is_same, std::string_view word,
                                  const catalogue& catalogue) {
    std::vector<meaning> meanings;
    add_words(meanings, word, is_same);
    add_symbols(meanings, word, is_same);
    add_collectives(meanings, word, catalogue, is_same);
    add_algorithms(meanings, word, catalogue, is_same);
    add_parameters(meanings, word, catalogue, is_same);
    add_networks(meanings, word, catalogue, is_same);
    add_fields(meanings, word, is_same);
    return meanings;
}

// Of columns such as slots_mean and phase_rank, every part; the longest that are known.
std::vector<meaning> search_parts(std::string_view word, const catalogue& catalogue) {
    std::vector<meaning> meanings;
    while (!word.empty()) {
        std::size_t end = word.size();
        std::vector<meaning> matches = search_words(are_alike, word.substr(0, end), catalogue);
        while (matches.empty() && end != 0) {
            end = word.rfind('_', end - 1);
            end = end == std::string_view::npos ? 0 : end;
            matches = search_words(are_alike, word.substr(0, end), catalogue);
        }
        if (matches.empty()) {
            return {};
        }
        std::ranges::move(matches, std::back_inserter(meanings));
        word.remove_prefix(std::min(end + 1, word.size()));
    }
    return meanings;
}

// As it is copied from a table: "told:", "K = 5".
std::string_view trim_punctuation(std::string_view word) {
    word = word.substr(0, word.find(" = "));
    const std::size_t first = std::min(word.find_first_not_of(' '), word.size());
    const std::size_t last = word.find_last_not_of(" :,;.");
    return last == word.npos || last < first ? word : word.substr(first, last + 1 - first);
}

// COLLECTIVE/ALGORITHM, or nearly so, not "packet-hops/s".
bool looks_like_algorithm(std::string_view word, const catalogue& catalogue) {
    const std::size_t slash = word.find('/');
    if (slash == std::string_view::npos) {
        return false;
    }
    const std::string_view collective = word.substr(0, slash);
    const auto names = vector_of(catalogue.collectives(),
                                 [](const auto& each) { return std::string_view{each->name}; });
    return catalogue.find_collective(collective) != nullptr ||
           nearest(collective, names).has_value();
}

[[noreturn]] void refuse_unknown_word(std::string_view word, const catalogue& catalogue) {
    std::vector<std::string_view> names;
    const std::vector<glossary_entry> words = glossary();
    for (const glossary_entry& each : words) {
        std::ranges::copy(each.names, std::back_inserter(names));
    }
    for (const auto& each : catalogue.collectives()) {
        names.push_back(each->name);
        std::ranges::copy(each->aliases, std::back_inserter(names));
    }
    for (const algorithm* const each : catalogue.algorithms()) {
        names.push_back(each->name);
    }
    const auto meant = nearest(word, names);
    refuse("{} is not in the glossary{}", in_quotes(word),
           meant ? fmt::format("; did you mean {}?", in_quotes(*meant))
                 : "; tutti explain lists them");
}

}  // namespace

std::string in_one_line(std::string_view text) {
    std::string line;
    for (std::string_view each : split(text, '\n')) {
        each.remove_prefix(std::min(each.find_first_not_of(' '), each.size()));
        line += fmt::format("{}{}", line.empty() || each.empty() ? "" : " ", each);
    }
    return line;
}

std::vector<meaning> meanings_of(std::string_view word, const catalogue& catalogue) {
    // A word of punctuation alone is looked up as it is.
    if (const std::string_view inner = trim_punctuation(word); !inner.empty()) {
        word = inner;
    }
    // An exact match comes first: `k` and `K` are different symbols. The search widens step by
    // step, and the first step that finds anything ends it.
    std::vector<meaning> meanings =
        search_words(std::equal_to<std::string_view>{}, word, catalogue);
    if (meanings.empty()) {
        meanings = search_words(are_alike, word, catalogue);
    }
    if (meanings.empty() && looks_like_algorithm(word, catalogue)) {
        const std::size_t slash = word.find('/');
        const collective& collective = parse_collective(catalogue, word.substr(0, slash));
        return {meaning_of(parse_algorithm(catalogue, collective.name, word.substr(slash + 1)))};
    }
    if (meanings.empty()) {
        meanings = search_parts(word, catalogue);
    }
    if (meanings.empty()) {
        refuse_unknown_word(word, catalogue);
    }
    return meanings;
}

std::vector<word_group> explained_words(const catalogue& catalogue) {
    std::vector<word_group> groups;
    for (const glossary_entry& each : glossary()) {
        if (groups.empty() || groups.back().name != each.group) {
            groups.push_back({.name = std::string{each.group}, .words = {}});
        }
        groups.back().words.emplace_back(each.names.front());
    }
    groups.push_back(
        {.name = "Tasks",
         .words = vector_of(catalogue.collectives(), [](const auto& each) { return each->name; })});
    return groups;
}

}  // namespace tutti::program
