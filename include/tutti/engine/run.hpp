/// @file
/// Runs of node programs. Emulators of these networks whose packets are plain numbers are compiled
/// in the library; others are compiled where they are used.
#pragma once

#include <cstdint>
#include <string>

#include "engine/executor/executor.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/node/port_model.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/topology/graph.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"

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

/// Runs `program` on every node of `net`, once, and returns when it has completed.
///
/// Packets are `Packet`s, by default plain 64-bit numbers.
/// @throws std::invalid_argument for settings out of range or too large a network
/// @throws whatever ended the run early: see `run_report::rethrow`
template <packet Packet = std::uint64_t, topology Network, class Program>
    requires node_program<Program, node<Network, Packet>>
run_report run(const Network& net, const run_settings& settings, const Program& program) {
    emulator<Network, Packet> machine{net,
                                      {.threads = settings.threads, .executor = settings.executor}};
    run_report report = machine.run(program, {.algorithm = settings.algorithm,
                                              .ports = settings.ports,
                                              .seed = settings.seed,
                                              .slot_budget = settings.slot_budget});
    report.rethrow();
    return report;
}

extern template class detail::slot_executor<hypercube, std::uint64_t>;
extern template class emulator<hypercube, std::uint64_t>;
extern template class detail::slot_executor<grid, std::uint64_t>;
extern template class emulator<grid, std::uint64_t>;
extern template class detail::slot_executor<graph, std::uint64_t>;
extern template class emulator<graph, std::uint64_t>;

}  // namespace tutti
