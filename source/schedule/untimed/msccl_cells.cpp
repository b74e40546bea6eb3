#include "msccl_cells.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "util/value_syntax.hpp"

namespace tutti {

msccl_cells::msccl_cells(const msccl_program& program)
    : program_{&program}, ranges_(program.gpus.size()), of_step_(program.steps.size()) {
    for (const msccl_step& step : program.steps) {
        const std::uint32_t gpu = program.blocks[step.block].gpu;
        if (step.kind().reads_source) {
            add(gpu, step.source, step.count);
        }
        if (step.kind().writes) {
            add(gpu, step.destination, step.count);
        }
    }
    add_contents();
    number_ranges();
    for (std::uint32_t i = 0; i < program.steps.size(); ++i) {
        const msccl_step& step = program.steps[i];
        const std::uint32_t gpu = program.blocks[step.block].gpu;
        of_step_[i] = {step.kind().reads_source ? find(gpu, step.source) : msccl_none,
                       step.kind().writes ? find(gpu, step.destination) : msccl_none};
    }
}

void msccl_cells::add(std::uint32_t gpu, msccl_place place, std::uint32_t count) {
    const msccl_place cell = program_->canonical(gpu, place);
    if (count > 0) {
        ranges_[gpu].at(to_underlying(cell.buffer)).push_back({cell.index, cell.index + count});
    }
}

void msccl_cells::add_contents() {
    for (std::uint32_t gpu = 0; gpu < program_->gpus.size(); ++gpu) {
        add(gpu, {.buffer = msccl_buffer::input, .index = 0}, program_->inputs(gpu));
        add(gpu, {.buffer = msccl_buffer::output, .index = 0}, program_->outputs());
        for (const auto& [input, output] : program_->gpus[gpu].copies) {
            add(gpu, {.buffer = msccl_buffer::input, .index = input}, 1);
            add(gpu, {.buffer = msccl_buffer::output, .index = output}, 1);
        }
    }
}

std::vector<msccl_cells::range> msccl_cells::merged(std::vector<range> ranges) {
    std::ranges::sort(ranges, {}, &range::first);
    std::vector<range> merged;
    for (const range& each : ranges) {
        if (merged.empty() || each.first > merged.back().last) {
            merged.push_back(each);
        }
        merged.back().last = std::max(merged.back().last, each.last);
    }
    return merged;
}

void msccl_cells::number_ranges() {
    constexpr std::uint32_t most_cells = 100'000'000;
    std::uint32_t number = 0;
    for (auto& buffers : ranges_) {
        for (auto& ranges : buffers) {
            ranges = merged(std::move(ranges));
            for (range& each : ranges) {
                const std::uint32_t count = each.last - each.first;
                if (count > most_cells - number) {
                    refuse("{}: more than {} chunks in all buffers", program_->file, most_cells);
                }
                each.number = number;
                number += count;
            }
        }
    }
    size_ = number;
}

std::uint32_t msccl_cells::find(std::uint32_t gpu, msccl_place place) const {
    const msccl_place cell = program_->canonical(gpu, place);
    const auto& ranges = ranges_[gpu].at(to_underlying(cell.buffer));
    const auto behind = std::ranges::upper_bound(ranges, cell.index, {}, &range::first);
    const range& found = *std::prev(behind);
    return found.number + (cell.index - found.first);
}

}  // namespace tutti
