#include "results/condition.hpp"

#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <rapidcheck.h>

TEST_SUITE("results/condition.hpp") {

namespace {

using tutti::column_comparison;
using tutti::is_met;
using tutti::parse_condition;

std::string refusal_of(std::string_view text) {
    try {
        static_cast<void>(parse_condition(text));
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return "";
}

bool holds_with(std::string_view text, const std::string& true_ones) {
    return is_met(parse_condition(text), [&](const column_comparison& comparison) {
        return true_ones.find(comparison.column) != std::string::npos;
    });
}

/// A condition as text, and whether it holds where columns a, c, e .. hold.
struct known_condition {
    std::string text;
    bool holds = false;
};

// Built up from pairs of smaller ones: parentheses bind as they should.
known_condition joined(const known_condition& a, const known_condition& b, int mode) {
    switch (mode) {
        case 0:
            return {fmt::format("({}) and ({})", a.text, b.text), a.holds && b.holds};
        case 1:
            return {fmt::format("({})OR({})", a.text, b.text), a.holds || b.holds};
        case 2:
            return {fmt::format("not ({})", a.text), !a.holds};
        default:
            return {fmt::format("(not(({})) or {})", a.text, b.text), !a.holds || b.holds};
    }
}

}  // namespace

TEST_CASE("not binds closest, then and, then or") {
    CHECK(holds_with("x=1 or b=1 and c=1", "x"));
    CHECK_FALSE(holds_with("(x=1 or b=1) and c=1", "x"));
    CHECK(holds_with("b=1 and c=1 or x=1", "x"));
    CHECK(holds_with("not b=1 and x=1", "x"));
    CHECK_FALSE(holds_with("not (b=1 or x=1)", "x"));
    CHECK(holds_with("not not x=1", "x"));
    CHECK(holds_with("NOT b=1 AND Not c=1 oR z=1", "x"));
    CHECK(holds_with("((x=1))", "x"));
}

TEST_CASE("any condition that is written down is read as it was meant") {
    rc::check([] {
        std::vector<known_condition> parts;
        parts.reserve(14);
        for (int i = 0; i < 6; ++i) {
            parts.push_back({fmt::format("{} = {}", static_cast<char>('a' + i), i), i % 2 == 0});
        }
        for (int step = 0; step < 8; ++step) {
            const auto first = *rc::gen::inRange<std::size_t>(0, parts.size());
            const auto second = *rc::gen::inRange<std::size_t>(0, parts.size());
            const known_condition made =
                joined(parts[first], parts[second], *rc::gen::inRange(0, 4));
            if (made.text.size() < 600) {
                parts.push_back(made);
            }
        }
        const known_condition& condition_part = parts.back();
        RC_ASSERT(holds_with(condition_part.text, "ace") == condition_part.holds);
    });
}

TEST_CASE("what is no condition is refused, and whatever is written ends nothing else") {
    CHECK(refusal_of("") == "it ends where a column, not or ( was expected");
    CHECK(refusal_of("a") == "it ends where one of = != < <= > >= was expected");
    CHECK(refusal_of("a =") == "it ends where a value was expected");
    CHECK(refusal_of("a == 1") == "'==' where one of = != < <= > >= was expected");
    CHECK(refusal_of("a = 1 b = 2") == "'b' where and, or or ) was expected");
    CHECK(refusal_of("a = 1 and") == "it ends where a column, not or ( was expected");
    CHECK(refusal_of("(a = 1") == "it ends where and, or or ) was expected");
    CHECK(refusal_of("a = 1)") == ") has no matching (");
    CHECK(refusal_of("and = 1") == "'and' where a column, not or ( was expected");
    CHECK(refusal_of("'a' = 1") == "'a' where a column, not or ( was expected");
    CHECK(refusal_of("a = or") == "'or' where a value was expected");
    CHECK(refusal_of("a = 'x") == "'\\'x' has no closing quote");
    CHECK(refusal_of("a = 1; DROP TABLE runs") == "'DROP' where and, or or ) was expected");
    std::string many = "a=1";
    for (int i = 0; i < 99; ++i) {
        many += " or a=1";
    }
    CHECK(parse_condition(many).size() == 199);
    CHECK(refusal_of(many + " or a=1") == "more than 100 comparisons");
    rc::check([](const std::string& text) {
        try {
            RC_ASSERT_FALSE(parse_condition(text).empty());
        } catch (const std::invalid_argument&) {
        }
    });
}

}  // TEST_SUITE("results/condition.hpp")
