/// @file
/// Recordings that tests make and read.
#pragma once

#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "algorithms/trial.hpp"
#include "recording/recorded_run.hpp"
#include "recording/recorder.hpp"
#include "support/testbed.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/recording/recording.hpp"

namespace support {

/// Runs an experiment and records it.
inline tutti::result record(const tutti::experiment& plan, tutti::experiment_options options,
                            const tutti::recording_filter& only, std::ostream& to,
                            std::uint64_t most_bytes = ~std::uint64_t{0}) {
    tutti::experiment_recorder recorder{plan, only, to, most_bytes, options.slot_budget};
    options.sinks.push_back(&recorder.watcher());
    tutti::result outcome = tutti::run_experiment(plan, options, {});
    recorder.finish(outcome);
    return outcome;
}

/// The bytes of a recording of the experiment.
[[nodiscard]] inline std::string recorded(const tutti::experiment& plan, const team& threads = {},
                                          const tutti::recording_filter& only = {}) {
    std::ostringstream to;
    (void)record(plan, {.threads = threads.threads, .executor = threads.executor}, only, to);
    return to.str();
}

[[nodiscard]] inline tutti::recording opened(std::string bytes) {
    return tutti::recording{std::make_unique<std::istringstream>(std::move(bytes))};
}

/// An event a line, sorted within their slots; transmissions with all that is recorded of them.
[[nodiscard]] std::vector<std::string> lines_of(const tutti::recording& from, tutti::slot first = 0,
                                                tutti::slot last = tutti::never);

}  // namespace support
