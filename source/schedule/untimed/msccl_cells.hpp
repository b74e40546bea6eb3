/// @file
/// Numbers for the cells of buffers that a program of MSCCL XML uses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "msccl_program.hpp"

namespace tutti {

/// Cells of all GPUs, numbered: those that a step touches, and those with contents at the start or
/// expected ones at the end. Consecutive cells of a step have consecutive numbers; two names of a
/// cell have one number.
class msccl_cells {
public:
    explicit msccl_cells(const msccl_program& program);

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Number of a cell. @pre it has one
    [[nodiscard]] std::uint32_t find(std::uint32_t gpu, msccl_place place) const;
    /// The first cells of a step.
    [[nodiscard]] std::uint32_t source(std::uint32_t step) const { return of_step_[step][0]; }
    [[nodiscard]] std::uint32_t destination(std::uint32_t step) const { return of_step_[step][1]; }

private:
    struct range {
        std::uint32_t first = 0;
        std::uint32_t last = 0;  // the one behind
        std::uint32_t number = 0;
    };

    void add(std::uint32_t gpu, msccl_place place, std::uint32_t count);
    void add_contents();
    void number_ranges();
    /// Those that touch each other as one, in order.
    static std::vector<range> merged(std::vector<range> ranges);

    const msccl_program* program_;
    std::vector<std::array<std::vector<range>, 3>> ranges_;  // by GPU and buffer
    std::vector<std::array<std::uint32_t, 2>> of_step_;
    std::size_t size_ = 0;
};

}  // namespace tutti
