/// @file
/// How a node program of the catalogue is run.
#pragma once

#include <functional>

#include "collectives/delivery_verifier.hpp"
#include "emulator_cache.hpp"
#include "tutti/engine/emulator.hpp"

namespace tutti {

/// What a run is given besides its problem.
struct emulation {
    emulator_options machine;
    run_options run;
    delivery_check* receiver = nullptr;  ///< takes what all nodes deliver; never null
    int repeats = 1;                     ///< runs, one after the other, in the same memory
    /// Has the machine of an earlier run, perhaps, and keeps this one's; null: nobody does.
    kept_machine* kept = nullptr;
    /// Called after every run, before the next one is begun.
    std::function<void(run_report)> ended;
};

}  // namespace tutti
