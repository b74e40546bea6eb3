/// @file
/// Algorithms on the engine as rivals: the emulator is made once, and every run is checked.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

#include "collectives/delivery_verifier.hpp"
#include "collectives/input/assignment.hpp"
#include "collectives/input/derived_payloads.hpp"
#include "measure.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/topology/hypercube.hpp"

namespace perf {

/// Every node's message to every node, as `Program` does it. `Program{cube}(self, messages, count)`
/// makes a node's task.
template <class Program>
class on_the_machine {
public:
    on_the_machine(int dimensions, int threads, tutti::broadcaster_set senders)
        : cube_{dimensions},
          program_{cube_},
          count_{senders.packet_count()},
          assignment_{senders, contents_},
          check_{tutti::all_messages_everywhere{.node_count = cube_.node_count(),
                                                .senders = std::move(senders)},
                 contents_},
          machine_{cube_,
                   {.threads = threads,
                    .program_bytes_per_node = 1024 + 8 * count_},  // as experiments have it
                   check_} {}

    /// Seconds of time stepping.
    [[nodiscard]] double run() {
        check_.reset();
        const tutti::run_report report = machine_.run(
            [&](auto& self) { return program_(self, assignment_.given_to(self.id()), count_); },
            {});
        report.rethrow();
        if (!check_.counts().hold()) {
            throw std::runtime_error{"tutti delivered wrongly"};
        }
        hops_ = report.transmissions;
        return report.wall_seconds;
    }

    /// Of the latest run.
    [[nodiscard]] std::uint64_t hops() const noexcept { return hops_; }

private:
    tutti::hypercube cube_;
    Program program_;
    std::uint64_t count_;
    tutti::derived_payloads contents_{20};
    tutti::assignment assignment_;
    tutti::delivery_verifier check_;
    tutti::emulator<tutti::hypercube, tutti::short_packet> machine_;
    std::uint64_t hops_ = 0;
};

/// `Program` on a cube. Its work is counted in a first run.
template <class Program>
[[nodiscard]] rival rival_on_the_machine(int dimensions, int threads,
                                         tutti::broadcaster_set senders) {
    const auto machine =
        std::make_shared<on_the_machine<Program>>(dimensions, threads, std::move(senders));
    (void)machine->run();
    return {.work = static_cast<double>(machine->hops()),
            .run = [machine] { return machine->run(); }};
}

}  // namespace perf
