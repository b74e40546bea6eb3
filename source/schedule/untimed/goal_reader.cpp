#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "goal_program.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_goal_number = (std::uint64_t{1} << 32U) - 2;

// The text with blanks for comments; lines stay.
std::string without_comments(std::string_view content) {
    std::string text{content};
    for (std::size_t i = text.find('/'); i != text.npos; i = text.find('/', i + 1)) {
        const bool is_line = text.compare(i, 2, "//") == 0;
        if (!is_line && text.compare(i, 2, "/*") != 0) {
            continue;
        }
        const std::size_t close = is_line ? text.find('\n', i) : text.find("*/", i + 2);
        const std::size_t end = close == text.npos ? text.size() : close + (is_line ? 0 : 2);
        const auto comment = std::span{text}.subspan(i, end - i);
        std::ranges::replace_if(
            comment, [](char symbol) { return symbol != '\n'; }, ' ');
    }
    return text;
}

std::vector<std::string_view> words_of(std::string_view line) {
    constexpr std::string_view blanks = " \t\r";
    std::vector<std::string_view> words;
    for (std::size_t i = line.find_first_not_of(blanks); i < line.size();
         i = line.find_first_not_of(blanks, i)) {
        const std::size_t end = std::min(line.find_first_of(blanks, i), line.size());
        words.push_back(line.substr(i, end - i));
        i = end;
    }
    return words;
}

// Reads statements line by line.
class goal_reader {
public:
    explicit goal_reader(const std::string& file) { program_.file = file; }

    goal_program read(std::string_view text);

private:
    struct requirement {
        std::string_view after;
        std::string_view before;
        std::uint64_t line = 0;
        bool is_of_start = false;
    };
    using words = std::span<const std::string_view>;

    void read_line(words line);
    void read_header(words line);
    void open_rank(words line);
    void close_rank();
    void read_requirement(words line);
    [[nodiscard]] std::string_view read_label(words& line);
    void read_transfer(words line, bool is_send, goal_operation& operation);
    void read_operation(words line);
    void read_options(words line, goal_operation& operation);
    [[nodiscard]] std::uint32_t read_rank(std::string_view text) const;
    [[nodiscard]] std::uint32_t find(std::string_view label) const;
    [[noreturn]] void fail(std::string_view text) const {
        refuse_schedule(fmt::format("{}:{}", program_.file, line_), text);
    }
    [[noreturn]] void fail_line() const {
        fail(fmt::format("cannot read {}", in_quotes(statement_)));
    }
    [[nodiscard]] std::uint64_t number(std::string_view text, std::uint64_t most) const {
        const auto value = number_between(text, 0, most);
        if (!value) {
            fail_line();
        }
        return *value;
    }

    goal_program program_;
    std::uint64_t line_ = 0;
    std::string_view statement_;
    std::uint32_t rank_ = 0;  // the one that is open, or was the last
    bool is_open_ = false;
    std::unordered_map<std::string_view, std::uint32_t> labels_;
    std::vector<requirement> requirements_;
};

goal_program goal_reader::read(std::string_view text) {
    for (const std::string_view line : split(text, '\n')) {
        ++line_;
        const auto parts = words_of(line);
        if (!parts.empty()) {
            statement_ = {parts.front().begin(), parts.back().end()};
            read_line(parts);
        }
    }
    if (is_open_) {
        refuse("{}: rank {} is not closed: '}}' expected", program_.file, rank_);
    }
    if (program_.ranks.empty()) {
        refuse_schedule(program_.file, "num_ranks is missing");
    }
    return std::move(program_);
}

void goal_reader::read_line(words line) {
    if (program_.ranks.empty()) {
        read_header(line);
    } else if (!is_open_) {
        open_rank(line);
    } else if (line[0] == "}" && line.size() == 1) {
        close_rank();
    } else if (line.size() == 3 && (line[1] == "requires" || line[1] == "irequires")) {
        read_requirement(line);
    } else {
        read_operation(line);
    }
}

void goal_reader::read_header(words line) {
    if (line.size() != 2 || line[0] != "num_ranks") {
        fail_line();
    }
    const auto ranks = number_between(line[1], 1, most_schedule_rows);
    if (!ranks) {
        fail(fmt::format("num_ranks {}: from 1 to {}", in_quotes(line[1]), most_schedule_rows));
    }
    program_.ranks.resize(*ranks);
}

std::uint32_t goal_reader::read_rank(std::string_view text) const {
    const auto rank = number(text, most_goal_number);
    if (rank >= program_.ranks.size()) {
        fail(fmt::format("rank {}: num_ranks is {}", rank, program_.ranks.size()));
    }
    return parse_number<std::uint32_t>(text, 0, most_goal_number);
}

void goal_reader::open_rank(words line) {
    if (line.size() < 3 || line[0] != "rank" || line[2] != "{" ||
        (line.size() > 3 && (line[3] != "}" || line.size() > 4))) {
        fail_line();
    }
    rank_ = read_rank(line[1]);
    is_open_ = true;
    goal_rank& rank = program_.ranks[rank_];
    if (rank.is_given) {
        fail(fmt::format("rank {} is given twice", rank_));
    }
    rank = {.first = size_as<std::uint32_t>(program_.operations), .is_given = true};
    if (line.size() == 4) {
        close_rank();
    }
}

std::uint32_t goal_reader::find(std::string_view label) const {
    const auto found = labels_.find(label);
    if (found == labels_.end()) {
        fail(fmt::format("label {} is not defined in rank {}", in_quotes(label), rank_));
    }
    return found->second;
}

void goal_reader::close_rank() {
    for (const requirement& each : requirements_) {
        const std::uint64_t here = std::exchange(line_, each.line);
        (each.is_of_start ? program_.start_before_start : program_.done_before_start)
            .emplace_back(find(each.before), find(each.after));
        line_ = here;
    }
    program_.ranks[rank_].last = size_as<std::uint32_t>(program_.operations);
    requirements_.clear();
    labels_.clear();
    is_open_ = false;
}

void goal_reader::read_requirement(words line) {
    requirements_.push_back({.after = line[0],
                             .before = line[2],
                             .line = line_,
                             .is_of_start = line[1] == "irequires"});
}

void goal_reader::read_options(words line, goal_operation& operation) {
    for (; line.size() >= 2; line = line.subspan(2)) {
        const bool is_tag = line[0] == "tag" && operation.type != goal_operation_type::calc;
        if (!is_tag && line[0] != "cpu" && line[0] != "nic") {
            fail_line();
        }
        if (is_tag && operation.type == goal_operation_type::receive && line[1] == "-1") {
            operation.tag = goal_any;
            continue;
        }
        const std::uint64_t value = number(line[1], most_goal_number);
        if (is_tag) {
            operation.tag = parse_number<std::uint32_t>(line[1], 0, value);
        }
    }
    if (!line.empty()) {
        fail_line();
    }
}

// Takes the label from a line that has one.
std::string_view goal_reader::read_label(words& line) {
    if (!line[0].ends_with(':') || line[0].size() == 1) {
        return {};
    }
    const std::string_view label = line[0].substr(0, line[0].size() - 1);
    if (!labels_.try_emplace(label, size_as<std::uint32_t>(program_.operations)).second) {
        fail(fmt::format("label {} is given twice in rank {}", in_quotes(label), rank_));
    }
    line = line.subspan(1);
    return label;
}

void goal_reader::read_transfer(words line, bool is_send, goal_operation& operation) {
    operation.type = is_send ? goal_operation_type::send : goal_operation_type::receive;
    operation.bytes = number(line[1].substr(0, line[1].size() - 1), most_goal_bytes);
    operation.peer = !is_send && line[3] == "-1" ? goal_any : read_rank(line[3]);
    if (operation.peer == rank_) {
        fail(fmt::format("rank {} {} itself", rank_, is_send ? "sends to" : "receives from"));
    }
    read_options(line.subspan(4), operation);
}

void goal_reader::read_operation(words line) {
    goal_operation operation{.rank = rank_, .line = line_};
    operation.label = read_label(line);
    const bool is_send = line.size() >= 4 && line[0] == "send" && line[2] == "to";
    const bool is_receive = line.size() >= 4 && line[0] == "recv" && line[2] == "from";
    if (line.size() >= 2 && line[0] == "calc") {
        const auto& time = line[1];
        operation.bytes = number(time, std::numeric_limits<std::uint64_t>::max());
        read_options(line.subspan(2), operation);
    } else if ((is_send || is_receive) && line[1].ends_with('b')) {
        read_transfer(line, is_send, operation);
    } else {
        fail_line();
    }
    if (program_.operations.size() == most_schedule_rows) {
        fail(fmt::format("more than {} operations", most_schedule_rows));
    }
    program_.operations.push_back(std::move(operation));
}

}  // namespace

std::string goal_program::place_of(std::uint32_t operation) const {
    return fmt::format("{}:{}", file, operations[operation].line);
}

goal_program read_goal_program(std::string_view content, const std::string& file) {
    const std::string text = without_comments(content);
    return goal_reader{file}.read(text);
}

}  // namespace tutti
