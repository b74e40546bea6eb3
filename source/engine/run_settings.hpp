/// @file
/// Settings of a single run of a program on a network.
#pragma once

#include <cstdint>
#include <string>

#include "engine/executor/executor.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"

namespace tutti {

/// Settings of `run`, all of them optional.
struct run_settings {
    int threads = available_threads();
    executor_kind executor = executor_kind::task_arena;
    std::string algorithm = "program";
    port_model ports = port_model::all_port;
    std::uint64_t seed = 1;
    slot slot_budget = 10'000'000;
};

}  // namespace tutti
