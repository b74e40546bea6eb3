#include "results/symbols.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include "support/standard.hpp"

TEST_SUITE("results/symbols.hpp") {

namespace {

constexpr std::array<std::string_view, 6> functions{"ceil", "floor", "log2", "max", "min", "sqrt"};
constexpr std::string_view article = "a";

/// The words of a formula: letters, and what follows `_` or is a digit at the end.
std::set<std::string, std::less<>> words_of(std::string_view formula) {
    std::set<std::string, std::less<>> texts;
    std::string word;
    for (const char each : std::string{formula} + " ") {
        const bool goes_on = each == '_' || std::isdigit(static_cast<unsigned char>(each)) != 0;
        if (std::isalpha(static_cast<unsigned char>(each)) != 0 || (goes_on && !word.empty())) {
            word += each;
        } else if (!word.empty()) {
            texts.insert(std::exchange(word, {}));
        }
    }
    return texts;
}

/// K, K_j, M1: one letter and what belongs to it. Longer words are English, but for functions.
bool is_symbol(std::string_view word) {
    const bool is_short = word.size() == 1 || word[1] == '_' ||
                          std::isdigit(static_cast<unsigned char>(word[1])) != 0;
    return std::ranges::count(functions, word) > 0 || (is_short && word != article);
}

}  // namespace

TEST_CASE("every symbol of every formula of the catalogue is explained, and nothing else") {
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        std::set<std::string, std::less<>> wanted = words_of(algorithm.time);
        std::erase_if(wanted, [](const std::string& each) { return !is_symbol(each); });
        std::set<std::string, std::less<>> texts;
        for (const tutti::symbol& each : tutti::symbols_in(algorithm.time)) {
            CHECK(texts.emplace(each.name).second);
        }
        CAPTURE(algorithm.collective);
        CAPTURE(algorithm.name);
        CAPTURE(algorithm.time);
        CHECK(fmt::format("{}", fmt::join(texts, " ")) ==
              fmt::format("{}", fmt::join(wanted, " ")));
    }
}

TEST_CASE("every meaning is that of a symbol in some formula of the catalogue") {
    std::set<std::pair<std::string_view, std::string_view>> used;
    for (const tutti::algorithm& algorithm : support::standard_algorithms()) {
        for (const tutti::symbol& each : tutti::symbols_in(algorithm.time)) {
            used.emplace(each.name, each.meaning);
        }
    }
    for (const tutti::symbol& each : tutti::symbols()) {
        CAPTURE(each.name);
        CAPTURE(each.meaning);
        CHECK(used.contains({each.name, each.meaning}));
    }
    CHECK(used.size() == tutti::symbols().size());
}

}  // TEST_SUITE("results/symbols.hpp")
