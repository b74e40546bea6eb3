#include "msccl_contents.hpp"

#include <fmt/format.h>

namespace tutti {

msccl_contents::msccl_contents(const msccl_program& program, const msccl_cells& cells)
    : program_{&program},
      numbers_{&cells},
      is_judged_{program.collective != schedule_collective::unknown},
      is_sum_{reduces(program.collective)},
      sets_{size_as<std::uint32_t>(program.gpus)},
      cells_(cells.size()) {
    for (std::uint32_t gpu = 0; gpu < program.gpus.size(); ++gpu) {
        for (std::uint32_t i = 0; i < program.inputs(gpu); ++i) {
            const msccl_place cell{.buffer = msccl_buffer::input, .index = i};
            cells_[cells.find(gpu, cell)] = {.chunk = i, .gpus = gpu};
        }
    }
    for (std::uint32_t gpu = 0; gpu < program.gpus.size(); ++gpu) {
        for (const auto& [input, output] : program.gpus[gpu].copies) {
            cells_[cells.find(gpu, {.buffer = msccl_buffer::output, .index = output})] =
                cells_[cells.find(gpu, {.buffer = msccl_buffer::input, .index = input})];
        }
    }
}

void msccl_contents::add(const msccl_fault& fault) {
    if (is_judged_ || fault.kind == fault_kind::missing_link) {
        faults_.push_back(fault);
    }
}

msccl_fault msccl_contents::fault_at(std::uint32_t step, const msccl_packet& packet) const {
    const msccl_block& block = program_->blocks[program_->steps[step].block];
    return {.at = packet.at,
            .from = block.receive_peer,
            .to = block.gpu,
            .channel = block.channel,
            .step = step,
            .is_row = true};
}

void msccl_contents::require_held(std::uint32_t step, const msccl_value& value, msccl_place cell,
                                  std::uint32_t k, msccl_fault fault) {
    if (value.is_empty()) {
        fault.kind = fault_kind::not_held;
        fault.other = step;
        fault.cell = {.buffer = cell.buffer, .index = cell.index + k};
        add(fault);
    }
}

std::optional<msccl_value> msccl_contents::sum(const msccl_value& value, const msccl_value& onto,
                                               msccl_fault fault) {
    if (value.is_empty() || onto.is_empty()) {
        return std::nullopt;
    }
    fault.chunk = value.chunk;
    fault.onto = onto.chunk;
    if (value.chunk != onto.chunk) {
        fault.kind = fault_kind::mixed;
        add(fault);
        return std::nullopt;
    }
    if (const auto common = sets_.first_common(value.gpus, onto.gpus)) {
        fault.kind = fault_kind::counted_twice;
        fault.gpu = *common;
        add(fault);
        return std::nullopt;
    }
    return msccl_value{.chunk = value.chunk, .gpus = sets_.join(value.gpus, onto.gpus)};
}

msccl_value msccl_contents::receive(std::uint32_t step, std::uint32_t k, msccl_packet& packet) {
    const msccl_step& here = program_->steps[step];
    msccl_value value = packet.value;
    if (here.kind().reads_source) {
        const std::size_t faults_before = faults_.size();
        const msccl_value own = source(step, k);
        require_held(step, own, here.source, k, fault_at(step, packet));
        const auto added = sum(packet.value, own, fault_at(step, packet));
        if (packet.is_faulty) {
            faults_.resize(faults_before);
        }
        if (!added) {
            return own;
        }
        value = *added;
    }
    if (here.kind().writes && !value.is_empty()) {
        msccl_value& cell = cells_[numbers_->destination(step) + k];
        if (!is_sum_ && cell == value) {
            ++redundant_;
        }
        cell = value;
    }
    return value;
}

void msccl_contents::compute(std::uint32_t step, slot boundary) {
    const msccl_step& here = program_->steps[step];
    const std::uint32_t gpu = program_->blocks[here.block].gpu;
    const msccl_fault fault{.at = boundary, .from = gpu, .to = gpu, .step = step};
    for (std::uint32_t k = 0; k < here.count; ++k) {
        const msccl_value value = source(step, k);
        msccl_value& cell = cells_[numbers_->destination(step) + k];
        require_held(step, value, here.source, k, fault);
        if (here.type == msccl_step_type::cpy) {
            cell = value.is_empty() ? cell : value;
            continue;
        }
        require_held(step, cell, here.destination, k, fault);
        cell = sum(value, cell, fault).value_or(cell);
    }
}

msccl_value msccl_contents::expected(std::uint32_t gpu, std::uint32_t index) const {
    const std::uint32_t each = program_->chunks_each();
    switch (program_->collective) {
        case schedule_collective::allgather:
            return {.chunk = index % each, .gpus = index / each};
        case schedule_collective::alltoall:
            return {.chunk = gpu * each + index % each, .gpus = index / each};
        case schedule_collective::reduce_scatter:
            return {.chunk = gpu * each + index};
        case schedule_collective::broadcast:
            return {.chunk = index, .gpus = program_->root};
        default:
            return {.chunk = index};
    }
}

void msccl_contents::find_missing_in(std::uint32_t gpu, std::uint32_t index,
                                     schedule_findings& findings, slot end) const {
    const msccl_place place{.buffer = msccl_buffer::output, .index = index};
    const msccl_value value = cells_[numbers_->find(gpu, place)];
    const msccl_value wanted = expected(gpu, index);
    const bool is_chunk = value.chunk == wanted.chunk;
    const bool is_all =
        is_sum_ ? is_chunk && sets_.size(value.gpus) == program_->gpus.size() : value == wanted;
    if (is_all) {
        return;
    }
    std::uint32_t lacking = is_sum_ ? 0 : wanted.gpus;
    while (is_sum_ && is_chunk && sets_.contains(value.gpus, lacking)) {
        ++lacking;
    }
    findings.missing_count += !is_sum_    ? 1
                              : !is_chunk ? program_->gpus.size()
                                          : program_->gpus.size() - sets_.size(value.gpus);
    if (findings.faults.size() < most_faults_kept) {
        findings.faults.push_back(
            {.kind = fault_kind::missing,
             .at = end,
             .from = gpu,
             .to = gpu,
             .message = index,
             .text =
                 value.is_empty()
                     ? fmt::format("at the end: gpu {} has nothing in {}", gpu, place.text(0))
                     : fmt::format("at the end: gpu {} {}: lacks the value of gpu {} for chunk {}",
                                   gpu, place.text(0), lacking, wanted.chunk)});
    }
}

void msccl_contents::find_missing(schedule_findings& findings, slot end) const {
    for (std::uint32_t gpu = 0; gpu < program_->gpus.size(); ++gpu) {
        for (std::uint32_t i = 0; i < program_->outputs(); ++i) {
            find_missing_in(gpu, i, findings, end);
        }
    }
    for (schedule_fault& fault : findings.faults) {
        fault.text += fmt::format(" ({} missing in all)", findings.missing_count);
    }
}

std::string text_of(const msccl_fault& fault, const msccl_program& program,
                    const foreign_schedule& schedule) {
    const std::string time = fault.is_row ? fmt::format("slot {}: ", fault.at) : "";
    const std::string ends = fault.is_row ? fmt::format("{}->{}: ", fault.from, fault.to)
                                          : fmt::format("gpu {}: ", fault.from);
    const auto name = [&](std::uint32_t step) {
        const msccl_step& each = program.steps[step];
        return fmt::format("tb {} step {} ({})", program.blocks[each.block].number, each.number,
                           each.kind().name);
    };
    switch (fault.kind) {
        case fault_kind::missing_link:
            return fmt::format("{}no link {}->{}{}{}", time, fault.from, fault.to,
                               schedule.network_source == "-n" ? " in " : "",
                               schedule.network_source == "-n" ? schedule.network_text : "");
        case fault_kind::not_held:
            return fault.other == msccl_none
                       ? fmt::format("{}{}{} holds nothing", time, ends, fault.cell.text(0))
                       : fmt::format("{}gpu {} reads {}, which holds nothing", time, fault.to,
                                     fault.cell.text(0));
        case fault_kind::counted_twice:
            return fmt::format("{}{}the value of gpu {} for chunk {} would be counted twice", time,
                               ends, fault.gpu, fault.chunk);
        case fault_kind::mixed:
            return fmt::format("{}{}chunk {} would be added to chunk {}", time, ends, fault.chunk,
                               fault.onto);
        case fault_kind::race:
            return fmt::format("{} of gpu {}: {} and {} are in no order", fault.cell.text(0),
                               fault.from, name(fault.step), name(fault.other));
        default:
            return {};
    }
}

}  // namespace tutti
