#include "tutti/catalog/parameter.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/catalog/problem.hpp"

TEST_SUITE("tutti/catalog/parameter.hpp") {

namespace {

using tutti::node_id;
using tutti::parameter;
using tutti::parameter_value;
using tutti::rational;

const parameter flag{
    .name = "flag", .default_value = false, .meaning = "whether", .range = tutti::boolean_range{}};
const parameter steps{.name = "steps",
                      .default_value = 3,
                      .meaning = "how many",
                      .range = tutti::integer_range{1, 100}};
const parameter rate{
    .name = "rate",
    .default_value = rational{1, 100},
    .meaning = "how often",
    .range = tutti::rational_range{
        .most = 10, .most_denominator = 1000, .words = "a number above 0 and at most 10"}};
const parameter tree{.name = "tree",
                     .default_value = "low",
                     .meaning = "which",
                     .range = tutti::name_range{{"low", "high", "flat"}}};
const parameter to{
    .name = "to",
    .default_value = {std::vector<node_id>{}, "first"},
    .meaning = "where",
    .range = tutti::node_list_range{.most = 9, .word = "first", .words = "first, for the first"}};
const parameter rows{.name = "rows",
                     .default_value = "all",
                     .meaning = "which",
                     .range = tutti::node_list_range{
                         .most = 9, .word = "none", .words = "all, none", .all_word = "all"}};

/// Error text of a call; empty if it succeeds.
template <class Call>
std::string refusal(const Call& call) {
    try {
        (void)call();
    } catch (const std::invalid_argument& wrong) {
        return wrong.what();
    }
    return {};
}

/// Value that the parameter reads from the text, if it accepts it; its text must be the one that
/// was read.
template <class T>
std::optional<T> read(const parameter& parameter, std::string_view text) {
    const std::optional<parameter_value> value = parameter.taken(text);
    if (!value) {
        return std::nullopt;
    }
    CHECK(value->text() == text);
    return std::get<T>(value->content());
}

}  // namespace

TEST_CASE("a text is read as its parameter's type, and shown as it was written") {
    using nodes = std::vector<node_id>;
    CHECK(read<bool>(flag, "true") == true);
    CHECK(read<bool>(flag, "false") == false);
    CHECK(read<std::uint64_t>(steps, "100") == 100);
    CHECK(read<rational>(rate, "2/4") == rational{1, 2});
    CHECK(read<rational>(rate, "0.050") == rational{1, 20});
    CHECK(read<rational>(rate, ".05") == rational{1, 20});
    CHECK(read<rational>(rate, "5e-2") == rational{1, 20});
    CHECK(read<rational>(rate, "1e+01") == rational{10});
    CHECK(read<std::string>(tree, "flat") == "flat");
    CHECK(read<nodes>(to, "0,3,9") == nodes{0, 3, 9});
    CHECK(read<nodes>(to, "first") == nodes{});
    CHECK(read<nodes>(rows, "none") == nodes{});
    CHECK(read<nodes>(rows, "7") == nodes{7});
    CHECK(read<std::string>(rows, "all") == "all");
}

TEST_CASE("what is out of a range, or written otherwise, is not taken") {
    for (const char* const wrong : {"", "1", "True", "true "}) {
        CHECK_FALSE(flag.accepts(wrong));
    }
    for (const char* const wrong : {"", "0", "101", "01", "-1", "1.0", "18446744073709551617"}) {
        CHECK_FALSE(steps.accepts(wrong));
    }
    for (const char* const wrong :
         {"", "0", "11", "1/1001", "1/0", "5.", "10.1", "-1", "1e2", "1e-4"}) {
        CHECK_FALSE(rate.accepts(wrong));
    }
    for (const char* const wrong : {"", "lo", "low,high"}) {
        CHECK_FALSE(tree.accepts(wrong));
    }
    for (const char* const wrong : {"", ",", "3,", ",3", "3,3", "5,3", "10", "1, 2", "03"}) {
        CHECK_FALSE(to.accepts(wrong));
        CHECK_FALSE(rows.accepts(wrong));
    }
    CHECK_FALSE(to.accepts("all"));
    CHECK_FALSE(rows.accepts("first"));
}

TEST_CASE("a value of the type is taken as it is, if it is in the range") {
    CHECK(flag.taken(true) == parameter_value{true});
    CHECK(steps.taken(7) == parameter_value{7});
    CHECK_FALSE(steps.accepts(101));
    CHECK(rate.taken(rational{1, 4})->text() == "1/4");
    CHECK_FALSE(rate.accepts(rational{0}));
    CHECK(rate.taken(2) == parameter_value{rational{2}});
    CHECK_FALSE(flag.accepts(1));
    CHECK(to.taken(std::vector<node_id>{2, 5})->text() == "2,5");
    CHECK_FALSE(to.accepts(std::vector<node_id>{5, 2}));
    CHECK_FALSE(to.accepts(std::vector<node_id>{10}));
}

TEST_CASE("a refusal names the value, the parameter and the range") {
    CHECK(refusal([] { return flag.require("yes"); }) ==
          "'yes' is not a value of flag, which is true or false");
    CHECK(refusal([] { return steps.require(0); }) ==
          "'0' is not a value of steps, which is a number from 1 to 100");
    CHECK(rate.range_text() == "a number above 0 and at most 10");
    const auto of_rate = [](std::string_view text) {
        return refusal([&] { return rate.require(text); });
    };
    const std::string range = "' is not a value of rate, which is a number above 0 and at most 10";
    CHECK(of_rate("0") == "'0" + range + "; it is out of range");
    CHECK(of_rate("1e30") == "'1e30" + range + "; it is out of range");
    CHECK(of_rate("x") == "'x" + range + "; it is not a number such as 3, 15/2, 0.125 or 5e-2");
    CHECK(of_rate("0.3333") ==
          "'0.3333" + range + "; it has a denominator above 1000 in lowest terms");
    CHECK(of_rate("1e-300") ==
          "'1e-300" + range + "; it has a denominator above 1000 in lowest terms");
    CHECK(of_rate("1e999999999") == "'1e999999999" + range + "; it is too large");
    CHECK(of_rate("-1") == "'-1" + range + "; it has a sign");
    CHECK(of_rate("1/0") == "'1/0" + range + "; it has the denominator 0");
    CHECK(tree.range_text() == "low, high or flat");
    CHECK(to.range_text() == "first, for the first, or increasing ids as 3,5,9");
    CHECK(rows.range_text() == "all, none, or increasing ids as 3,5,9");
}

TEST_CASE("defaults stand in for what is not given, and only what is known is taken") {
    const std::vector<parameter> parameters{flag, steps, tree};
    const tutti::parameter_values values{{"steps", "5"}, {"tree", "none"}, {"other", "1"}};

    const tutti::parameter_values taken = tutti::taken_by(parameters, values);
    CHECK(taken == tutti::parameter_values{{"steps", 5}});
    CHECK(tutti::with_defaults(parameters, taken) ==
          tutti::parameter_values{{"flag", false}, {"steps", 5}, {"tree", "low"}});
    CHECK(refusal([&] { return tutti::with_defaults(parameters, values); }) ==
          "'none' is not a value of tree, which is low, high or flat");
    CHECK(refusal([&] { return value_of(taken, "tree"); }) == "there is no parameter 'tree'");
}

}  // TEST_SUITE("tutti/catalog/parameter.hpp")
