#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "schedule/schedule_contents.hpp"
#include "schedule_text.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Values of all nodes as sets of their contributors, while rows are walked over.
///
/// A reader of the format tells copies from sums by the sets alone: it adds what is disjoint, and
/// replaces what is contained. Both are the union.
class value_union {
public:
    explicit value_union(const foreign_schedule& schedule)
        : schedule_{&schedule},
          words_{divided_up(part_count(schedule), word_bits)},
          sets_(cell_count() * words_) {
        for_each_initial(schedule, [&](const schedule_holding& holding) {
            for (std::uint32_t piece = 0; piece < schedule.pieces; ++piece) {
                set_of(holding.node, holding.message, piece)[holding.part / word_bits] |=
                    word{1} << (holding.part % word_bits);
            }
        });
    }

    /// Applies the rows of a slot. @throws std::invalid_argument at one that is no such union
    void apply(std::span<const schedule_row> rows) {
        sent_.clear();
        for (const schedule_row& row : rows) {
            const auto sent = set_of(row.from, row.message, row.piece);
            sent_.insert(sent_.end(), sent.begin(), sent.end());
        }
        for (std::size_t i = 0; i < rows.size(); ++i) {
            apply(rows[i], std::span{sent_}.subspan(i * words_, words_));
        }
    }

private:
    using word = std::uint64_t;
    static constexpr std::uint32_t word_bits = 64;

    [[nodiscard]] std::uint64_t cell_count() const {
        return schedule_->node_count() * schedule_->messages * schedule_->pieces;
    }

    std::span<word> set_of(node_id node, std::uint64_t message, std::uint32_t piece) {
        const std::uint64_t cell =
            (node * schedule_->messages + message) * schedule_->pieces + piece;
        return std::span{sets_}.subspan(cell * words_, words_);
    }

    void apply(const schedule_row& row, std::span<const word> sent) {
        const std::span<word> received = set_of(row.to, row.message, row.piece);
        bool contains_it = true;
        bool is_disjoint = true;
        for (std::uint32_t i = 0; i < words_; ++i) {
            contains_it = contains_it && (received[i] & ~sent[i]) == 0;
            is_disjoint = is_disjoint && (received[i] & sent[i]) == 0;
        }
        if (!contains_it && !(row.reduces && is_disjoint)) {
            refuse_schedule(
                schedule_->file,
                fmt::format("slot {}: {}->{}: {} {}; msccl JSON cannot say that", row.at, row.from,
                            row.to, message_text(*schedule_, row.message, row.piece),
                            row.reduces ? "is added to one with the same contributions"
                                        : "replaces one that it does not contain"));
        }
        std::ranges::transform(received, sent, received.begin(), std::bit_or<>{});
    }

    const foreign_schedule* schedule_;
    std::uint32_t words_;
    std::vector<word> sets_;
    std::vector<word> sent_{};
};

/// Names in the format, in the order of `schedule_collective`, and of runtimes.
struct collective_words {
    std::string_view name;
    std::string_view runtime_name;
    bool has_root = false;
};
constexpr std::array<collective_words, 10> words_of_collectives{{
    {},
    {.name = "Allgather", .runtime_name = "allgather"},
    {.name = "Alltoall", .runtime_name = "alltoall"},
    {.name = "Broadcast", .runtime_name = "broadcast", .has_root = true},
    {.name = "Scatter", .runtime_name = "scatter", .has_root = true},
    {.name = "Gather", .runtime_name = "gather", .has_root = true},
    {.name = "Allreduce", .runtime_name = "allreduce"},
    {.name = "Reduce", .runtime_name = "reduce", .has_root = true},
    {.name = "ReduceScatter", .runtime_name = "reduce_scatter"},
    {},
}};

/// The rows that follow each other in one slot, from a given one on.
std::span<const schedule_row> rows_of_slot(std::span<const schedule_row> rows, std::size_t first) {
    const auto begin = rows.subspan(first);
    const auto end = std::ranges::find_if(
        begin, [&](const schedule_row& row) { return row.at != rows[first].at; });
    return begin.first(position_at(begin, end));
}

/// Text of an algorithm, with a line for each step, chunk and row of links.
class msccl_json_writer {
public:
    explicit msccl_json_writer(const foreign_schedule& schedule) : schedule_{&schedule} {
        for_each_initial(schedule, [&](const schedule_holding& holding) {
            chunks_[{holding.message, holding.part}].push_back(holding.node);
            inputs_[holding.node].push_back(holding.message);
        });
        for_each_needed(schedule, [&](const schedule_holding& holding) {
            needs_[holding.message].push_back(holding.node);
            outputs_[holding.node].push_back(holding.message);
        });
        check_size();
    }

    std::string text() {
        text_ = "{\"msccl_type\":\"algorithm\",\n";
        add_member("name", boost::json::string{collective_name()});
        add_member("instance", {{"msccl_type", "instance"},
                                {"steps", schedule_->slots()},
                                {"extra_rounds", 0},
                                {"chunks", schedule_->pieces},
                                {"pipeline", nullptr},
                                {"extra_memory", nullptr},
                                {"allow_exchange", false}});
        add_member("input_map", addresses_of(inputs_));
        add_member("output_map", addresses_of(outputs_));
        add_steps();
        add_collective();
        add_topology();
        text_ += "}\n";
        return std::move(text_);
    }

private:
    using messages_of_nodes = std::map<node_id, std::vector<std::uint64_t>>;

    // A file that is longer could not be read again.
    void check_size() const {
        constexpr std::uint64_t most_numbers = std::uint64_t{1} << 26U;
        constexpr slot most_steps = slot{1} << 22U;
        const std::uint64_t nodes = schedule_->node_count();
        std::uint64_t numbers = nodes * nodes + 3 * schedule_->rows.size();
        for (const auto& [chunk, holders] : chunks_) {
            const auto needed = needs_.find(chunk.first);
            numbers += holders.size() * (1 + schedule_->pieces) +
                       (needed == needs_.end() ? 0 : needed->second.size());
        }
        for (const auto& [node, messages] : outputs_) {
            numbers += messages.size() * schedule_->pieces;
        }
        if (numbers > most_numbers) {
            refuse_schedule(schedule_->file,
                            fmt::format("msccl JSON would have {} numbers; at most {}",
                                        grouped(numbers), grouped(most_numbers)));
        }
        if (schedule_->slots() > most_steps) {
            refuse_schedule(schedule_->file,
                            fmt::format("msccl JSON would have {} steps; at most {}",
                                        grouped(schedule_->slots()), grouped(most_steps)));
        }
        if (schedule_->messages > most_schedule_rows / schedule_->pieces) {
            refuse_schedule(
                schedule_->file,
                fmt::format("msccl JSON would have {} messages of {}; at most {} in all",
                            grouped(schedule_->messages), quantity(schedule_->pieces, "piece"),
                            grouped(most_schedule_rows)));
        }
    }

    [[nodiscard]] const collective_words& words() const {
        return words_of_collectives.at(to_underlying(schedule_->collective));
    }

    [[nodiscard]] std::string collective_name() const {
        return fmt::format(
            "{}(n={}{})", words().name, schedule_->node_count(),
            words().has_root ? fmt::format(",root={}", schedule_->root) : std::string{});
    }

    void add_member(std::string_view name, const boost::json::value& value) {
        text_ += fmt::format("\"{}\":{},\n", name, serialized(value));
    }

    // The last line of the list has no comma behind it.
    void add_line(bool is_first, const boost::json::value& value) {
        text_ += fmt::format("{}{}", is_first ? "" : ",\n", serialized(value));
    }

    [[nodiscard]] boost::json::object addresses_of(const messages_of_nodes& messages) const {
        boost::json::object addresses;
        for (const auto& [node, messages_of_node] : messages) {
            boost::json::array& list =
                addresses.emplace(fmt::format("{}", node), boost::json::array{})
                    .first->value()
                    .get_array();
            for (const std::uint64_t message : messages_of_node) {
                for (std::uint32_t piece = 0; piece < schedule_->pieces; ++piece) {
                    list.emplace_back(message * schedule_->pieces + piece);
                }
            }
        }
        return addresses;
    }

    // A slot without rows is a step without sends.
    void add_steps() {
        text_ += "\"steps\":[\n";
        std::span<const schedule_row> left{schedule_->rows};
        for (slot at = 1; at <= schedule_->slots(); ++at) {
            const auto rows = left.front().at == at ? rows_of_slot(left, 0) : left.first(0);
            add_line(at == 1, {{"msccl_type", "step"},
                               {"rounds", 1},
                               {"sends", array_of(rows, [&](const schedule_row& row) {
                                    return boost::json::array{
                                        row.message * schedule_->pieces + row.piece, row.from,
                                        row.to};
                                })}});
            left = left.subspan(rows.size());
        }
        text_ += "\n],\n";
    }

    void add_collective() {
        text_ += fmt::format(
            "\"collective\":{{\"msccl_type\":\"collective\",\"name\":\"{}\",\"nodes\":{},"
            "\"chunks\":[\n",
            collective_name(), schedule_->node_count());
        bool is_first = true;
        for (const auto& [chunk, nodes] : chunks_) {
            add_line(is_first, {{"msccl_type", "chunk"},
                                {"pre", boost::json::value_from(nodes)},
                                {"post", boost::json::value_from(needs_[chunk.first])},
                                {"addr", chunk.first}});
            is_first = false;
        }
        text_ +=
            fmt::format("\n],\"triggers\":{{}},\"runtime_name\":\"{}\"}},\n", words().runtime_name);
    }

    // Links are numbers of copies, by receiver and sender.
    void add_topology() {
        text_ += fmt::format(
            "\"topology\":{{\"msccl_type\":\"topology\",\"name\":{},\"switches\":[],\"links\":[\n",
            serialized_text(schedule_->is_network_named ? schedule_->network_text : "graph"));
        const auto nodes = size_as<node_id>(schedule_->is_participant);
        for (node_id to = 0; to < nodes; ++to) {
            boost::json::array copies;
            for (node_id from = 0; from < nodes; ++from) {
                copies.emplace_back(schedule_->links.capacity(from, to));
            }
            add_line(to == 0, copies);
        }
        text_ += "\n]}";
    }

    const foreign_schedule* schedule_;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::vector<node_id>> chunks_{};
    std::map<std::uint64_t, std::vector<node_id>> needs_{};
    messages_of_nodes inputs_{};
    messages_of_nodes outputs_{};
    std::string text_{};
};

}  // namespace

std::string to_msccl_json(const foreign_schedule& schedule) {
    if (reduces(schedule.collective)) {
        value_union values{schedule};
        const std::span<const schedule_row> rows{schedule.rows};
        for (std::size_t first = 0; first < rows.size();) {
            const auto of_slot = rows_of_slot(rows, first);
            values.apply(of_slot);
            first += of_slot.size();
        }
    }
    return msccl_json_writer{schedule}.text();
}

bool is_msccl_json_line(std::string_view line) noexcept {
    return line.starts_with("{\"msccl_type\"");
}

}  // namespace tutti
