#include <stdexcept>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "schedule/foreign_schedule.hpp"
#include "schedule/schedule_report.hpp"
#include "verdict_table.hpp"

TEST_SUITE("schedule/foreign_schedule") {
namespace {

using namespace tutti;

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
        const schedule_report report =
            report_on(read_schedule(content, options), most_schedule_bytes);
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
    const in_schedule_folder here;
    for (const expected_row& row : expected_rows()) {
        CAPTURE(row.at("file"));

        const observed_row observed =
            observe(schedule_content(row.at("file")), schedule_options_of(row));

        CHECK(observed.verdict == row.at("verdict"));
        CHECK(observed.status == row.at("exit"));
        CHECK(observed.slots == row.at("slots"));
        CHECK(observed.bound == row.at("bound"));
        CHECK(observed.rows == row.at("rows"));
        CHECK(observed.text.substr(0, row.at("first_fault").size()) == row.at("first_fault"));
    }
}
}
