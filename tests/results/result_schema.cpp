#include "results/schema/result_schema.hpp"

#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include <boost/json.hpp>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiment/result_json.hpp"
#include "experiment/small_run.hpp"
#include "results/store/run_table.hpp"

TEST_SUITE("results/schema/result_schema.hpp") {

namespace {

using tutti::result_field;
using tutti::result_fields;

std::string_view name_of(tutti::value_kind kind) {
    using enum tutti::value_kind;
    return kind == flag       ? "true or false"
           : kind == whole    ? "whole number"
           : kind == fraction ? "fraction"
           : kind == real     ? "number"
           : kind == text     ? "text"
                              : "list or object";
}

std::string in_code(std::string_view name) {
    return name.empty() ? std::string{} : fmt::format("`{}`", name);
}

}  // namespace

TEST_CASE("names are unique, and every field has a place and a meaning") {
    std::set<std::string_view> paths;
    std::set<std::string_view> columns;
    for (const result_field& field : result_fields()) {
        CAPTURE(field.path);
        CAPTURE(field.column);
        CHECK(!(field.path.empty() && field.column.empty()));
        CHECK(!field.meaning.empty());
        CHECK((field.path.empty() || paths.insert(field.path).second));
        CHECK((field.column.empty() || columns.insert(field.column).second));
        CHECK((field.column.empty() || field.kind != tutti::value_kind::structure));
    }
}

TEST_CASE("JSON has every field at its place, in the order of the schema") {
    const tutti::stored_run run = support::small_run(1);
    boost::json::object object = tutti::json_of(run.result);
    std::vector<std::string> keys;
    for (const result_field& field : result_fields()) {
        const std::string key{field.path.substr(0, field.path.find('.'))};
        if (!key.empty() && (keys.empty() || keys.back() != key)) {
            keys.push_back(key);
        }
    }
    std::vector<std::string> there;
    for (const auto& each : object) {
        there.emplace_back(each.key());
    }
    CHECK(there == keys);
}

TEST_CASE("README has the table of the fields") {
    std::string table =
        "| in JSON | column of `runs` | type | meaning |\n| --- | --- | --- | --- |\n";
    for (const result_field& field : result_fields()) {
        table +=
            fmt::format("| {} | {} | {}{} | {} |\n", in_code(field.path), in_code(field.column),
                        name_of(field.kind), field.is_optional ? ", or null" : "", field.meaning);
    }
    std::ifstream file{TUTTI_README};
    const std::string readme{std::istreambuf_iterator<char>{file}, {}};
    CHECK_MESSAGE(readme.find(table + "\n") != std::string::npos, table);
}

}  // TEST_SUITE("results/schema/result_schema.hpp")
