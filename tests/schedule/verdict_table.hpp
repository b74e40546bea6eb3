/// @file
/// Files of schedules with the verdicts of an independent program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "schedule/foreign_schedule.hpp"
#include "schedule/timed/csv_record.hpp"
#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

/// A row of the table of verdicts, by column.
using expected_row = std::map<std::string, std::string>;

inline constexpr std::uint64_t most_schedule_bytes = std::uint64_t{1} << 30U;

inline std::string schedule_content(const std::string& path) {
    return tutti::content_of_file(path,
                                  {.content = "a schedule", .most_bytes = most_schedule_bytes});
}

inline std::vector<expected_row> expected_rows() {
    const std::string table = schedule_content(TUTTI_SCHEDULES "/verdicts.csv");
    tutti::lines rows{table, '\0'};
    tutti::csv_record record;
    std::vector<std::string> columns;
    std::vector<expected_row> expected;
    for (tutti::line next; rows.read(next);) {
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

inline tutti::schedule_options schedule_options_of(const expected_row& row) {
    tutti::schedule_options options{.file = row.at("file")};
    if (row.at("options").empty()) {
        return options;
    }
    const auto words = tutti::split(row.at("options"), ' ');
    for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
        const std::string value{words[i + 1]};
        if (words[i] == "-n") {
            options.network = value;
        } else if (words[i] == "--root") {
            options.root = value;
        } else if (words[i] == "--collective") {
            options.collective = value;
        } else if (words[i] == "--packet-bytes") {
            options.packet_bytes = tutti::parse_number(value, 1, 9);
        } else if (words[i] == "--parallel") {
            options.parallel = tutti::parse_number<std::uint32_t>(value, 1, 64);
        }
    }
    return options;
}

/// The folder of the files, to which names of networks in the table are relative, while this lives.
class in_schedule_folder {
public:
    in_schedule_folder() { std::filesystem::current_path(TUTTI_SCHEDULES); }
    in_schedule_folder(const in_schedule_folder&) = delete;
    in_schedule_folder& operator=(const in_schedule_folder&) = delete;
    ~in_schedule_folder() { std::filesystem::current_path(before_); }

private:
    std::filesystem::path before_ = std::filesystem::current_path();
};
