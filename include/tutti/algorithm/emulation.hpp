/// @file
/// How a node program of the catalogue is run.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "tutti/collective/delivery_check.hpp"
#include "tutti/collective/interval_record.hpp"
#include "tutti/machine/emulator.hpp"
#include "tutti/machine/executor.hpp"
#include "tutti/machine/run_report.hpp"
#include "tutti/model/packet.hpp"
#include "tutti/model/task.hpp"

namespace tutti {

/// A program whose result nobody wants.
template <class Result>
task<> without_result(task<Result> program) {
    (void)co_await std::move(program);
}
[[nodiscard]] inline task<> without_result(task<> program) { return program; }

/// What a run is given besides its problem.
struct emulation {
    emulator_options machine;
    run_options run;
    delivery_check* receiver = nullptr;  ///< takes what all nodes deliver; never null
    /// Of tasks in which messages arrive while the run goes on: one a node, for its own notes.
    std::span<interval_record> records{};
    int repeats = 1;  ///< runs, one after the other, in the same memory
    /// Called after every run, before the next one is begun.
    std::function<void(run_report)> ended;
};

/// Runs `program` on `where` with packets of type `Packet` as often as `how` says, or until a run
/// is interrupted.
/// @throws memory_limit_exceeded, std::invalid_argument (threads)
template <describes_itself Packet, topology Network, class Program>
void emulate(const Network& where, const emulation& how, const Program& program) {
    emulator<Network, Packet> machine{where, how.machine, *how.receiver};
    for (int i = 0; i < how.repeats; ++i) {
        how.receiver->reset();
        run_report report = machine.run(program, how.run);
        const bool is_interrupted = report.ending == run_ending::interrupted;
        how.ended(std::move(report));
        if (is_interrupted) {
            return;
        }
    }
}

}  // namespace tutti
