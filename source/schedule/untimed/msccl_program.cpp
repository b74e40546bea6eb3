#include "msccl_program.hpp"

#include <fmt/format.h>

namespace tutti {

std::string msccl_place::text(std::uint32_t further) const {
    return fmt::format("{}[{}]", msccl_buffer_names[to_underlying(buffer)], index + further);
}

std::uint32_t msccl_program::inputs(std::uint32_t gpu) const {
    switch (collective) {
        case schedule_collective::unknown:
            return gpus[gpu].chunks[0];
        case schedule_collective::allgather:
            return chunks_each();
        case schedule_collective::broadcast:
            return gpu == root ? chunks : 0;
        default:
            return chunks;
    }
}

std::uint32_t msccl_program::outputs() const {
    return collective == schedule_collective::unknown          ? 0
           : collective == schedule_collective::reduce_scatter ? chunks_each()
                                                               : chunks;
}

msccl_place msccl_program::canonical(std::uint32_t gpu, msccl_place place) const {
    const bool is_scattered = collective == schedule_collective::reduce_scatter;
    const msccl_buffer alias = is_scattered ? msccl_buffer::output : msccl_buffer::input;
    if (!is_in_place || collective == schedule_collective::unknown || place.buffer != alias) {
        return place;
    }
    const bool is_shifted = is_scattered || collective == schedule_collective::allgather;
    return {.buffer = is_scattered ? msccl_buffer::input : msccl_buffer::output,
            .index = place.index + (is_shifted ? gpu * chunks_each() : 0)};
}

std::string msccl_program::place_of(std::uint32_t step) const {
    const msccl_block& block = blocks[steps[step].block];
    return fmt::format("gpu {} tb {} step {}", block.gpu, block.number, steps[step].number);
}

}  // namespace tutti
