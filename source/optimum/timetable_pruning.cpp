#include "timetable_pruning.hpp"

#include <algorithm>
#include <ranges>
#include <span>
#include <utility>

namespace tutti {
namespace {

// Backwards: what a node needs it was sent by one that needed it before.
timetable rows_to_destinations(const optimum_question& question, const timetable& rows) {
    std::vector<std::vector<bool>> is_needed(question.packets.size(),
                                             std::vector<bool>(question.nodes));
    for (std::size_t i = 0; i < question.packets.size(); ++i) {
        for (const node_id destination : question.packets[i].destinations) {
            is_needed[i][destination] = true;
        }
    }
    timetable useful;
    for (const timetable_row& row : rows | std::views::reverse) {
        const auto [from, to] = question.links[row.link];
        if (is_needed[row.packet][to]) {
            is_needed[row.packet][from] = true;
            useful.push_back(row);
        }
    }
    std::ranges::reverse(useful);
    return useful;
}

/// Contributors to the values at nodes.
class accumulators {
public:
    explicit accumulators(const optimum_question& question)
        : question_{&question},
          sets_(question.values * question.nodes, std::vector<bool>(question.participants.size())) {
        for (std::uint32_t value = 0; value < question.values; ++value) {
            for (std::size_t i = 0; i < question.participants.size(); ++i) {
                of(value, question.participants[i])[i] = true;
            }
        }
    }

    // Takes the rows of a slot, which read what was there before; those that carry something.
    timetable take(std::span<const timetable_row> rows) {
        const std::vector<std::vector<bool>> before = sets_;
        timetable useful;
        for (const timetable_row& row : rows) {
            const auto [from, to] = question_->links[row.link];
            const std::vector<bool>& carried = before[position_of(row.packet, from)];
            std::vector<bool>& there = of(row.packet, to);
            if (std::ranges::count(carried, true) == 0) {
                continue;
            }
            if (!row.reduces) {
                there = carried;
                useful.push_back(row);
                continue;
            }
            const std::vector<bool> old = there;
            for (std::size_t i = 0; i < there.size(); ++i) {
                there[i] = there[i] || carried[i];
            }
            if (there != old) {
                useful.push_back(row);
            }
        }
        return useful;
    }

private:
    [[nodiscard]] std::size_t position_of(std::uint32_t value, node_id node) const noexcept {
        return value * question_->nodes + node;
    }
    [[nodiscard]] std::vector<bool>& of(std::uint32_t value, node_id node) {
        return sets_[position_of(value, node)];
    }

    const optimum_question* question_;
    std::vector<std::vector<bool>> sets_;
};

timetable rows_that_carry(const optimum_question& question, const timetable& rows) {
    accumulators values{question};
    timetable useful;
    const std::span all{rows};
    for (std::size_t first = 0; first < rows.size();) {
        std::size_t end = first;
        while (end < rows.size() && rows[end].at == rows[first].at) {
            ++end;
        }
        const timetable carrying = values.take(all.subspan(first, end - first));
        useful.insert(useful.end(), carrying.begin(), carrying.end());
        first = end;
    }
    return useful;
}

}  // namespace

timetable useful_rows(const optimum_question& question, const timetable& rows) {
    switch (question.kind) {
        case question_kind::moves:
        case question_kind::in_order:
            return rows_to_destinations(question, rows);
        case question_kind::allreduce:
            return rows_that_carry(question, rows);
        case question_kind::barrier:
            break;
    }
    return rows;
}

}  // namespace tutti
