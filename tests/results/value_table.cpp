#include "results/value_table.hpp"

#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

TEST_SUITE("results/value_table.hpp") {

namespace {

using tutti::rational;
using tutti::readable_text;
using tutti::stored_value;
using tutti::table_format;

// Two rows with what each format has to escape.
std::string table_as(table_format format) {
    const auto writer = tutti::make_table_writer(
        format, {{.name = "algorithm"}, {.name = "slots_mean", .is_number = true}});
    std::string text = writer->head();
    text += writer->row(std::vector<stored_value>{"a|b,\"c\" 5% & {x}_y", std::uint64_t{12'345}});
    text += writer->row(std::vector<stored_value>{"d\\e\n~^", 1234.5678});
    text += writer->row(std::vector<stored_value>{stored_value{}, rational{15, 2}});
    return text + writer->foot();
}

}  // namespace

TEST_CASE("text in CSV is printable, and no formula of a spreadsheet; numbers stay as they are") {
    const auto row_of = [](std::vector<stored_value> values) {
        return tutti::make_table_writer(table_format::csv,
                                        std::vector<tutti::table_column>(values.size()))
            ->row(values);
    };
    CHECK(row_of({"=1+1", "+1", "-1", "@x"}) == "'=1+1,'+1,'-1,'@x\r\n");
    CHECK(row_of({"=HYPERLINK(\"a\",\"b\")"}) == "\"'=HYPERLINK(\"\"a\"\",\"\"b\"\")\"\r\n");
    CHECK(row_of({-1.5, rational{-15, 2}, std::uint64_t{7}}) == "-1.5,-7.5,7\r\n");
    CHECK(row_of({"\x1b[31m\r\n", std::string{"a\0b", 3}, "\xff", "a-b=c"}) ==
          "\\x1b[31m\\r\\n,a\\x00b,\\xff,a-b=c\r\n");
    CHECK(tutti::make_table_writer(table_format::csv, {{.name = "=x"}})->head() == "'=x\r\n");
}

TEST_CASE("Markdown has numbers to the right and its own signs escaped") {
    CHECK(table_as(table_format::markdown) ==
          "| algorithm | slots_mean |\n| --- | ---: |\n"
          "| a\\|b,\"c\" 5% & {x}_y | 12,345 |\n| d\\\\e\\\\n~^ | 1,235 |\n|  | 15/2 |\n");
}

TEST_CASE("LaTeX has numbers to the right and its own signs escaped") {
    CHECK(
        table_as(table_format::latex) ==
        "\\begin{tabular}{lr}\n\\hline\nalgorithm & slots\\_mean \\\\\n\\hline\n"
        "a|b,\"c\" 5\\% \\& \\{x\\}\\_y & 12,345 \\\\\n"
        "d\\textbackslash{}e\\textbackslash{}n\\textasciitilde{}\\textasciicircum{} & 1,235 \\\\\n"
        " & 15/2 \\\\\n\\hline\n\\end{tabular}\n");
}

TEST_CASE("people read four digits, thousands separated") {
    CHECK(readable_text(0.0) == "0");
    CHECK(readable_text(0.31278) == "0.3128");
    CHECK(readable_text(9.9996) == "10");
    CHECK(readable_text(101.25) == "101.2");
    CHECK(readable_text(-2.5) == "-2.5");
    CHECK(readable_text(1e6) == "1,000,000");
    CHECK(readable_text(2.5e-7) == "2.5e-07");
    CHECK(readable_text(1e300) == "1e+300");
    CHECK(readable_text(std::numeric_limits<double>::infinity()) == "inf");
    CHECK(readable_text(rational{8}) == "8");
    CHECK(readable_text(stored_value{}).empty());
}

}  // TEST_SUITE("results/value_table.hpp")
