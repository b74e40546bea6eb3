#include "csv_lines.hpp"

#include <algorithm>
#include <stdexcept>

#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::array<std::string_view, 6> column_names{"slot",    "from",  "to",
                                                       "message", "piece", "reduce"};
constexpr std::size_t needed_columns = 4;
constexpr std::array<std::string_view, 7> setting_names{
    "network", "collective", "root", "pieces", "values", "operator", "participants"};

}  // namespace

csv_lines::csv_lines(std::string_view content, const schedule_options& options)
    : lines_{content, '\0'}, options_{&options} {}

void csv_lines::read_header() {
    line next;
    while (lines_.read(next)) {
        if (!next.text.starts_with('#')) {
            read_columns(next);
            return;
        }
        read_setting(next);
    }
    refuse_schedule(options_->file, "no header; columns are slot,from,to,message[,piece][,reduce]");
}

void csv_lines::read_setting(const line& comment) {
    const auto [name, value] = split_specification(comment.text.substr(1));
    if (value && std::ranges::find(setting_names, trimmed(name)) != setting_names.end()) {
        settings_.insert_or_assign(
            std::string{trimmed(name)},
            setting{.value = std::string{trimmed(*value)}, .line = comment.number});
    }
}

void csv_lines::read_columns(const line& header) {
    split_fields(header);
    const auto& names = record_.fields();
    field_count_ = names.size();
    columns_.fill(field_count_);
    if (count_of(names, "kind") > 0 && count_of(names, "port") > 0) {
        fail(header.number, "an export of a recording; write it with --as schedule");
    }
    for (const std::string_view name : names) {
        const std::size_t column = position_of(column_names, name);
        if (column == column_names.size()) {
            fail(header.number, "unknown column {}", in_quotes(name));
        }
        if (has_column(column)) {
            fail(header.number, "the column '{}' is doubled", name);
        }
        columns_.at(column) = position_of(names, name);
    }
    check_columns(header.number);
}

void csv_lines::check_columns(std::size_t number) const {
    for (std::size_t column = 0; column < needed_columns; ++column) {
        if (!has_column(column)) {
            fail(number,
                 "the header lacks the column '{}'; columns are "
                 "slot,from,to,message[,piece][,reduce]",
                 column_names.at(column));
        }
    }
}

bool csv_lines::has_column(std::size_t column) const { return columns_.at(column) < field_count_; }

void csv_lines::split_fields(const line& next) {
    if (!record_.split(next.text)) {
        fail(next.number, "a quote is not closed, or has text behind it");
    }
}

std::string_view csv_lines::field(std::size_t column) const {
    return record_.fields()[columns_.at(column)];
}

const csv_lines::setting* csv_lines::find(std::string_view name) const {
    const auto place = settings_.find(name);
    return place == settings_.end() ? nullptr : &place->second;
}

bool csv_lines::with_setting(std::string_view name,
                             const std::function<void(const std::string&)>& read) const {
    const setting* const chosen = find(name);
    if (chosen == nullptr) {
        return false;
    }
    try {
        read(chosen->value);
    } catch (const std::invalid_argument& wrong) {
        fail(chosen->line, "{}: {}", name, wrong.what());
    }
    return true;
}

const csv_lines::example& csv_lines::first_of(message_form form) const {
    return examples_.at(to_underlying(form));
}

void csv_lines::read_rows(foreign_schedule& schedule) {
    labels_ = node_labels{schedule.names};
    for (line next; lines_.read(next);) {
        if (next.text.starts_with('#')) {
            continue;
        }
        if (schedule.rows.size() == most_schedule_rows) {
            fail(next.number, "more than {} rows", grouped(most_schedule_rows));
        }
        schedule.rows.push_back(read_row(next));
    }
}

schedule_row csv_lines::read_row(const line& next) {
    split_fields(next);
    if (record_.fields().size() != field_count_) {
        fail(next.number, "{}, expected {}", quantity(record_.fields().size(), "field"),
             field_count_);
    }
    const auto at = number_between<slot>(field(0), 1, most_schedule_slot);
    if (!at) {
        fail(next.number, "slot {} is no number from 1 on", in_quotes(field(0)));
    }
    schedule_row row{.at = *at,
                     .from = read_node(1, next.number),
                     .to = read_node(2, next.number),
                     .position = remainder_of(next.number, ~std::uint32_t{0})};
    if (row.from == row.to) {
        fail(next.number, "node {} sends to itself", field(1));
    }
    row.message = read_message(field(3), next.number);
    read_piece(row, next.number);
    read_reduce(row, next.number);
    return row;
}

node_id csv_lines::read_node(std::size_t column, std::size_t number) {
    const auto node = labels_.add(field(column));
    if (!node) {
        fail(number, "{} {} is neither a node id nor a name", column_names.at(column),
             in_quotes(field(column)));
    }
    return *node;
}

void csv_lines::read_piece(schedule_row& row, std::size_t number) {
    constexpr std::size_t column = 4;
    if (!has_column(column)) {
        return;
    }
    const auto piece = number_between<std::uint32_t>(field(column), 0, most_schedule_pieces - 1);
    if (!piece) {
        fail(number, "piece {} is not {}", in_quotes(field(column)),
             whole_number_from(0, most_schedule_pieces - 1));
    }
    row.piece = *piece;
    largest_piece_ = std::max(largest_piece_, *piece);
}

void csv_lines::read_reduce(schedule_row& row, std::size_t number) {
    constexpr std::size_t column = 5;
    if (!has_column(column)) {
        return;
    }
    const std::string_view text = field(column);
    row.reduces = text == "1" || text == "reduce";
    if (!row.reduces && !text.empty() && text != "0" && text != "copy") {
        fail(number, "reduce {}: 0, 1, copy or reduce", in_quotes(text));
    }
    if (row.reduces && reducing_line_ == 0) {
        reducing_line_ = number;
    }
}

void csv_lines::note(message_form form, std::string_view text, std::size_t number) {
    example& first = examples_.at(to_underlying(form));
    if (first.line == 0) {
        first = {.text = std::string{text}, .line = number};
    }
}

std::uint64_t csv_lines::label_number(std::string_view text, std::size_t number) {
    const auto id = number_between(text, 0, most_schedule_nodes - 1);
    if (id && !labels_.has_names()) {
        return *id;
    }
    if (!id && !is_label_name(text)) {
        fail(number, "message {} is neither a node id nor a name", in_quotes(text));
    }
    const auto [place, is_new] =
        message_labels_.emplace(text, size_as<std::uint32_t>(message_texts_));
    if (is_new) {
        message_texts_.emplace_back(text);
    }
    return most_schedule_nodes + place->second;
}

std::uint64_t csv_lines::read_message(std::string_view text, std::size_t number) {
    if (const std::size_t colon = text.find(':'); colon != text.npos) {
        note(message_form::pair, text, number);
        const std::uint64_t origin = label_number(trimmed(text.substr(0, colon)), number);
        return origin << 32U | label_number(trimmed(text.substr(colon + 1)), number);
    }
    if (const auto value = number_between(text, 0, most_schedule_nodes - 1)) {
        note(message_form::number, text, number);
        largest_message_ = std::max(largest_message_, *value);
        return *value;
    }
    note(message_form::name, text, number);
    return label_number(text, number);
}

}  // namespace tutti
