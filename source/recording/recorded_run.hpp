/// @file
/// Recording of experiments.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>

#include "recorder.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/recording/recording.hpp"

namespace tutti {

/// The plan of an experiment, as recordings have it.
/// @param input the problem of `original`
[[nodiscard]] recorded_plan plan_of(const experiment& original, const problem& input,
                                    recording_filter filter = {},
                                    const std::optional<slot>& slot_budget = {});

/// Estimate of the size of a recording in bytes, from the bytes per event of one on a small
/// network. @param events of the experiment, at most
[[nodiscard]] std::uint64_t estimate_recording(const experiment& plan, std::uint64_t events,
                                               const recording_filter& filter);

/// Records one run of an experiment: a sink to attach to it, and its end.
class experiment_recorder {
public:
    /// @param to outlives this
    /// @throws what `problem_of` throws
    experiment_recorder(const experiment& plan, recording_filter filter, std::ostream& to,
                        std::uint64_t most_bytes = ~std::uint64_t{0},
                        const std::optional<slot>& slot_budget = {});

    /// Bytes that it takes while the experiment runs, at most.
    [[nodiscard]] static std::uint64_t bytes_for(const experiment& plan);

    [[nodiscard]] sink& watcher() noexcept { return *recorder_; }
    /// Bytes in the recording so far.
    [[nodiscard]] std::uint64_t bytes() const noexcept { return recorder_->bytes(); }

    /// Writes the result of the run. Call it last. @throws recording_stopped
    void finish(const result& result);

private:
    recorded_plan plan_;
    std::unique_ptr<recorder> recorder_;
};

}  // namespace tutti
