/// @file
/// Program of MSCCL XML: thread blocks of GPUs, with steps that send, receive and add chunks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/foreign_schedule.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Number of a step, block or peer that is none.
inline constexpr std::uint32_t msccl_none = ~std::uint32_t{0};

/// Buffers of a GPU, in the order of `msccl_buffer_names`.
enum class msccl_buffer : std::uint8_t { input, output, scratch };
inline constexpr std::string_view msccl_buffer_names = "ios";

/// Types of steps, in the order of `msccl_step_kinds`.
enum class msccl_step_type : std::uint8_t { s, r, rcs, rrc, rrs, rrcs, cpy, re, nop };

/// Accesses of a type of steps to its cells and its peers.
struct msccl_step_kind {
    std::string_view name;
    bool receives = false;
    bool sends = false;
    bool reads_source = false;
    bool reads_destination = false;
    bool writes = false;
};
inline constexpr std::array<msccl_step_kind, 9> msccl_step_kinds{{
    {.name = "s", .sends = true, .reads_source = true},
    {.name = "r", .receives = true, .writes = true},
    {.name = "rcs", .receives = true, .sends = true, .writes = true},
    {.name = "rrc", .receives = true, .reads_source = true, .writes = true},
    {.name = "rrs", .receives = true, .sends = true, .reads_source = true},
    {.name = "rrcs", .receives = true, .sends = true, .reads_source = true, .writes = true},
    {.name = "cpy", .reads_source = true, .writes = true},
    {.name = "re", .reads_source = true, .reads_destination = true, .writes = true},
    {.name = "nop"},
}};

/// First of consecutive cells.
struct msccl_place {
    msccl_buffer buffer = msccl_buffer::input;
    std::uint32_t index = msccl_none;

    /// "o[3]". @param further cells after the first
    [[nodiscard]] std::string text(std::uint32_t further) const;
};

struct msccl_step {
    msccl_step_type type = msccl_step_type::nop;
    bool is_marked = false;  ///< hasdep="1": other steps wait for it
    std::uint32_t number = 0;
    std::uint32_t count = 0;
    std::uint32_t block = 0;
    std::uint32_t dependency = msccl_none;  ///< a step
    msccl_place source{};
    msccl_place destination{};

    [[nodiscard]] const msccl_step_kind& kind() const {
        return msccl_step_kinds.at(to_underlying(type));
    }
};

struct msccl_block {
    std::uint32_t gpu = 0;
    std::uint32_t number = 0;
    std::uint32_t send_peer = msccl_none;
    std::uint32_t receive_peer = msccl_none;
    std::uint32_t channel = 0;
    std::uint32_t first_step = 0;
    std::uint32_t last_step = 0;  ///< the one behind
};

struct msccl_gpu {
    std::array<std::uint32_t, 3> chunks{};  ///< sizes of the buffers
    std::uint32_t first_block = 0;
    std::uint32_t last_block = 0;                        ///< the one behind
    std::vector<std::array<std::uint32_t, 2>> copies{};  ///< indices in input and output
};

/// All of a file. Blocks are in the order of GPUs and ids, steps in that of blocks and numbers.
struct msccl_program {
    std::string file{};
    schedule_collective collective = schedule_collective::unknown;
    std::string collective_text{};
    bool is_in_place = false;
    std::uint32_t chunks = 0;  ///< nchunksperloop
    std::uint32_t root = 0;
    std::vector<msccl_gpu> gpus{};
    std::vector<msccl_block> blocks{};
    std::vector<msccl_step> steps{};

    /// Chunks of each GPU, of those that the collective spreads over GPUs.
    [[nodiscard]] std::uint32_t chunks_each() const {
        return chunks / size_as<std::uint32_t>(gpus);
    }
    /// Cells of the input that hold something at the start.
    [[nodiscard]] std::uint32_t inputs(std::uint32_t gpu) const;
    /// Cells of the output that something is expected in.
    [[nodiscard]] std::uint32_t outputs() const;
    /// The cell that another name of it means, in collectives in place.
    [[nodiscard]] msccl_place canonical(std::uint32_t gpu, msccl_place place) const;
    /// "gpu 0 tb 1 step 2"
    [[nodiscard]] std::string place_of(std::uint32_t step) const;
};

/// Reads a program. @param remarks get the rules of runtimes that the file breaks
/// @throws std::invalid_argument, one line with file and place
[[nodiscard]] msccl_program read_msccl_program(std::string_view content,
                                               const schedule_options& options,
                                               std::vector<std::string>& remarks);

}  // namespace tutti
