#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "schedule/schedule_contents.hpp"
#include "schedule_text.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Text of a program whose sends require the receives that made what they send.
class goal_writer {
public:
    goal_writer(const foreign_schedule& schedule, std::uint64_t packet_bytes)
        : schedule_{&schedule},
          packet_bytes_{packet_bytes},
          has_values_{has_values(schedule)},
          ranks_(schedule.node_count()) {
        for_each_initial(schedule, [&](const schedule_holding& holding) {
            for (std::uint32_t piece = 0; piece < schedule.pieces; ++piece) {
                cells_[cell_of(holding.node, holding.message, piece)].has_own = true;
            }
        });
    }

    /// Within a slot, all send before any receives. A packet has the number of its row.
    std::string text() {
        const auto& rows = schedule_->rows;
        for (std::size_t first = 0; first < rows.size();) {
            std::size_t end = first;
            for (; end < rows.size() && rows[end].at == rows[first].at; ++end) {
                add_send(rows[end], end);
            }
            for (; first < end; ++first) {
                add_receive(rows[first], first);
            }
        }
        std::string text = fmt::format("num_ranks {}\n", ranks_.size());
        for (std::size_t rank = 0; rank < ranks_.size(); ++rank) {
            text += fmt::format("\nrank {} {{\n{}}}\n", rank, ranks_[rank]);
        }
        return text;
    }

private:
    /// What a node has of a piece.
    struct cell {
        bool has_own = false;              ///< at the start
        std::vector<std::size_t> parts{};  ///< packets that brought it, or all parts of the value
    };
    /// The last packet of a pair of nodes, and the number of all.
    struct last_packet {
        std::size_t packet = 0;
        std::uint64_t count = 0;
    };

    [[nodiscard]] std::uint64_t cell_of(node_id node, std::uint64_t message,
                                        std::uint32_t piece) const {
        return (node * schedule_->messages + message) * schedule_->pieces + piece;
    }

    void add_send(const schedule_row& row, std::size_t packet) {
        last_packet& last = last_of_[{row.from, row.to}];
        std::string& rank = ranks_[row.from];
        rank +=
            fmt::format("s{}: send {}b to {} tag {}\n", packet, packet_bytes_, row.to, last.count);
        for (const std::size_t part : cells_[cell_of(row.from, row.message, row.piece)].parts) {
            rank += fmt::format("s{} requires r{}\n", packet, part);
            count_requirement();
        }
        if (last.count > 0) {
            rank += fmt::format("s{} irequires s{}\n", packet, last.packet);
        }
        last = {.packet = packet, .count = last.count + 1};
        tags_.push_back(last.count - 1);
    }

    void add_receive(const schedule_row& row, std::size_t packet) {
        ranks_[row.to] += fmt::format("r{}: recv {}b from {} tag {}\n", packet, packet_bytes_,
                                      row.from, tags_[packet]);
        cell& received = cells_[cell_of(row.to, row.message, row.piece)];
        if (has_values_ && !row.reduces) {
            received.parts.clear();
        }
        if (has_values_ || (!received.has_own && received.parts.empty())) {
            received.parts.push_back(packet);
        }
    }

    void count_requirement() {
        if (++requirements_ > most_schedule_rows) {
            refuse_schedule(schedule_->file,
                            fmt::format("GOAL would have more than {} requirements",
                                        grouped(most_schedule_rows)));
        }
    }

    const foreign_schedule* schedule_;
    std::uint64_t packet_bytes_;
    bool has_values_;
    std::vector<std::string> ranks_;  // statements
    std::unordered_map<std::uint64_t, cell> cells_{};
    std::map<std::pair<node_id, node_id>, last_packet> last_of_{};
    std::vector<std::uint64_t> tags_{};  // by packet
    std::uint64_t requirements_ = 0;
};

}  // namespace

std::string to_goal(const foreign_schedule& schedule, std::uint64_t packet_bytes) {
    if (schedule.rows.size() > most_schedule_rows / 2) {
        refuse_schedule(
            schedule.file,
            fmt::format("GOAL would have a send and a receive for each of {}; at most {}",
                        quantity(schedule.rows.size(), "row"), grouped(most_schedule_rows / 2)));
    }
    return goal_writer{schedule, packet_bytes}.text();
}

bool is_goal_line(std::string_view line) noexcept { return line.starts_with("num_ranks "); }

}  // namespace tutti
