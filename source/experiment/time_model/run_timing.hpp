/// @file
/// Time of a run under the time model of its plan.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "algorithms/theory.hpp"
#include "slot_uses.hpp"
#include "start_up_paths.hpp"
#include "time_model.hpp"
#include "tutti/catalog/lower_bound.hpp"
#include "tutti/experiment/experiment.hpp"
#include "verification/model_time.hpp"

namespace tutti {

/// Seconds that slots take: each the latency of its links and the time of the bytes that they
/// carry, whichever takes longest; without a packet the largest latency.
/// @param part size of a message or value in bytes
[[nodiscard]] exact_number seconds_of(std::span<const slot_use> uses, const link_costs& costs,
                                      const exact_number& part);

/// The path that takes longest; null if there is none. @param part as above
[[nodiscard]] const path_cost* critical_path(std::span<const path_cost> paths,
                                             const link_costs& costs, const exact_number& part);
/// Its seconds.
[[nodiscard]] exact_number seconds_of(const path_cost& path, const link_costs& costs,
                                      const exact_number& part);

/// Seconds that any algorithm with such packets takes, by its lower bound in units: each unit is
/// the time of a message's bytes, and as many latencies as it takes packets.
/// @param carries false if packets may carry nothing of a message, of which latencies alone count
[[nodiscard]] exact_number bound_in_seconds(const rational& units, packet_size packets,
                                            const link_cost& least, const exact_number& part,
                                            bool carries);
/// Of an algorithm's figures; null where none is known.
[[nodiscard]] std::optional<exact_number> bound_in_seconds(const experiment& plan,
                                                           const problem& input,
                                                           const theory& figures,
                                                           const link_costs& costs,
                                                           const exact_number& part);

/// Seconds that the phases of an algorithm take at most by its theory: exact if a link carries as
/// much as it may in every slot of a phase that carries messages. Null where the phases do not say
/// it.
[[nodiscard]] std::optional<exact_number> seconds_by_theory(const theory& figures,
                                                            const link_costs& costs,
                                                            const exact_number& part);

/// Watches a run, and times it.
class run_timing {
public:
    /// @param plan with a time model
    /// @param describes_itself whether packets say what they carry
    run_timing(const experiment& plan, const problem& input, const theory& figures,
               bool describes_itself);

    [[nodiscard]] std::vector<sink*> sinks();
    /// @param slots time of the run
    [[nodiscard]] model_time of_run(slot slots) const;

private:
    link_costs costs_;
    exact_number part_;
    std::optional<exact_number> bound_;
    model_time heading_{};
    slot_uses uses_;
    std::optional<start_up_paths> paths_{};
};

}  // namespace tutti
