/// @file
/// Thread blocks of MSCCL XML for a schedule: steps, and the steps that they wait for.
///
/// Rows come slot by slot, and in a slot all send before any receives. A step waits for the last
/// step that wrote its cell, and a step that writes also for those that read it since. So steps run
/// as early as their slots say or earlier, and no two of them race.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "schedule/untimed/msccl_program.hpp"

namespace tutti {

/// Step of a GPU, by its block and its number there.
struct msccl_step_name {
    std::uint32_t block = msccl_none;
    std::uint32_t step = msccl_none;
};

/// Step as it is written. Its source is its destination, but for copies.
struct written_step {
    msccl_step_type type = msccl_step_type::nop;
    msccl_place source{};
    msccl_place destination{};
    std::uint32_t count = 0;
    msccl_step_name waits_for{};
    bool is_marked = false;  ///< other steps wait for it
};

/// Block of one direction of one copy of a link; of the GPU alone if it has no peer.
struct written_block {
    std::uint32_t peer = msccl_none;
    std::uint32_t channel = 0;
    bool sends = false;
    std::vector<written_step> steps{};
    std::map<std::uint32_t, std::uint32_t> waited_for{};  ///< by block: the latest step, plus 1
};

/// Blocks of a GPU, in the order of their first use.
class msccl_gpu_writer {
public:
    /// Adds a copy of consecutive cells that no other step touches.
    void add_copy(msccl_place source, msccl_place destination, std::uint32_t count);
    void add_send(std::uint32_t peer, std::uint32_t channel, msccl_place cell);
    /// @param type r or rrc
    void add_receive(std::uint32_t peer, std::uint32_t channel, msccl_step_type type,
                     msccl_place cell);

    [[nodiscard]] std::span<const written_block> blocks() const noexcept { return blocks_; }

private:
    /// Steps that touched a cell.
    struct cell_use {
        msccl_step_name writer{};
        std::vector<msccl_step_name> readers{};  // since
    };

    std::uint32_t block_of(std::uint32_t peer, std::uint32_t channel, bool sends);
    msccl_step_name add_step(std::uint32_t block, written_step step,
                             std::span<const msccl_step_name> before);
    [[nodiscard]] cell_use& use_of(msccl_place cell) {
        return uses_[{to_underlying(cell.buffer), cell.index}];
    }

    std::vector<written_block> blocks_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, bool>, std::uint32_t> block_of_;
    std::map<std::pair<std::uint8_t, std::uint32_t>, cell_use> uses_;
};

/// A schedule as blocks.
struct written_program {
    std::vector<msccl_gpu_writer> gpus{};
    std::vector<std::array<std::uint32_t, 3>> chunks{};  ///< by GPU: sizes of its buffers
    std::uint32_t chunks_a_loop = 0;
    std::uint32_t channels = 1;
    bool is_in_place = false;
};

/// Blocks for a schedule. Rows that bring a message to where it is already are left out.
/// @pre its collective is allgather, alltoall, broadcast, allreduce or reduce-scatter, all nodes
///   are participants, and chunks have numbers of 32 bits
[[nodiscard]] written_program blocks_of(const foreign_schedule& schedule);

}  // namespace tutti
