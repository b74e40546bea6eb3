/// @file
/// Verifier of a live run: its events go through the verifiers of recordings, too.
#pragma once

#include <cstdint>
#include <sstream>

#include "recording/recorded_run.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// Records one run in memory, verifies the recording, and compares with the result of the run,
/// whose deliveries the engine's fast path has counted.
class live_verifier {
public:
    /// The most bytes of events. A run with more is ended with `recording_stopped`.
    static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30U;

    /// @param plan outlives this, and has a catalogue
    explicit live_verifier(const experiment& plan);

    [[nodiscard]] sink& watcher() noexcept { return recorder_.watcher(); }

    /// Adds the check `verifiers` to the result of the run: in a complete run they find nothing, in
    /// others the same counts, phases and digest. What they could not verify joins the gaps.
    /// @throws recording_stopped
    void verify(result& outcome);

private:
    const experiment* plan_;
    std::stringstream content_;
    experiment_recorder recorder_;
};

}  // namespace tutti
