/// @file
/// Contents of the cells of a program of MSCCL XML: what its steps do to them, and the faults.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contributor_sets.hpp"
#include "msccl_cells.hpp"
#include "msccl_program.hpp"
#include "schedule/schedule_fault.hpp"

namespace tutti {

/// Sum of an input chunk of several GPUs; without a chunk it is nothing.
struct msccl_value {
    std::uint32_t chunk = msccl_none;
    std::uint32_t gpus = 0;  ///< a set

    [[nodiscard]] bool is_empty() const noexcept { return chunk == msccl_none; }
    friend bool operator==(const msccl_value&, const msccl_value&) = default;
};

/// A packet on its way or at the receiver.
struct msccl_packet {
    msccl_value value{};
    slot at = 0;
    std::uint32_t step = 0;  ///< that sent it
    std::uint32_t row = 0;
    bool is_faulty = false;  ///< a fault of its row is known
};

/// A fault that has no text yet.
struct msccl_fault {
    fault_kind kind = fault_kind::not_held;
    slot at = 0;
    node_id from = 0;
    node_id to = 0;
    std::uint32_t channel = 0;
    std::uint32_t step = msccl_none;   ///< its place
    std::uint32_t other = msccl_none;  ///< step that it is about, too
    msccl_place cell{};
    std::uint32_t gpu = 0;  ///< counted twice
    std::uint32_t chunk = 0;
    std::uint32_t onto = 0;  ///< chunk that another is added to
    bool is_row = false;
};

/// State of all cells.
class msccl_contents {
public:
    msccl_contents(const msccl_program& program, const msccl_cells& cells);

    /// What a step of type s sends as its chunk `k`.
    [[nodiscard]] msccl_value source(std::uint32_t step, std::uint32_t k) const {
        return cells_[numbers_->source(step) + k];
    }
    /// Lets a step take its chunk `k`. @return what it sends on, if it does
    msccl_value receive(std::uint32_t step, std::uint32_t k, msccl_packet& packet);
    /// Does a copy or reduction inside of a GPU.
    void compute(std::uint32_t step, slot boundary);
    /// Adds a fault, if the contents are judged.
    void add(const msccl_fault& fault);

    [[nodiscard]] const contributor_sets& sets() const noexcept { return sets_; }
    [[nodiscard]] std::vector<msccl_fault>& faults() noexcept { return faults_; }
    /// Chunks that brought what their cell had already.
    [[nodiscard]] std::uint64_t redundant() const noexcept { return redundant_; }
    /// Adds what is missing at the end.
    void find_missing(schedule_findings& findings, slot end) const;

private:
    [[nodiscard]] msccl_value expected(std::uint32_t gpu, std::uint32_t index) const;
    [[nodiscard]] std::optional<msccl_value> sum(const msccl_value& value, const msccl_value& onto,
                                                 msccl_fault fault);
    [[nodiscard]] msccl_fault fault_at(std::uint32_t step, const msccl_packet& packet) const;
    void require_held(std::uint32_t step, const msccl_value& value, msccl_place cell,
                      std::uint32_t k, msccl_fault fault);
    void find_missing_in(std::uint32_t gpu, std::uint32_t index, schedule_findings& findings,
                         slot end) const;

    const msccl_program* program_;
    const msccl_cells* numbers_;
    bool is_judged_;
    bool is_sum_;  // all GPUs contribute to what is expected
    contributor_sets sets_;
    std::vector<msccl_value> cells_;
    std::vector<msccl_fault> faults_;
    std::uint64_t redundant_ = 0;
};

/// Text of a fault, after its place.
[[nodiscard]] std::string text_of(const msccl_fault& fault, const msccl_program& program,
                                  const foreign_schedule& schedule);

}  // namespace tutti
