#include "row_numbers.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "node/pieces.hpp"
#include "schedule/schedule_contents.hpp"
#include "tutti/catalog/catalogue_packet.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_numbers = std::uint64_t{1} << 31U;
constexpr node_id nobody = std::numeric_limits<node_id>::max();
constexpr std::uint64_t no_number = std::numeric_limits<std::uint64_t>::max();

/// Piece of a message, or value, of a schedule.
struct unit {
    node_id holder = nobody;  // at the start; of values one of them
    node_id needer = nobody;  // another node, or of values any; the last of them
    std::uint64_t holders = 0;
    std::uint64_t needers = 0;  // of values times the parts that each needs
    std::uint64_t number = no_number;
};

/// Units of a schedule, numbered as a run numbers its packets.
class unit_table {
public:
    unit_table(const foreign_schedule& schedule, packet_numbering numbering)
        : schedule_{&schedule},
          numbering_{std::move(numbering)},
          participants_{numbering_.participants.size(numbering_.nodes)},
          units_(schedule.messages * schedule.pieces) {
        find_ends();
        reduces(numbering_.collective) ? number_values() : number_messages();
    }

    [[nodiscard]] std::uint64_t number_of(const schedule_row& row) const {
        const unit& found = units_[place_of(row.message, row.piece)];
        if (found.number == no_number) {
            refuse("{}: {} is for the node that has it; a run has none of these",
                   schedule_->place_of(row.position),
                   message_text(*schedule_, row.message, row.piece));
        }
        return found.number;
    }
    [[nodiscard]] std::uint32_t pieces() const noexcept { return numbering_.pieces; }
    [[nodiscard]] std::uint64_t values() const noexcept { return values_; }

private:
    [[nodiscard]] std::size_t place_of(std::uint64_t message, std::uint32_t piece) const noexcept {
        return message * schedule_->pieces + piece;
    }

    // Calls `visit` for the units of a holding: all pieces, unless the file states each.
    void visit_units(const schedule_holding& holding, const auto& visit) {
        const bool is_stated = schedule_->collective == schedule_collective::stated;
        const std::uint32_t end = is_stated ? holding.piece + 1 : schedule_->pieces;
        for (std::uint32_t piece = is_stated ? holding.piece : 0; piece < end; ++piece) {
            visit(units_[place_of(holding.message, piece)]);
        }
    }

    void find_ends() {
        const bool are_values = reduces(numbering_.collective);
        for_each_initial(*schedule_, [&](const schedule_holding& holding) {
            visit_units(holding, [&](unit& of) {
                // Files may state a holding once for each need.
                of.holders += are_values || of.holder != holding.node ? 1U : 0U;
                of.holder = holding.node;
            });
        });
        for_each_needed(*schedule_, [&](const schedule_holding& holding) {
            visit_units(holding, [&](unit& of) {
                if (are_values || holding.node != of.holder) {
                    of.needer = holding.node;
                    ++of.needers;
                }
            });
        });
    }

    [[noreturn]] void refuse_needs() const {
        refuse("{}: what its nodes have and need is no {} among {}", schedule_->file,
               name_of(numbering_.collective), quantity(participants_, "participant"));
    }

    void require(bool holds) const {
        if (!holds) {
            refuse_needs();
        }
    }

    void number_messages() {
        std::map<std::uint64_t, std::uint32_t> pieces;  // by number of the first
        for (const unit& each : units_) {
            if (each.needers > 0) {
                require_ends(each);
                ++pieces[first_number(each)];
            }
        }
        numbering_.pieces = pieces.empty() ? 1 : pieces.begin()->second;
        for (const auto& [first, count] : pieces) {
            if (count != numbering_.pieces) {
                refuse("{}: messages have {} and {} pieces; a run cuts all into as many",
                       schedule_->file, numbering_.pieces, count);
            }
        }
        require(pieces.size() == message_count());
        if (numbering_.pieces > 1 && participants_ > short_packet::most_cut_number) {
            refuse("{}: messages in pieces among {}; a run has {} of them at most", schedule_->file,
                   quantity(participants_, "participant"), short_packet::most_cut_number);
        }
        if (numbering_.pieces > most_pieces) {
            refuse("{}: a message has {} pieces; {} are the most that a run has", schedule_->file,
                   numbering_.pieces, most_pieces);
        }
        std::map<std::uint64_t, std::uint32_t> next;
        for (unit& each : units_) {
            if (each.needers > 0) {
                each.number =
                    numbering_.number_of(each.holder, each.needer, next[first_number(each)]++);
            }
        }
    }

    // With one piece a message.
    [[nodiscard]] std::uint64_t first_number(const unit& of) const noexcept {
        return packet_numbering{.collective = numbering_.collective, .nodes = numbering_.nodes}
            .number_of(of.holder, of.needer, 0);
    }

    void require_ends(const unit& of) const {
        const node_id root = numbering_.root;
        require(of.holders == 1);
        switch (numbering_.collective) {
            case schedule_collective::broadcast:
                require(of.holder == root && of.needers + 1 == participants_);
                break;
            case schedule_collective::allgather:
            case schedule_collective::successive_broadcasts:
                require(of.needers + 1 == participants_);
                break;
            case schedule_collective::scatter:
                require(of.holder == root && of.needers == 1);
                break;
            case schedule_collective::gather:
                require(of.needer == root && of.needers == 1);
                break;
            default:
                require(of.needers == 1);
        }
    }

    [[nodiscard]] std::uint64_t message_count() const noexcept {
        const std::uint64_t others = participants_ - 1;
        switch (numbering_.collective) {
            case schedule_collective::broadcast:
                return others == 0 ? 0 : 1;
            case schedule_collective::allgather:
            case schedule_collective::successive_broadcasts:
                return others == 0 ? 0 : participants_;
            case schedule_collective::alltoall:
                return participants_ * others;
            default:
                return others;
        }
    }

    void number_values() {
        const bool is_scattered = numbering_.collective == schedule_collective::reduce_scatter;
        const bool is_reduced = numbering_.collective == schedule_collective::reduce;
        const std::uint64_t parts = schedule_->parts > 0 ? participants_ : 1;
        std::vector<std::uint64_t> counts(is_scattered ? participants_ : 1);
        for (unit& each : units_) {
            if (each.holders == 0 && each.needers == 0) {
                continue;  // a number that the file leaves out
            }
            require(each.holders == participants_);
            require(each.needers ==
                    parts * (is_scattered || is_reduced ? 1 : std::uint64_t{participants_}));
            require(!is_reduced || each.needer == numbering_.root);
            const std::uint32_t rank =
                is_scattered ? numbering_.participants.rank_of(each.needer) : 0;
            each.number = counts[rank]++ * counts.size() + rank;
            ++values_;
        }
        require(std::ranges::count(counts, counts.front()) == std::ssize(counts));
    }

    const foreign_schedule* schedule_;
    packet_numbering numbering_;
    std::uint32_t participants_;
    std::vector<unit> units_;
    std::uint64_t values_ = 0;
};

/// Contributions to the values of nodes, of which rows send partial ones or results.
class contribution_counts {
public:
    contribution_counts(const packet_numbering& numbering, std::uint64_t values)
        : all_{numbering.participants.size(numbering.nodes)},
          values_{values},
          counts_(numbering.nodes * values) {
        for (const node_id node : numbering.participants.nodes(numbering.nodes)) {
            std::fill_n(counts_.begin() + std::ptrdiff_t(node * values), values, 1);
        }
    }

    // Takes the rows of a slot, which all read what was there before it; true of those that send
    // results.
    std::vector<bool> take(std::span<const schedule_row> rows,
                           std::span<const std::uint64_t> numbers,
                           const foreign_schedule& schedule) {
        std::vector<std::uint32_t> sent;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            sent.push_back(counts_[rows[i].from * values_ + numbers[i]]);
        }
        std::vector<bool> are_results;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::uint32_t& received = counts_[rows[i].to * values_ + numbers[i]];
            const bool adds = rows[i].reduces || received == 0;
            if (!adds && sent[i] != all_) {
                refuse(
                    "{}: slot {}: a sum of {} of {} values replaces one of {}; a run replaces sums "
                    "by results only",
                    schedule.place_of(rows[i].position), rows[i].at, sent[i], all_, received);
            }
            received = adds ? received + sent[i] : sent[i];
            are_results.push_back(!adds);
        }
        return are_results;
    }

private:
    std::uint32_t all_;
    std::uint64_t values_;
    std::vector<std::uint32_t> counts_;
};

// Rows of a pair of nodes and a slot follow each other, and take its parallel links in turn: one
// direction the first, and the other the last, so that they do not meet where each link has one
// direction in a slot.
class row_links {
public:
    explicit row_links(const link_table& links) noexcept : links_{&links} {}

    [[nodiscard]] link_id of(const schedule_row& row) {
        const bool is_next = row.at == last_.at && row.from == last_.from && row.to == last_.to;
        taken_ = is_next ? taken_ + 1 : 0;
        last_ = row;
        if (row.from < row.to) {
            return links_->between(row.from, row.to) + taken_;
        }
        return (*links_)[last_between(row.to, row.from) - taken_].reverse;
    }

private:
    [[nodiscard]] link_id last_between(node_id from, node_id to) const {
        link_id link = links_->between(from, to);
        while (link + 1 < links_->first(from) + links_->degree(from) &&
               (*links_)[link + 1].to == to) {
            ++link;
        }
        return link;
    }

    const link_table* links_;
    schedule_row last_{.at = 0};
    link_id taken_ = 0;
};

std::size_t end_of_slot(std::span<const schedule_row> rows, std::size_t first) {
    std::size_t end = first;
    while (end < rows.size() && rows[end].at == rows[first].at) {
        ++end;
    }
    return end;
}

// Adds `result_flag` to the numbers of results.
void mark_results(const foreign_schedule& schedule, const packet_numbering& numbering,
                  std::uint64_t values, std::vector<std::uint64_t>& numbers) {
    contribution_counts counts{numbering, values};
    const std::span rows{schedule.rows};
    for (std::size_t first = 0; first < rows.size();) {
        const std::size_t count = end_of_slot(rows, first) - first;
        const auto are_results = counts.take(rows.subspan(first, count),
                                             std::span{numbers}.subspan(first, count), schedule);
        for (std::size_t i = 0; i < count; ++i) {
            numbers[first + i] += are_results[i] ? result_flag : 0;
        }
        first += count;
    }
}

}  // namespace

numbered_rows number_rows(const foreign_schedule& schedule, const link_table& links,
                          const packet_numbering& numbering) {
    const unit_table units{schedule, numbering};
    numbered_rows numbered{.pieces = units.pieces(), .values = units.values()};
    std::vector<std::uint64_t> numbers;
    for (const schedule_row& row : schedule.rows) {
        numbers.push_back(units.number_of(row));
        if (numbers.back() >= most_numbers) {
            refuse("{}: a run numbers {} packets at most; it has more", schedule.file,
                   grouped(most_numbers));
        }
    }
    if (numbered.values > short_packet::most_number) {
        refuse("{}: {} values; a run has {} at most", schedule.file, grouped(numbered.values),
               grouped(short_packet::most_number));
    }
    if (reduces(numbering.collective)) {
        mark_results(schedule, numbering, numbered.values, numbers);
    }
    row_links ports{links};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbered.sends.push_back(
            {.slot = remainder_of(schedule.rows[i].at, std::uint32_t{1} << 31U),
             .link = ports.of(schedule.rows[i]),
             .packet = remainder_of(numbers[i], ~std::uint32_t{0})});
    }
    std::ranges::sort(numbered.sends);
    return numbered;
}

}  // namespace tutti
