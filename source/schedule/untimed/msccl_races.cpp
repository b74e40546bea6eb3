#include "msccl_races.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "step_order.hpp"

namespace tutti {
namespace {

// Pairs of steps that touch a cell, with the cell's name in the first of them.
using touching_pairs = std::map<step_pair, msccl_place>;

// Finds the pairs whose order decides about the contents. Steps come in an order that agrees with
// all that is known of it.
class cell_accesses {
public:
    cell_accesses(const msccl_program& program, const msccl_cells& cells)
        : program_{&program}, cells_{&cells}, of_cell_(cells.size()) {}

    void add(std::uint32_t step);
    [[nodiscard]] std::vector<std::pair<step_pair, msccl_place>>& pairs() noexcept {
        return pairs_;
    }

private:
    static constexpr std::uint32_t end = msccl_none;
    struct cell {
        std::uint32_t last_write = end;
        std::uint32_t last_read = end;  // number in `reads_`
    };
    struct read {
        std::uint32_t step = 0;
        std::uint32_t before = end;  // the read before, since the last write
    };

    void add_read(std::uint32_t step, std::uint32_t number, msccl_place place);
    void add_write(std::uint32_t step, std::uint32_t number, msccl_place place);
    void add_pair(std::uint32_t before, std::uint32_t step, msccl_place place);

    const msccl_program* program_;
    const msccl_cells* cells_;
    std::vector<cell> of_cell_;
    std::vector<read> reads_;
    std::vector<std::pair<step_pair, msccl_place>> pairs_;
};

void cell_accesses::add_pair(std::uint32_t before, std::uint32_t step, msccl_place place) {
    if (before != end && program_->steps[before].block != program_->steps[step].block) {
        pairs_.emplace_back(step_pair{before, step}, place);
    }
}

void cell_accesses::add_read(std::uint32_t step, std::uint32_t number, msccl_place place) {
    cell& here = of_cell_[number];
    add_pair(here.last_write, step, place);
    reads_.push_back({.step = step, .before = here.last_read});
    here.last_read = size_as<std::uint32_t>(reads_) - 1;
}

void cell_accesses::add_write(std::uint32_t step, std::uint32_t number, msccl_place place) {
    cell& here = of_cell_[number];
    add_pair(here.last_write, step, place);
    for (std::uint32_t i = here.last_read; i != end; i = reads_[i].before) {
        add_pair(reads_[i].step, step, place);
    }
    here = {.last_write = step, .last_read = end};
}

void cell_accesses::add(std::uint32_t step) {
    const msccl_step& here = program_->steps[step];
    for (std::uint32_t k = 0; k < here.count; ++k) {
        const msccl_place source{.buffer = here.source.buffer, .index = here.source.index + k};
        const msccl_place destination{.buffer = here.destination.buffer,
                                      .index = here.destination.index + k};
        if (here.kind().reads_source) {
            add_read(step, cells_->source(step) + k, source);
        }
        if (here.kind().writes) {
            add_write(step, cells_->destination(step) + k, destination);
        }
    }
}

step_order order_of(const msccl_program& program, const msccl_run& run) {
    std::vector<step_pair> before = run.hops();
    for (std::uint32_t i = 0; i < program.steps.size(); ++i) {
        if (i > program.blocks[program.steps[i].block].first_step) {
            before.emplace_back(i - 1, i);
        }
        if (program.steps[i].dependency != msccl_none) {
            before.emplace_back(program.steps[i].dependency, i);
        }
    }
    return {program.steps.size(), before};
}

// True if a step waits for another, or one before it in its block does.
class direct_waits {
public:
    explicit direct_waits(const msccl_program& program) : program_{&program} {}

    /// Notes what a step waits for. Steps of a block come in their order.
    void add(std::uint32_t step) {
        const msccl_step& here = program_->steps[step];
        if (here.dependency != msccl_none) {
            std::uint32_t& last = last_of_[{here.block, program_->steps[here.dependency].block}];
            last = std::max(last, here.dependency + 1);
        }
    }
    [[nodiscard]] bool has(const step_pair& pair) const {
        const auto found =
            last_of_.find({program_->steps[pair.second].block, program_->steps[pair.first].block});
        return found != last_of_.end() && found->second > pair.first;
    }

private:
    const msccl_program* program_;
    std::map<std::array<std::uint32_t, 2>, std::uint32_t> last_of_;  // by blocks; one more
};

}  // namespace

std::vector<msccl_fault> find_races(const msccl_program& program, const msccl_cells& cells,
                                    const msccl_run& run, slot end) {
    const step_order order = order_of(program, run);
    cell_accesses accesses{program, cells};
    direct_waits waits{program};
    touching_pairs touching;
    for (const std::uint32_t step : order.sorted()) {
        if (!run.is_done(step)) {
            continue;
        }
        waits.add(step);
        accesses.add(step);
        for (const auto& [pair, place] : accesses.pairs()) {
            if (!waits.has(pair)) {
                touching.try_emplace(pair, place);
            }
        }
        accesses.pairs().clear();
    }
    std::vector<step_pair> pairs;
    std::ranges::transform(touching, std::back_inserter(pairs),
                           [](const auto& each) { return each.first; });
    std::vector<std::uint32_t> block_of;
    std::ranges::transform(program.steps, std::back_inserter(block_of), &msccl_step::block);
    std::vector<msccl_fault> races;
    for (const step_pair& pair : order.unordered(block_of, pairs)) {
        const std::uint32_t gpu = program.blocks[block_of[pair.first]].gpu;
        races.push_back({.kind = fault_kind::race,
                         .at = end,
                         .from = gpu,
                         .to = gpu,
                         .step = std::min(pair.first, pair.second),
                         .other = std::max(pair.first, pair.second),
                         .cell = touching.at(pair)});
    }
    return races;
}

}  // namespace tutti
