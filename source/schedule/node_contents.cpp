#include "node_contents.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "schedule_contents.hpp"
#include "util/bits.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

using word = std::uint64_t;
constexpr std::uint32_t word_bits = 64;

/// Cells of all nodes: one for each piece of each message.
class cell_table {
public:
    explicit cell_table(const foreign_schedule& schedule) noexcept
        : nodes_{schedule.node_count()}, messages_{schedule.messages}, pieces_{schedule.pieces} {}

    [[nodiscard]] std::uint64_t cells_of_node() const noexcept { return messages_ * pieces_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return nodes_ * cells_of_node(); }
    [[nodiscard]] bool contains(const schedule_row& row) const noexcept {
        return row.message < messages_ && row.piece < pieces_;
    }
    [[nodiscard]] std::uint64_t place(node_id node, std::uint64_t message,
                                      std::uint32_t piece) const noexcept {
        return node * cells_of_node() + message * pieces_ + piece;
    }
    [[nodiscard]] unmet_need need_at(std::uint64_t place) const {
        const std::uint64_t cell = place % cells_of_node();
        return {.node = remainder_of(place / cells_of_node(), ~node_id{0}),
                .message = cell / pieces_,
                .piece = remainder_of(cell, pieces_)};
    }
    /// Calls `visit` for the cells of a holding: all pieces, unless the file states them one by
    /// one.
    template <class Visit>
    void for_each_cell(const schedule_holding& holding, bool is_whole, const Visit& visit) const {
        const std::uint32_t end = is_whole ? pieces_ : holding.piece + 1;
        for (std::uint32_t piece = is_whole ? 0 : holding.piece; piece < end; ++piece) {
            visit(place(holding.node, holding.message, piece));
        }
    }

private:
    std::uint64_t nodes_;
    std::uint64_t messages_;
    std::uint32_t pieces_;
};

void check_bytes(const cell_table& cells, double bytes_a_cell, std::uint64_t most_bytes) {
    const double bytes = product(cells.size(), bytes_a_cell);
    if (bytes > product(most_bytes, 1)) {
        refuse(
            "verifying the schedule takes {} bytes of memory; the limit is {} "
            "(--memory-limit)",
            grouped(bytes), grouped(most_bytes));
    }
}

/// Messages that are there or not.
class held_messages final : public node_contents {
public:
    held_messages(const foreign_schedule& schedule, std::uint64_t most_bytes)
        : schedule_{&schedule}, cells_{schedule} {
        check_bytes(cells_, 0.25, most_bytes);
        is_held_.resize(cells_.size());
        is_needed_.resize(cells_.size());
        exists_.resize(cells_.cells_of_node());
        const bool is_whole = schedule.collective != schedule_collective::stated;
        for_each_initial(schedule, [&](const schedule_holding& holding) {
            cells_.for_each_cell(holding, is_whole, [&](std::uint64_t place) {
                is_held_[place] = true;
                exists_[place % cells_.cells_of_node()] = true;
            });
        });
        for_each_needed(schedule, [&](const schedule_holding& holding) {
            cells_.for_each_cell(holding, is_whole,
                                 [&](std::uint64_t place) { is_needed_[place] = true; });
        });
    }

    void read(std::span<const schedule_row> step) override {
        is_sent_.resize(step.size());
        for (std::size_t i = 0; i < step.size(); ++i) {
            const schedule_row& row = step[i];
            is_sent_[i] =
                cells_.contains(row) && is_held_[cells_.place(row.from, row.message, row.piece)];
        }
    }

    [[nodiscard]] bool has_sent(std::size_t place) const override { return is_sent_[place]; }

    [[nodiscard]] row_effect apply(const schedule_row& row, std::size_t /*place*/) override {
        const std::uint64_t cell = cells_.place(row.to, row.message, row.piece);
        const bool is_there = is_held_[cell];
        is_held_[cell] = true;
        return {.is_redundant = is_there && schedule_->is_participant[row.to]};
    }

    [[nodiscard]] bool exists(const schedule_row& row) const override {
        return cells_.contains(row) && exists_[cells_.place(0, row.message, row.piece)];
    }

    [[nodiscard]] std::uint64_t count_missing(unmet_need& first) const override {
        std::uint64_t count = 0;
        for (std::uint64_t place = 0; place < cells_.size(); ++place) {
            if (is_needed_[place] && !is_held_[place] && count++ == 0) {
                first = cells_.need_at(place);
                first.text = fmt::format("node {} lacks {}", schedule_->label(first.node),
                                         message_text(*schedule_, first.message, first.piece));
            }
        }
        return count;
    }

private:
    const foreign_schedule* schedule_;
    cell_table cells_;
    std::vector<bool> is_held_{};
    std::vector<bool> is_needed_{};
    std::vector<bool> exists_{};   // by cell of a node
    std::vector<bool> is_sent_{};  // by row of the step
};

/// Values as sets of their contributors.
class held_values final : public node_contents {
public:
    held_values(const foreign_schedule& schedule, std::uint64_t most_bytes)
        : schedule_{&schedule},
          cells_{schedule},
          parts_{part_count(schedule)},
          words_{divided_up(parts_, word_bits)} {
        const bool is_stated = schedule.collective == schedule_collective::stated;
        constexpr double bytes_of_stamp = 8.25;
        check_bytes(cells_, bytes_of_stamp + words_ * (is_stated ? 16.0 : 8.0), most_bytes);
        values_.resize(cells_.size() * words_);
        last_write_.resize(cells_.size());
        is_needed_.resize(cells_.size());
        for_each_initial(schedule, [&](const schedule_holding& holding) {
            cells_.for_each_cell(holding, !is_stated, [&](std::uint64_t place) {
                set_part(values_, place, holding.part);
            });
        });
        needed_values_.resize(is_stated ? values_.size() : 0);
        for_each_needed(schedule, [&](const schedule_holding& holding) {
            cells_.for_each_cell(holding, !is_stated, [&](std::uint64_t place) {
                is_needed_[place] = true;
                if (is_stated) {
                    set_part(needed_values_, place, holding.part);
                }
            });
        });
    }

    void read(std::span<const schedule_row> step) override {
        sent_.assign(step.size() * words_, 0);
        for (std::size_t i = 0; i < step.size(); ++i) {
            const schedule_row& row = step[i];
            if (cells_.contains(row)) {
                std::ranges::copy(value_at(cells_.place(row.from, row.message, row.piece)),
                                  sent_value(i).begin());
            }
        }
    }

    [[nodiscard]] bool has_sent(std::size_t place) const override {
        return !is_empty(std::span{sent_}.subspan(place * words_, words_));
    }

    [[nodiscard]] row_effect apply(const schedule_row& row, std::size_t place) override {
        const std::uint64_t cell = cells_.place(row.to, row.message, row.piece);
        const std::span<word> value = value_at(cell);
        const std::span<const word> sent = sent_value(place);
        if (schedule_->merges) {
            return merge(row, value, sent);
        }
        if (is_conflict(row, cell)) {
            return {.fault = fault_kind::conflict, .text = conflict_text(row)};
        }
        row_effect effect = row.reduces ? add(row, value, sent) : replace(value, sent);
        if (!effect.fault) {
            last_write_[cell] = row.at * 2 + (row.reduces ? 0 : 1);
        }
        return effect;
    }

    [[nodiscard]] bool exists(const schedule_row& row) const override {
        return cells_.contains(row);
    }

    [[nodiscard]] std::uint64_t count_missing(unmet_need& first) const override {
        std::uint64_t count = 0;
        for (std::uint64_t place = 0; place < cells_.size(); ++place) {
            const std::uint32_t part = is_needed_[place] ? first_wrong_part(place) : parts_;
            if (part < parts_ && count++ == 0) {
                first = cells_.need_at(place);
                first.text = missing_text(first, part, place);
            }
        }
        return count;
    }

private:
    [[nodiscard]] std::span<word> value_at(std::uint64_t place) {
        return std::span{values_}.subspan(place * words_, words_);
    }
    [[nodiscard]] std::span<word> sent_value(std::size_t place) {
        return std::span{sent_}.subspan(place * words_, words_);
    }

    void set_part(std::vector<word>& values, std::uint64_t place, std::uint32_t part) const {
        values[place * words_ + part / word_bits] |= word{1} << (part % word_bits);
    }

    static bool is_empty(std::span<const word> value) {
        return std::ranges::all_of(value, [](word bits) { return bits == 0; });
    }

    // The first part of both values; `parts_` if there is none.
    [[nodiscard]] std::uint32_t first_common(std::span<const word> a,
                                             std::span<const word> b) const {
        for (std::uint32_t i = 0; i < words_; ++i) {
            if ((a[i] & b[i]) != 0) {
                return first_of(a[i] & b[i], i);
            }
        }
        return parts_;
    }

    static std::uint32_t first_of(word bits, std::uint32_t index) {
        return index * word_bits + lowest_bit(bits);
    }

    // Rows of one slot may all add, and one alone may replace.
    [[nodiscard]] bool is_conflict(const schedule_row& row, std::uint64_t cell) const {
        const slot last = last_write_[cell];
        return last / 2 == row.at && (!row.reduces || last % 2 == 1);
    }

    row_effect add(const schedule_row& row, std::span<word> value, std::span<const word> sent) {
        const std::uint32_t common = first_common(value, sent);
        if (common < parts_ && !schedule_->may_overlap) {
            return {.fault = fault_kind::counted_twice, .text = twice_text(row, common)};
        }
        join(value, sent);
        return {};
    }

    static void join(std::span<word> value, std::span<const word> sent) {
        std::ranges::transform(value, sent, value.begin(), std::bit_or<>{});
    }

    static row_effect replace(std::span<word> value, std::span<const word> sent) {
        const bool is_redundant = std::ranges::equal(value, sent);
        std::ranges::copy(sent, value.begin());
        return {.is_redundant = is_redundant, .is_replaced = true};
    }

    row_effect merge(const schedule_row& row, std::span<word> value, std::span<const word> sent) {
        const std::uint32_t common = first_common(value, sent);
        if (common == parts_) {
            join(value, sent);
            return {};
        }
        const auto is_missing = [](word have, word get) { return (have & ~get) != 0; };
        const bool contains_it =
            std::ranges::mismatch(value, sent, std::not_fn(is_missing)).in1 == value.end();
        return contains_it ? replace(value, sent)
                           : row_effect{.fault = fault_kind::counted_twice,
                                        .text = twice_text(row, common)};
    }

    [[nodiscard]] std::string part_text(std::uint32_t part) const {
        if (schedule_->merges) {
            return fmt::format("chunk {}", part);
        }
        node_id node = 0;
        for (std::uint32_t left = part; !schedule_->is_participant[node] || left > 0; ++node) {
            if (schedule_->is_participant[node]) {
                --left;
            }
        }
        return "node " + schedule_->label(node);
    }

    [[nodiscard]] std::string twice_text(const schedule_row& row, std::uint32_t part) const {
        return fmt::format("node {} would count {} twice {} {}", schedule_->label(row.to),
                           part_text(part), schedule_->merges ? "at" : "in",
                           message_text(*schedule_, row.message, row.piece));
    }

    [[nodiscard]] std::string conflict_text(const schedule_row& row) const {
        return fmt::format("node {} gets {} twice in one slot, once to replace it",
                           schedule_->label(row.to),
                           message_text(*schedule_, row.message, row.piece));
    }

    // The first part that is missing, or too much where the file states the parts; else `parts_`.
    [[nodiscard]] std::uint32_t first_wrong_part(std::uint64_t place) const {
        for (std::uint32_t i = 0; i < words_; ++i) {
            const word wrong = values_[place * words_ + i] ^ needed_word(place, i);
            if (wrong != 0) {
                return first_of(wrong, i);
            }
        }
        return parts_;
    }

    [[nodiscard]] word needed_word(std::uint64_t place, std::uint32_t index) const {
        if (!needed_values_.empty()) {
            return needed_values_[place * words_ + index];
        }
        const std::uint32_t left = parts_ - index * word_bits;
        return left < word_bits ? (word{1} << left) - 1 : ~word{0};
    }

    [[nodiscard]] std::string missing_text(const unmet_need& need, std::uint32_t part,
                                           std::uint64_t place) const {
        const std::uint32_t index = part / word_bits;
        const bool is_missing = (needed_word(place, index) >> (part % word_bits) & 1U) != 0;
        return fmt::format("node {}: {} {} {}{}", schedule_->label(need.node),
                           message_text(*schedule_, need.message, need.piece),
                           is_missing ? "lacks" : "has", schedule_->merges ? "" : "the part of ",
                           part_text(part)) +
               (is_missing ? "" : ", which it should not");
    }

    const foreign_schedule* schedule_;
    cell_table cells_;
    std::uint32_t parts_;
    std::uint32_t words_;
    std::vector<word> values_{};
    std::vector<word> needed_values_{};  // where the file states them
    std::vector<bool> is_needed_{};
    std::vector<slot> last_write_{};  // twice the slot of the last write, plus 1 if it replaced
    std::vector<word> sent_{};        // by row of the step
};

}  // namespace

std::unique_ptr<node_contents> contents_at_start(const foreign_schedule& schedule,
                                                 std::uint64_t most_bytes) {
    if (has_values(schedule)) {
        return std::make_unique<held_values>(schedule, most_bytes);
    }
    return std::make_unique<held_messages>(schedule, most_bytes);
}

}  // namespace tutti
