#include "recording_check.hpp"

#include <cstdint>
#include <stdexcept>

#include "engine/memory/memory.hpp"
#include "recorded_problem.hpp"

namespace tutti {
namespace {

// Planning takes long for large networks; a limit that admitted the run leaves more than this.
check_limits limits_for(const recording& recording) {
    constexpr std::uint64_t always = std::uint64_t{1} << 14U;
    constexpr std::uint64_t size_an_event = 64;
    const recorded_counts counts = recording.counts();
    const std::uint64_t events = counts.sent + counts.delivered + counts.marked + counts.done;
    return {.memory_bytes = recording.memory_limit(),
            .plan_size = always + bounded_product(size_an_event, events)};
}

}  // namespace

recording_findings check(const recording& recording, const catalogue& catalogue) {
    try {
        recording_verifier judge{recording.plan(), recording.where(),
                                 run_requirements_of(recording.plan(), recording.where(), catalogue,
                                                     limits_for(recording))};
        recording.visit([&](const recorded_slot& record) {
            judge.take(record, recording.kinds(), recording.mark_names());
        });
        return judge.end(recording.result(), recording.damage());
    } catch (const std::overflow_error&) {
        // Overflow of exact arithmetic is caused by figures that no run has.
        throw recording_error{"is damaged: its times do not fit 64 bits"};
    }
}

}  // namespace tutti
