#include "tighten.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "schedule_contents.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Last uses of a cell, in new slots.
struct cell_use {
    slot written = 0;
    bool is_sum = false;  ///< the last write added
    slot read = 0;
    slot readers_at = 0;        ///< old slot in which rows read it that have not moved yet
    std::uint32_t readers = 0;  ///< number of these rows
};

/// Earlier slots for rows, one after another.
class row_mover {
public:
    explicit row_mover(foreign_schedule& schedule)
        : schedule_{&schedule}, has_values_{has_values(schedule)} {}

    void move_all() {
        const std::span rows{schedule_->rows};
        for (std::size_t first = 0; first < rows.size();) {
            std::size_t end = first;
            while (end < rows.size() && rows[end].at == rows[first].at) {
                count_reader(rows[end]);
                ++end;
            }
            for (schedule_row& row : rows.subspan(first, end - first)) {
                move(row);
            }
            first = end;
        }
        std::ranges::sort(schedule_->rows);
        schedule_->step_ends.clear();
    }

private:
    // Nodes and messages of all rows fit 64 bits, as their contents are tables by them.
    cell_use& use_of(node_id node, const schedule_row& row) {
        return uses_[(row.message * schedule_->pieces + row.piece) * schedule_->node_count() +
                     node];
    }

    void count_reader(const schedule_row& row) {
        cell_use& use = use_of(row.from, row);
        use.readers = use.readers_at == row.at ? use.readers + 1 : 1;
        use.readers_at = row.at;
    }

    void move(schedule_row& row) {
        const slot old = row.at;
        cell_use& sent = use_of(row.from, row);
        --sent.readers;
        slot earliest = has_values_ ? earliest_value(row, sent) : sent.written + 1;
        earliest = free_slot(row, std::min(earliest, old), old);
        row.at = earliest;
        sent.read = std::max(sent.read, earliest);
        cell_use& received = use_of(row.to, row);
        if (has_values_ || received.written == 0 || earliest < received.written) {
            received.written = earliest;
        }
        received.is_sum = row.reduces;
    }

    // A value that others still read in this slot is not replaced earlier.
    [[nodiscard]] slot earliest_value(const schedule_row& row, const cell_use& sent) {
        const cell_use& received = use_of(row.to, row);
        if (received.readers_at == row.at && received.readers > 0) {
            return row.at;
        }
        const bool may_share = received.is_sum && row.reduces;
        const slot own = sent.written < row.at ? sent.written + 1 : row.at;
        return std::max(
            {own, received.read, received.written + (may_share || received.written == 0 ? 0 : 1)});
    }

    // The first slot from `earliest` in which the link has a place; `old` has one.
    slot free_slot(const schedule_row& row, slot earliest, slot old) {
        auto& loads = loads_[std::uint64_t{row.from} << 32U | row.to];
        const std::uint32_t capacity = schedule_->links.capacity(row.from, row.to);
        while (earliest < old && loads[earliest] >= capacity) {
            ++earliest;
        }
        ++loads[earliest];
        return earliest;
    }

    foreign_schedule* schedule_;
    bool has_values_;
    std::unordered_map<std::uint64_t, cell_use> uses_{};
    std::unordered_map<std::uint64_t, std::unordered_map<slot, std::uint32_t>> loads_{};
};

/// Messages of a file that states them, named by the nodes that have and need them.
class stated_names {
public:
    explicit stated_names(foreign_schedule& schedule)
        : schedule_{&schedule}, collective_{parse_schedule_collective(schedule.collective_text)} {}

    // Messages of an allgather are those of their origins, of an alltoall those of pairs, and those
    // of one number are its pieces. Values have numbers one after the other.
    void rename() {
        find_ends();
        for (const auto& [unit, ends] : ends_) {
            const std::uint64_t group = group_of(ends);
            names_[unit] = {group, counts_[group]++};
        }
        for (schedule_row& row : schedule_->rows) {
            std::tie(row.message, row.piece) = name_of_unit({row.message, row.piece});
        }
        schedule_->collective = collective_;
        schedule_->parts = 0;
        schedule_->merges = false;
        schedule_->root =
            starts_at_root() ? ends_.begin()->second.holder : ends_.begin()->second.needer;
        schedule_->pieces = reduces(collective_) ? 1 : most_in_a_group();
        set_messages(*schedule_, reduces(collective_) ? ends_.size() : 1);
        std::ranges::sort(schedule_->rows);
    }

private:
    using cell = std::pair<std::uint64_t, std::uint32_t>;
    struct unit_ends {
        node_id holder = 0;
        node_id needer = 0;  // of several the last
    };

    void find_ends() {
        for (const schedule_holding& holding : schedule_->initial) {
            ends_[{holding.message, holding.piece}] = {holding.node, holding.node};
        }
        for (const schedule_holding& need : schedule_->needed) {
            unit_ends& ends = ends_[{need.message, need.piece}];
            ends.needer =
                need.node == ends.holder && !reduces(collective_) ? ends.needer : need.node;
        }
    }

    [[nodiscard]] std::uint64_t group_of(const unit_ends& ends) const {
        switch (collective_) {
            case schedule_collective::alltoall:
                return std::uint64_t{ends.holder} * schedule_->node_count() + ends.needer;
            case schedule_collective::scatter:
            case schedule_collective::reduce_scatter:
                return ends.needer;
            case schedule_collective::allgather:
            case schedule_collective::successive_broadcasts:
            case schedule_collective::gather:
                return ends.holder;
            default:
                return 0;
        }
    }

    // Of reduce-scatter the values of a node follow those of the nodes before it.
    [[nodiscard]] cell name_of_unit(const cell& unit) const {
        const cell name = names_.at(unit);
        if (!reduces(collective_)) {
            return name;
        }
        std::uint64_t before = 0;
        for (const auto& [group, count] : counts_) {
            before += group < name.first ? count : 0;
        }
        return {before + name.second, 0};
    }

    [[nodiscard]] bool starts_at_root() const noexcept {
        return collective_ != schedule_collective::gather &&
               collective_ != schedule_collective::reduce;
    }

    [[nodiscard]] std::uint32_t most_in_a_group() const {
        std::uint32_t most = 1;
        for (const auto& [group, count] : counts_) {
            most = std::max(most, count);
        }
        return most;
    }

    foreign_schedule* schedule_;
    schedule_collective collective_;
    std::map<cell, unit_ends> ends_{};
    std::map<cell, cell> names_{};
    std::map<std::uint64_t, std::uint32_t> counts_{};  // units by group
};

std::string csv_label(const foreign_schedule& schedule, std::uint64_t node) {
    std::string label = schedule.label(remainder_of(node, ~node_id{0}));
    if (label.find_first_of(",\"") == label.npos) {
        return label;
    }
    std::string quoted = "\"";
    for (const char symbol : label) {
        quoted.append(symbol == '"' ? 2 : 1, symbol);
    }
    return quoted + '"';
}

std::string csv_message(const foreign_schedule& schedule, std::uint64_t message) {
    if (schedule.noun == message_noun::pair) {
        return fmt::format("{}:{}", csv_label(schedule, message / schedule.node_count()),
                           csv_label(schedule, message % schedule.node_count()));
    }
    return schedule.noun == message_noun::value ||
                   schedule.collective == schedule_collective::broadcast
               ? fmt::format("{}", message)
               : csv_label(schedule, message);
}

std::string csv_settings(const foreign_schedule& schedule) {
    std::string text;
    if (schedule.is_network_named) {
        text += fmt::format("# network: {}\n", schedule.network_text);
    }
    text +=
        fmt::format("# collective: {}\n# root: {}\n# pieces: {}\n", name_of(schedule.collective),
                    csv_label(schedule, schedule.root), schedule.pieces);
    if (schedule.noun == message_noun::value) {
        text += fmt::format("# values: {}\n", schedule.messages);
    }
    if (schedule.may_overlap) {
        text += "# operator: max\n";
    }
    if (schedule.participant_count() < schedule.node_count()) {
        std::string nodes;
        for (node_id node = 0; node < schedule.node_count(); ++node) {
            if (schedule.is_participant[node]) {
                nodes += fmt::format("{}{}", nodes.empty() ? "" : ",", csv_label(schedule, node));
            }
        }
        text += fmt::format("# participants: nodes:{}\n", nodes);
    }
    return text;
}

}  // namespace

void tighten(foreign_schedule& schedule) { row_mover{schedule}.move_all(); }

bool is_csv_line(std::string_view line) noexcept {
    return line.starts_with('#') || line.starts_with("slot,from,to,message");
}

std::string to_csv(const foreign_schedule& original) {
    foreign_schedule schedule = original;
    if (schedule.collective == schedule_collective::stated) {
        stated_names{schedule}.rename();
    }
    const bool has_sums = schedule.noun == message_noun::value;
    const bool has_pieces = schedule.pieces > 1;
    std::string text = csv_settings(schedule);
    text += fmt::format("slot,from,to,message{}{}\n", has_pieces ? ",piece" : "",
                        has_sums ? ",reduce" : "");
    for (const schedule_row& row : schedule.rows) {
        text += fmt::format("{},{},{},{}", row.at, csv_label(schedule, row.from),
                            csv_label(schedule, row.to), csv_message(schedule, row.message));
        text += has_pieces ? fmt::format(",{}", row.piece) : "";
        text += has_sums ? (row.reduces ? ",1" : ",0") : "";
        text += '\n';
    }
    return text;
}

}  // namespace tutti
