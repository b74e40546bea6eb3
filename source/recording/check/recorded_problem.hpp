/// @file
/// Requirements of a recorded run, derived again from its plan.
#pragma once

#include <cstdint>

#include "tutti/catalog/catalogue.hpp"
#include "tutti/topology/network.hpp"
#include "verification/recording/recorded_plan.hpp"
#include "verification/recording/run_requirements.hpp"

namespace tutti {

/// Limits of a check.
struct check_limits {
    std::uint64_t memory_bytes = ~std::uint64_t{0};
    /// Largest sum of nodes, links and messages for which figures of plans are computed.
    std::uint64_t plan_size = ~std::uint64_t{0};
};

/// The task of a recording's plan on its network, as a catalogue knows it. What it does not know,
/// or what cannot be read again, is `why_unknown`. Of an algorithm that it does not know, or that
/// has other parameters, the collective is verified: see `why_no_figures`.
/// @throws recording_error if its messages take more memory than the limit
[[nodiscard]] run_requirements run_requirements_of(const recorded_plan& plan, const network& net,
                                                   const catalogue& catalogue,
                                                   const check_limits& limits = {});

}  // namespace tutti
