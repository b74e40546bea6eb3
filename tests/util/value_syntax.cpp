#include "util/value_syntax.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <rapidcheck.h>

TEST_SUITE("util/value_syntax.hpp") {

namespace {

using namespace std::string_view_literals;

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
constexpr std::array names{"all"sv,   "none"sv,        "random"sv, "bernoulli"sv,
                           "nodes"sv, "adversarial"sv, "file"sv};

bool is_printable(char symbol) { return symbol >= ' ' && symbol <= '~'; }

}  // namespace

TEST_CASE("a quoted value is escaped where a terminal or a reader could mistake it") {
    CHECK(tutti::in_quotes("") == "''");
    CHECK(tutti::in_quotes("hypercube:3") == "'hypercube:3'");
    CHECK(tutti::in_quotes("a\nb\tc\rd") == R"('a\nb\tc\rd')");
    CHECK(tutti::in_quotes("it's \"so\" \\") == R"('it\'s \"so\" \\')");
    CHECK(tutti::in_quotes("\x1b[31m\x7f\xc3\xa9") == R"('\x1b[31m\x7f\xc3\xa9')");
    CHECK(tutti::in_quotes("a\0b"sv) == R"('a\x00b')");
}

TEST_CASE("a quoted value is cut after 60 of its characters, which shows outside the quote") {
    CHECK(tutti::in_quotes(std::string(60, 'x')) == "'" + std::string(60, 'x') + "'");
    CHECK(tutti::in_quotes(std::string(61, 'x')) == "'" + std::string(60, 'x') + "'...");
    CHECK(tutti::in_quotes(std::string(61, '\x01')).size() == 1 + 60 * 4 + 1 + 3);
}

TEST_CASE("a quoted value is one printable line, whatever it holds") {
    CHECK(rc::check([](const std::string& value) {
        const std::string text = tutti::in_quotes(value);
        RC_ASSERT(std::ranges::all_of(text, is_printable));
    }));
}

TEST_CASE("printable text is valid UTF-8 without control characters, whatever it was") {
    CHECK(tutti::printable("plain 'text' \\ \"here\"") == "plain 'text' \\ \"here\"");
    CHECK(tutti::printable("caf\u00e9 \u20ac \U0001f600 \ud7ff") ==
          "caf\u00e9 \u20ac \U0001f600 \ud7ff");
    CHECK(tutti::printable("a\nb\tc\rd\x1b[2J\x7f"sv) == R"(a\nb\tc\rd\x1b[2J\x7f)");
    CHECK(tutti::printable("a\0b"sv) == R"(a\x00b)");
    CHECK(tutti::printable("\xc2\x9b|\xc2\xa0|\u2028") == "\\xc2\\x9b|\u00a0|\\xe2\\x80\\xa8");
    CHECK(tutti::printable("caf\xe9") == R"(caf\xe9)");
    CHECK(tutti::printable("\xff", R"(\\)") == R"(\\xff)");
    // Cut short, too long, too large, half of a pair, and a rest without a beginning.
    for (const std::string_view wrong :
         {"\xe2\x82"sv, "\xc0\xaf"sv, "\xe0\x9f\xbf"sv, "\xf0\x8f\xbf\xbf"sv, "\xf4\x90\x80\x80"sv,
          "\xf5\x80\x80\x80"sv, "\xed\xa0\x80"sv, "\x80"sv, "\xe2("sv}) {
        const std::string text = tutti::printable(wrong);
        CHECK(text.starts_with("\\x"));
        CHECK(std::ranges::all_of(text, is_printable));
    }
}

TEST_CASE("a message is one line of at most 300 characters, cut between characters") {
    CHECK(tutti::one_line("two\nlines") == R"(two\nlines)");
    CHECK(tutti::one_line(std::string(300, 'x')) == std::string(300, 'x'));
    std::string cut_short(297, 'x');
    cut_short += "...";
    CHECK(tutti::one_line(std::string(301, 'x')) == cut_short);

    std::string accented;
    std::string cut;
    for (int i = 0; i < 301; ++i) {
        accented += "\u00e9";
        cut += i < 297 ? "\u00e9" : "";
    }
    cut += "...";
    CHECK(tutti::one_line(accented) == cut);
    accented.resize(600);
    CHECK(tutti::one_line(accented) == accented);
}

TEST_CASE("every number is read back from its digits") {
    CHECK(rc::check([](std::uint64_t number) {
        RC_ASSERT(tutti::parse_number(std::to_string(number), 0, largest) == number);
    }));
    CHECK(tutti::parse_number("0", 0, 0) == 0);
    CHECK(tutti::parse_number("18446744073709551615", 0, largest) == largest);
}

TEST_CASE("what is not plain decimal digits is no number") {
    for (const std::string_view text :
         {""sv, " 1"sv, "1 "sv, "+1"sv, "-1"sv, "-0"sv, "01"sv, "00"sv, "0x1"sv, "4.0"sv, "1e3"sv,
          "1,000"sv, "1'000"sv, "\xd9\xa3"sv, "1\0"sv, "one"sv, "nan"sv}) {
        CAPTURE(tutti::in_quotes(text));
        CHECK_FALSE(tutti::is_plain_number(text));
        CHECK_FALSE(tutti::number_between(text, 0, largest).has_value());
        CHECK_THROWS_AS((void)tutti::parse_number(text, 0, largest), std::invalid_argument);
    }
}

TEST_CASE("a number outside its range is refused, however long, and named with its range") {
    CHECK(tutti::number_between("1", 1, 30) == 1);
    CHECK(tutti::number_between("30", 1, 30) == 30);
    CHECK_FALSE(tutti::number_between("0", 1, 30).has_value());
    CHECK_FALSE(tutti::number_between("31", 1, 30).has_value());
    CHECK_FALSE(tutti::number_between("18446744073709551616", 0, largest).has_value());
    CHECK_FALSE(tutti::number_between(std::string(100'000, '9'), 0, largest).has_value());
    CHECK_THROWS_WITH((void)tutti::parse_number("31", 1, 30),
                      "'31' is out of range; it takes a whole number, in plain digits, from 1 to "
                      "30");
}

TEST_CASE("a typing error or a beginning finds the name that was meant, and nothing like it none") {
    for (const auto& [text, name] : {
             std::pair{"randon", "random"sv},
             {"radnom", "random"},
             {"bernouli", "bernoulli"},
             {"Nodes", "nodes"},
             {"al", "all"},
             {"flie", "file"},
             // Beginnings, before names that differ in a letter.
             {"adv", "adversarial"},
             {"node", "nodes"},
             {"n", "none"},
             {"", ""},
             {"torus", ""},
             {"x", ""},
         }) {
        CHECK(tutti::nearest(text, names).value_or("") == name);
    }
    CHECK_FALSE(tutti::nearest(std::string(1'000'000, 'a'), names).has_value());
    CHECK_FALSE(tutti::nearest("all", {}).has_value());
}

TEST_CASE("an unknown name is answered with the near one or with all") {
    CHECK(tutti::did_you_mean("randon", names) == "; did you mean 'random'?");
    CHECK(tutti::did_you_mean("ring", names) ==
          "; valid: all, none, random, bernoulli, nodes, adversarial, file");
}

}  // TEST_SUITE("util/value_syntax.hpp")
