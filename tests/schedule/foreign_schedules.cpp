#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "schedule/foreign_schedule.hpp"
#include "schedule/schedule_report.hpp"
#include "schedule/timed/csv_record.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

TEST_SUITE("schedule/foreign_schedule") {
namespace {

using namespace tutti;

constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;

std::string content_of(const std::string& path) {
    return content_of_file(path, {.content = "a schedule", .most_bytes = most_bytes});
}

/// A row of the table of verdicts, by column.
using expected_row = std::map<std::string, std::string>;

std::vector<expected_row> expected_rows() {
    const std::string table = content_of(TUTTI_SCHEDULES "/verdicts.csv");
    lines rows{table, '\0'};
    csv_record record;
    std::vector<std::string> columns;
    std::vector<expected_row> expected;
    for (line next; rows.read(next);) {
        REQUIRE(record.split(next.text));
        if (columns.empty()) {
            columns.assign(record.fields().begin(), record.fields().end());
            continue;
        }
        expected_row& row = expected.emplace_back();
        for (std::size_t i = 0; i < columns.size(); ++i) {
            row[columns[i]] = record.fields()[i];
        }
    }
    return expected;
}

schedule_options options_of(const expected_row& row) {
    schedule_options options{.file = row.at("file")};
    if (row.at("options").empty()) {
        return options;
    }
    const auto words = split(row.at("options"), ' ');
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        const std::string value{words[i + 1]};
        if (words[i] == "-n") {
            options.network = value;
        } else if (words[i] == "--root") {
            options.root = value;
        } else if (words[i] == "--collective") {
            options.collective = value;
        } else if (words[i] == "--packet-bytes") {
            options.packet_bytes = parse_number(value, 1, 9);
        } else if (words[i] == "--parallel") {
            options.parallel = parse_number<std::uint32_t>(value, 1, 64);
        }
    }
    return options;
}

/// Verdict, slots and first fault; of a file that is refused the text.
struct observed_row {
    std::string verdict = "refused";
    std::string status = "2";
    std::string slots{};
    std::string bound{};
    std::string rows{};
    std::string text{};
};

observed_row observe(const std::string& content, const schedule_options& options) {
    try {
        const schedule_report report = report_on(read_schedule(content, options), most_bytes);
        const auto& faults = report.findings.faults;
        return {.verdict = std::string{report.verdict().name},
                .status = fmt::format("{}", report.verdict().status),
                .slots = fmt::format("{}", report.schedule.slots()),
                .bound = report.lower_bound ? fmt::format("{}", *report.lower_bound) : "",
                .rows = fmt::format("{}", report.schedule.rows.size()),
                .text = faults.empty() ? "" : faults.front().line()};
    } catch (const std::invalid_argument& wrong) {
        return {.text = wrong.what()};
    }
}

}  // namespace

TEST_CASE("schedules of others get the verdicts of an independent program") {
    // Names of networks in the table are relative to it.
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(TUTTI_SCHEDULES);
    for (const expected_row& row : expected_rows()) {
        CAPTURE(row.at("file"));

        const observed_row observed = observe(content_of(row.at("file")), options_of(row));

        CHECK(observed.verdict == row.at("verdict"));
        CHECK(observed.status == row.at("exit"));
        CHECK(observed.slots == row.at("slots"));
        CHECK(observed.bound == row.at("bound"));
        CHECK(observed.rows == row.at("rows"));
        CHECK(observed.text.substr(0, row.at("first_fault").size()) == row.at("first_fault"));
    }
    std::filesystem::current_path(before);
}
}
