#include "experiment/plan/expansion.hpp"

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidcheck.h>

namespace {

using tutti::expansion;

std::string all_of(std::string_view text) {
    const expansion made = expansion::parse(text);
    std::vector<std::string> values;
    for (std::uint64_t i = 0; i < made.size(); ++i) {
        values.push_back(made.at(i));
    }
    return fmt::format("{}", fmt::join(values, " "));
}

std::string complaint(std::string_view text) {
    try {
        static_cast<void>(expansion::parse(text));
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return "none";
}

// Letters, and groups of lists and ranges, with their expansions beside them.
struct written {
    std::string text;
    std::vector<std::string> values{""};

    void add(const std::string& piece, const std::vector<std::string>& means) {
        text += piece;
        std::vector<std::string> longer;
        for (const std::string& begin : values) {
            for (const std::string& end : means) {
                longer.push_back(begin + end);
            }
        }
        values = longer;
    }
};

written drawn_text() {
    written made;
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
        const std::string literal = *rc::gen::element<std::string>("", "a", "ring:", "x");
        made.add(literal, {literal});
        std::vector<std::string> items;
        std::vector<std::string> means;
        for (int j = *rc::gen::inRange(1, 4); j > 0; --j) {
            if (*rc::gen::arbitrary<bool>()) {
                items.push_back(*rc::gen::element<std::string>("50%", "b", "p(1,2)", "7"));
                means.push_back(items.back());
                continue;
            }
            const int first = *rc::gen::inRange(1, 20);
            const int last = *rc::gen::inRange(first, 40);
            const int step = *rc::gen::inRange(1, 5);
            const bool grows = step > 1 && *rc::gen::arbitrary<bool>();
            items.push_back(fmt::format("{}..{}{}{}", first, last, grows ? "*" : "..", step));
            for (int at = first; at <= last; at = grows ? at * step : at + step) {
                means.push_back(std::to_string(at));
            }
        }
        made.add(fmt::format("{{{}}}", fmt::join(items, ",")), means);
    }
    return made;
}

}  // namespace

TEST_SUITE("expansion") {
TEST_CASE("lists, ranges, steps and factors") {
    CHECK(all_of("hypercube:7") == "hypercube:7");
    CHECK(all_of("{4..6}") == "4 5 6");
    CHECK(all_of("{4..12..3}") == "4 7 10");
    CHECK(all_of("{1..1024*4}") == "1 4 16 64 256 1024");
    CHECK(all_of("{3..100*5}") == "3 15 75");
    CHECK(all_of("{1,8,64,50%}") == "1 8 64 50%");
    CHECK(all_of("{1..3,9}") == "1 2 3 9");
    CHECK(all_of("torus:{4,8}x{4,8}") == "torus:4x4 torus:4x8 torus:8x4 torus:8x8");
    CHECK(all_of("{product(ring:3,path:4),ring:5}") == "product(ring:3,path:4) ring:5");
    CHECK(all_of("{a}") == "a");
    CHECK(all_of("{1/8..x}") == "1/8..x");
    CHECK(all_of("") == "");
}

TEST_CASE("nothing is made before it is asked for") {
    const expansion large = expansion::parse("{1..1000000}x{1..1000000}");
    CHECK(large.size() == 1'000'000'000'000);
    CHECK(large.at(1'000'000) == "2x1");
    CHECK(large.at(large.size() - 1) == "1000000x1000000");
    CHECK(complaint("{1..1000000}x{1..1000000}x{1..1000}") ==
          "'{1..1000000}x{1..1000000}x{1..1000}' expands to more than 1099511627776 values");
    CHECK(expansion::parse("{1..4611686018427387904*4611686018427387904}").size() == 2);
}

TEST_CASE("what is no expansion is named, and what") {
    for (const std::string text : {"{1,2", "1,2}", "{1,{2,3}}", "}{", "{{1}"}) {
        CAPTURE(text);
        CHECK(complaint(text).find("braces that do not come in pairs") != std::string::npos);
    }
    for (const std::string text : {"{}", "{1,}", "{,1}", "a{1,,2}"}) {
        CAPTURE(text);
        CHECK(complaint(text).find("has an empty item") != std::string::npos);
    }
    for (const std::string text :
         {"{1..}", "{1..x}", "{1..9..0}", "{1..9*1}", "{0..9*2}", "{1..9..2*2}", "{1..9*2..2}",
          "{1..9..}", "{1..99999999999999999999}"}) {
        CAPTURE(text);
        CHECK(complaint(text).find("is not a range") != std::string::npos);
    }
    CHECK(complaint("a{9..4}") == "'a{9..4}': '9..4' ends before it begins; write 4..9");
}

TEST_CASE("an expansion stands for the product of its braces, in order") {
    CHECK(rc::check([] {
        const written made = drawn_text();
        const expansion read = expansion::parse(made.text);
        RC_ASSERT(read.size() == made.values.size());
        for (std::size_t i = 0; i < made.values.size(); ++i) {
            RC_ASSERT(read.at(i) == made.values[i]);
        }
    }));
}
}
