/// @file
/// Speed of reductions, compared with broadcasts.
#pragma once

#include <string>

#include <fmt/format.h>

#include "measure.hpp"
#include "programs.hpp"
#include "report.hpp"

namespace perf {

/// Runs of a program, of which the first touches its memory. A wrong answer ends it with a status.
[[nodiscard]] inline rival run_of_program(const std::string& path, const std::string& arguments) {
    const auto run = [path, arguments] {
        return run_program(path, "run " + arguments + " --repeat 3");
    };
    return {.work = run().number("transmissions"),
            .run = [run] { return run().number("wall_seconds"); }};
}

/// Reduce-scatter beside the multinode broadcast that it is backwards: as many packets, each of
/// which is folded with a value somewhere in memory, and not delivered.
inline void reductions(report& results, const std::string& program, const effort& spent) {
    for (const int threads : {1, 2}) {
        const std::string arguments =
            fmt::format("/rotation-classes -n hypercube:12 -t {}", threads);
        const comparison pair =
            compare(run_of_program(program, "reduce-scatter" + arguments),
                    run_of_program(program, "multinode-broadcast" + arguments), spent);
        results.add(
            {.name = fmt::format("reduce-scatter to allgather d=12 t={} ({:.0f} to {:.0f} M/s)",
                                 threads, pair.rate / 1e6, pair.other / 1e6),
             .measured = pair.ratio,
             .required = 0.8,
             .goal = {},
             .unit = "ratio"});
    }
}

}  // namespace perf
