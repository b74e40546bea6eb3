/// @file
/// Emulation of a node program of the catalogue: its inputs and its result.
#pragma once

#include <functional>

#include "collectives/delivery_verifier.hpp"
#include "emulator_cache.hpp"
#include "tutti/engine/emulator.hpp"

namespace tutti {

/// Inputs of a run beside its problem.
struct emulation {
    emulator_options machine;
    run_options run;
    delivery_verifier* receiver = nullptr;  ///< takes what all nodes deliver; never null
    int repeats = 1;                        ///< runs, one after the other, in the same memory
    /// Cache of the emulator of an earlier run, which keeps this run's; null: none.
    emulator_cache* cache = nullptr;
    /// Called after every run, before the next one is begun.
    std::function<void(run_report)> ended;
};

}  // namespace tutti
