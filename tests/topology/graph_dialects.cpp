#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "topology/graph_file/graph_file.hpp"

TEST_SUITE("topology/graph_file/graph_file.hpp") {

namespace {

using size = std::pair<std::size_t, std::size_t>;  // nodes and directed links

size size_of(std::string_view content) {
    CAPTURE(content);
    const tutti::graph links = tutti::parse_graph(content);
    return {links.node_count(), links.link_count()};
}

std::string refusal_of(std::string_view content) {
    try {
        (void)tutti::parse_graph(content);
    } catch (const std::invalid_argument& why) {
        return why.what();
    }
    return {};
}

std::string market(std::string_view kinds, std::string_view rest) {
    return "%%MatrixMarket matrix coordinate " + std::string{kinds} + "\n" + std::string{rest};
}

// Two links over three nodes with these values.
std::string with_values(std::string_view first, std::string_view second) {
    return market("real symmetric",
                  "3 3 2\n2 1 " + std::string{first} + "\n3 2 " + std::string{second} + "\n");
}

}  // namespace

TEST_CASE("comment symbols in the quotes of attributes begin no comment") {
    CHECK(size_of("0 1 {'color': '#1f77b4'}\n1 2 {'color': '#ff7f0e'}\n2 3 {'color': '#2ca02c'}\n"
                  "3 0 {'color': '#d62728'}\n") == size{4, 8});
    CHECK(size_of("0 1 {'label': 'x'} # a comment behind it\n1 2\n") == size{3, 4});
    CHECK(size_of("0 1 {'load': '50 %'}% 'another\n") == size{2, 2});
    CHECK(size_of("0 1 {'weight': 1}\r\n1\t2\t{\"a\": \"it's #1\"}\t\r\n") == size{3, 4});
    CHECK(size_of(R"(0 1 {'a': 'it\'s } #1 \\', 'b': {'c': "\"}"}})") == size{2, 2});
    CHECK(size_of("0 1 {'pos': (0, 1), 'tags': ['#', '%'], 'empty': {}} #{'\n") == size{2, 2});
    CHECK(size_of("0 1 # {'not': attributes\n1 2 % {\n") == size{3, 4});
}

TEST_CASE("attributes that do not close, or have something behind them, are refused") {
    CHECK(refusal_of("0 1\n1 2 {'a': 1 # so\n") ==
          R"(has '1 2 {\'a\': 1 # so' in line 2, whose braces or quotes do not close)");
    CHECK(refusal_of("0 1 {'a}\n") ==
          R"(has '0 1 {\'a}' in line 1, whose braces or quotes do not close)");
    CHECK(refusal_of("0 1 {\n") == "has '0 1 {' in line 1, whose braces or quotes do not close");
    CHECK(refusal_of("0 1 {} 2\n") ==
          "has '2' behind the attributes in line 1, where the line or a comment belongs");
    CHECK(refusal_of("0 {} 1\n") ==
          "has '1' behind the attributes in line 1, where the line or a comment belongs");
    CHECK(refusal_of("{} # 0 1\n") == "has '{} # 0 1' in line 1, where two ids belong");
}

TEST_CASE("a percent sign begins a comment in a list, as a number sign does") {
    CHECK(size_of("% sym unweighted\n% 4 4 4\n0 1\n1 2\n2 3\n3 0\n") == size{4, 8});
    CHECK(size_of("\n \t\n# one\n%two\n0 1 %three\n") == size{2, 2});
}

TEST_CASE("ids have no gaps and begin at 0, and a refusal names the first that is missing") {
    CHECK(refusal_of("1\t2\n2\t3\n3\t1\n") ==
          "has no link of node 0; ids begin at 0, and every node up to 3 has a link");
    CHECK(refusal_of("10 20\n20 30\n") ==
          "has no link of node 0; ids begin at 0, and every node up to 30 has a link");
    CHECK(refusal_of("0 1\n1 3\n") ==
          "has no link of node 2; ids begin at 0, and every node up to 3 has a link");
    CHECK(refusal_of(market("pattern symmetric", "3 3 1\n2 1\n")) ==
          "has no link of node 3; ids begin at 1, and every node up to 3 has a link");
}

TEST_CASE("weights, and links in both directions, are refused with their lines") {
    CHECK(refusal_of("0 1 1.5\n1 2 2.0\n") ==
          "has '0 1 1.5' in line 1, where two ids belong; a weight is not read");
    CHECK(refusal_of("0 1\n1 2 +3e-2 # so\n") ==
          "has '1 2 +3e-2 # so' in line 2, where two ids belong; a weight is not read");
    CHECK(refusal_of("0;1\n") == "has '0;1' in line 1, where two ids belong");
    CHECK(refusal_of("0 1\n1 0\n1 2\n2 1\n") ==
          "has the link 1-0 in line 2, and in line 1 already; list each link once");
}

TEST_CASE("values of a matrix are numbers in any notation, however large or small") {
    for (const auto& [first, second] :
         {std::pair{"+1", "+2.5e+00"}, std::pair{"1.0D+00", "-2.5d-01"}, std::pair{"1e-400", "1.0"},
          std::pair{"1e999", "-.5"}, std::pair{"1.", "001"},
          std::pair{"0.00000001E+0007", "-9007199254740993"}}) {
        CHECK(size_of(with_values(first, second)) == size{3, 4});
    }
    for (const std::string value : {"0", "0.0", "-0.0e+10", "0D0", ".0", "+", ".", "1e", "1d+",
                                    "e5", "0x1", "1,5", "1.0F", "NaN", "Infinity", "++1"}) {
        CHECK(refusal_of(with_values("1", value)) ==
              "has '3 2 " + value +
                  "' in line 4, where two ids and a value other than 0 belong, for line 1 says "
                  "real");
    }
}

TEST_CASE("the fields of a matrix are those that hold numbers, and say whether there are any") {
    CHECK(size_of(market("unsigned-integer symmetric", "%\n4 4 4\n2 1 1\n3 2 1\n4 3 1\n4 1 1\n")) ==
          size{4, 8});
    CHECK(size_of(market("Unsigned-Integer GENERAL", "2 2 2\n1 2 1\n2 1 1\n")) == size{2, 2});
    CHECK(refusal_of(market("real symmetric", "4 4 4\n2 1\n3 2\n4 3\n4 1\n")) ==
          "has '2 1' in line 3, where two ids and a value other than 0 belong, for line 1 says "
          "real");
    CHECK(refusal_of(market("integer general", "2 2 2\n1 2\n2 1\n")) ==
          "has '1 2' in line 3, where two ids and a whole number other than 0 belong, for line 1 "
          "says integer");
    CHECK(
        refusal_of(market("unsigned general", "2 2 2\n1 2\n2 1\n")).starts_with("has the header"));
}

TEST_CASE("values of a matrix of integers are whole, and unsigned ones have no minus sign") {
    const auto with_value = [](std::string_view field, std::string_view value) {
        return market(fmt::format("{} symmetric", field), fmt::format("2 2 1\n2 1 {}\n", value));
    };
    for (const std::string_view field : {"integer", "unsigned-integer"}) {
        for (const std::string_view value : {"1", "+4", "007", "99999999999999999999"}) {
            CHECK(size_of(with_value(field, value)) == size{2, 2});
        }
        for (const std::string_view value : {"1.5", "1.0", "1e3", "1D0", "2.", "0", "x"}) {
            CAPTURE(value);
            CHECK(refusal_of(with_value(field, value))
                      .starts_with(fmt::format("has '2 1 {}' in line 3, where two ids and a whole "
                                               "number ",
                                               value)));
        }
    }
    CHECK(size_of(with_value("integer", "-4")) == size{2, 2});
    CHECK(refusal_of(with_value("unsigned-integer", "-4")) ==
          "has '2 1 -4' in line 3, where two ids and a whole number without a minus sign other "
          "than 0 belong, for line 1 says unsigned-integer");
}

TEST_CASE("an id that is too long is cut, and shows that it is") {
    CHECK(refusal_of("0 " + std::string(60, '9') + "\n") ==
          "has the id 99999999999999999999... in line 1; ids run from 0 to 1073741823");
    CHECK(refusal_of("0 99999999999999999999\n").starts_with("has the id 99999999999999999999 in"));
}

TEST_CASE("a matrix has no diagonal and no stored zero, and a general one both directions") {
    CHECK(size_of(market("real general", "3 3 4\n1 2 1.5\n2 1 2.5\n2 3 1\n3 2 -1\n")) ==
          size{3, 4});
    CHECK(refusal_of(
              market("real symmetric", "3 3 5\n1 1 2.0\n2 1 -1.0\n2 2 2.0\n3 2 -1.0\n3 3 2.0\n")) ==
          "has the self-loop 1-1 in line 3; a link joins two nodes");
    CHECK(refusal_of(market("real symmetric", "3 3 3\n2 1 1.0\n3 2 1.0\n3 1 0.0\n")) ==
          "has '3 1 0.0' in line 5, where two ids and a value other than 0 belong, for line 1 says "
          "real");
}

TEST_CASE("a header that lacks a percent sign is refused, and blank lines before one are not") {
    for (const std::string mark :
         {"%MatrixMarket", "MatrixMarket", "%%%MatrixMarket", "%% MatrixMarket", "%matrixmarket"}) {
        CHECK(refusal_of(mark + " matrix coordinate pattern symmetric\n4 4 4\n2 1\n") ==
              "has the header '" + mark +
                  " matrix coordinate pattern symmetric' in line 1, which has to begin with "
                  "%%MatrixMarket");
    }
    CHECK(size_of("% MatrixMarket was another file's\n0 1\n") == size{2, 2});
    CHECK(size_of("# MatrixMarket matrix\n0 1\n") == size{2, 2});
    CHECK(size_of("\r\n\n" + market("pattern symmetric", "2 2 1\n2 1\n")) == size{2, 2});
    CHECK(refusal_of("\n" + market("pattern hermitian", "2 2 1\n2 1\n"))
              .starts_with("has the header '%%MatrixMarket matrix coordinate pattern hermitian' in "
                           "line 2; "));
}

}  // TEST_SUITE("topology/graph_file/graph_file.hpp")
