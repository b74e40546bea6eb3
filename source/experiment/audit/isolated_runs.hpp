/// @file
/// Runs of nodes alone, world by world.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "audit_draws.hpp"
#include "independent_run.hpp"
#include "isolated_run.hpp"

namespace tutti {

/// Common setup of the runs of an audit; the objects outlive it.
struct audit_setup {
    const audit_options* options = nullptr;
    const process_starter* starter = nullptr;
    const audit_draws* draws = nullptr;
    const reference_run* seeded = nullptr;
    const reference_run* independent = nullptr;  ///< null: there is none
    std::chrono::milliseconds limit{};           ///< of each run of a node
};

/// Runs each audited node alone in one world after the other. The even worlds are compared with the
/// run whose inputs and streams follow from the seed, the odd ones with the independent run.
class isolated_runs {
public:
    explicit isolated_runs(const audit_setup& setup) : setup_{setup} {}

    /// The worlds up to the first in which some node does something else.
    void pass(audit_report& into);

private:
    /// A difference, and whether the run had other payloads.
    struct finding {
        std::size_t index = 0;
        audit_difference difference;
        bool is_rekeyed = false;
    };

    [[nodiscard]] const reference_run& reference_of(std::uint64_t trial) const noexcept;
    [[nodiscard]] bool audit_trial(std::uint64_t trial, audit_report& into);
    [[nodiscard]] isolated_run isolated_run_of(const isolated_run_input& input, std::size_t index,
                                               std::uint64_t trial,
                                               audit_isolation& isolation) const;
    [[nodiscard]] isolated_run_result start(const isolated_run_inputs& world,
                                            const isolated_run& isolated, std::size_t index) const;
    [[nodiscard]] bool run(const isolated_run_inputs& world, std::size_t index, std::uint64_t trial,
                           audit_report& into);
    [[nodiscard]] bool repeat_plainly(const isolated_run_inputs& world, std::uint64_t trial,
                                      audit_report& into);
    [[nodiscard]] std::optional<audit_difference> difference_without(
        const isolated_run_inputs& world, std::size_t index, isolated_run isolated) const;
    void note(audit_report& into);

    audit_setup setup_;
    std::vector<finding> findings_;  // in this world
    bool suspects_packets_ = false;
    bool packets_hold_more_ = false;
};

}  // namespace tutti
