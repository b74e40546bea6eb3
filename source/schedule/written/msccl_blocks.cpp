#include "msccl_blocks.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_map>

#include "schedule/schedule_contents.hpp"
#include "schedule/untimed/msccl_rules.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Cells of a GPU for messages on their way, of which the first free one is used.
class scratch_cells {
public:
    std::uint32_t take() {
        const std::uint32_t cell = free_.empty() ? size_++ : *free_.begin();
        free_.erase(cell);
        return cell;
    }
    void release(std::uint32_t cell) { free_.insert(cell); }
    [[nodiscard]] std::uint32_t size() const noexcept { return size_; }

private:
    std::set<std::uint32_t> free_;
    std::uint32_t size_ = 0;
};

/// Blocks, while rows are walked over.
class block_builder {
public:
    explicit block_builder(const foreign_schedule& schedule)
        : schedule_{&schedule},
          nodes_{size_as<std::uint32_t>(schedule.is_participant)},
          scratch_(nodes_) {
        program_.gpus.resize(nodes_);
        program_.is_in_place = schedule.collective != schedule_collective::allgather &&
                               schedule.collective != schedule_collective::alltoall;
        // Of an alltoall each GPU has chunks for all, of the others messages come from all.
        const bool are_pairs = schedule.collective == schedule_collective::alltoall;
        program_.chunks_a_loop = narrow((are_pairs ? nodes_ : schedule.messages) * schedule.pieces);
    }

    written_program build() {
        choose_rows();
        if (!program_.is_in_place) {
            copy_own();
        }
        for (auto first = rows_.begin(); first != rows_.end();) {
            const auto last = std::ranges::find_if(first, rows_.end(), [&](const kept_row& each) {
                return each.row.at != first->row.at;
            });
            std::for_each(first, last, [&](const kept_row& each) { add_send(each); });
            std::for_each(first, last, [&](const kept_row& each) { add_receive(each); });
            first = last;
        }
        add_sizes();
        return std::move(program_);
    }

private:
    struct kept_row {
        schedule_row row{};
        std::uint32_t channel = 0;
    };
    /// Message at a node that only passes it on.
    struct passing_message {
        std::uint32_t sends = 0;  // left
        std::uint32_t scratch = msccl_none;
    };

    // Chunks are counted before: they have numbers of 32 bits.
    static std::uint32_t narrow(std::uint64_t number) {
        return remainder_of(number, std::numeric_limits<std::uint32_t>::max());
    }

    [[nodiscard]] std::uint64_t cell_of(node_id node, const schedule_row& row) const {
        return (node * schedule_->messages + row.message) * schedule_->pieces + row.piece;
    }

    // Packets of a pair of nodes in a slot take the copies of its link in their order.
    void choose_rows() {
        const bool are_values = has_values(*schedule_);
        std::vector<bool> is_held(are_values ? 0
                                             : nodes_ * schedule_->messages * schedule_->pieces);
        const auto hold_own = [&](const schedule_holding& holding) {
            for (std::uint32_t piece = 0; piece < schedule_->pieces; ++piece) {
                is_held[cell_of(holding.node, {.message = holding.message, .piece = piece})] = true;
            }
        };
        if (!are_values) {
            for_each_initial(*schedule_, hold_own);
        }
        for (const schedule_row& row : schedule_->rows) {
            if (!are_values) {
                const std::uint64_t cell = cell_of(row.to, row);
                if (is_held[cell]) {
                    continue;
                }
                is_held[cell] = true;
            }
            const bool is_next = !rows_.empty() && rows_.back().row.at == row.at &&
                                 rows_.back().row.from == row.from && rows_.back().row.to == row.to;
            rows_.push_back({.row = row, .channel = is_next ? rows_.back().channel + 1 : 0});
            program_.channels = std::max(program_.channels, rows_.back().channel + 1);
            ++passing_[cell_of(row.from, row)].sends;
        }
    }

    // GPUs bring their own messages to their own output, in copies below the limit of `cnt`.
    void copy_own() {
        constexpr std::uint32_t most_copied = msccl_limits::count - 1;
        const bool are_pairs = schedule_->collective == schedule_collective::alltoall;
        for (std::uint32_t gpu = 0; gpu < nodes_; ++gpu) {
            const std::uint32_t output = gpu * schedule_->pieces;
            const std::uint32_t input = are_pairs ? output : 0;
            for (std::uint32_t done = 0; done < schedule_->pieces; done += most_copied) {
                program_.gpus[gpu].add_copy(
                    {.buffer = msccl_buffer::input, .index = input + done},
                    {.buffer = msccl_buffer::output, .index = output + done},
                    std::min(most_copied, schedule_->pieces - done));
            }
        }
    }

    // Where a node has what it sends, and stores what it gets.
    [[nodiscard]] msccl_place place_of(node_id node, const schedule_row& row) {
        const std::uint64_t nodes = nodes_;
        const auto at = [&](msccl_buffer buffer, std::uint64_t message) {
            return msccl_place{.buffer = buffer,
                               .index = narrow(message * schedule_->pieces + row.piece)};
        };
        if (program_.is_in_place) {
            return at(has_values(*schedule_) ? msccl_buffer::input : msccl_buffer::output,
                      row.message);
        }
        if (schedule_->collective == schedule_collective::allgather) {
            return row.message == node ? at(msccl_buffer::input, 0)
                                       : at(msccl_buffer::output, row.message);
        }
        if (row.message / nodes == node) {
            return at(msccl_buffer::input, row.message % nodes);
        }
        if (row.message % nodes == node) {
            return at(msccl_buffer::output, row.message / nodes);
        }
        passing_message& passing = passing_[cell_of(node, row)];
        if (passing.scratch == msccl_none) {
            passing.scratch = scratch_[node].take();
        }
        return {.buffer = msccl_buffer::scratch, .index = passing.scratch};
    }

    void release_unless_sent(node_id node, const schedule_row& row) {
        const passing_message& passing = passing_[cell_of(node, row)];
        if (passing.scratch != msccl_none && passing.sends == 0) {
            scratch_[node].release(passing.scratch);
        }
    }

    void add_send(const kept_row& each) {
        const schedule_row& row = each.row;
        program_.gpus[row.from].add_send(row.to, each.channel, place_of(row.from, row));
        --passing_[cell_of(row.from, row)].sends;
        release_unless_sent(row.from, row);
    }

    void add_receive(const kept_row& each) {
        const schedule_row& row = each.row;
        program_.gpus[row.to].add_receive(row.from, each.channel,
                                          row.reduces ? msccl_step_type::rrc : msccl_step_type::r,
                                          place_of(row.to, row));
        release_unless_sent(row.to, row);
    }

    void add_sizes() {
        const std::uint32_t all = program_.chunks_a_loop;
        const bool are_gathered = schedule_->collective == schedule_collective::allgather;
        const bool are_scattered = schedule_->collective == schedule_collective::reduce_scatter;
        for (const scratch_cells& scratch : scratch_) {
            program_.chunks.push_back({are_gathered ? schedule_->pieces : all,
                                       are_scattered ? all / nodes_ : all, scratch.size()});
        }
    }

    const foreign_schedule* schedule_;
    std::uint32_t nodes_;
    std::vector<scratch_cells> scratch_;
    std::vector<kept_row> rows_{};
    std::unordered_map<std::uint64_t, passing_message> passing_{};
    written_program program_{};
};

}  // namespace

std::uint32_t msccl_gpu_writer::block_of(std::uint32_t peer, std::uint32_t channel, bool sends) {
    const auto [place, is_new] =
        block_of_.try_emplace({peer, channel, sends}, size_as<std::uint32_t>(blocks_));
    if (is_new) {
        blocks_.push_back({.peer = peer, .channel = channel, .sends = sends});
    }
    return place->second;
}

// Steps of other blocks that the block has waited for before are done. Of several steps to wait
// for, all but the last are left to steps that do nothing else.
msccl_step_name msccl_gpu_writer::add_step(std::uint32_t block, written_step step,
                                           std::span<const msccl_step_name> before) {
    std::map<std::uint32_t, std::uint32_t> latest;
    for (const msccl_step_name& each : before) {
        if (each.block != msccl_none && each.block != block) {
            std::uint32_t& last = latest[each.block];
            last = std::max(last, each.step + 1);
        }
    }
    written_block& here = blocks_[block];
    std::erase_if(latest, [&](const auto& each) {
        std::uint32_t& last = here.waited_for[each.first];
        return std::exchange(last, std::max(last, each.second)) >= each.second;
    });
    for (const auto& [other, end] : latest) {
        blocks_[other].steps[end - 1].is_marked = true;
        step.waits_for = {.block = other, .step = end - 1};
        if (other != latest.rbegin()->first) {
            here.steps.push_back({.waits_for = step.waits_for});
        }
    }
    here.steps.push_back(step);
    return {.block = block, .step = size_as<std::uint32_t>(here.steps) - 1};
}

void msccl_gpu_writer::add_copy(msccl_place source, msccl_place destination, std::uint32_t count) {
    add_step(block_of(msccl_none, 0, false),
             {.type = msccl_step_type::cpy,
              .source = source,
              .destination = destination,
              .count = count},
             {});
}

void msccl_gpu_writer::add_send(std::uint32_t peer, std::uint32_t channel, msccl_place cell) {
    cell_use& use = use_of(cell);
    use.readers.push_back(
        add_step(block_of(peer, channel, true),
                 {.type = msccl_step_type::s, .source = cell, .destination = cell, .count = 1},
                 std::span{&use.writer, 1}));
}

void msccl_gpu_writer::add_receive(std::uint32_t peer, std::uint32_t channel, msccl_step_type type,
                                   msccl_place cell) {
    cell_use& use = use_of(cell);
    std::vector<msccl_step_name> before = use.readers;
    before.push_back(use.writer);
    use = {.writer =
               add_step(block_of(peer, channel, false),
                        {.type = type, .source = cell, .destination = cell, .count = 1}, before)};
}

written_program blocks_of(const foreign_schedule& schedule) {
    return block_builder{schedule}.build();
}

}  // namespace tutti
