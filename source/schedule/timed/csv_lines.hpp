/// @file
/// Lines of a schedule in own CSV: settings in comments, a header, and rows in any order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "csv_record.hpp"
#include "schedule/foreign_schedule.hpp"
#include "schedule/node_labels.hpp"
#include "util/file_content.hpp"

namespace tutti {

/// Forms of the labels of messages. Where messages are those of nodes, a number is an id.
enum class message_form : std::uint8_t { number, name, pair };

/// Reader of the lines. Labels of messages stay as they are, until all nodes are known.
class csv_lines {
public:
    /// A comment `# KEY: VALUE` in front of the header.
    struct setting {
        std::string value{};
        std::size_t line = 0;
    };
    /// The first message of a form, for refusals; line 0 if there is none.
    struct example {
        std::string text{};
        std::size_t line = 0;
    };

    /// Both outlive this.
    csv_lines(std::string_view content, const schedule_options& options);

    /// Reads settings and header.
    void read_header();
    /// Reads the rows into the schedule, whose names are those of its network. Messages have
    /// numbers for labels: ids, or 2^30 plus the position in `message_texts()`; pairs those of
    /// origin and destination in 32 bits each.
    void read_rows(foreign_schedule& schedule);

    [[nodiscard]] const setting* find(std::string_view name) const;
    /// Calls `read` for the value of a setting, if there is one. What is wrong with it gets its
    /// place. @returns false if there is none
    bool with_setting(std::string_view name,
                      const std::function<void(const std::string&)>& read) const;

    [[nodiscard]] const node_labels& labels() const noexcept { return labels_; }
    [[nodiscard]] const std::vector<std::string>& message_texts() const noexcept {
        return message_texts_;
    }
    [[nodiscard]] const example& first_of(message_form form) const;
    [[nodiscard]] std::uint64_t largest_message() const noexcept { return largest_message_; }
    [[nodiscard]] std::uint32_t largest_piece() const noexcept { return largest_piece_; }
    /// Line of the first row that adds; 0 if there is none.
    [[nodiscard]] std::size_t reducing_line() const noexcept { return reducing_line_; }

    /// @throws std::invalid_argument with the line's place, always
    template <class... Parts>
    [[noreturn]] void fail(std::size_t number, fmt::format_string<Parts...> text,
                           Parts&&... parts) const {
        refuse_schedule(fmt::format("{}:{}", options_->file, number),
                        fmt::format(text, std::forward<Parts>(parts)...));
    }

private:
    void read_setting(const line& comment);
    void read_columns(const line& header);
    void split_fields(const line& next);
    void check_columns(std::size_t number) const;
    [[nodiscard]] bool has_column(std::size_t column) const;
    [[nodiscard]] std::string_view field(std::size_t column) const;

    schedule_row read_row(const line& next);
    node_id read_node(std::size_t column, std::size_t number);
    void read_piece(schedule_row& row, std::size_t number);
    void read_reduce(schedule_row& row, std::size_t number);
    void note(message_form form, std::string_view text, std::size_t number);
    std::uint64_t label_number(std::string_view text, std::size_t number);
    std::uint64_t read_message(std::string_view text, std::size_t number);

    lines lines_;
    const schedule_options* options_;
    csv_record record_{};
    std::array<std::size_t, 6> columns_{};  // places of the fields
    std::size_t field_count_ = 0;
    std::map<std::string, setting, std::less<>> settings_{};
    node_labels labels_{};
    std::unordered_map<std::string, std::uint32_t> message_labels_{};
    std::vector<std::string> message_texts_{};
    std::array<example, 3> examples_{};  // by form
    std::uint64_t largest_message_ = 0;
    std::uint32_t largest_piece_ = 0;
    std::size_t reducing_line_ = 0;
};

}  // namespace tutti
